import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listBurndownEvents } from '../../client/planning/iterations.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, pages, projectName } from '../../inputs/common.ts'
import { milestoneId } from '../../inputs/planning.ts'
import { BurndownEvent } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_burndown_events',
  group: 'planning',
  summary: 'List the burndown chart events of a milestone',
  description:
    'Returns when issues of a milestone were created, closed and reopened, with their weight. Use it to draw a burndown chart or to measure progress; for the issues themselves, use list_issues instead. Needs a paid plan.',
  permission: 'read',
  http: 'GET /milestones/:milestone_id/burndown-events',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_get_milestone', 'gitlab_list_issues'],
  asked_as: {
    en: [
      'burndown chart of the milestone',
      'how fast are issues of the release closed',
      'progress of the milestone over time',
      'will we finish the milestone in time',
      'how much was done each day',
      'data for the burndown chart',
      'when were the tickets of the sprint closed',
      'show how the open work shrinks',
      'are we on track with the milestone',
      'draw the burn-up of the release'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: ofGroup,
    milestone_id: milestoneId,
    ...pages
  }),
  output: listOf(BurndownEvent, {}),
  errors: { ...globalErrors('milestone') },
  examples: [
    {
      name: 'spring',
      summary: 'Events of a milestone',
      input: { project: 'acme/web', milestone_id: 1004, limit: 2 },
      output: {
        items: [
          { action: 'created', weight: null, created_at: '2026-01-16T08:00:00.000Z' },
          { action: 'created', weight: null, created_at: '2026-01-20T08:00:00.000Z' }
        ],
        next_cursor: 'W3sicGFnZSI6IjIifSwyLDAsIlBmdE02TDdnUUgiXQ',
        total: { value: 14, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A milestone that does not exist',
      input: { project: 'acme/web', milestone_id: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ milestone_id, project, group }) =>
    `List the burndown events of the milestone ${milestone_id} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listBurndownEvents(call.client, input, call)
})
