import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import type { BulkAdapter, BulkItem, BulkResult } from '../../../src/contract/bulk.ts'
import { beforeNext, failedItem } from '../../../src/contract/bulk-failure.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import type { Check } from './checks.ts'

/** An adapter with one thing wrong, and the checks that must see it; no others do. */
type Broken = Partial<BulkAdapter> & { what: string; caughtBy: Check[] }
type Execute = BulkAdapter['executeBatch']

const NEVER = new AbortController().signal
const WHOLE_JOB = 'a job of it does every item once, and reports each'

/** The adapter of the README, broken in every way that the contract forbids. */
export function brokenAdapters(good: BulkAdapter): Broken[] {
  return [
    ...inPrepare(good),
    ...inCount(good),
    ...inListing(good),
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
      caughtBy: ['prepare refuses parameters that are missing, by their names'],
      input: Type.Object({ ...input.properties, to: Type.Optional(Type.String({ minLength: 1 })) }),
      prepare: (given, call) => prepare({ ...given, to: given.to.trim() }, call)
    },
    {
      what: 'takes what is wrong',
      caughtBy: ['prepare refuses what is wrong, at the path of the parameter'],
      input: Type.Object({ ...lax.properties, to: Type.String() }),
      prepare: (given, call) => prepare({ ...given, to: given.to === '' ? 'done' : given.to }, call)
    },
    {
      what: 'does not say which names there are',
      caughtBy: ['prepare refuses unknown and ambiguous names, with those that exist'],
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
      caughtBy: ['prepare answers plain JSON, which a job can keep'],
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
      caughtBy: ['count is right, as far as its relation says'],
      count: async (query, call) => ({ ...(await count(query, call)), value: 6 })
    },
    {
      what: 'reads bodies to count',
      caughtBy: ['count reads no item bodies', 'count takes no more requests than the listing'],
      async count(query, call) {
        await call.client.task('t0', call.signal)
        return await count(query, call)
      }
    },
    {
      what: 'counts slowly',
      caughtBy: ['count takes no more requests than the listing'],
      async count(query, call) {
        await count(query, call)
        return await count(query, call)
      }
    },
    {
      what: 'writes while it counts',
      caughtBy: ['count takes no more requests than the listing', 'count executes nothing', WHOLE_JOB],
      async count(query, call) {
        await call.client.move('t0', 'L1', call.signal)
        return await count(query, call)
      }
    },
    {
      what: 'counts nothing where the count fails',
      caughtBy: ['count throws what the system says when it fails', 'a count that fails is told on the job'],
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
      caughtBy: ['nextBatch never answers more than size', 'nextBatch never fetches all items at once'],
      nextBatch: (query, at, call) => nextBatch(query, { ...at, size: at.size + 1 }, call)
    },
    {
      what: 'loses an item at the edge of a page',
      caughtBy: ['nextBatch answers the whole set page by page, without loss or repetition'],
      async nextBatch(query, at, call) {
        const { items, next } = await nextBatch(query, at, call)
        return { items: at.size === 2 ? items.slice(0, 1) : items, next }
      }
    },
    {
      what: 'remembers where it was instead of reading the cursor',
      caughtBy: ['nextBatch begins where cursor and offset say', 'it keeps no state: two jobs side by side do not see each other'],
      nextBatch: rememberingPosition(nextBatch)
    },
    {
      what: 'gives cursors that can be used once',
      caughtBy: ['nextBatch begins where cursor and offset say'],
      nextBatch: usingUp(nextBatch)
    },
    {
      what: 'finds something where there is nothing',
      caughtBy: ['nextBatch ends by a missing next, and answers nothing where there is nothing'],
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
      caughtBy: ['nextBatch gives every item an id, a name, and no more data than is kept'],
      async nextBatch(query, at, call) {
        const { items, next } = await nextBatch(query, at, call)
        return { items: items.map(({ id }) => ({ id, display_name: '' })), next }
      }
    },
    {
      what: 'gives an item half a character for its version',
      caughtBy: ['nextBatch gives every item an id, a name, and no more data than is kept'],
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

/** An executeBatch over several items, which does one after the other as it is told. */
const each = (act: (item: BulkItem, ...rest: [Parameters<Execute>[1], Parameters<Execute>[2]]) => Promise<BulkResult | undefined>) =>
  ({
    max_batch: 10,
    async *executeBatch(items, action, call) {
      for (const item of items) {
        beforeNext(call.signal)
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
      caughtBy: ['executeBatch does every item, each by one write, and answers one result for each', WHOLE_JOB],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        if (result.outcome === 'succeeded') await call.client.move(item.id, action.list_id, call.signal)
        return result
      })
    },
    {
      what: 'throws where an item fails',
      caughtBy: [
        'executeBatch throws for no item',
        'executeBatch answers one result for each item, also where one fails',
        'executeBatch does the others where one item fails',
        'executeBatch says why an item failed'
      ],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        if (result.outcome === 'failed') throw new OperationError('upstream_not_found', 'No such task')
        return result
      })
    },
    {
      what: 'leaves out the result of an item that failed',
      caughtBy: ['executeBatch answers one result for each item, also where one fails', 'executeBatch says why an item failed'],
      ...each(async (item, action, call) => {
        const result = await one(item, action, call)
        return result.outcome === 'failed' ? undefined : result
      })
    },
    {
      what: 'gives up the others where one item fails',
      caughtBy: ['executeBatch does the others where one item fails'],
      max_batch: 10,
      async *executeBatch(items, action, call) {
        let failed: BulkResult | undefined
        for (const item of items) {
          beforeNext(call.signal)
          const result = failed ? { ...failed, item_id: item.id } : await one(item, action, call)
          if (result.outcome === 'failed') failed = result
          yield result
        }
      }
    },
    {
      what: 'does not say why an item failed',
      caughtBy: ['executeBatch says why an item failed'],
      ...each(async (item, action, call) => {
        const { error: _unsaid, ...result } = await one(item, action, call)
        return result
      })
    },
    {
      what: 'tries an item again',
      caughtBy: ['executeBatch never retries: a write that fails is one request'],
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
        beforeNext(call.signal)
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
      what: 'reports as succeeded what was done before',
      caughtBy: ['executeBatch a second time reports what is done as skipped'],
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
      caughtBy: ['a rate limit is thrown, and what has no result was not sent'],
      ...catching(['RATE_LIMIT_ERROR'])
    },
    {
      what: 'takes a refused credential for the failure of an item',
      caughtBy: ['a refused credential is thrown, and what has no result was not sent'],
      ...catching(['AUTHENTICATION_ERROR'])
    },
    {
      what: 'takes a lost answer for a failure',
      caughtBy: ['a write whose answer was lost is unknown, and never sent again'],
      ...catching(['NETWORK_ERROR'])
    },
    {
      what: 'sends a write again whose answer was lost',
      caughtBy: ['a write whose answer was lost is unknown, and never sent again'],
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
        'a rate limit is thrown, and what has no result was not sent',
        'a refused credential is thrown, and what has no result was not sent',
        'executeBatch stops when it is aborted'
      ],
      max_batch: 10,
      async *executeBatch(items, { list_id }, { client, signal }) {
        beforeNext(signal)
        const settled = await Promise.allSettled(items.map(item => moveOne(client, item, list_id, signal)))
        for (const end of settled) if (end.status === 'rejected') throw end.reason
        for (const end of settled) if (end.status === 'fulfilled') yield end.value
      }
    }
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: the client of the README's system
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

