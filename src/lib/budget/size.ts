import { createHash } from 'node:crypto'
import type { BudgetLane, BudgetRule } from '../../contract/budget.ts'

/** What jobs may use at most: calls that somebody waits for find the rest. */
const BULK_SHARE = 0.8

/** Draws are counted in so many parts of a window: the last one is counted a little too long. */
const SLICES = 50

/** What is drawn must be used soon, since the window counts it from when it was drawn. */
const LEASE_SHARE = 20
const LONGEST_LEASE_MS = 2_000

/** Most of a window that one process holds at once. */
const BLOCK_SHARE = 20

/** A limit in numbers: those that Redis is asked with, and those of this process. */
export function sizeOf(rule: BudgetRule, lane: BudgetLane, scope: { system: string; instance: string }) {
  const { capacity, per_ms } = rule
  const leaseMs = Math.min(per_ms / LEASE_SHARE, LONGEST_LEASE_MS)
  const slice = Math.ceil(per_ms / SLICES)
  const window = Math.ceil(per_ms + leaseMs)
  const forBulk = Math.max(1, Math.floor(capacity * BULK_SHARE))
  const limit = lane === 'bulk' ? forBulk : capacity
  return {
    fixed: { key: keyOf(rule, scope), capacity, window, slice, limit },
    leaseMs,
    mostInBlock: Math.max(1, Math.floor(limit / BLOCK_SHARE)),
    /** Units a second that jobs may draw. */
    bulkPace: (forBulk * 1000) / (window + slice)
  }
}

/** Limits of one system share a hash slot, since they are drawn from together. */
function keyOf({ name, per_ms, of }: BudgetRule, { system, instance }: { system: string; instance: string }): string {
  const owner = of === undefined ? `of:${instance}` : `by:${createHash('sha256').update(of).digest('base64url').slice(0, 22)}`
  return `tg:{budget:${system}}:${owner}:${name}:${per_ms}`
}
