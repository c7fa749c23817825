import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { type BulkAdapter, type BulkItem, type BulkResult, willFail } from '../../../src/contract/bulk.ts'
import { beforeNext, failedItem } from '../../../src/contract/bulk-outcomes.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import type { Check } from './checks.ts'

/** An adapter with one defect, and the checks that must detect it; no other check does. */
type Broken = Partial<BulkAdapter> & { what: string; caughtBy: Check[] }
type Execute = BulkAdapter['executeBatch']

const NEVER = new AbortController().signal
const WHOLE_JOB = 'a job executes every item once and reports each'

/** The adapter of the documentation with each defect that the contract forbids. */
export function brokenAdapters(good: BulkAdapter): Broken[] {
  return [
    ...inPrepare(good),
    ...inCount(good),
    ...inListing(good),
    ...inForesight(good),
    ...inExecution(good),
    ...inFaults(good),
    ...afterwards(good),
    ...inState(good)
  ]
}

function inPrepare({ prepare, input }: BulkAdapter): Broken[] {
  const lax = Type.Object({ from: Type.Optional(Type.String()), to: Type.Optional(Type.String()) })
  return [
    {
      what: 'meets a missing parameter with a defect',
      caughtBy: ['prepare refuses missing parameters by name'],
      input: Type.Object({ ...input.properties, to: Type.Optional(Type.String({ minLength: 1 })) }),
      prepare: (given, call) => prepare({ ...given, to: given.to.trim() }, call)
    },
    {
      what: 'takes what is wrong',
      caughtBy: ['prepare refuses invalid parameters at their path'],
      input: Type.Object({ ...lax.properties, to: Type.String() }),
      prepare: (given, call) => prepare({ ...given, to: given.to === '' ? 'done' : given.to }, call)
    },
    {
      what: 'does not say which names there are',
      caughtBy: ['prepare refuses unknown and ambiguous names and lists those that exist'],
      prepare: (given, call) =>
        prepare(given, call).catch((error: unknown) => {
          if (!(error instanceof OperationError)) throw error
          const { suggestions: _left, ...details } = error.details
          throw new OperationError(error.reason, error.message, details)
        })
    },
    {
      what: 'keeps a name in place of its id',
      caughtBy: ['prepare resolves names to ids'],
      prepare: async (given, call) => ({ ...(await prepare(given, call)), action: { list_id: given.to } })
    },
    {
      what: 'answers what JSON cannot hold',
      caughtBy: ['prepare returns plain JSON, which a job can store'],
      prepare: async (given, call) => {
        const plan = await prepare(given, call)
        return { ...plan, action: { ...plan.action, since: new Date() } }
      }
    },
    {
      what: 'fetches items while it prepares',
      caughtBy: ['prepare fetches no items'],
      async prepare(given, call) {
        await call.client.page({ list_id: 'L1', limit: 10 }, call.signal)
        return await prepare(given, call)
      }
    },
    {
      what: 'writes while it prepares',
      caughtBy: ['prepare executes nothing', WHOLE_JOB],
      async prepare(given, call) {
        await call.client.move('t0', 'L1', call.signal)
        return await prepare(given, call)
      }
    }
  ]
}

function inCount({ count }: BulkAdapter): Broken[] {
  return [
    {
      what: 'counts wrong',
      caughtBy: ['count is correct within its relation'],
      count: async (query, call) => ({ ...(await count(query, call)), value: 6 })
    },
    {
      what: 'reads bodies to count',
      caughtBy: ['count does not read item bodies', 'count sends no more requests than the listing'],
      async count(query, call) {
        await call.client.task('t0', call.signal)
        return await count(query, call)
      }
    },
    {
      what: 'counts slowly',
      caughtBy: ['count sends no more requests than the listing'],
      async count(query, call) {
        await count(query, call)
        return await count(query, call)
      }
    },
    {
      what: 'writes while it counts',
      caughtBy: ['count sends no more requests than the listing', 'count executes nothing', WHOLE_JOB],
      async count(query, call) {
        await call.client.move('t0', 'L1', call.signal)
        return await count(query, call)
      }
    },
    {
      what: 'counts nothing where the count fails',
      caughtBy: ["count throws the system's error if it fails", 'a failed count is reported on the job'],
      count: (query, call) =>
        count(query, call).catch(error => {
          if (call.signal.aborted) throw error
          return { value: 0, relation: 'estimate' }
        })
    }
  ]
}