function afterwards({ reconcile, undo }: BulkAdapter): Broken[] {
  if (!reconcile || !undo) throw new Error('The adapter of the README has both')
  return [
    {
      what: 'finds in reconcile that nothing was done',
      caughtBy: ['reconcile tells what was done and what was not, of each item'],
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
      caughtBy: ['undo brings back what was before', 'undo leaves alone what somebody else changed since'],
      undo: {
        idempotent: true,
        async *executeBatch(items) {
          for (const { id } of items) yield { item_id: id, outcome: 'succeeded' }
        }
      }
    },
    {
      what: 'throws in undo where an item fails',
      caughtBy: ['undo answers one result for each item, also where one fails'],
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
      what: 'undoes what somebody else did since',
      caughtBy: ['undo leaves alone what somebody else changed since'],
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
      caughtBy: ['it keeps no state: two jobs side by side do not see each other'],
      async prepare(given, call) {
        const plan = await prepare(given, call)
        last = plan.action
        return plan
      },
      executeBatch: (items, _action, call) => executeBatch(items, last, call)
    },
    {
      what: 'tells the caller how far it is',
      caughtBy: ['it tells nobody: no progress, events, answers or jobs of its own'],
      executeBatch(items, action, call) {
        call.progress(1, 2)
        return executeBatch(items, action, call)
      }
    }
  ]
}
