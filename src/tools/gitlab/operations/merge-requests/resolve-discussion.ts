import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { resolveDiscussion } from '../../client/merge-requests/discussions.ts'
import { resourceErrors } from '../../errors.ts'
import { discussionId, mergeRequestIid, project } from '../../inputs/common.ts'
import { Discussion } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'resolve_discussion',
  group: 'merge_requests',
  summary: 'Resolve or reopen a thread of a merge request',
  description:
    'Marks a thread of a merge request as resolved or, with resolved: false, as unresolved, and returns it. Use it when what the thread asks for is done. A merge may require that all threads are resolved. To add a comment to the thread, use reply_to_discussion instead.',
  permission: 'write',
  http: 'PATCH /merge-requests/:merge_request_iid/discussions/:discussion_id',
  idempotent: true,
  see_also: ['gitlab_list_discussions', 'gitlab_reply_to_discussion'],
  asked_as: {
    en: [
      'mark a review thread as done',
      'settle the review comment',
      'close a conversation on the PR',
      'I fixed what the reviewer wanted, mark it',
      'tick off the review remark',
      'the thread is settled',
      'that remark is done',
      "the reviewer's point is dealt with",
      'that thread on the MR is finished',
      'we agreed, close the thread',
      'the question on the line is answered, tick it off',
      "the thread isn't settled after all"
    ],
    de: ['die Diskussion als erledigt markieren'],
    es: ['marca el hilo como resuelto'],
    fr: ['marquer la discussion comme résolue'],
    ja: ['スレッドを解決済みにする'],
    pl: ['oznacz wątek jako rozwiązany']
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    discussion_id: discussionId('list_discussions'),
    resolved: Type.Boolean({ default: true, description: 'true: mark as resolved; false: mark as unresolved. Default true' })
  }),
  output: Discussion,
  errors: { ...resourceErrors('thread or merge request') },
  examples: [
    {
      name: 'done',
      summary: 'Resolve a thread',
      input: { project: 'acme/sandpit', merge_request_iid: 1, discussion_id: '6a9c1750b37d513a43987b574953fceb50b03ce7' },
      output: {
        id: '6a9c1750b37d513a43987b574953fceb50b03ce7',
        individual: false,
        resolved: true,
        notes: [
          {
            id: 1100,
            body: "Isn't black too dark?",
            author: { id: 3, username: 'bea', name: 'Bea Builder' },
            system: false,
            resolvable: true,
            resolved: true,
            path: 'src/style.css',
            line: 3,
            old_path: 'src/style.css',
            old_line: null,
            side: 'new',
            line_range: null,
            suggestions: [],
            resolved_by: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            created_at: '2026-02-05T08:00:00.000Z'
          },
          {
            id: 1101,
            body: "I'll try grey.",
            author: { id: 4, username: 'chen', name: 'Chen Wei' },
            system: false,
            resolvable: true,
            resolved: true,
            path: 'src/style.css',
            line: 3,
            old_path: 'src/style.css',
            old_line: null,
            side: 'new',
            line_range: null,
            suggestions: [],
            resolved_by: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            created_at: '2026-02-06T08:00:00.000Z'
          }
        ]
      }
    },
    {
      name: 'unknown',
      summary: 'A thread that does not exist',
      input: {
        project: 'acme/playground',
        merge_request_iid: 1,
        discussion_id: '0123456789abcdef0123456789abcdef01234567',
        resolved: true
      },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project, resolved }) =>
    `${resolved ? 'Resolve' : 'Reopen'} a thread of !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => resolveDiscussion(call.client, input, call)
})
