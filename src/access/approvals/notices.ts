import type { Approval, ApprovalNotice } from '../../contract/approvals.ts'
import type { EventSource } from '../../lib/outgoing-webhook.ts'
import { runForTexts } from '../../lib/redis/command.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { RECORD_NOTICE, rowKey, UNNOTIFIED } from './scripts.ts'
import { type StoredApproval, statusOf } from './stored-approval.ts'

export const NOTIFY_RULES = { field: 'APPROVALS_NOTIFY_URL', https: true }

/** Where the operator is notified of requested approvals. */
export interface Notify {
  url: string
  /** Each of them signs. */
  secrets: readonly string[]
  /** Pub/Sub channel of those who deliver webhooks. */
  channel: string
}

interface Parts {
  redis: RedisClient
  notify: Notify
  read: (id: string) => Promise<StoredApproval | undefined>
  /** Returns what those who decide see of an approval. */
  shown: (stored: StoredApproval) => Approval
}

/** A sweep queues no more at a time than a worker delivers soon. */
const MAX_LISTED = 1_000

/** Returns the notices that are to be delivered. The approval itself is the outbox: a notice is of no use once the approval was decided or has expired. */
export const noticesOf = ({ redis, notify: { url, secrets }, read, shown }: Parts): EventSource => ({
  owns: id => id.startsWith('apr_'),
  list: async () => await redis.zrangebyscore(UNNOTIFIED, Date.now(), '+inf', 'LIMIT', 0, MAX_LISTED),
  async read(id) {
    const stored = (await redis.zscore(UNNOTIFIED, id)) === null ? undefined : await read(id)
    if (!stored || statusOf(stored) !== 'pending') {
      await redis.zrem(UNNOTIFIED, id)
      return undefined
    }
    const attempts = Number(stored.fields['notice_attempts'] ?? 0)
    return {
      about: { kind: 'approval', id },
      type: 'approval.requested',
      webhookId: `msg_${id}`,
      attempts,
      due: Number(stored.fields['notice_due'] ?? 0),
      url,
      rules: NOTIFY_RULES,
      secrets: () => secrets,
      body: () => noticeOf(shown(stored)),
      async record(_attempt, verdict) {
        const due = verdict.next === 'again' ? String(verdict.due) : ''
        const [state] = await runForTexts(redis, RECORD_NOTICE, [rowKey(id), UNNOTIFIED], [id, String(attempts), due])
        return state === 'ok'
      }
    }
  }
})

/** The input and the details are left to the page: receivers of notices are often chats. */
function noticeOf({
  status: _,
  may_decide,
  details,
  input,
  policy_version,
  decided_at,
  decided_by,
  reason,
  withdrawn_because,
  used_at,
  ...approval
}: Approval): ApprovalNotice {
  return { type: 'approval.requested', timestamp: approval.created_at, data: { approval } }
}
