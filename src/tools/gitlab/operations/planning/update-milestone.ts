import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, notCleared } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateMilestone } from '../../client/milestones.ts'
import { MISSING } from '../../failures.ts'
import { day, longText, project, title } from '../../inputs.ts'
import { milestoneId as milestone_id } from '../../planning-inputs.ts'
import { Milestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_milestone',
  group: 'planning',
  summary: 'Change, close or reopen a milestone',
  description:
    'Changes what is given of a milestone and answers it; the rest stays. Use it to move dates, and to close it when it is over; what belongs to it stays as it is. clear empties description or dates. To close issues use close_issue instead.',
  permission: 'write',
  http: 'PATCH /milestones/:milestone_id',
  idempotent: true,
  requires: [atLeastOne('title', 'description', 'start_date', 'due_date', 'state_event', 'clear'), notCleared()],
  aliases: ['update_milestone'],
  see_also: ['gitlab_get_milestone', 'gitlab_list_milestones'],
  input: Type.Object({
    project,
    milestone_id,
    title: Type.Optional(title('New title')),
    description: Type.Optional(longText('New description; replaces the whole text')),
    start_date: Type.Optional(day('The day it begins')),
    due_date: Type.Optional(day('The day it ends')),
    state_event: Type.Optional(words(['close', 'activate'], { description: 'close: it is over; activate: it goes on again' })),
    clear: Type.Optional(
      Type.Array(words(['description', 'start_date', 'due_date'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 3,
        description: 'Properties to empty: description, start_date, due_date'
      })
    )
  }),
  output: Milestone,
  errors: { ...MISSING('milestone or project') },
  examples: [
    {
      name: 'later',
      summary: 'It takes longer',
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
      summary: 'Nothing to change',
      input: { project: 'acme/sandpit', milestone_id: 1019 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ milestone_id, project }) => `Change the milestone ${milestone_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateMilestone(call.client, input, call)
})
