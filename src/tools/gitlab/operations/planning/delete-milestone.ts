import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { deleteMilestone } from '../../client/planning/milestones.ts'
import { resourceErrors } from '../../errors.ts'
import { ofGroup, project } from '../../inputs/common.ts'
import { milestoneId } from '../../inputs/planning.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_milestone',
  group: 'planning',
  summary: 'Delete a milestone',
  description:
    'Deletes a milestone permanently; issues and merge requests stay, without a milestone. Use it for milestones created by mistake; to finish one, close it with update_milestone instead.',
  permission: 'destructive',
  http: 'DELETE /milestones/:milestone_id',
  see_also: ['gitlab_list_milestones', 'gitlab_update_milestone'],
  asked_as: {
    en: [
      'drop a sprint that was planned by mistake',
      'remove an unused milestone',
      'the release milestone is obsolete, erase it',
      'we dropped the sprint, take it out',
      'the sprint was cancelled, delete it',
      'get rid of a milestone',
      "the milestone isn't needed any more",
      "there won't be a version 3, remove its milestone",
      'throw the milestone of last year away'
    ]
  },
  input: Type.Object({ project, group: ofGroup, milestone_id: milestoneId }),
  output: Type.Object({ milestone_id: Type.Integer({ description: 'ID of the milestone' }), deleted }),
  requires: [atMostOne('project', 'group')],
  errors: { ...resourceErrors('milestone') },
  examples: [
    {
      name: 'unused',
      summary: 'An unused milestone',
      input: { project: 'acme/platform/tools', milestone_id: 1010, confirm: true },
      output: { milestone_id: 1010, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A milestone that does not exist',
      input: { project: 'acme/playground', milestone_id: 999999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ milestone_id, project, group }) => `Delete the milestone ${milestone_id} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => deleteMilestone(call.client, input, call)
})
