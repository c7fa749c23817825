import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { resolveDiscussion } from '../../client/discussions.ts'
import { MISSING } from '../../failures.ts'
import { discussionId, mergeRequestIid, project } from '../../inputs.ts'
import { Discussion } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'resolve_discussion',
  group: 'merge_requests',
  summary: 'Resolve a thread of a merge request, or open it again',
  description:
    'Marks a thread as resolved, or with resolved false as open, and answers it. Use it when what was asked for is done. A merge may need all threads resolved. It writes nothing: to answer use reply_to_discussion.',
  permission: 'write',
  http: 'PATCH /merge-requests/:merge_request_iid/discussions/:discussion_id',
  idempotent: true,
  see_also: ['gitlab_list_discussions', 'gitlab_reply_to_discussion'],
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    discussion_id: discussionId,
    resolved: Type.Boolean({ default: true, description: 'true: resolved; false: open again. Default true' })
  }),
  output: Discussion,
  errors: { ...MISSING('thread or merge request') },
  examples: [
    {
      name: 'done',
      summary: 'A thread that is done',
      input: { project: 'acme/sandpit', merge_request_iid: 1, discussion_id: '6a9c1750b37d513a43987b574953fceb50b03ce7' },
      output: {
        id: '6a9c1750b37d513a43987b574953fceb50b03ce7',
        individual: false,
        resolved: true,
        notes: [
          {
            id: 1100,
            body: 'Is black not too dark?',
            author: { id: 3, username: 'bea', name: 'Bea Builder' },
            system: false,
            resolvable: true,
            resolved: true,
            path: 'src/style.css',
            line: 3,
            created_at: '2026-02-05T08:00:00.000Z'
          },
          {
            id: 1101,
            body: 'I try grey.',
            author: { id: 4, username: 'chen', name: 'Chen Wei' },
            system: false,
            resolvable: true,
            resolved: true,
            path: 'src/style.css',
            line: 3,
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
    `${resolved ? 'Resolve' : 'Open again'} a thread of !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => resolveDiscussion(call.client, input, call)
})
