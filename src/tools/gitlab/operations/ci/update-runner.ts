import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { updateRunner } from '../../client/ci/runners.ts'
import { globalErrors } from '../../errors.ts'
import { idOf } from '../../inputs/common.ts'
import { Runner } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_runner',
  group: 'ci',
  summary: 'Update a runner: pause it or change its tags',
  description:
    'Updates the given properties of a runner, keeps the others, and returns the runner. Use it to pause a runner for maintenance, or to change which CI jobs it takes. A paused runner finishes its running jobs; to stop one, use cancel_job.',
  permission: 'write',
  http: 'PATCH /runners/:runner_id',
  idempotent: true,
  requires: [atLeastOne('paused', 'description', 'tags', 'run_untagged', 'locked')],
  see_also: ['gitlab_get_runner', 'gitlab_list_runners'],
  asked_as: {
    en: [
      'pause the build machine',
      'take a runner out of service',
      'let the runner run untagged jobs',
      'resume a paused runner',
      'the build machine needs maintenance',
      'give the runner the tag gpu',
      'no new jobs for that machine',
      'get the runner working again',
      'lock the runner to our project',
      'rename the build machine',
      'the machine may serve other projects, too'
    ]
  },
  input: Type.Object({
    runner_id: idOf('runner'),
    paused: Type.Optional(Type.Boolean({ description: 'true: it takes no new jobs' })),
    description: Type.Optional(Type.String({ maxLength: 1024, description: 'Description' })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255, description: 'Tag' }), {
        maxItems: 50,
        description: 'New tags, which replace all existing ones'
      })
    ),
    run_untagged: Type.Optional(Type.Boolean({ description: 'true: it also takes jobs without tags' })),
    locked: Type.Optional(Type.Boolean({ description: 'true: it cannot be assigned to other projects' }))
  }),
  output: Runner,
  errors: { ...globalErrors('runner') },
  examples: [
    {
      name: 'pause',
      summary: 'Pause a runner',
      input: { runner_id: 71, paused: true },
      output: {
        id: 71,
        description: 'Shared',
        type: 'instance_type',
        status: 'online',
        paused: true,
        tags: [],
        run_untagged: true,
        locked: false,
        contacted_at: '2026-04-05T08:00:00.000Z',
        projects: []
      }
    },
    { name: 'nothing', summary: 'Nothing to change', input: { runner_id: 71 }, error: { reason: 'missing_required_field' } }
  ],
  message: ({ runner_id }) => `Update the runner ${runner_id}`,
  handler: (input, call) => updateRunner(call.client, input, call)
})
