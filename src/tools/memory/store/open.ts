import { translateError, translateOpenError } from './errors.ts'
import { type ConcurrencyLimits, limitConcurrency } from './fair-access.ts'
import { lazily } from './lazy.ts'
import type { GraphRequest, SendRequest, Store } from './perform.ts'
import { type Seed, seedFrom } from './seed.ts'
import { createThread, type Thread } from './thread/graph-thread.ts'

const PING: GraphRequest = { kind: 'read', name: 'ping', namespace: '', input: undefined }

/** Writes: two transactions' worth, so that one collects while the other runs. Reads: each thread takes one at a time. */
const FILE_LIMITS: ConcurrencyLimits = { read: { max: 16, each: 12 }, write: { max: 400, each: 200 } }

/**
 * Graphs in a local file. One thread writes and two read, so that a long search blocks neither writers, nor the event loop of the
 * gateway, nor short reads. `seed`: file of lines that each new graph starts with.
 */
export function embeddedStore(file: string, seed: string | undefined): Store {
  const writer = createThread(file, true)
  const [reader, other] = [createThread(file, false), createThread(file, false)]
  const leastBusyReader = (): Thread => (other.waiting() < reader.waiting() ? other : reader) // the second reader starts only when it is needed
  return storeOf(seed, {
    send: limitConcurrency((request, signal) => (request.kind === 'write' ? writer : leastBusyReader()).send(request, signal), FILE_LIMITS),
    ready: () => writer.send(PING),
    async close() {
      await Promise.all([writer, reader, other].map(thread => thread.close()))
    }
  })
}

/** Graphs on a PostgreSQL server. Its driver does not block the event loop. */
export function serverStore(url: string, seed: string | undefined): Store {
  const engine = lazily(() => connect(url))
  const send: SendRequest = async (request, signal) => await (await engine.get()).send(request, signal)
  return storeOf(seed, {
    send,
    ready: () => send(PING),
    async close() {
      await (await engine.ifCreated())?.close()
    }
  })
}

/** Loaded on first use: most gateways never need it. */
async function connect(url: string) {
  const [{ openPostgres, CONNECTIONS }, { perform }] = await Promise.all([import('./database/postgres.ts'), import('./perform.ts')])
  const engine = await openPostgres(url).catch(error => {
    throw translateOpenError(error)
  })
  const send: SendRequest = request =>
    perform(engine, request).catch(error => {
      throw translateError(error)
    })
  return { send: limitConcurrency(send, CONNECTIONS), close: engine.close }
}

/** A store without the seed. */
interface Backend extends Pick<Store, 'ready' | 'close'> {
  send: SendRequest
}

function storeOf(file: string | undefined, { send, ready, close }: Backend): Store {
  const checkLines = (text: string) => send({ kind: 'read', name: 'checkLines', namespace: '', input: { text, first: 1 } })
  const seed = file === undefined ? undefined : seedFrom(file, async text => await ready().then(() => checkLines(text)))
  return {
    graph: graphs({ send, ready }, seed),
    async ready() {
      await ready()
      await seed?.check()
    },
    close
  }
}

/** Opens each namespace once per process with a write, which creates the tables and imports the seed. */
function graphs({ send, ready }: Pick<Backend, 'send' | 'ready'>, seed: Seed | undefined): Store['graph'] {
  const opened = new Map<string, Promise<unknown>>()
  const begin = async (namespace: string): Promise<void> => {
    const text = seed && !(await isThere(namespace)) ? await seed.text() : ''
    await send({ kind: 'write', name: 'open', namespace, input: { text } })
  }
  const isThere = async (namespace: string): Promise<boolean> => {
    await ready() // creates the tables
    return await send({ kind: 'read', name: 'isThere', namespace, input: undefined })
  }
  const open = async (namespace: string): Promise<void> => {
    const opening = opened.get(namespace) ?? begin(namespace)
    opened.set(namespace, opening)
    try {
      await opening
    } catch (error) {
      opened.delete(namespace)
      throw error
    }
  }
  return (namespace, signal) => {
    const sending = (kind: GraphRequest['kind']) => async (name: string, input: unknown) => {
      await open(namespace)
      return await send({ kind, name, namespace, input }, signal)
    }
    return { read: sending('read'), write: sending('write') }
  }
}
