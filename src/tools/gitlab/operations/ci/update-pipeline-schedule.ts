import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { updateSchedule } from '../../client/ci/schedules.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { Schedule } from '../../schemas/ci-reports.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_pipeline_schedule',
  group: 'ci',
  summary: 'Update a pipeline schedule',
  description:
    'Updates the given properties of a pipeline schedule, keeps the others, and returns the schedule. Use it to change the times, or to pause the schedule (active: false); to delete a schedule, use delete_pipeline_schedule instead.',
  permission: 'write',
  http: 'PATCH /pipeline-schedules/:schedule_id',
  idempotent: true,
  requires: [atLeastOne('description', 'ref', 'cron', 'cron_timezone', 'active')],
  see_also: ['gitlab_list_pipeline_schedules', 'gitlab_run_pipeline_schedule'],
  asked_as: {
    en: [
      'pause the nightly build',
      'move the scheduled build to another hour',
      'switch off a CI schedule',
      'change the branch of a nightly pipeline',
      'the nightly build should start at three',
      'let the nightly run an hour later',
      'turn off the weekly build for now',
      'the scheduled pipeline should run on another branch',
      'switch the nightly on again',
      'change when CI runs at night',
      'run the nightly only on weekdays',
      'suspend the scheduled build during the holidays'
    ]
  },
  input: Type.Object({
    project,
    schedule_id: idOf('schedule, as list_pipeline_schedules returns it'),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'New description' })),
    ref: Type.Optional(refName('Branch or tag of the pipelines')),
    cron: Type.Optional(Type.String({ minLength: 9, maxLength: 100, description: 'Times in cron notation, such as 0 3 * * 1-5' })),
    cron_timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Time zone of cron, such as Europe/Berlin'
      })
    ),
    active: Type.Optional(Type.Boolean({ description: 'false: the schedule starts no pipelines' }))
  }),
  output: Schedule,
  errors: { ...resourceErrors('pipeline schedule') },
  examples: [
    {
      name: 'pause',
      summary: 'Pause a schedule',
      input: { project: 'acme/playground', schedule_id: 703, active: false },
      output: {
        id: 703,
        description: 'Nightly',
        ref: 'main',
        cron: '0 3 * * *',
        cron_timezone: 'UTC',
        active: false,
        next_run_at: null,
        owner: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        last_pipeline_status: null
      }
    },
    {
      name: 'nothing',
      summary: 'No change given',
      input: { project: 'acme/playground', schedule_id: 703 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ schedule_id, project }) => `Update the pipeline schedule ${schedule_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateSchedule(call.client, input, call)
})
