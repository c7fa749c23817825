import { translated, unopened } from './failures.ts'
import { lazily } from './lazy.ts'
import type { Ask, Asked, Store } from './perform.ts'
import { type Seed, seedFrom } from './seed.ts'
import { createThread, type Thread } from './thread.ts'
import { inTurns, type Places } from './turns.ts'

const PING: Asked = { kind: 'read', name: 'ping', namespace: '', input: undefined }

/** The writes of two transactions, so that one gathers while the other is done; reads, for threads that take them one by one. */
const OF_A_FILE: Places = { read: { most: 16, each: 12 }, write: { most: 400, each: 200 } }

/**
 * Graphs in a file of this machine: one thread writes, and others read, so that a long search keeps no writer waiting, nor the loop of the
 * gateway, nor those who ask for little. `seed`: the file of lines that a graph begins with.
 */
export function embeddedStore(file: string, seed: string | undefined): Store {
  const writer = createThread(file, true)
  const [reader, other] = [createThread(file, false), createThread(file, false)]
  const idler = (): Thread => (other.waiting() < reader.waiting() ? other : reader) // the other is begun only when it is needed
  return storeOf(seed, {
    ask: inTurns((asked, signal) => (asked.kind === 'write' ? writer : idler()).ask(asked, signal), OF_A_FILE),
    ready: () => writer.ask(PING),
    async close() {
      await Promise.all([writer, reader, other].map(thread => thread.close()))
    }
  })
}

/** Graphs on a server. Its driver waits without holding the loop. */
export function serverStore(url: string, seed: string | undefined): Store {
  const engine = lazily(() => connect(url))
  const ask: Ask = async (asked, signal) => await (await engine.get()).ask(asked, signal)
  return storeOf(seed, {
    ask,
    ready: () => ask(PING),
    async close() {
      await (await engine.made())?.close()
    }
  })
}

/** Loaded when it is used: most gateways never do. */
async function connect(url: string) {
  const [{ openPostgres, CONNECTIONS }, { perform }] = await Promise.all([import('./postgres.ts'), import('./perform.ts')])
  const engine = await openPostgres(url).catch(error => {
    throw unopened(error)
  })
  const ask: Ask = asked =>
    perform(engine, asked).catch(error => {
      throw translated(error)
    })
  return { ask: inTurns(ask, CONNECTIONS), close: engine.close }
}

/** Where graphs are kept, without a word of how they begin. */
interface Place extends Pick<Store, 'ready' | 'close'> {
  ask: Ask
}

function storeOf(file: string | undefined, { ask, ready, close }: Place): Store {
  const checkLines = (text: string) => ask({ kind: 'read', name: 'checkLines', namespace: '', input: { text, first: 1 } })
  const seed = file === undefined ? undefined : seedFrom(file, async text => await ready().then(() => checkLines(text)))
  return {
    graph: graphs({ ask, ready }, seed),
    async ready() {
      await ready()
      await seed?.check()
    },
    close
  }
}

/** A namespace is opened once in a process, by a write: that makes the tables and what the graph begins with. */
function graphs({ ask, ready }: Pick<Place, 'ask' | 'ready'>, seed: Seed | undefined): Store['graph'] {
  const opened = new Map<string, Promise<unknown>>()
  const begin = async (namespace: string): Promise<void> => {
    const text = seed && !(await isThere(namespace)) ? await seed.text() : ''
    await ask({ kind: 'write', name: 'open', namespace, input: { text } })
  }
  const isThere = async (namespace: string): Promise<boolean> => {
    await ready() // which makes the tables
    return await ask({ kind: 'read', name: 'isThere', namespace, input: undefined })
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
    const asking = (kind: Asked['kind']) => async (name: string, input: unknown) => {
      await open(namespace)
      return await ask({ kind, name, namespace, input }, signal)
    }
    return { read: asking('read'), write: asking('write') }
  }
}
