import { createHash } from 'node:crypto'
import type { BudgetLane, BudgetRule } from '../../contract/runtime.ts'

/** Share of a limit that jobs may use; the rest is reserved for calls that a user waits for. */
const BULK_SHARE = 0.8

/** Number of slices per window. The oldest slice counts slightly longer than the window. */
const SLICES = 50

/** Leases are short, because the window counts units from when they were leased: 1/20 of it. */
const LEASE_SHARE = 20
const MAX_LEASE_MS = 2_000

/** Maximum share of a window in one lease: 1/20. */
const BLOCK_SHARE = 20

/** Returns the numbers of a limit: those sent to Redis, and those of this process. */
export function sizeOf(rule: BudgetRule, lane: BudgetLane, scope: { system: string; instance: string }) {
  const { capacity, per_ms } = rule
  const leaseMs = Math.min(per_ms / LEASE_SHARE, MAX_LEASE_MS)
  const slice = Math.ceil(per_ms / SLICES)
  const window = Math.ceil(per_ms + leaseMs)
  const forBulk = Math.max(1, Math.floor(capacity * BULK_SHARE))
  const limit = lane === 'bulk' ? forBulk : capacity
  return {
    fixed: { key: keyOf(rule, scope), capacity, window, slice, limit },
    leaseMs,
    maxBlock: Math.max(1, Math.floor(limit / BLOCK_SHARE)),
    /** Units per second that jobs may use. */
    bulkPace: (forBulk * 1000) / (window + slice)
  }
}

/** All limits of a system share a hash slot, because one script reads them together. */
function keyOf({ name, per_ms, shared_by: of }: BudgetRule, { system, instance }: { system: string; instance: string }): string {
  const owner = of === undefined ? `of:${instance}` : `by:${createHash('sha256').update(of).digest('base64url').slice(0, 22)}`
  return `tg:{budget:${system}}:${owner}:${name}:${per_ms}`
}
