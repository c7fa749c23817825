import { translated, unopened } from './failures.ts'
import { lazily } from './lazy.ts'
import type { Asked, Store } from './perform.ts'
import { createThread, type Thread } from './thread.ts'

// biome-ignore lint/suspicious/noExplicitAny: the answer is that of the operation named
type Ask = (asked: Asked, signal?: AbortSignal) => Promise<any>

const PING: Asked = { kind: 'read', name: 'ping', namespace: '', input: undefined }

/** The lines that a namespace begins with. */
export type Seed = () => Promise<string>

/**
 * Graphs in a file of this machine: one thread writes, and others read, so that a long search keeps no writer waiting, nor the loop of the
 * gateway, nor those who ask for little.
 */
export function embeddedStore(file: string, seed: Seed): Store {
  const writer = createThread(file, true)
  const [reader, other] = [createThread(file, false), createThread(file, false)]
  const idler = (): Thread => (other.waiting() < reader.waiting() ? other : reader) // the other is begun only when it is needed
  return {
    graph: graphs((asked, signal) => (asked.kind === 'write' ? writer : idler()).ask(asked, signal), seed),
    ready: () => writer.ask(PING),
    async close() {
      await Promise.all([writer, reader, other].map(thread => thread.close()))
    }
  }
}

/** Graphs on a server. Its driver waits without holding the loop. */
export function serverStore(url: string, seed: Seed): Store {
  const engine = lazily(() => connect(url))
  return {
    graph: graphs(async asked => await (await engine.get()).ask(asked), seed),
    ready: async () => await (await engine.get()).ask(PING),
    async close() {
      await (await engine.made())?.close()
    }
  }
}

/** Loaded when it is used: most gateways never do. */
async function connect(url: string) {
  const [{ openPostgres }, { perform }] = await Promise.all([import('./postgres.ts'), import('./perform.ts')])
  const engine = await openPostgres(url).catch(error => {
    throw unopened(error)
  })
  const ask: Ask = asked =>
    perform(engine, asked).catch(error => {
      throw translated(error)
    })
  return { ask, close: engine.close }
}

/** A namespace is opened once in a process, by a write: that makes the tables and what the graph begins with. */
function graphs(ask: Ask, seed: Seed): Store['graph'] {
  const opened = new Map<string, Promise<unknown>>()
  const open = async (namespace: string): Promise<void> => {
    const opening = opened.get(namespace) ?? seed().then(text => ask({ kind: 'write', name: 'open', namespace, input: { text } }))
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
