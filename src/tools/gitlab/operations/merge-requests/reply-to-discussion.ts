import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { replyToDiscussion } from '../../client/merge-requests/discussions.ts'
import { resourceErrors } from '../../errors.ts'
import { commentText, discussionId, LONG_TEXT_BODY, mergeRequestIid, project } from '../../inputs/common.ts'
import { Note } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'reply_to_discussion',
  group: 'merge_requests',
  summary: 'Add a reply to a thread of a merge request',
  description:
    'Adds a comment to a thread of a merge request and returns it. Use it to reply to a comment. To resolve the thread, use resolve_discussion; for threads of issues, reply_to_issue_discussion. Calling it twice adds two comments.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/discussions/:discussion_id/notes',
  max_body: LONG_TEXT_BODY,
  success: [201],
  see_also: ['gitlab_list_discussions', 'gitlab_resolve_discussion'],
  asked_as: {
    en: [
      'answer a reviewer',
      'respond to a review comment',
      'write back in a PR thread',
      'reply to the feedback on my merge request',
      'answer the question on my code',
      'say done to the reviewer',
      'react to a thread on the MR',
      'answer the remark in the review',
      "tell the reviewer that it's done"
    ],
    de: ['auf die Diskussion im Merge Request antworten'],
    es: ['responde en el hilo del merge request'],
    fr: ['répondre dans la discussion de la merge request'],
    ja: ['スレッドに返信'],
    pl: ['odpowiedz w wątku merge requesta']
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, discussion_id: discussionId('list_discussions'), body: commentText }),
  output: Note,
  errors: { ...resourceErrors('thread or merge request') },
  examples: [
    {
      name: 'answer',
      summary: 'A reply',
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
        old_path: null,
        old_line: null,
        side: null,
        line_range: null,
        suggestions: [],
        resolved_by: null,
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
    `Reply in a thread of !${merge_request_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: (input, call) => replyToDiscussion(call.client, input, call)
})
