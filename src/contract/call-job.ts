import { Type } from 'typebox'
import type { BulkAdapter, BulkResult } from './bulk.ts'
import type { Call } from './handed.ts'
import { ceilingOf, type Operation, type Permission } from './operation.ts'

/** The one item of such a job. */
export const THE_CALL = 'call'

/** Beyond the deadline of the operation, which the door keeps by itself. */
const LATER_MS = 60_000

/** What is kept of a call until it has ended, apart from its job. */
export interface KeptCall {
  /** As the door read it, without what is about the job. */
  input: Record<string, unknown>
  /** Of whoever made it, as they were then. */
  scopes: readonly string[]
  request_id: string
}

/** What the engine is told of a call that runs as a job of one item, under the id of the operation. A read is made again after a crash. */
export function callJob(operation: Operation, permission: Permission, message = operation.summary): Omit<BulkAdapter, 'executeBatch'> {
  const { id, tool, name, summary, timeout_ms } = operation
  const mayShowMore = typeof operation.permission !== 'string' // only while it runs it may turn out to write
  return {
    kind: 'call',
    id,
    tool,
    name,
    summary,
    description: '',
    permission,
    input: Type.Object({}),
    requires: [],
    errors: {},
    examples: [],
    message: () => message,
    aliases: [],
    see_also: [],
    idempotent: permission === 'read' && !mayShowMore,
    max_batch: 1,
    concurrency: 1,
    page_size: 1,
    batch_timeout_ms: timeout_ms + LATER_MS,
    keeps_data: false,
    prepare: async () => ({ query: null, action: null }),
    count: async () => ({ value: 1, relation: 'eq' }),
    nextBatch: async () => ({ items: [{ id: THE_CALL, display_name: id }] })
  }
}

/** The same for whoever runs it. */
export function runnableCall(
  operation: Operation,
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  run: (kept: KeptCall | null, call: Call<any, any>) => Promise<Omit<BulkResult, 'item_id'>>
): BulkAdapter {
  return {
    ...callJob(operation, ceilingOf(operation.permission)),
    async *executeBatch(items, kept, call) {
      for (const { id } of items) yield { item_id: id, ...(await run(kept, call)) }
    }
  }
}
