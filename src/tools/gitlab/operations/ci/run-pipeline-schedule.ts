import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { runSchedule } from '../../client/ci/schedules.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'run_pipeline_schedule',
  group: 'ci',
  summary: 'Run a pipeline schedule now',
  description:
    'Queues a pipeline of a schedule immediately, with the variables of the schedule. The next planned run does not change. Use it to test a schedule or repeat a nightly build; for a pipeline with other variables, use create_pipeline instead. GitLab does not return the pipeline: find it with list_pipelines.',
  permission: 'write',
  http: 'POST /pipeline-schedules/:schedule_id/run',
  see_also: ['gitlab_list_pipeline_schedules', 'gitlab_list_pipelines'],
  asked_as: {
    en: [
      'start the nightly build now',
      'trigger the scheduled pipeline by hand',
      'do not wait for the night, run the CI schedule',
      'do the nightly build now',
      'run the nightly early',
      "don't wait for tonight, start the scheduled build",
      'start the weekly pipeline right away',
      'I want the scheduled run at once',
      'kick off the nightly right now',
      'the scheduled build should run immediately',
      'fire the CI schedule by hand'
    ]
  },
  input: Type.Object({ project, schedule_id: idOf('schedule, as list_pipeline_schedules returns it') }),
  output: Type.Object({
    schedule_id: Type.Integer({ description: 'ID of the schedule' }),
    queued: Type.Boolean({ description: 'true: a pipeline is queued' })
  }),
  errors: { ...resourceErrors('pipeline schedule') },
  examples: [
    {
      name: 'now',
      summary: 'Run a schedule now',
      input: { project: 'acme/platform/tools', schedule_id: 702 },
      output: { schedule_id: 702, queued: true }
    },
    {
      name: 'unknown',
      summary: 'A schedule that does not exist',
      input: { project: 'acme/web', schedule_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ schedule_id, project }) => `Run the pipeline schedule ${schedule_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => runSchedule(call.client, input, call)
})
