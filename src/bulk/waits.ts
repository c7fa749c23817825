import { type WaitReason, waitReason } from '../contract/bulk-failure.ts'
import { printedCode } from '../contract/envelope.ts'
import { OperationError } from '../contract/errors.ts'
import type { Ending } from './ledger.ts'
import type { Failure } from './meta.ts'
import { MAX_MESSAGE } from './settings.ts'

/** How far waits double by themselves. */
const LONGEST_WAIT_MS: Record<WaitReason, number> = {
  rate_limit: 60_000,
  quota: 3_600_000,
  auth: 900_000,
  network: 60_000,
  configuration: 300_000
}

/** The longest a system may ask for; after that it is asked again. */
const HOUR_MS = 3_600_000
const LONGEST_ASKED_MS = (reason: WaitReason): number => (reason === 'quota' ? 24 * HOUR_MS : HOUR_MS)

/** What an error thrown by an adapter means for its job: a wait where the system or its settings may recover, undefined where going on would be wrong. */
export function waitFor(error: unknown, waits: number, firstWaitMs: number, system?: string): Ending | undefined {
  if (!(error instanceof OperationError)) return undefined
  const reason = waitReason(error)
  if (!reason) return undefined
  const doubled = Math.min(firstWaitMs * 2 ** Math.min(waits, 30), LONGEST_WAIT_MS[reason])
  const jitter = 1 + Math.random() / 5
  const asked = askedFor(error, reason)
  // The gateway's own budget knows when it has room; a wait that grows would leave it unused.
  const wait = error.details.source === 'gateway' && asked > 0 ? asked : Math.max(asked, doubled)
  return { how: 'wait', reason, error: failureOf(error, system), delayMs: wait * jitter }
}

/** What the system asks for. Less than our own wait would let it be asked in a loop. */
function askedFor({ details: { retry_after_ms: asked } }: OperationError, reason: WaitReason): number {
  return typeof asked === 'number' && asked > 0 ? Math.min(asked, LONGEST_ASKED_MS(reason)) : 0
}

/** An error in the words a job keeps; its code as calls of the system print it. The text of a defect stays in the log. */
export function failureOf(error: unknown, system?: string): Failure {
  if (error instanceof OperationError) {
    return { code: printedCode(error.code, system), reason: error.reason, message: error.message.slice(0, MAX_MESSAGE) }
  }
  return { code: 'UNKNOWN_ERROR', reason: 'unexpected', message: 'The adapter failed. The log holds the cause under the id of the job.' }
}

/** The adapter did what no adapter may. */
export const breach = (message: string): Failure => ({ code: 'UNKNOWN_ERROR', reason: 'adapter_broke_contract', message })
