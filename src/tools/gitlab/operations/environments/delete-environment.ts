import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteEnvironment } from '../../client/environments/environments.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_environment',
  group: 'environments',
  summary: 'Delete an environment',
  description:
    'Deletes a stopped environment permanently, with its list of deployments; jobs and pipelines stay. Use it for environments that no one deploys to anymore. To take down what runs there, use stop_environment first. Only stopped environments can be deleted.',
  permission: 'destructive',
  http: 'DELETE /environments/:environment_id',
  see_also: ['gitlab_stop_environment', 'gitlab_list_environments'],
  asked_as: {
    en: [
      'remove the old review app from the list',
      'the qa stage is no longer used',
      'get rid of the dead environments',
      'no one deploys to staging any more, drop it',
      'erase an environment that was stopped',
      'clean up the environments of the repo',
      'the preview environment can go',
      'remove the demo stage from the project',
      'we gave up the second staging'
    ]
  },
  input: Type.Object({ project, environment_id: idOf('environment') }),
  output: Type.Object({ environment_id: Type.Integer({ description: 'ID of the environment' }), deleted }),
  errors: {
    ...resourceErrors('environment'),
    cannot_be_honoured: 'The environment is not stopped, or project is the old path of a moved project'
  },
  examples: [
    {
      name: 'stopped',
      summary: 'An environment that was stopped',
      input: { project: 'acme/sandpit', environment_id: 403, confirm: true },
      output: { environment_id: 403, deleted: true }
    },
    {
      name: 'available',
      summary: 'An environment that is not stopped',
      input: { project: 'acme/web', environment_id: 101, confirm: true },
      error: { reason: 'cannot_be_honoured' }
    }
  ],
  message: ({ environment_id, project }) => `Delete the environment ${environment_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteEnvironment(call.client, input, call)
})
