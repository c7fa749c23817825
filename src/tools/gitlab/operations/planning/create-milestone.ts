import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createMilestone } from '../../client/milestones.ts'
import { MISSING } from '../../failures.ts'
import { day, longText, project, title } from '../../inputs.ts'
import { NewMilestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_milestone',
  group: 'planning',
  summary: 'Make a milestone',
  description:
    'Makes a milestone with its dates and answers it with its id. Use it to plan a release or a span of time. A title that another one of the project or its groups has is refused; to change that one use update_milestone instead.',
  permission: 'write',
  http: 'POST /milestones',
  success: [201],
  aliases: ['create_milestone'],
  see_also: ['gitlab_list_milestones', 'gitlab_update_milestone'],
  input: Type.Object({
    project,
    title: title('Its title'),
    description: Type.Optional(longText('What it is about')),
    start_date: Type.Optional(day('The day it begins')),
    due_date: Type.Optional(day('The day it ends'))
  }),
  output: NewMilestone,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'new',
      summary: 'One with its dates',
      input: { project: 'acme/playground', title: 'Summer release', start_date: '2099-04-01', due_date: '2099-06-30' },
      output: {
        id: 1105,
        iid: 3,
        title: 'Summer release',
        description: '',
        state: 'active',
        start_date: '2099-04-01',
        due_date: '2099-06-30',
        expired: false,
        project_id: 3,
        group_id: null,
        created_at: '2026-11-22T08:51:52.832Z',
        updated_at: '2026-11-22T08:51:52.832Z',
        url: 'https://gitlab.example.com/milestones/3'
      }
    },
    {
      name: 'backwards',
      summary: 'It ends before it begins',
      input: { project: 'acme/playground', title: 'Backwards', start_date: '2026-06-30', due_date: '2026-04-01' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ title, project }) => `Make the milestone ${title} in ${project ?? 'the default project'}`,
  handler: (input, call) => createMilestone(call.client, input, call)
})
