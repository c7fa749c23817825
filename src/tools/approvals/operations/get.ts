import { Type } from 'typebox'
import { Approval } from '../../../contract/approvals.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { AN_APPROVAL, approvalId, NOT_FOUND, testedAs, unknownApproval } from '../schemas.ts'
import { approvals } from '../tool.ts'

export default defineOperation(approvals, {
  name: 'get',
  core: true,
  summary: 'Get an approval',
  description:
    'Returns one approval: its status, what the call would do, who decided, and the reason. Use it to check whether a call that waits for approval can be sent again, or to read the call before you decide. Only the requester and those who may decide see it. To find an approval, use approvals_list instead.',
  permission: 'read',
  http: 'GET /:id',
  input: Type.Object({ id: approvalId }),
  output: Approval,
  errors: NOT_FOUND,
  examples: [
    {
      name: 'one_approval',
      summary: 'A pending approval',
      tested_elsewhere: testedAs('one_approval'),
      input: { id: AN_APPROVAL.id },
      output: AN_APPROVAL
    },
    unknownApproval()
  ],
  see_also: ['approvals_list', 'approvals_approve', 'approvals_deny'],
  asked_as: {
    en: ['was my request approved', 'has someone approved the call yet', 'why was my request denied', 'status of an approval request']
  },
  message: ({ id }) => `Get the approval ${id}`,
  handler: ({ id }, { approvals, caller }) => approvals.get(caller, id)
})
