import type { Caller } from '../contract/caller.ts'
import { type ErrorDetails, OperationError, type Reason } from '../contract/errors.ts'
import type { Call } from '../contract/handed.ts'
import type { Jobs } from '../contract/jobs.ts'
import type { Log } from '../contract/tool.ts'

interface CallFacts {
  client: unknown
  instance: string | null
  caller: Caller
  jobs: Jobs
  log: Log
  signal: AbortSignal
  warn?: (message: string) => void
  emit?: (event: string, data: unknown) => void
}

/** What an adapter is handed. Nobody listens to a job's call: its progress is the job's. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
export function adapterCall({ warn = ignore, emit = ignore, ...facts }: CallFacts): Call<any, any> {
  return {
    ...facts,
    warn,
    fail,
    demand: ignore, // whoever made the job was asked then
    progress: ignore,
    emit,
    gone: () => facts.signal,
    truncate: ignore,
    observe: ignore,
    respond: ignore,
    file: () => NO_FILE,
    media_type: undefined,
    outOfTime: () => false,
    timeLeft: () => Infinity
  }
}

/** Says nothing of the outcome: whether an item was touched is for the adapter to say. */
const fail = (reason: Reason, message: string, details?: ErrorDetails): OperationError =>
  new OperationError(reason, message, { source: 'gateway', ...details })

const ignore = (): void => undefined
const NO_FILE = new File([], '')
