import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne, notCleared } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateMilestone } from '../../client/planning/milestones.ts'
import { resourceErrors } from '../../errors.ts'
import { day, LONG_TEXT_BODY, longText, ofGroup, project, title } from '../../inputs/common.ts'
import { milestoneId as milestone_id } from '../../inputs/planning.ts'
import { Milestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_milestone',
  group: 'planning',
  summary: 'Update, close or reopen a milestone',
  description:
    'Updates the given properties of a milestone, keeps the others, and returns the milestone. Use it to change dates, or to close or reopen a milestone; its issues and merge requests do not change. clear removes the description or dates. To close issues, use close_issue instead.',
  permission: 'write',
  http: 'PATCH /milestones/:milestone_id',
  max_body: LONG_TEXT_BODY,
  idempotent: true,
  requires: [
    atMostOne('project', 'group'),
    atLeastOne('title', 'description', 'start_date', 'due_date', 'state_event', 'clear'),
    notCleared()
  ],
  aliases: ['update_milestone'],
  see_also: ['gitlab_get_milestone', 'gitlab_list_milestones'],
  asked_as: {
    en: [
      'extend the sprint',
      'close a milestone',
      'change the due date of a milestone',
      'finish the iteration',
      'the sprint ends later',
      'move the deadline of the milestone',
      'mark the milestone as finished',
      'the sprint ends a week later',
      'close the milestone',
      'the milestone is moved to the 15th',
      'we finish the milestone later',
      'rename the sprint',
      'extend the sprint by a week',
      'the sprint is over, close it',
      'move the end of the milestone',
      'the milestone is due later'
    ]
  },
  input: Type.Object({
    project,
    group: ofGroup,
    milestone_id,
    title: Type.Optional(title('New title')),
    description: Type.Optional(longText('New description. It replaces the whole text')),
    start_date: Type.Optional(day('Start date')),
    due_date: Type.Optional(day('Due date')),
    state_event: Type.Optional(stringEnum(['close', 'activate'], { description: 'close: close the milestone; activate: reopen it' })),
    clear: Type.Optional(
      Type.Array(stringEnum(['description', 'start_date', 'due_date'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 3,
        description: 'Properties to clear: description, start_date, due_date'
      })
    )
  }),
  output: Milestone,
  errors: { ...resourceErrors('milestone, project or group') },
  examples: [
    {
      name: 'later',
      summary: 'Extend a milestone',
      input: { project: 'acme/sandpit', milestone_id: 1019, due_date: '2099-04-30', clear: ['start_date'] },
      output: {
        id: 1019,
        iid: 1,
        title: 'Spring release',
        description: '',
        state: 'active',
        start_date: null,
        due_date: '2099-04-30',
        expired: false,
        project_id: 4,
        group_id: null,
        created_at: '2026-01-08T08:00:00.000Z',
        updated_at: '2026-11-22T08:51:54.758Z',
        url: 'https://gitlab.example.com/milestones/1'
      }
    },
    {
      name: 'nothing',
      summary: 'No change given',
      input: { project: 'acme/sandpit', milestone_id: 1019 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ milestone_id, project, group }) => `Update the milestone ${milestone_id} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => updateMilestone(call.client, input, call)
})