function inListing({ nextBatch }: BulkAdapter): Broken[] {
  return [
    {
      what: 'answers more than was asked for',
      caughtBy: ['nextBatch never returns more than size', 'nextBatch never fetches all items at once'],
      nextBatch: (query, at, call) => nextBatch(query, { ...at, size: at.size + 1 }, call)
    },
    {
      what: 'loses an item at the edge of a page',
      caughtBy: ['nextBatch returns the whole set page by page, without gaps or repetitions'],
      async nextBatch(query, at, call) {
        const { items, next } = await nextBatch(query, at, call)
        return { items: at.size === 2 ? items.slice(0, 1) : items, next }
      }
    },
    {
      what: 'remembers where it was instead of reading the cursor',
      caughtBy: ['nextBatch starts at cursor and offset', 'the adapter keeps no state: two jobs side by side do not affect each other'],
      nextBatch: rememberingPosition(nextBatch)
    },
    {
      what: 'gives cursors that can be used once',
      caughtBy: ['nextBatch starts at cursor and offset'],
      nextBatch: usingUp(nextBatch)
    },
    {
      what: 'finds something where there is nothing',
      caughtBy: ['nextBatch ends with a missing next, and returns nothing if nothing matches'],
      async nextBatch(query, at, call) {
        const batch = await nextBatch(query, at, call)
        return query.list_id === 'L2' ? { items: [{ id: 't0', display_name: 'Task 0' }] } : batch
      }
    },
    {
      what: 'writes while it lists',
      caughtBy: ['nextBatch executes nothing', WHOLE_JOB],
      async nextBatch(query, at, call) {
        await call.client.move('t0', 'L1', call.signal)
        return await nextBatch(query, at, call)
      }
    },
    {
      what: 'fetches everything for every page',
      caughtBy: ['nextBatch never fetches all items at once'],
      async nextBatch(query, { size, offset }, call) {
        const { items } = await nextBatch(query, { size: 100, offset: 0, cursor: undefined }, call)
        return { items: items.slice(offset, offset + size), next: offset + size < items.length ? 'more' : undefined }
      }
    },
    {
      what: 'gives items no names',
      caughtBy: ['nextBatch gives every item an id, a name, and no more data than is stored'],
      async nextBatch(query, at, call) {
        const { items, next } = await nextBatch(query, at, call)
        return { items: items.map(({ id }) => ({ id, display_name: '' })), next }
      }
    },
    {
      what: 'gives an item half a character for its version',
      caughtBy: ['nextBatch gives every item an id, a name, and no more data than is stored'],
      async nextBatch(query, at, call) {
        const { items, next } = await nextBatch(query, at, call)
        return { items: items.map(item => ({ ...item, etag: '\ud83d' })), next }
      }
    },
    {
      what: 'lists on when it is aborted',
      caughtBy: ['listing stops when it is aborted'],
      nextBatch: (query, at, call) => nextBatch(query, at, { ...call, signal: NEVER })
    }
  ]
}

function inForesight({ nextBatch, describe }: BulkAdapter): Broken[] {
  return [
    {
      what: 'predicts a failure of items that succeed',
      caughtBy: ['the preview predicts no failure and no skip of items that succeed'],
      async nextBatch(query, at, call) {
        const { items, next } = await nextBatch(query, at, call)
        return { items: items.map(item => ({ ...item, ...willFail('the task is locked') })), next }
      }
    },
    {
      what: 'does not predict items without a change',
      caughtBy: [
        'the preview predicts each item that will be skipped or fail',
        'the preview predicts that an item that does not exist is skipped or fails'
      ],
      async describe(items, call, action) {
        const described = (await describe?.(items, call, action)) ?? items
        return described.map(({ foreseen: _unsaid, ...item }) => item)
      }
    }
  ]
}

function rememberingPosition(nextBatch: BulkAdapter['nextBatch']): BulkAdapter['nextBatch'] {
  let cursor: string | undefined
  return async (query, at, call) => {
    if (at.cursor === undefined) cursor = undefined
    const batch = await nextBatch(query, { ...at, cursor }, call)
    cursor = batch.next
    return batch
  }
}

function usingUp(nextBatch: BulkAdapter['nextBatch']): BulkAdapter['nextBatch'] {
  const given = new Map<string, string>()
  return async (query, { cursor, ...at }, call) => {
    if (cursor !== undefined && !given.has(cursor)) return { items: [] }
    const { items, next } = await nextBatch(query, { ...at, cursor: given.get(cursor ?? '') }, call)
    given.delete(cursor ?? '')
    if (next === undefined) return { items }
    const once = randomUUID()
    given.set(once, next)
    return { items, next: once }
  }
}

/** An executeBatch over several items that handles them one after the other, as configured. */
const each = (act: (item: BulkItem, ...rest: [Parameters<Execute>[1], Parameters<Execute>[2]]) => Promise<BulkResult | undefined>) =>
  ({
    max_batch: 10,
    async *executeBatch(items, action, call) {
      for (const item of items) {
        beforeNext(call)
        const result = await act(item, action, call)
        if (result) yield result
      }
    }
  }) satisfies Partial<BulkAdapter>

