import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { promoteMilestone } from '../../client/planning/iterations.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { milestoneId } from '../../inputs/planning.ts'
import { Milestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'promote_milestone',
  group: 'planning',
  summary: 'Move a milestone of a project to its group',
  description:
    'Moves a milestone to the group of its project, and returns the group milestone, which has a new ID. GitLab merges milestones with the same title in other projects of the group into the group milestone. Use it only if several projects share a milestone: there is no undo.',
  permission: 'destructive',
  http: 'POST /milestones/:milestone_id/promote',
  see_also: ['gitlab_list_milestones', 'gitlab_get_milestone'],
  asked_as: {
    en: [
      'share the milestone with the whole group',
      'turn it into a group milestone',
      'promote the milestone',
      'the milestone should count for all our repos',
      'use one milestone for several projects',
      'lift the milestone up a level',
      'other projects need the same milestone',
      'move the project milestone up to the team',
      'show version 2.0 in the whole group'
    ]
  },
  input: Type.Object({ project, milestone_id: milestoneId }),
  output: Milestone,
  errors: { ...resourceErrors('milestone') },
  examples: [
    {
      name: 'old',
      summary: 'A milestone of a project',
      input: { project: 'acme/platform/tools', milestone_id: 1009, confirm: true },
      output: {
        id: 1009,
        iid: 1,
        title: 'Spring release',
        description: '',
        state: 'active',
        start_date: '2026-01-05',
        due_date: '2026-03-31',
        expired: true,
        project_id: null,
        group_id: 11,
        created_at: '2026-01-08T08:00:00.000Z',
        updated_at: '2026-01-08T08:00:00.000Z',
        url: 'https://gitlab.example.com/milestones/1'
      }
    },
    {
      name: 'unknown',
      summary: 'A milestone that does not exist',
      input: { project: 'acme/platform/tools', milestone_id: 9999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ milestone_id, project }) =>
    `Move the milestone ${milestone_id} of ${project ?? 'the default project'} to the group of the project`,
  handler: (input, call) => promoteMilestone(call.client, input, call)
})
