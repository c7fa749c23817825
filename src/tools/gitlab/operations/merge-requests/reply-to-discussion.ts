import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { replyToDiscussion } from '../../client/discussions.ts'
import { MISSING } from '../../failures.ts'
import { commentText, discussionId, mergeRequestIid, project } from '../../inputs.ts'
import { Note } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'reply_to_discussion',
  group: 'merge_requests',
  summary: 'Write into a thread of a merge request',
  description:
    'Adds a comment to a thread and answers it. Use it to answer somebody. It does not resolve the thread: use resolve_discussion for that. Two equal calls make two comments.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/discussions/:discussion_id/notes',
  success: [201],
  see_also: ['gitlab_list_discussions', 'gitlab_resolve_discussion'],
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, discussion_id: discussionId, body: commentText }),
  output: Note,
  errors: { ...MISSING('thread or merge request') },
  examples: [
    {
      name: 'answer',
      summary: 'An answer',
      input: { project: 'acme/playground', merge_request_iid: 1, discussion_id: '6a9c1750b37d513a43987b574953fceb50b03ce7', body: 'Done.' },
      output: {
        id: 1105,
        body: 'Done.',
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        system: false,
        resolvable: true,
        resolved: false,
        path: null,
        line: null,
        created_at: '2026-11-22T08:22:08.861Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A thread that does not exist',
      input: { project: 'acme/playground', merge_request_iid: 1, discussion_id: '0123456789abcdef0123456789abcdef01234567', body: 'Done.' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project, body }) =>
    `Answer in a thread of !${merge_request_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: (input, call) => replyToDiscussion(call.client, input, call)
})
