import type { Call, Caller } from '../../contract/call.ts'
import { type ErrorDetails, OperationError, type Reason } from '../../contract/errors.ts'
import type { Jobs } from '../../contract/jobs.ts'
import type { Permission } from '../../contract/operation.ts'
import type { Log } from '../../contract/runtime.ts'
import { NO_APPROVALS, NO_CALLS, NO_KEYS, NO_USAGE } from '../../pipeline/ports.ts'

interface CallFacts {
  client: unknown
  instance: string | null
  caller: Caller
  jobs: Jobs
  jobId?: string
  log: Log
  signal: AbortSignal
  /** Default: permits everything, since it was checked when the job was created. */
  requirePermission?: (permission: Permission) => void
  warn?: (message: string) => void
  emit?: (event: string, data: unknown) => void
}

/** Returns the call that an adapter receives. It reports no progress of its own: the progress is that of the job. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
export function adapterCall({ warn = ignore, emit = ignore, requirePermission = ignore, ...facts }: CallFacts): Call<any, any> {
  return {
    ...facts,
    calls: NO_CALLS,
    keys: NO_KEYS,
    usage: NO_USAGE,
    approvals: NO_APPROVALS,
    warn,
    fail,
    requirePermission,
    progress: ignore,
    emit,
    disconnected: () => facts.signal,
    truncate: ignore,
    observe: ignore,
    respond: ignore,
    file: () => NO_FILE,
    media_type: undefined,
    outOfTime: () => false,
    timeLeft: () => Infinity
  }
}

/** States no outcome: only the adapter knows whether an item was changed. */
const fail = (reason: Reason, message: string, details?: ErrorDetails): OperationError =>
  new OperationError(reason, message, { source: 'gateway', ...details })

const ignore = (): void => undefined
const NO_FILE = new File([], '')
