import assert from 'node:assert/strict'
import type { Test } from 'tap'
import { adapterCall } from '../../../src/bulk/call.ts'
import type { BulkBatch, BulkItem, BulkPosition, BulkResult } from '../../../src/contract/bulk.ts'
import type { Finding } from '../../../src/contract/bulk-afterwards.ts'
import { bulkOperation } from '../../../src/contract/bulk-operation.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import { readInput } from '../../../src/contract/read.ts'
import type { Total } from '../../../src/contract/schema.ts'
import { awayJobs } from '../../helpers/app.ts'
import { quiet } from '../../helpers/bulk.ts'
import type { About, AdapterContract, Bench, Faults, Input } from './contract.ts'

/** What the parameters came to, as the job keeps it. Its form is the adapter's own. */
export interface Plan {
  query: unknown
  action: unknown
}

/** What became of items: the results in their order, and what ended it early. */
export interface Executed {
  results: BulkResult[]
  error?: unknown
}

/** An adapter over a system in its first state, driven as the engine drives it. */
export interface Run {
  t: Test
  contract: AdapterContract
  bench: Bench
  /** What the adapter said to a caller instead of answering. */
  spoken: string[]
  /** An input as the adapter gets it. */
  own: (input: Input) => Input
  /** The same over another system in its first state. */
  afresh: () => Promise<Run>
  prepare: (input: Input) => Promise<Plan>
  count: (plan: Plan, signal?: AbortSignal) => Promise<Total>
  page: (plan: Plan, at: BulkPosition, signal?: AbortSignal) => Promise<BulkBatch>
  list: (plan: Plan, size?: number) => Promise<BulkItem[]>
  /** In calls of `max_batch`; ends where one throws, or after the abort. */
  execute: (items: BulkItem[], plan: Plan, signal?: AbortSignal, onResult?: () => void) => Promise<Executed>
  /** As a job of its own does it, over items that succeeded, with what their results gave as `before`. */
  undo: (items: BulkItem[], plan: Plan, before: BulkResult[]) => Promise<Executed>
  reconcile: (items: BulkItem[], plan: Plan) => Promise<Finding[]>
  /** What the system received since the last clear. */
  received: () => Promise<(About & { status: number | null })[]>
}

const QUIET_SIGNAL = new AbortController().signal
const MOST_PAGES = 100

export async function startRun(t: Test, contract: AdapterContract): Promise<Run> {
  const { adapter } = contract
  const bench = await contract.open(t)
  await bench.ledger.clear()
  const spoken: string[] = []
  const call = callFor(bench, spoken)
  const page: Run['page'] = ({ query }, at, signal) => adapter.nextBatch(query, at, call(signal))
  const own = (input: Input): Input => readOwn(contract, input)
  const kept = (item: BulkItem): BulkItem => keptItem(item, adapter.keeps_data)
  return {
    t,
    contract,
    bench,
    spoken,
    own,
    afresh: () => startRun(t, contract),
    prepare: async input => await adapter.prepare(own(input), call()),
    count: ({ query }, signal) => adapter.count(asKept(query), call(signal)),
    page: (plan, at, signal) => page(asKept(plan), at, signal),
    list: async (plan, size = adapter.page_size) =>
      (await Array.fromAsync(pagesOf(asKept(plan), size, page))).flatMap(({ items }) => items),
    execute(items, { action }, signal = QUIET_SIGNAL, onResult) {
      const act: Act = batch => adapter.executeBatch(batch, asKept(action), call(signal))
      return inBatches(items.map(kept), adapter.max_batch, act, signal, onResult)
    },
    async undo(items, { action }, before) {
      const { undo } = adapter
      assert.ok(undo, 'The adapter has no undo')
      const images = new Map(before.map(result => [result.item_id, result.before]))
      const undone = items.map(item => ({ ...kept(item), before: asKept(images.get(item.id) ?? null) }))
      return await inBatches(
        undone,
        undo.max_batch ?? adapter.max_batch,
        batch => undo.executeBatch(batch, asKept(action), call()),
        QUIET_SIGNAL
      )
    },
    async reconcile(items, { action }) {
      assert.ok(adapter.reconcile, 'The adapter has no reconcile')
      return await Array.fromAsync(adapter.reconcile(items.map(kept), asKept(action), call()))
    },
    received: async () => (await bench.ledger.requests()).map(request => ({ ...contract.about(request), status: request.status }))
  }
}

