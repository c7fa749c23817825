import { Type } from 'typebox'
import { Approval } from '../../../contract/approvals.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { AN_APPROVAL, approvalId, NOT_FOUND, testedAs, UNDECIDABLE, unknownApproval } from '../schemas.ts'
import { approvals } from '../tool.ts'

export default defineOperation(approvals, {
  name: 'approve',
  core: true,
  summary: 'Approve a call of another caller',
  description:
    'Lets a call run once, on behalf of its requester and with exactly the input that the approval shows, and returns the approval. The requester must send the call again; a job that waits for the approval continues automatically. Use it only after the user has read what the call would do. Needs the scope approvals:decide, or the approve scope of the system, such as gitlab:approve. No caller can approve its own calls. To refuse the call, use approvals_deny. Approving twice has no further effect.',
  permission: 'write',
  http: 'POST /:id/approve',
  idempotent: true,
  deciders_only: true,
  input: Type.Object({
    id: approvalId,
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Reason, which the requester sees. Default: none' }))
  }),
  output: Approval,
  errors: { ...NOT_FOUND, ...UNDECIDABLE },
  examples: [
    {
      name: 'approved',
      summary: 'The call may run',
      tested_elsewhere: testedAs('approved'),
      input: { id: AN_APPROVAL.id, reason: 'The branch was merged.' },
      output: {
        ...AN_APPROVAL,
        status: 'approved',
        may_decide: false,
        decided_at: '2026-11-27T04:05:00.000Z',
        decided_by: 'key:ann',
        reason: 'The branch was merged.'
      }
    },
    unknownApproval()
  ],
  see_also: ['approvals_get', 'approvals_deny'],
  asked_as: { en: ['allow the call of another key', 'grant an approval request', 'let the agent do it', 'sign off a held call'] },
  message: ({ id }) => `Approve ${id}`,
  handler: ({ id, reason }, { approvals, caller }) => approvals.decide(caller, id, 'approved', reason)
})
