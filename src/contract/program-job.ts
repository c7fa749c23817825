import { Type } from 'typebox'
import type { BulkAdapter, BulkResult, Json } from './bulk.ts'
import { OperationError } from './errors.ts'
import type { Call } from './handed.ts'
import type { Job } from './jobs.ts'
import type { Permission } from './operation.ts'
import type { Tool } from './tool.ts'

/** The one item of such a job. */
const ITEM = 'program'

/** The longest a program may run as a job. */
export const LONGEST_RUN_MS = 24 * 3_600_000

interface ProgramSpec<Client, Action extends Json> {
  /** That of the operation that makes such jobs. */
  name: string
  /** What the job does, in a sentence: of the action that `startJob` was given. */
  message: (action: Action) => string
  /**
   * Runs the program, tells its lines with `call.emit('stdout' | 'stderr', { line })`, and says what came of it. When `call.signal` aborts, it
   * ends the program and answers soon.
   */
  execute: (action: Action, call: Call<Client>) => Promise<Omit<BulkResult, 'item_id'>>
}

/** A job of one item, which is a program on the host that made it: what the engine runs, under the id of an operation. */
export function programJob<Client, Action extends Json>(
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  tool: Tool<Client, any>,
  { name, message, execute }: ProgramSpec<Client, Action>
): BulkAdapter {
  return {
    kind: 'process',
    id: `${tool.name}_${name}`,
    tool,
    name,
    summary: `Run what ${tool.name}_${name} was asked for`,
    description: '',
    permission: 'write',
    input: Type.Object({}),
    requires: [],
    errors: {},
    examples: [],
    message: ({ action }) => message(action),
    aliases: [],
    see_also: [],
    idempotent: false,
    max_batch: 1,
    concurrency: 1,
    page_size: 1,
    batch_timeout_ms: LONGEST_RUN_MS + 60_000,
    keeps_data: false,
    prepare: async ({ action }) => ({ query: null, action }),
    count: async () => ({ value: 1, relation: 'eq' }),
    nextBatch: async () => ({ items: [{ id: ITEM, display_name: ITEM }] }),
    async *executeBatch(items, action, call) {
      for (const { id } of items) yield { item_id: id, ...(await execute(action, call).catch(refusedBy)) }
    }
  }
}

/** A program that cannot be started is no reason to wait, unless all places are taken: whoever asked for it is told. */
function refusedBy(error: unknown): Omit<BulkResult, 'item_id'> {
  if (!(error instanceof OperationError) || error.reason === 'rate_limit_exceeded') throw error
  const { code, reason, message } = error
  return { outcome: 'failed', error: { code, reason, message } }
}

/** Makes such a job; whoever decides has agreed already. The action is kept with the job, hence plain JSON without secrets. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
export async function startJob(adapter: BulkAdapter, action: Json, call: Omit<Call<any>, 'fail'>, permission?: Permission): Promise<Job> {
  return await call.jobs.create({
    adapter,
    input: { action },
    ids: [ITEM],
    options: { dry_run: false, max_items: 1, on_failure: 'ignore', retries: 0 },
    instance: call.instance,
    caller: call.caller,
    signal: call.signal,
    confirmed: true,
    ...(permission !== undefined && { permission }),
    ...(call.once !== undefined && { once: call.once })
  })
}
