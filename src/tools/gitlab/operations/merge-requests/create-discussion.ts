import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createDiscussion } from '../../client/merge-requests/discussions.ts'
import { resourceErrors } from '../../errors.ts'
import { commentText, LONG_TEXT_BODY, mergeRequestIid, project } from '../../inputs/common.ts'
import { linePosition } from '../../inputs/files.ts'
import { requiresLine } from '../../inputs/requirements.ts'
import { Discussion } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_discussion',
  group: 'merge_requests',
  summary: 'Create a thread on a merge request, or on one of its lines',
  description:
    'Creates a resolvable thread on a merge request or on a line of a changed file, and returns it. Use it to request a change; for a comment that needs no response, use add_merge_request_comment instead. Set path with new_line for an added line, with old_line for a removed line, and with both for an unchanged line. Calling it twice creates two threads.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/discussions',
  max_body: LONG_TEXT_BODY,
  success: [201],
  requires: [requiresLine],
  see_also: ['gitlab_list_discussions', 'gitlab_reply_to_discussion'],
  asked_as: {
    en: [
      'start a review thread on a line of code',
      'comment on a line in the diff',
      'open a conversation on the pull request',
      'point out a problem in the changed code',
      'inline review comment',
      'remark on this line of the diff',
      'open a question for the author of the MR on a line',
      'begin a code review thread',
      'start a thread on the MR about the naming',
      'comment on a line of the change',
      'start a debate about a line of the code',
      'start a debate on a line of the MR',
      'ask the author about this line',
      'this line in the MR is wrong, say so'
    ],
    de: ['eine Diskussion zum Merge Request starten'],
    es: ['abre un hilo en el merge request'],
    fr: ['ouvrir une discussion sur la merge request'],
    ja: ['マージリクエストでスレッドを始める'],
    pl: ['rozpocznij wątek w merge requeście']
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    body: commentText,
    ...linePosition
  }),
  output: Discussion,
  errors: { ...resourceErrors('merge request') },
  examples: [
    {
      name: 'on_a_line',
      summary: 'Comment on a line',
      input: { project: 'acme/playground', merge_request_iid: 1, body: 'Why black?', path: 'src/style.css', new_line: 3 },
      output: {
        id: '9b42c60dfb2b5a8e1c588b0ec793752aa4f299f3',
        individual: false,
        resolved: false,
        notes: [
          {
            id: 1105,
            body: 'Why black?',
            author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            system: false,
            resolvable: true,
            resolved: false,
            path: 'src/style.css',
            line: 3,
            old_path: 'src/style.css',
            old_line: null,
            side: 'new',
            line_range: null,
            suggestions: [],
            resolved_by: null,
            created_at: '2026-11-22T08:22:07.780Z'
          }
        ]
      }
    },
    {
      name: 'no_line',
      summary: 'A file without a line',
      input: { project: 'acme/playground', merge_request_iid: 1, body: 'Why?', path: 'src/style.css' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ merge_request_iid, project, body }) =>
    `Start a thread on !${merge_request_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: (input, call) => createDiscussion(call.client, input, call)
})
