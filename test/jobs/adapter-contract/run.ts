import assert from 'node:assert/strict'
import type { Test } from 'tap'
import { bulkOperation } from '../../../src/catalog/bulk-operation.ts'
import type { BulkBatch, BulkItem, BulkPosition, BulkResult, Finding, Json } from '../../../src/contract/bulk.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import type { Total } from '../../../src/contract/schema.ts'
import { adapterCall } from '../../../src/jobs/engine/create-adapter-call.ts'
import { readInput } from '../../../src/pipeline/input/read-input.ts'
import { unavailableJobs } from '../../helpers/app.ts'
import { silentLog } from '../../helpers/bulk.ts'
import type { AdapterContract, Faults, Input, RequestKind, TestSystem } from './contract.ts'

/** The resolved parameters as the job stores them. Their form is up to the adapter. */
export interface Plan {
  query: unknown
  action: unknown
}

/** Results of items in order, and the error that ended the execution early. */
export interface Executed {
  results: BulkResult[]
  error?: unknown
}

/** An adapter over a system in its initial state, driven as the engine drives it. */
export interface Run {
  t: Test
  contract: AdapterContract
  testSystem: TestSystem
  /** Calls with which the adapter reached the caller directly instead of returning: progress, emit, respond, jobs. */
  callerCalls: string[]
  /** The input as the adapter receives it. */
  inputOf: (input: Input) => Input
  /** The same over another system in its initial state. */
  restart: () => Promise<Run>
  prepare: (input: Input) => Promise<Plan>
  count: (plan: Plan, signal?: AbortSignal) => Promise<Total>
  page: (plan: Plan, at: BulkPosition, signal?: AbortSignal) => Promise<BulkBatch>
  list: (plan: Plan, size?: number) => Promise<BulkItem[]>
  /** A job that names these items: its plan, and the items as its preview shows them. */
  named: (ids: string[]) => Promise<{ plan: Plan; items: BulkItem[] }>
  /** Items of a listing as the preview shows them. */
  shown: (items: BulkItem[], plan: Plan) => Promise<BulkItem[]>
  /** In calls of `max_batch`. Ends if one throws, or after the abort. */
  execute: (items: BulkItem[], plan: Plan, signal?: AbortSignal, onResult?: () => void) => Promise<Executed>
  /** Undoes succeeded items as a separate job does, with the images in their results as `before`. */
  undo: (items: BulkItem[], plan: Plan, before: BulkResult[]) => Promise<Executed>
  reconcile: (items: BulkItem[], plan: Plan) => Promise<Finding[]>
  /** Requests that the system received since the last clear. */
  received: () => Promise<(RequestKind & { status: number | null })[]>
}

const QUIET_SIGNAL = new AbortController().signal
const MAX_PAGES = 100

export async function startRun(t: Test, contract: AdapterContract): Promise<Run> {
  const { adapter } = contract
  const testSystem = await contract.open(t)
  await testSystem.requestLog.clear()
  const callerCalls: string[] = []
  const images = new Map<string, Json>()
  const call = callFor(testSystem, callerCalls, images)
  const page: Run['page'] = ({ query, action }, at, signal) => adapter.nextBatch(query, at, call(signal), action)
  const inputOf = (input: Input): Input => validInput(contract, input)
  const described = async (items: BulkItem[], plan: Plan): Promise<BulkItem[]> => {
    const names = await adapter.describe?.(items, call(), asKept(plan).action)
    return items.map((item, at) => ({ ...names?.[at], ...item }))
  }
  const kept = (item: BulkItem): BulkItem => keptItem({ ...item, ...imageIn(images, item) }, adapter.keeps_data)
  return {
    t,
    contract,
    testSystem,
    callerCalls,
    inputOf,
    restart: () => startRun(t, contract),
    prepare: async input => await adapter.prepare(inputOf(input), call()),
    count: ({ query }, signal) => adapter.count(asKept(query), call(signal)),
    page: (plan, at, signal) => page(asKept(plan), at, signal),
    list: async (plan, size = adapter.page_size) =>
      (await Array.fromAsync(pagesOf(asKept(plan), size, page))).flatMap(({ items }) => items),
    async named(ids) {
      const plan = asKept(await adapter.prepare(inputOf(contract.named ? { ...contract.named, ids } : contract.good), call()))
      const known = new Map((await adapter.lookUp?.(ids, plan.query, call(), plan.action))?.map(item => [item.id, item]))
      const items = ids.map(id => known.get(id) ?? { id, display_name: id })
      return { plan, items: await described(items, plan) }
    },
    shown: described,
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
    received: async () =>
      (await testSystem.requestLog.requests()).map(request => ({ ...contract.classify(request), status: request.status }))
  }
}

