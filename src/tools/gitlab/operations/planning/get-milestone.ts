import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { getMilestone } from '../../client/planning/milestones.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, project } from '../../inputs/common.ts'
import { milestoneId as milestone_id } from '../../inputs/planning.ts'
import { Milestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_milestone',
  group: 'planning',
  summary: 'Get a milestone',
  description:
    'Returns the title, description, state and dates of a milestone. Use it if you know the ID of a milestone, such as milestone.id of an issue. To find a milestone by title, use list_milestones instead.',
  permission: 'read',
  http: 'GET /milestones/:milestone_id',
  aliases: ['get_milestone'],
  see_also: ['gitlab_list_milestones', 'gitlab_update_milestone'],
  asked_as: {
    en: [
      'how is the sprint going',
      'when does the milestone end',
      'progress of an iteration',
      'how much of the milestone is done',
      'due date of the sprint',
      'when is the sprint over',
      'how far is the milestone',
      'how much is left in the sprint',
      'is the sprint on schedule',
      'when do we have to finish the milestone',
      'what is the goal of the sprint'
    ]
  },
  input: Type.Object({ project, group: ofGroup, milestone_id }),
  output: Milestone,
  requires: [atMostOne('project', 'group')],
  errors: { ...globalErrors('milestone, project or group') },
  examples: [
    {
      name: 'by_id',
      summary: 'A milestone by its ID',
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
      summary: 'A number (IID) instead of the ID',
      input: { project: 'acme/web', milestone_id: 1 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ milestone_id, project, group }) => `Get the milestone ${milestone_id} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => getMilestone(call.client, input, call)
})
