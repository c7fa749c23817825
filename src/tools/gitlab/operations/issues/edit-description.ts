import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { editDescription } from '../../client/issues/descriptions.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, moment, onIssue, onMergeRequest, project } from '../../inputs/common.ts'
import { now, text } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'edit_description',
  group: 'issues',
  summary: 'Update parts of the description of an issue or merge request',
  description:
    'Replaces parts of a description, and returns the whole description. Each old_text must occur exactly once. All edits are applied, or none. Use it to check off a task, or to correct a line without sending the rest. To replace the whole description, use update_issue or update_merge_request.',
  permission: 'write',
  http: 'PATCH /descriptions',
  requires: [oneOf('issue_iid', 'merge_request_iid')],
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_get_issue', 'gitlab_update_issue', 'gitlab_update_merge_request'],
  asked_as: {
    en: [
      'tick off a task in the ticket',
      'check the box in the issue',
      'fix a typo in the MR description',
      'append a line to the description',
      'mark the second point of the checklist as done',
      'correct a word in the issue',
      'add a sentence to the ticket without changing the rest',
      'replace a paragraph in the merge request text',
      'the first checkbox in #12 is finished',
      'cross an item off the list in the bug',
      'the link in the issue text is wrong'
    ]
  },
  input: Type.Object({
    project,
    issue_iid: onIssue,
    merge_request_iid: onMergeRequest,
    edits: Type.Array(
      Type.Object({
        old_text: Type.String({ minLength: 1, maxLength: 100_000, description: 'Text to replace; it must occur exactly once' }),
        new_text: Type.String({ maxLength: 100_000, description: 'Replacement text; empty: old_text is deleted' })
      }),
      { minItems: 1, maxItems: 100, description: 'Edits, applied one after the other' }
    ),
    expected_updated_at: Type.Optional(moment('updated_at as you read it: if it has changed since, nothing is written'))
  }),
  output: Type.Object({
    description: text('The whole description'),
    edits: Type.Integer({ description: 'Number of applied edits' }),
    updated_at: now('Time of the change')
  }),
  errors: {
    ...resourceErrors('issue or merge request'),
    version_conflict: 'The issue or merge request has changed since expected_updated_at'
  },
  examples: [
    {
      name: 'tick',
      summary: 'Tick a task',
      input: { project: 'acme/playground', issue_iid: 6, edits: [{ old_text: '- [ ] look', new_text: '- [x] look' }] },
      output: { description: 'As agreed on day 6.\n\n- [x] look\n- [ ] do', edits: 1, updated_at: '2026-11-26T16:42:26.426Z' }
    },
    {
      name: 'absent',
      summary: 'A text that does not occur',
      input: { project: 'acme/playground', issue_iid: 6, edits: [{ old_text: 'no such text', new_text: '' }] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ issue_iid, merge_request_iid, project, edits }) =>
    `Apply ${edits.length} ${edits.length === 1 ? 'edit' : 'edits'} to the description of ${issue_iid === undefined ? `!${merge_request_iid}` : `#${issue_iid}`} of ${project ?? 'the default project'}`,
  handler: (input, call) => editDescription(call.client, input, call)
})