/** The call of a job. It records calls that an adapter must not make. */
function callFor({ client }: TestSystem, callerCalls: string[], images: Map<string, Json>) {
  const note = (what: string) => () => void callerCalls.push(what)
  const caller = { id: 'tester', scopes: ['*'] }
  const jobs = new Proxy(unavailableJobs(), {
    get(target, name) {
      callerCalls.push(`jobs.${String(name)}`)
      return Reflect.get(target, name)
    }
  })
  return (signal = QUIET_SIGNAL) => ({
    ...adapterCall({ client, instance: null, caller, jobs, log: silentLog, signal }),
    keepBefore: async (id: string, before: Json) => void images.set(id, asKept(before)),
    progress: note('progress'),
    emit: note('emit'),
    respond: note('respond'),
    truncate: note('truncate')
  })
}

/** Validates through the pipeline, which fills in defaults and refuses input that does not match the schema. */
function validInput({ adapter }: AdapterContract, raw: Input): Input {
  const input = readInput(bulkOperation(adapter), raw)
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in adapter.input.properties))
}

/** A job stores JSON. */
const asKept = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** Every page, as the engine requests them. */
export async function* pagesOf(plan: Plan, size: number, page: Run['page']): AsyncGenerator<BulkBatch & { at: BulkPosition }> {
  let at: BulkPosition = { size, offset: 0, cursor: undefined }
  for (let pages = 0; ; pages++) {
    assert.ok(pages < MAX_PAGES, `nextBatch still returns a next after ${MAX_PAGES} pages`)
    const batch = await page(plan, at)
    yield { ...batch, at }
    if (batch.next === undefined) return
    at = { size, offset: at.offset + batch.items.length, cursor: batch.next }
  }
}

type Act = (items: BulkItem[]) => AsyncIterable<BulkResult>

/** In calls of this number of items. Ends if one throws, or after the abort. */
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

const imageIn = (images: Map<string, Json>, { id }: BulkItem): { before?: Json } => {
  const before = images.get(id)
  return before === undefined ? {} : { before }
}

/** An item as the job returns it. */
function keptItem({ id, etag, data, again, before }: BulkItem, keepsData: boolean): BulkItem {
  return {
    id,
    display_name: id,
    ...(again && { again }),
    ...(before !== undefined && { before }),
    ...(etag !== undefined && { etag }),
    ...(keepsData && { data: asKept(data ?? null) })
  }
}

/** Returns the fault. Throws if it is missing: the author must give it or explain its absence. */
export function faultOf<Name extends keyof Faults>({ testSystem }: Run, name: Name): NonNullable<Faults[Name]> {
  const fault = testSystem.fail[name]
  assert.ok(fault, `The test system has no fail.${name}: give it, or explain in \`without\` why this check cannot run`)
  return fault
}

/** A listing by `good` and its plan. */
export async function listGood(run: Run): Promise<{ plan: Plan; items: BulkItem[]; middle: BulkItem }> {
  const plan = await run.prepare(run.contract.good)
  const items = await run.list(plan)
  const middle = items[1]
  assert.ok(items.length >= 3 && middle, `\`good\` must select three items or more; nextBatch returned ${items.length}`)
  await run.testSystem.requestLog.clear()
  return { plan, items, middle }
}

export const idsOf = (items: { id: string }[]): string[] => items.map(({ id }) => id)

/** Requests by the items that they changed or tried to change. */
export async function writesOf(run: Run): Promise<Map<string, { status: number | null }[]>> {
  const writes = new Map<string, { status: number | null }[]>()
  for (const request of await run.received())
    if (request.kind === 'write') for (const id of request.ids) writes.set(id, [...(writes.get(id) ?? []), request])
  return writes
}

/** Whether the error states that no item without a result was started. */
export const saysUnsent = (error: unknown): boolean => error instanceof OperationError && error.details.outcome === 'not_executed'
