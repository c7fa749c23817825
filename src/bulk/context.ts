import type { BulkAdapter } from '../contract/bulk.ts'
import type { Call } from '../contract/handed.ts'
import type { Log } from '../contract/tool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import type { Ledger } from './ledger.ts'
import type { ListedIds } from './listed-ids.ts'
import type { Meta } from './meta.ts'
import type { Output } from './output.ts'
import type { Pulse } from './pulse.ts'
import type { BulkSettings } from './settings.ts'
import type { Warnings } from './warnings.ts'

/** What one turn of one job works with. */
export interface Turn {
  adapter: BulkAdapter
  meta: Meta
  epoch: string
  ledger: Ledger
  redis: RedisClient
  settings: BulkSettings
  log: Log
  /** What the job has listed so far. */
  listedIds: ListedIds
  /** Beats when the job's status changes. */
  pulse: Pulse
  /** Aborts when the worker is asked to stop. */
  signal: AbortSignal
  /** What the adapter warned of in this turn and is not kept yet. */
  warnings: Warnings
  /** Where the lines of a program go. */
  output?: Output
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  call: (signal: AbortSignal) => Call<any, any>
}
