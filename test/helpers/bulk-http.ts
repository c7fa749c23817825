import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import type { Caller } from '../../src/contract/call.ts'
import { startApp } from './app.ts'
import { alice, type BulkFixture, root, startBulk } from './bulk.ts'
import { jobOperations } from './job-operations.ts'

const bob: Caller = { id: 'bob', scopes: ['shelf:write'] }
const CALLERS = new Map([alice, bob, root].map(caller => [caller.id, caller]))
/** Further callers who see every job: `root-1`, `root-2` and so on. One key may have only a limited number of streams open. */
const furtherRoot = (key: string): Caller | undefined => (/^root-\d+$/.test(key) ? { ...root, id: key } : undefined)

export interface BulkHttp extends BulkFixture {
  url: string
  /** GET as alice, or as another caller. */
  get: (where: string, headers?: Record<string, string>, key?: string) => Promise<Response>
  log: Record<string, unknown>[]
}

/** The jobs of a fixture behind a listening gateway. A caller's key is its id. */
export async function startBulkHttp(t: Test, adapters: BulkAdapter[], options?: Parameters<typeof startBulk>[2]): Promise<BulkHttp> {
  const fixture = await startBulk(t, adapters, options)
  const log: Record<string, unknown>[] = []
  const { app } = await startApp(t, {
    definitions: [...(await jobOperations()), ...adapters],
    jobs: fixture.jobs,
    auth: { identify: key => CALLERS.get(key) ?? furtherRoot(key) ?? 'unknown', anonymous: undefined },
    onLog: line => log.push(line)
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => fixture.jobs.endWaits())
  const get: BulkHttp['get'] = (where, headers = {}, key = 'alice') => fetch(url + where, { headers: { 'x-api-key': key, ...headers } })
  return { ...fixture, url, get, log }
}

export interface Following {
  events: EventSourceMessage[]
  comments: string[]
  retry: number | undefined
  /** Resolves when the connection has ended, on either side. */
  over: Promise<void>
  leave: () => void
}

/** Reads server-sent events with an independent parser. `onEvent` can disconnect. */
export async function follow(
  where: string,
  {
    key = 'alice',
    headers = {},
    onEvent = () => {}
  }: { key?: string; headers?: Record<string, string>; onEvent?: (event: EventSourceMessage, leave: () => void) => void } = {}
): Promise<Following> {
  const gone = new AbortController()
  const leave = (): void => gone.abort()
  const answer = await fetch(where, { headers: { 'x-api-key': key, ...headers }, signal: gone.signal })
  if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  const following: Following = { events: [], comments: [], retry: undefined, over: Promise.resolve(), leave }
  const parser = createParser({
    onEvent: event => {
      if (gone.signal.aborted) return // data that was sent with the event at which the client disconnected
      following.events.push(event)
      onEvent(event, leave)
    },
    onComment: text => following.comments.push(text),
    onRetry: milliseconds => {
      following.retry = milliseconds
    }
  })
  following.over = read(answer.body, text => parser.feed(text))
  return following
}

async function read(body: ReadableStream<Uint8Array>, feed: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of body) feed(decoder.decode(bytes, { stream: true }))
  } catch {
    // the connection broke, or this side disconnected
  }
}