/** The call of a job, which notes what it should not be used for. */
function callFor({ client }: Bench, spoken: string[]) {
  const note = (what: string) => () => void spoken.push(what)
  const caller = { id: 'tester', scopes: ['*'] }
  const jobs = new Proxy(awayJobs(), {
    get(target, name) {
      spoken.push(`jobs.${String(name)}`)
      return Reflect.get(target, name)
    }
  })
  return (signal = QUIET_SIGNAL) => ({
    ...adapterCall({ client, instance: null, caller, jobs, log: quiet, signal }),
    progress: note('progress'),
    emit: note('emit'),
    respond: note('respond'),
    truncate: note('truncate')
  })
}

/** Through the door, which fills in defaults and refuses what does not fit the schema. */
function readOwn({ adapter }: AdapterContract, raw: Input): Input {
  const input = readInput(bulkOperation(adapter), raw)
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in adapter.input.properties))
}

/** A job keeps JSON. */
const asKept = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** Every page, as the engine asks for them. */
export async function* pagesOf(plan: Plan, size: number, page: Run['page']): AsyncGenerator<BulkBatch & { at: BulkPosition }> {
  let at: BulkPosition = { size, offset: 0, cursor: undefined }
  for (let pages = 0; ; pages++) {
    assert.ok(pages < MOST_PAGES, `nextBatch still answers a next after ${MOST_PAGES} pages`)
    const batch = await page(plan, at)
    yield { ...batch, at }
    if (batch.next === undefined) return
    at = { size, offset: at.offset + batch.items.length, cursor: batch.next }
  }
}

type Act = (items: BulkItem[]) => AsyncIterable<BulkResult>

/** In calls of so many items; ends where one throws, or after the abort. */
async function inBatches(items: BulkItem[], size: number, act: Act, signal: AbortSignal, onResult = (): void => {}): Promise<Executed> {
  const results: BulkResult[] = []
  try {
    for (let at = 0; at < items.length && !(at > 0 && signal.aborted); at += size)
      for await (const result of act(items.slice(at, at + size))) {
        results.push(result)
        onResult()
      }
    return { results }
  } catch (error) {
    return { results, error }
  }
}

/** An item as it comes back from the job. */
function keptItem({ id, etag, data }: BulkItem, keepsData: boolean): BulkItem {
  return { id, display_name: id, ...(etag !== undefined && { etag }), ...(keepsData && { data: asKept(data ?? null) }) }
}

/** The fault, or the word that the author must give it or say why there is none. */
export function faultOf<Name extends keyof Faults>({ bench }: Run, name: Name): NonNullable<Faults[Name]> {
  const fault = bench.fail[name]
  assert.ok(fault, `The bench has no fail.${name}: give it, or say in \`without\` why this check cannot be made`)
  return fault
}

/** A listing by `good`, and its plan. */
export async function listGood(run: Run): Promise<{ plan: Plan; items: BulkItem[]; middle: BulkItem }> {
  const plan = await run.prepare(run.contract.good)
  const items = await run.list(plan)
  const middle = items[1]
  assert.ok(items.length >= 3 && middle, `\`good\` must select three items or more; nextBatch answered ${items.length}`)
  await run.bench.ledger.clear()
  return { plan, items, middle }
}

export const idsOf = (items: { id: string }[]): string[] => items.map(({ id }) => id)

/** Requests by the items they changed, or tried to. */
export async function writesOf(run: Run): Promise<Map<string, { status: number | null }[]>> {
  const writes = new Map<string, { status: number | null }[]>()
  for (const request of await run.received())
    if (request.kind === 'write') for (const id of request.ids) writes.set(id, [...(writes.get(id) ?? []), request])
  return writes
}

/** Whether what was thrown says that nothing was begun of the items without a result. */
export const saysUnsent = (error: unknown): boolean => error instanceof OperationError && error.details.outcome === 'not_executed'
