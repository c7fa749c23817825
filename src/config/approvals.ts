import { type Static, Type } from 'typebox'
import { APPROVAL_DEFAULTS, type ApprovalSettings } from '../access/approvals/settings.ts'

/** The section `approvals` of the config file. Read at startup. */
export const ApprovalsConfig = Type.Object(
  {
    expires_after_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description: 'minutes in which an approval can be decided and used, 1 to 10080 (a week); default 60'
      })
    ),
    keep_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, description: 'days that an approval is kept after that, 1 to 90; default 7' })
    ),
    max_pending: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'maximum number of pending approvals of a caller, 1 to 1000; default 50' })
    )
  },
  { additionalProperties: false, description: 'settings of approvals, such as expires_after_minutes' }
)

export const approvalSettings = (approvals: Static<typeof ApprovalsConfig> = {}): ApprovalSettings => ({
  ...APPROVAL_DEFAULTS,
  ...approvals
})
