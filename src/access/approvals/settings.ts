/** The section `approvals` of the config file, with its defaults. */
export interface ApprovalSettings {
  /** Time in which an approval can be decided and used. */
  expires_after_minutes: number
  /** Days that an approval is kept after it has expired. */
  keep_days: number
  /** Maximum of pending approvals of a requester. */
  max_pending: number
}

export const APPROVAL_DEFAULTS: ApprovalSettings = { expires_after_minutes: 60, keep_days: 7, max_pending: 50 }
