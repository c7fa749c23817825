import type { BulkAdapter } from '../../contract/bulk.ts'
import type { Call } from '../../contract/call.ts'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Meta } from '../model/job-record.ts'
import type { WarningCollector } from '../model/warnings.ts'
import type { JobSettings } from '../settings.ts'
import type { JobStore } from '../store/job-store.ts'
import type { ListedIds } from '../store/listed-ids.ts'
import type { Output } from '../store/output.ts'
import type { Wakeup } from '../store/wakeup.ts'

/** Dependencies and state of one turn of one job. */
export interface Turn {
  adapter: BulkAdapter
  meta: Meta
  epoch: string
  jobStore: JobStore
  redis: RedisClient
  settings: JobSettings
  log: Log
  /** Items that the job has listed so far. */
  listedIds: ListedIds
  /** Wakes when the job's status changes. */
  wakeup: Wakeup
  /** Aborts when the worker is shutting down. */
  signal: AbortSignal
  /** Warnings of the adapter in this turn that are not stored yet. */
  warnings: WarningCollector
  /** Output of a program. */
  output?: Output
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  call: (signal: AbortSignal) => Call<any, any>
  /**
   * Counts items before they are sent for the first time. Returns a function that takes the number of those that were not sent. Throws rate_limit_exceeded
   * if the key of the job has reached its limit.
   */
  takeItems: (items: number) => Promise<(unsent: number) => void>
}
