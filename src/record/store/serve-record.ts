import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { type RowMac, rowMac } from '../chain.ts'
import type { RecordParts } from '../location.ts'
import { type ChainedRow, entryOf } from '../row.ts'
import { type Appender, createAppender } from './append.ts'
import type { RecordDatabase } from './database.ts'
import { openDatabase } from './open.ts'
import { deleteOld, type Limits, type Retained } from './retention.ts'
import { bodyOf, type Found, find, type Search, search } from './search.ts'
import { type Counts, count, type Range } from './statistics.ts'

/** What the thread does. Each request has one result. */
export interface Requests {
  /** Items of the stream: lines of entries. Returns how many entries cannot be read. */
  append: { input: readonly string[]; result: number }
  search: { input: Search; result: Found }
  count: { input: Range; result: Counts }
  find: { input: string; result: ChainedRow | undefined }
  body: { input: string; result: string | undefined }
  retain: { input: Limits; result: Retained }
}

export type Request = { [Name in keyof Requests]: { id: number; name: Name; input: Requests[Name]['input'] } }[keyof Requests]
export type Reply = { id: number; result: unknown } | { id: number; error: string }

/** Runs in a worker thread, until it receives `end`. Opens the database on the first request, and again if that failed. */
export async function serve(parts: RecordParts): Promise<void> {
  let opening: Promise<Opened> | undefined
  const opened = (): Promise<Opened> => {
    opening ??= open(parts).catch(error => {
      opening = undefined
      throw error
    })
    return opening
  }
  parentPort?.on('message', async (message: Request | 'end') => {
    if (message === 'end') {
      await (await opening?.catch(() => undefined))?.database.close()
      parentPort?.close()
      return
    }
    try {
      reply({ id: message.id, result: await perform(await opened(), message) })
    } catch (error) {
      reply({ id: message.id, error: error instanceof Error ? error.message : String(error) })
    }
  })
}

const reply = (one: Reply): void => parentPort?.postMessage(one)

interface Opened {
  database: RecordDatabase
  appender: Appender
  macs: RowMac[]
}

async function open({ database: location, head, keys: bytes }: RecordParts): Promise<Opened> {
  const keys = bytes.map(key => Buffer.from(key))
  const [key] = keys
  if (!key) throw new Error('The record has no key')
  const database = await openDatabase(location)
  return { database, appender: createAppender(database, head, key, keys), macs: keys.map(rowMac) }
}

/** Batches of one request to delete old rows, so that the writer's lock is held for a short time. */
const MAX_BATCHES = 50

async function perform({ database, appender, macs }: Opened, request: Request): Promise<unknown> {
  switch (request.name) {
    case 'append':
      return await appender.append(request.input.flatMap(item => item.split('\n').map(entryOf)))
    case 'search':
      return await search(database, request.input, appender.head().checkpoint.seq)
    case 'count':
      return await count(database, request.input, appender.head().checkpoint.seq)
    case 'find':
      return await find(database, request.input, appender.head().checkpoint.seq)
    case 'body':
      return await bodyOf(database, request.input)
    case 'retain':
      for (let batch = 0; batch < MAX_BATCHES; batch++) {
        const retained = await deleteOld(database, appender, macs, request.input)
        if (!retained.isMore) return retained
        await setImmediate() // other requests are served between two batches
      }
      return { isMore: true }
  }
}
