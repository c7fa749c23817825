import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getConflicts } from '../../client/merge-requests/review.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, project } from '../../inputs/common.ts'
import { Conflicts } from '../../schemas/review.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_merge_request_conflicts',
  group: 'merge_requests',
  summary: 'Get the files that may have conflicts in a merge request',
  description:
    "Returns whether GitLab reports conflicts, and the files that both branches changed since their common commit, with both diffs: only these files can have conflicts. GitLab's API does not return conflict markers. Use it to prepare a manual rebase or merge. To rebase, use rebase_merge_request instead.",
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/conflicts',
  see_also: ['gitlab_rebase_merge_request', 'gitlab_get_merge_request'],
  asked_as: {
    en: [
      'why can the MR not be merged',
      'which files conflict in the PR',
      'merge conflicts of my branch',
      'what did both branches change',
      'where does the MR clash',
      "why can't it be merged",
      'which files clash with main',
      'what stands in the way of merging',
      'both sides changed the same lines, show me',
      "there's a conflict in my MR, where",
      'conflicting files of a pull request',
      'what do I have to resolve before merging',
      'does my merge request conflict with main'
    ]
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid }),
  output: Conflicts,
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'none',
      summary: 'A merge request without conflicts',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: {
        has_conflicts: false,
        merge_status: 'mergeable',
        base_sha: 'e51db501890941b56fc97f9977285c32c299aea8',
        files: [],
        incomplete: false,
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) => `Get the conflicts of !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => getConflicts(call.client, input, call)
})
