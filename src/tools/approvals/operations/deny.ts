import { Type } from 'typebox'
import { Approval } from '../../../contract/approvals.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { AN_APPROVAL, approvalId, NOT_FOUND, testedAs, UNDECIDABLE, unknownApproval } from '../schemas.ts'
import { approvals } from '../tool.ts'

export default defineOperation(approvals, {
  name: 'deny',
  core: true,
  summary: 'Deny a call of another caller',
  description:
    'Refuses a call that waits for approval, and returns the approval. The call does not run, and the requester gets the reason. A job that waits for the approval fails. Until this approval expires, the same call cannot request another one. Use it if the user does not want the call to run. Needs the scope approvals:decide, or the approve scope of the system, such as gitlab:approve. To let the call run, use approvals_approve. Denying twice has no further effect.',
  permission: 'write',
  http: 'POST /:id/deny',
  idempotent: true,
  deciders_only: true,
  input: Type.Object({
    id: approvalId,
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Reason, which the requester sees' })
  }),
  output: Approval,
  errors: { ...NOT_FOUND, ...UNDECIDABLE },
  examples: [
    {
      name: 'denied',
      summary: 'The call must not run',
      tested_elsewhere: testedAs('denied'),
      input: { id: AN_APPROVAL.id, reason: 'Keep the branch until the release.' },
      output: {
        ...AN_APPROVAL,
        status: 'denied',
        may_decide: false,
        decided_at: '2026-11-27T04:05:00.000Z',
        decided_by: 'key:ann',
        reason: 'Keep the branch until the release.'
      }
    },
    unknownApproval({ reason: 'No.' })
  ],
  see_also: ['approvals_get', 'approvals_approve'],
  asked_as: { en: ['refuse the call of another key', 'reject an approval request', 'do not let the agent do it', 'turn down a held call'] },
  message: ({ id }) => `Deny ${id}`,
  handler: ({ id, reason }, { approvals, caller }) => approvals.decide(caller, id, 'denied', reason)
})
