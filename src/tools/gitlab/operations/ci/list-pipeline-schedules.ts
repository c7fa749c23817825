import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listSchedules } from '../../client/ci/schedules.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project } from '../../inputs/common.ts'
import { ListedSchedule } from '../../schemas/ci-reports.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_pipeline_schedules',
  group: 'ci',
  summary: 'List the pipeline schedules of a project',
  description:
    'Returns the schedules that start pipelines of a project, with the times of their next runs. Use it to see which pipelines run regularly, and when. For the pipelines that they started, use list_pipelines with source schedule instead.',
  permission: 'read',
  http: 'GET /pipeline-schedules',
  list: true,
  see_also: ['gitlab_create_pipeline_schedule', 'gitlab_list_pipelines'],
  asked_as: {
    en: [
      'what runs every night',
      'scheduled builds of the project',
      'cron jobs of CI',
      'when is the next nightly build',
      'what builds run on their own',
      'which pipelines start automatically',
      'when does CI run by itself',
      "what's scheduled in CI",
      'is there a nightly build',
      'list the recurring builds',
      'at what time does the nightly run',
      'which cron jobs do we have in GitLab'
    ]
  },
  input: Type.Object({
    project,
    scope: Type.Optional(
      stringEnum(['active', 'inactive'], { description: 'active: only active schedules; inactive: only inactive ones. Default: both' })
    ),
    ...pages
  }),
  output: listOf(ListedSchedule, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'all',
      summary: 'The schedules',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            id: 701,
            description: 'Nightly',
            ref: 'main',
            cron: '0 3 * * *',
            cron_timezone: 'UTC',
            active: true,
            next_run_at: '2026-11-25T22:57:20.731Z',
            owner: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            last_pipeline_status: null
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the pipeline schedules of ${project ?? 'the default project'}`,
  handler: (input, call) => listSchedules(call.client, input, call)
})
