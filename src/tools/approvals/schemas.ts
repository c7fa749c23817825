import { Type } from 'typebox'
import type { Approval } from '../../contract/approvals.ts'

/** A plain string: an ID of another form is reported as an approval that does not exist. */
export const approvalId = Type.String({
  minLength: 1,
  maxLength: 64,
  'x-log': true,
  description: 'ID of the approval, from the error of the call or from approvals_list'
})

export const NOT_FOUND = { approval_not_found: 'No approval has this ID, or it is not visible to this key' }

/** Why an approval cannot be decided. */
export const UNDECIDABLE = { already_decided: 'The approval was already decided, with another decision or by another caller' }

const NO_APPROVAL = 'apr_000000000000000000000000'

/** An approval as operations return it, for examples. */
export const AN_APPROVAL: Approval = {
  id: 'apr_5c0f6a1e9b7d42338f1c2e4d',
  status: 'pending',
  may_decide: true,
  principal: 'key:ci',
  operation: 'gitlab_delete_branch',
  system: 'gitlab',
  instance: 'default',
  permission: 'destructive',
  message: 'Delete branch old of acme/web.',
  details: [],
  input: [
    { name: 'project', value: 'acme/web' },
    { name: 'branch', value: 'old' }
  ],
  irreversible: true,
  cost: null,
  job_id: null,
  policy_version: 'q3Zk0cB1xW9nT5uYp7sDfA',
  created_at: '2026-11-27T04:00:00.000Z',
  expires_at: '2026-11-27T05:00:00.000Z',
  decided_at: null,
  decided_by: null,
  reason: null,
  withdrawn_because: null,
  used_at: null,
  url: '/console/approvals/apr_5c0f6a1e9b7d42338f1c2e4d'
}

/** Examples with an approval need two keys, a policy and a call. */
export const testedAs = (name: string) => `Requires a call that waits for approval: see ${name} in test/access/approvals.test.ts`

export const unknownApproval = (input: Record<string, unknown> = {}) =>
  ({
    name: 'unknown_approval',
    summary: 'An approval that does not exist',
    input: { id: NO_APPROVAL, ...input },
    error: { reason: 'approval_not_found', message: `No approval ${NO_APPROVAL} is visible to this key.` }
  }) as const