function inExecution({ executeBatch }: BulkAdapter): Broken[] {
  const one = async (item: BulkItem, ...[action, call]: [Parameters<Execute>[1], Parameters<Execute>[2]]): Promise<BulkResult> => {
    for await (const result of executeBatch([item], action, call)) return result
    throw new Error('The good adapter answers each item')
  }
  return [
    {
      what: 'writes twice',
      caughtBy: ['executeBatch executes every item with one write and returns one result for each', WHOLE_JOB],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        if (result.outcome === 'succeeded') await call.client.move(item.id, action.list_id, call.signal)
        return result
      })
    },
    {
      what: 'throws where an item fails',
      caughtBy: [
        'executeBatch does not throw if an item fails',
        'executeBatch returns one result for each item, even if one fails',
        'executeBatch executes the other items if one fails',
        'executeBatch reports why an item failed'
      ],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        if (result.outcome === 'failed') throw new OperationError('upstream_not_found', 'No such task')
        return result
      })
    },
    {
      what: 'leaves out the result of an item that failed',
      caughtBy: ['executeBatch returns one result for each item, even if one fails', 'executeBatch reports why an item failed'],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        return result.outcome === 'failed' ? undefined : result
      })
    },
    {
      what: 'gives up the others where one item fails',
      caughtBy: ['executeBatch executes the other items if one fails'],
      max_batch: 10,
      async *executeBatch(items, action, call) {
        let failed: BulkResult | undefined
        for (const item of items) {
          beforeNext(call)
          const result = failed ? { ...failed, item_id: item.id } : await one(item, action, call)
          if (result.outcome === 'failed') failed = result
          yield result
        }
      }
    },
    {
      what: 'does not say why an item failed',
      caughtBy: ['executeBatch reports why an item failed'],
      ...each(async (item, action, call) => {
        const { error: _unsaid, ...result } = await one(item, action, call)
        return result
      })
    },
    {
      what: 'tries an item again',
      caughtBy: ['executeBatch never retries: a failed write is one request'],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        return result.outcome === 'failed' ? await one(item, action, call) : result
      })
    },
    {
      what: 'goes on when it is aborted',
      caughtBy: ['executeBatch stops when it is aborted'],
      max_batch: 10,
      executeBatch: (items, action, call) => executeBatch(items, action, { ...call, signal: NEVER })
    },
    {
      what: 'does not say, when it is aborted, that it had not begun',
      caughtBy: ['executeBatch stops when it is aborted'],
      async *executeBatch(items, action, call) {
        call.signal.throwIfAborted()
        yield* executeBatch(items, action, call)
      }
    },
    {
      what: 'does not say which items it had not begun when it was aborted between two',
      caughtBy: ['executeBatch stops when it is aborted'],
      max_batch: 10,
      async *executeBatch(items, action, call) {
        beforeNext(call)
        for (const item of items) {
          call.signal.throwIfAborted()
          yield await one(item, action, call)
        }
      }
    },
    {
      what: 'is declared idempotent, and goes back the second time',
      caughtBy: ['executeBatch a second time changes nothing'],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        if (result.outcome === 'skipped') await call.client.move(item.id, 'L1', call.signal)
        return result
      })
    },
    {
      what: 'skips what its own attempt did, whose result was lost',
      caughtBy: ['executeBatch a second time, after a lost result, reports nothing as skipped'],
      executeBatch: (items, action, call) =>
        executeBatch(
          items.map(({ again: _again, ...item }) => item),
          action,
          call
        )
    },
    {
      what: 'reports as succeeded what was done before',
      caughtBy: ['executeBatch a second time reports finished items as skipped'],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        return result.outcome === 'skipped' ? { ...result, outcome: 'succeeded' } : result
      })
    }
  ]
}

