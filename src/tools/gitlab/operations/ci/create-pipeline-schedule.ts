import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createSchedule } from '../../client/ci/schedules.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { Schedule } from '../../schemas/ci-reports.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_pipeline_schedule',
  group: 'ci',
  summary: 'Create a pipeline schedule',
  description:
    "Creates a schedule that starts pipelines of a branch or tag at the given times on behalf of the token's user, and returns it. Use it for nightly builds; to run a pipeline now, use create_pipeline instead. Calling it twice creates two schedules.",
  permission: 'write',
  http: 'POST /pipeline-schedules',
  success: [201],
  see_also: ['gitlab_list_pipeline_schedules', 'gitlab_update_pipeline_schedule'],
  asked_as: {
    en: [
      'build the main branch every night',
      'run CI each Monday',
      'set up a nightly pipeline',
      'schedule a recurring build',
      'CI should run every night',
      'let the tests run each morning automatically',
      'build develop every Sunday at four',
      'the pipeline should run by itself once a week',
      'automate a weekly build',
      'add a cron job for CI',
      'I want a nightly build',
      'deploy every Friday evening automatically',
      'have the pipeline start each day at two'
    ]
  },
  input: Type.Object({
    project,
    description: Type.String({ minLength: 1, maxLength: 255, description: 'Description' }),
    ref: refName('Branch or tag of the pipelines'),
    cron: Type.String({ minLength: 9, maxLength: 100, description: 'Times in cron notation, such as 0 3 * * 1-5' }),
    cron_timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Time zone of cron, such as Europe/Berlin. Default UTC'
      })
    ),
    active: Type.Optional(Type.Boolean({ description: 'false: the schedule starts no pipelines. Default true' }))
  }),
  output: Schedule,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'nightly',
      summary: 'Every night at 3',
      input: { project: 'acme/playground', description: 'Every night', ref: 'main', cron: '0 3 * * *' },
      output: {
        id: 1105,
        description: 'Every night',
        ref: 'main',
        cron: '0 3 * * *',
        cron_timezone: 'UTC',
        active: true,
        next_run_at: '2026-11-25T22:57:20.781Z',
        owner: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        last_pipeline_status: null
      }
    },
    {
      name: 'bad_cron',
      summary: 'Invalid times',
      input: { project: 'acme/playground', description: 'Never', ref: 'main', cron: 'every night' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ description, project }) => `Create the pipeline schedule ${brief(description)} in ${project ?? 'the default project'}`,
  handler: (input, call) => createSchedule(call.client, input, call)
})
