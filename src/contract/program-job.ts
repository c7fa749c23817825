import { Type } from 'typebox'
import type { BulkAdapter, BulkResult, Json } from './bulk.ts'
import type { Call } from './call.ts'
import { OperationError } from './errors.ts'
import type { Job } from './job.ts'
import type { Permission } from './operation.ts'
import type { Tool } from './tool.ts'

/** ID of the only item of such a job. */
const ITEM = 'program'

/** Maximum duration of a program that runs as a job, in milliseconds. */
export const MAX_RUN_MS = 24 * 3_600_000

interface ProgramSpec<Client, Action extends Json> {
  /** Name of the operation that creates such jobs. */
  name: string
  /** Returns what the job does, in one sentence, from the action that was passed to `startJob`. */
  message: (action: Action) => string
  /**
   * Runs the program, emits its lines with `call.emit('stdout' | 'stderr', { line })`, and returns its result. When `call.signal` aborts, it
   * ends the program and returns soon.
   */
  execute: (action: Action, call: Call<Client>) => Promise<Omit<BulkResult, 'item_id'>>
}

/** Returns the adapter of jobs whose only item is a program on the host that created them. */
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
    summary: `Run the program of ${tool.name}_${name}`,
    description: '',
    permission: 'write',
    input: Type.Object({}),
    requires: [],
    errors: {},
    examples: [],
    message: ({ action }) => message(action),
    aliases: [],
    see_also: [],
    asked_as: {},
    idempotent: false,
    max_batch: 1,
    concurrency: 1,
    page_size: 1,
    batch_timeout_ms: MAX_RUN_MS + 60_000,
    keeps_data: false,
    prepare: async () => ({ query: null, action: null }),
    count: async () => ({ value: 1, relation: 'eq' }),
    nextBatch: async () => ({ items: [{ id: ITEM, display_name: ITEM }] }),
    async *executeBatch(items, action, call) {
      for (const { id } of items) yield { item_id: id, ...(action === null ? NOT_KEPT : await execute(action, call).catch(failedResult)) }
    }
  }
}

const NOT_KEPT = {
  outcome: 'failed' as const,
  error: { code: 'GONE_ERROR', reason: 'job_expired', message: 'The command is no longer stored. Nothing was done: start it again.' }
}

/** A program that cannot be started fails. Only a rate limit, such as too many programs at once, makes the job wait. */
function failedResult(error: unknown): Omit<BulkResult, 'item_id'> {
  if (!(error instanceof OperationError) || error.reason === 'rate_limit_exceeded') throw error
  const { code, reason, message } = error
  return { outcome: 'failed', error: { code, reason, message } }
}

/** Creates such a job, without a preview: the call was already confirmed. The action may contain secrets: it is stored encrypted, and erased with the job. */
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
    kept: action,
    ...(call.usedApproval?.() && { approved: true }),
    ...(permission !== undefined && { permission }),
    ...(call.dedupeKey !== undefined && { dedupeKey: call.dedupeKey })
  })
}
