import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getMilestone } from '../../client/milestones.ts'
import { MISSING } from '../../failures.ts'
import { project } from '../../inputs.ts'
import { milestoneId as milestone_id } from '../../planning-inputs.ts'
import { Milestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_milestone',
  group: 'planning',
  summary: 'Get one milestone',
  description:
    'Answers title, description, state and dates of a milestone. Use it when you have its id, as issues tell it. To find one by title use list_milestones instead.',
  permission: 'read',
  http: 'GET /milestones/:milestone_id',
  aliases: ['get_milestone'],
  see_also: ['gitlab_list_milestones', 'gitlab_update_milestone'],
  input: Type.Object({ project, milestone_id }),
  output: Milestone,
  errors: { ...MISSING('milestone or project') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/web', milestone_id: 1004 },
      output: {
        id: 1004,
        iid: 1,
        title: 'Spring release',
        description: '',
        state: 'active',
        start_date: '2026-01-05',
        due_date: '2026-03-31',
        expired: true,
        project_id: 1,
        group_id: null,
        created_at: '2026-01-08T08:00:00.000Z',
        updated_at: '2026-01-08T08:00:00.000Z',
        url: 'https://gitlab.example.com/milestones/1'
      }
    },
    {
      name: 'iid',
      summary: 'Its number in the project is no id',
      input: { project: 'acme/web', milestone_id: 1 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ milestone_id, project }) => `Get the milestone ${milestone_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => getMilestone(call.client, input, call)
})
