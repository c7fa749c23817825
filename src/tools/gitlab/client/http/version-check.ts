import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../../../contract/errors.ts'
import type { Log } from '../../../../contract/runtime.ts'
import type { Upstream } from '../../../../lib/http/upstream.ts'
import { flagOrNull, isRow, type Row, rowOf, textOrNull } from '../../../../lib/row.ts'
import type { GitLabCall } from '../request.ts'

/** The oldest GitLab that the operations support. */
const MIN_MAJOR_VERSION = 15

/** Returns the major version of `18.1.1-ee` or `8.13.0-pre`; null if there is none. */
function majorVersion(version: string | null): number | null {
  const [, digits] = /^v?(\d+)\./.exec(version ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/** Returns a warning if the version is not supported; undefined if it is, or is unknown. */
export function versionWarning(version: string | null): string | undefined {
  const major = majorVersion(version)
  if (major === null || major >= MIN_MAJOR_VERSION) return undefined
  return `This server runs GitLab ${version}; operations need ${MIN_MAJOR_VERSION}.0 or later, and some may fail.`
}

export function versionOf(row: Row) {
  const version = textOrNull(row, 'version')
  return {
    version,
    revision: textOrNull(row, 'revision'),
    enterprise: flagOrNull(row, 'enterprise'),
    supported: version === null ? null : versionWarning(version) === undefined
  }
}

/** Whether the server is too old. Read when the instance is connected, and again every hour, because servers are upgraded. */
export interface VersionCheck {
  /** Adds a warning to a call if the server is too old. */
  warn: (call: GitLabCall) => Promise<void>
}

const RECHECK_MS = 3_600_000
/** After a timeout. Any other failure is checked again with the next call. */
const RECHECK_AFTER_TIMEOUT_MS = 60_000
const TIMEOUT_MS = 5_000
/** A call that has its response waits no longer than this for the version. */
const MAX_WAIT_MS = 1_000

/** Starts to read the version in the background. A server that does not show its version to this token counts as supported. */
export function startVersionCheck(upstream: Upstream, log: Log, instance: string): VersionCheck {
  let known: { warning: string | undefined; until: number } | undefined
  let pending: Promise<void> | undefined
  const keep = (warning: string | undefined, ms: number): void => {
    if (warning !== undefined && warning !== known?.warning) log.warn({ instance }, warning)
    known = { warning, until: Date.now() + ms }
  }
  async function check(): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const { body } = await upstream.request({ path: 'version', max_retries: 0, signal })
      keep(versionWarning(isRow(body) ? textOrNull(body, 'version') : null), RECHECK_MS)
    } catch (error) {
      if (isRefusal(error)) keep(undefined, RECHECK_MS)
      else if (signal.aborted) keep(known?.warning, RECHECK_AFTER_TIMEOUT_MS)
    } finally {
      pending = undefined
    }
  }
  const refresh = (): void => {
    if (known === undefined || known.until <= Date.now()) pending ??= check()
  }
  refresh()
  return {
    async warn(call) {
      if (known === undefined && pending) await settledOrLate(pending, call.signal)
      if (known?.warning !== undefined) call.warn(known.warning)
      refresh()
    }
  }
}

/** The server responds, but does not show its version to this token. */
function isRefusal(error: unknown): boolean {
  const status = error instanceof OperationError ? rowOf(error.details.upstream)['status'] : undefined
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
}

async function settledOrLate(pending: Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = new AbortController()
  const late = sleep(MAX_WAIT_MS, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => undefined)
  await Promise.race([pending, late])
  ended.abort()
}
