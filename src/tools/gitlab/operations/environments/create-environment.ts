import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createEnvironment } from '../../client/environments/environments.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { environmentContent } from '../../inputs/environments.ts'
import { NewEnvironment } from '../../schemas/environments.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_environment',
  group: 'environments',
  summary: 'Create an environment',
  description:
    'Creates an environment of a project and returns it. Use it to prepare an environment before the first deployment, for example to protect it or to give it CI/CD variables. It deploys nothing. GitLab also creates an environment when a CI job first deploys to it. To change an existing environment, use update_environment instead.',
  permission: 'write',
  http: 'POST /environments',
  success: [201],
  see_also: ['gitlab_list_environments', 'gitlab_update_environment'],
  asked_as: {
    en: [
      'set up a staging environment',
      'we need somewhere to deploy to',
      'add a new deploy target to the repo',
      'register the preview server in GitLab',
      'add production to the environments of the project',
      'a second stage for the demo',
      'the project needs a test environment',
      'I want an environment called qa',
      'prepare a new environment for the customers',
      'create an env for the load tests'
    ]
  },
  input: Type.Object({
    project,
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[A-Za-z0-9_/{}$. -]+$',
      'x-form': 'letters, digits, spaces and _ / $ { } . -',
      description: 'Name, such as staging or review/new-form'
    }),
    ...environmentContent('Tier. Default: chosen by GitLab from the name')
  }),
  output: NewEnvironment,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'staging',
      summary: 'A staging environment',
      input: { project: 'acme/platform/tools', name: 'staging', tier: 'staging', external_url: 'https://staging.acme.example.com' },
      output: {
        id: 1200,
        name: 'staging',
        tier: 'staging',
        state: 'available',
        external_url: 'https://staging.acme.example.com',
        description: null,
        last_deployment: null,
        auto_stop_at: null,
        created_at: '2026-11-26T16:42:29.673Z',
        updated_at: '2026-11-26T16:42:29.673Z'
      }
    },
    {
      name: 'taken',
      summary: 'A name that an environment of the project has',
      input: { project: 'acme/web', name: 'production' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ name, project }) => `Create the environment ${brief(name)} of ${project ?? 'the default project'}`,
  handler: (input, call) => createEnvironment(call.client, input, call)
})
