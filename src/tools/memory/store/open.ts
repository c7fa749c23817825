import { translated, unopened } from './failures.ts'
import { lazily } from './lazy.ts'
import type { Asked, Store } from './perform.ts'
import { createThread } from './thread.ts'

// biome-ignore lint/suspicious/noExplicitAny: the answer is that of the operation named
type Ask = (asked: Asked) => Promise<any>

const PING: Asked = { kind: 'read', name: 'ping', namespace: '', input: undefined }

/** The lines that a namespace begins with. */
export type Seed = () => Promise<string>

/** Graphs in a file of this machine: one thread writes, another reads, so that a long search keeps no writer waiting, nor the loop of the gateway. */
export function embeddedStore(file: string, seed: Seed): Store {
  const writer = createThread(file, true)
  const reader = createThread(file, false)
  return {
    graph: graphs(asked => (asked.kind === 'write' ? writer : reader).ask(asked), seed),
    ready: () => writer.ask(PING),
    async close() {
      await Promise.all([writer.close(), reader.close()])
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
  return namespace => {
    const asking = (kind: Asked['kind']) => async (name: string, input: unknown) => {
      await open(namespace)
      return await ask({ kind, name, namespace, input })
    }
    return { read: asking('read'), write: asking('write') }
  }
}
