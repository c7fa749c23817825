import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listCommitsOf } from '../../client/merge-requests/merge-requests.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, pages, project } from '../../inputs/common.ts'
import { CommitWithoutCounts } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_merge_request_commits',
  group: 'merge_requests',
  summary: 'List the commits of a merge request',
  description:
    'Returns the commits of a merge request. Use it to see how the merge request developed. For the changes, use list_merge_request_diffs instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/commits',
  list: true,
  aliases: ['get_merge_request_commits'],
  see_also: ['gitlab_list_merge_request_diffs', 'gitlab_get_commit'],
  asked_as: {
    en: [
      'which commits are in the PR',
      'what was pushed to the pull request',
      'commits of an MR',
      'commits on my merge request',
      'what has been pushed to the MR',
      'what commits are in the merge request',
      'how many commits does the PR have',
      'single steps of the merge request',
      'which changes were committed for the MR',
      'history of the commits in the MR'
    ]
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, ...pages }),
  output: listOf(CommitWithoutCounts, {}),
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'all',
      summary: 'The commits',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: {
        items: [
          {
            id: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            title: 'Add a dark mode',
            message: 'Add a dark mode\n',
            author_name: 'Chen Wei',
            author_email: 'chen@example.com',
            parents: ['e51db501890941b56fc97f9977285c32c299aea8'],
            additions: null,
            deletions: null,
            url: 'https://gitlab.example.com/acme/web/-/commit/a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            authored_at: '2026-01-11T08:00:00.000Z',
            committed_at: '2026-01-11T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) =>
    `List the commits of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listCommitsOf(call.client, input, call)
})
