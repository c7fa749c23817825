import { Type } from 'typebox'
import { APPROVAL_STATUSES, Approval } from '../../../contract/approvals.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../contract/schema.ts'
import { approvals } from '../tool.ts'

export default defineOperation(approvals, {
  name: 'list',
  core: true,
  summary: 'List approvals of calls',
  description:
    'Returns approvals, newest first: those that this key requested and those that it may decide. Use it with status pending to find out what waits for a decision. may_decide is true for approvals that this key can decide now. For one approval, use approvals_get. A page may have fewer items than limit even if next_cursor is not null. Approvals are kept for a week after they expire.',
  permission: 'read',
  http: 'GET /',
  list: true,
  input: Type.Object({
    status: Type.Optional(
      Type.Array(stringEnum([...APPROVAL_STATUSES], { description: 'A status' }), {
        minItems: 1,
        maxItems: APPROVAL_STATUSES.length,
        description: 'Only approvals with one of these statuses. Default: all'
      })
    ),
    operation: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, 'x-log': true, description: 'Only approvals of calls of this operation. Default: all' })
    ),
    job_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only approvals for which this job waits. Default: all' })
    )
  }),
  output: listOf(Approval, {}),
  errors: {},
  examples: [
    {
      name: 'none_pending',
      summary: 'Nothing waits for a decision',
      input: { status: ['pending'] },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    { name: 'bad_cursor', summary: 'An invalid cursor', input: { cursor: 'second' }, error: { reason: 'invalid_field_value' } }
  ],
  see_also: ['approvals_get', 'approvals_approve'],
  asked_as: {
    en: [
      'what waits for my approval',
      'show the approval requests',
      'which calls are held back for a decision',
      'open approvals',
      'who has approved what recently'
    ]
  },
  message: ({ status }) => `List approvals${status ? ` that are ${status.join(' or ')}` : ''}`,
  handler: (filter, { approvals, caller }) => approvals.list(caller, filter)
})