function inFaults({ executeBatch }: BulkAdapter): Broken[] {
  const catching = (codes: string[]): Pick<BulkAdapter, 'executeBatch'> => ({
    async *executeBatch(items, action, call) {
      for (const item of items)
        try {
          yield* executeBatch([item], action, call)
        } catch (error) {
          if (!(error instanceof OperationError && codes.includes(error.code))) throw error
          const { code, reason, message } = error
          yield { item_id: item.id, outcome: 'failed', error: { code, reason, message } }
        }
    }
  })
  return [
    {
      what: 'takes a rate limit for the failure of an item',
      caughtBy: ['a rate limit is thrown, and items without a result were not sent'],
      ...catching(['RATE_LIMIT_ERROR'])
    },
    {
      what: 'takes a refused credential for the failure of an item',
      caughtBy: ['a refused credential is thrown, and items without a result were not sent'],
      ...catching(['AUTHENTICATION_ERROR'])
    },
    {
      what: 'takes a lost answer for a failure',
      caughtBy: ['a write whose response was lost is unknown and never sent again'],
      ...catching(['NETWORK_ERROR'])
    },
    {
      what: 'sends a write again whose answer was lost',
      caughtBy: ['a write whose response was lost is unknown and never sent again'],
      async *executeBatch(items, { list_id }, call) {
        try {
          yield* executeBatch(items, { list_id }, call)
        } catch (error) {
          if (error instanceof OperationError && error.code === 'NETWORK_ERROR') await call.client.move(items[0]?.id, list_id, call.signal)
          throw error
        }
      }
    },
    {
      what: 'writes several items, and says of a refusal that nothing was sent',
      caughtBy: [
        'a rate limit is thrown, and items without a result were not sent',
        'a refused credential is thrown, and items without a result were not sent',
        'executeBatch stops when it is aborted'
      ],
      max_batch: 10,
      async *executeBatch(items, { list_id }, { client, signal }) {
        beforeNext({ signal })
        const settled = await Promise.allSettled(items.map(item => moveOne(client, item, list_id, signal)))
        for (const end of settled) if (end.status === 'rejected') throw end.reason
        for (const end of settled) if (end.status === 'fulfilled') yield end.value
      }
    }
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: the client of the documented system
async function moveOne(client: any, item: BulkItem, to: string, signal: AbortSignal): Promise<BulkResult> {
  const { list_id } = await client.task(item.id, signal)
  if (list_id === to) return { item_id: item.id, outcome: 'skipped' }
  try {
    await client.move(item.id, to, signal)
    return { item_id: item.id, outcome: 'succeeded', before: { list_id } }
  } catch (error) {
    return failedItem(item, error)
  }
}

function afterwards({ reconcile, undo, executeBatch }: BulkAdapter): Broken[] {
  if (!reconcile || !undo) throw new Error('The adapter of the README has both')
  return [
    {
      what: 'finds in reconcile that nothing was done',
      caughtBy: ['reconcile reports for each item whether it was executed'],
      async *reconcile(items) {
        for (const { id } of items) yield { item_id: id, outcome: 'not_attempted' }
      }
    },
    {
      what: 'writes while it reconciles',
      caughtBy: ['reconcile executes nothing'],
      async *reconcile(items, action, call) {
        yield* reconcile(items, action, call)
        await call.client.move('t6', 'L1', call.signal)
      }
    },
    {
      what: 'undoes nothing and says that it did',
      caughtBy: [
        'undo restores the previous state',
        'undo restores the state before an attempt whose result was lost',
        'undo does not change an item that another client changed since'
      ],
      undo: {
        idempotent: true,
        async *executeBatch(items) {
          for (const { id } of items) yield { item_id: id, outcome: 'succeeded' }
        }
      }
    },
    {
      what: 'keeps no image of what it changes',
      caughtBy: ['undo restores the state before an attempt whose result was lost'],
      executeBatch: (items, action, call) => executeBatch(items, action, { ...call, keepBefore: async () => undefined })
    },
    {
      what: 'throws in undo where an item fails',
      caughtBy: ['undo returns one result for each item, even if one fails'],
      undo: {
        idempotent: true,
        async *executeBatch(items, action, call) {
          for await (const result of undo.executeBatch(items, action, call)) {
            if (result.error?.code === 'NOT_FOUND_ERROR') throw new OperationError('upstream_not_found', 'No such task')
            yield result
          }
        }
      }
    },
    {
      what: 'undoes the change of another client',
      caughtBy: ['undo does not change an item that another client changed since'],
      undo: {
        idempotent: true,
        async *executeBatch(items, _action, { client, signal }) {
          for (const item of items)
            yield await client.move(item.id, 'L1', signal).then(
              () => ({ item_id: item.id, outcome: 'succeeded' }),
              (error: unknown) => failedItem(item, error)
            )
        }
      }
    }
  ]
}

function inState({ prepare, executeBatch }: BulkAdapter): Broken[] {
  let last: unknown
  return [
    {
      what: 'remembers what it prepared last',
      caughtBy: ['the adapter keeps no state: two jobs side by side do not affect each other'],
      async prepare(given, call) {
        const plan = await prepare(given, call)
        last = plan.action
        return plan
      },
      executeBatch: (items, _action, call) => executeBatch(items, last, call)
    },
    {
      what: 'reports progress to the caller',
      caughtBy: ['the adapter does not reach the caller: no progress, events, responses or jobs'],
      executeBatch(items, action, call) {
        call.progress(1, 2)
        return executeBatch(items, action, call)
      }
    }
  ]
}
