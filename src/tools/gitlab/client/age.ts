import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../../contract/errors.ts'
import type { Upstream } from '../../../lib/http/upstream.ts'
import { isRow, rowOf, textOrNull } from '../../../lib/row.ts'
import type { Turn } from './request.ts'
import { tooOld } from './version.ts'

/** Whether GitLab is too old, for the calls to warn of. */
export interface Age {
  /** Begins to find out, where that is not known. */
  ask: () => void
  /** Warns a call that is answered. */
  warn: (turn: Turn) => Promise<void>
}

/** A server may be upgraded while the gateway runs. */
const KNOWN_MS = 3_600_000
/** One that is asked in vain is left alone for so long. */
const REST_MS = 60_000
const LONGEST_MS = 5_000
/** A call that has its answer waits no longer than that for the version. */
const WAIT_MS = 1_000

/** The version is asked for beside the calls, and with the next of them again where the server failed. One that does not tell it is taken to be new enough. */
export function watchAge(upstream: Upstream): Age {
  let known: { warning: string | undefined; until: number } | undefined
  let asking: Promise<void> | undefined
  const keep = (warning: string | undefined, ms: number): void => {
    known = { warning, until: Date.now() + ms }
  }
  async function ask(): Promise<void> {
    const signal = AbortSignal.timeout(LONGEST_MS)
    try {
      const { body } = await upstream.request({ path: 'version', max_retries: 0, signal })
      keep(tooOld(isRow(body) ? textOrNull(body, 'version') : null), KNOWN_MS)
    } catch (error) {
      if (isRefusal(error)) keep(undefined, KNOWN_MS)
      else if (signal.aborted) keep(known?.warning, REST_MS)
    } finally {
      asking = undefined
    }
  }
  return {
    ask() {
      if (known === undefined || known.until <= Date.now()) asking ??= ask()
    },
    async warn(turn) {
      if (known === undefined && asking) await first(asking, turn.signal)
      if (known?.warning !== undefined) turn.warn(known.warning)
    }
  }
}

/** The server is there, and does not tell its version to such a token. */
function isRefusal(error: unknown): boolean {
  const status = error instanceof OperationError ? rowOf(error.details.upstream)['status'] : undefined
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Waits for the end of it, as long as a call may. */
async function first(asking: Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = new AbortController()
  const waited = sleep(WAIT_MS, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => undefined)
  await Promise.race([asking, waited])
  ended.abort()
}
