import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteSchedule } from '../../client/ci/schedules.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_pipeline_schedule',
  group: 'ci',
  summary: 'Delete a pipeline schedule',
  description:
    'Deletes a pipeline schedule permanently; its pipelines stay. Use it for schedules that no one needs. To pause a schedule, use update_pipeline_schedule with active: false instead.',
  permission: 'destructive',
  http: 'DELETE /pipeline-schedules/:schedule_id',
  see_also: ['gitlab_list_pipeline_schedules', 'gitlab_update_pipeline_schedule'],
  asked_as: {
    en: [
      'stop the nightly build for good',
      'remove a CI schedule',
      'the recurring pipeline is not needed any more',
      'no nightly build any more',
      "we don't need the weekly pipeline any more",
      "CI doesn't have to run at night any longer",
      'stop building every night',
      'drop the cron job of CI',
      'delete the nightly pipeline',
      'the automatic build can go'
    ]
  },
  input: Type.Object({ project, schedule_id: idOf('schedule, as list_pipeline_schedules returns it') }),
  output: Type.Object({ schedule_id: Type.Integer({ description: 'ID of the schedule' }), deleted }),
  errors: { ...resourceErrors('pipeline schedule') },
  examples: [
    {
      name: 'unneeded',
      summary: 'A schedule that no one needs',
      input: { project: 'acme/sandpit', schedule_id: 704, confirm: true },
      output: { schedule_id: 704, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A schedule that does not exist',
      input: { project: 'acme/web', schedule_id: 999999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ schedule_id, project }) => `Delete the pipeline schedule ${schedule_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteSchedule(call.client, input, call)
})
