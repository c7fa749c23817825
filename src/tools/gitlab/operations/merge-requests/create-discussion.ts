import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createDiscussion } from '../../client/discussions.ts'
import { MISSING } from '../../failures.ts'
import { filePath } from '../../file-inputs.ts'
import { commentText, mergeRequestIid, project } from '../../inputs.ts'
import { namesLine } from '../../requirements.ts'
import { Discussion } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_discussion',
  group: 'merge_requests',
  summary: 'Begin a thread on a merge request, also on a line',
  description:
    'Begins a thread that can be resolved, on the whole or on a line of a changed file, and answers it. Use it to ask for a change. Give path with new_line for a line of the new text, with old_line for one that was taken away, with both for one that stayed. For a remark that asks nothing use add_merge_request_comment instead. Two equal calls make two threads.',
  permission: 'write',
  http: 'POST /merge-requests/:merge_request_iid/discussions',
  success: [201],
  requires: [namesLine],
  see_also: ['gitlab_list_discussions', 'gitlab_reply_to_discussion'],
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    body: commentText,
    path: Type.Optional(filePath('Changed file, after the change')),
    old_path: Type.Optional(filePath('Where the file was before, if it was moved')),
    new_line: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Line of the new text' })),
    old_line: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Line of the old text' }))
  }),
  output: Discussion,
  errors: { ...MISSING('merge request') },
  examples: [
    {
      name: 'on_a_line',
      summary: 'A remark on a line',
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
    `Begin a thread on !${merge_request_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: (input, call) => createDiscussion(call.client, input, call)
})
