import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getRunner } from '../../client/ci/runners.ts'
import { globalErrors } from '../../errors.ts'
import { idOf } from '../../inputs/common.ts'
import { Runner } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_runner',
  group: 'ci',
  summary: 'Get a runner',
  description:
    'Returns a runner with its tags and projects. Use it to see whether the runner takes jobs with certain tags. To find its ID, use list_runners instead.',
  permission: 'read',
  http: 'GET /runners/:runner_id',
  see_also: ['gitlab_list_runners', 'gitlab_update_runner'],
  asked_as: {
    en: [
      'tags of the build machine',
      'which projects does this runner serve',
      'when did the runner last report',
      'is build machine 7 alive',
      'does the machine also take untagged jobs',
      'check a single CI machine',
      'is the runner shared or ours',
      'is the runner locked to our project',
      'is that runner paused',
      'since when is the runner silent'
    ]
  },
  input: Type.Object({ runner_id: idOf('runner') }),
  output: Runner,
  errors: { ...globalErrors('runner') },
  examples: [
    {
      name: 'gpu',
      summary: 'A runner of a project',
      input: { runner_id: 72 },
      output: {
        id: 72,
        description: 'With a GPU',
        type: 'project_type',
        status: 'offline',
        paused: false,
        tags: ['gpu'],
        run_untagged: false,
        locked: true,
        contacted_at: '2026-04-05T08:00:00.000Z',
        projects: ['acme/web', 'acme/playground']
      }
    },
    { name: 'unknown', summary: 'A runner that does not exist', input: { runner_id: 9999 }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ runner_id }) => `Get the runner ${runner_id}`,
  handler: (input, call) => getRunner(call.client, input, call)
})
