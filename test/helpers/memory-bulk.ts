import type { Test } from 'tap'
import type { Received } from '../../sandbox/control/requests.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Memory } from '../../src/tools/memory/client/memory.ts'
import { openSqlite } from '../../src/tools/memory/store/database/sqlite.ts'
import type { Graph } from '../../src/tools/memory/store/perform.ts'
import type { RequestKind, TestSystem } from '../jobs/adapter-contract.ts'
import { benchOver } from './memory-graph.ts'

type Fault = { id: string; error: OperationError; after: boolean }

export interface MemoryBench extends TestSystem {
  graph: Graph
}

interface Options {
  lines: object[]
  settings?: Partial<Memory['llm']>
  /** Another client changes the item with this ID, so that the action on it fails. */
  spoil: (graph: Graph, id: string) => Promise<unknown>
}

/** A real graph that records each operation on it. Faults come from the recorder, because there is no network to cut. */
export async function openBulkMemory(t: Test, { lines, settings = {}, spoil }: Options): Promise<MemoryBench> {
  const engine = await openSqlite(':memory:', { writes: true })
  t.teardown(() => engine.close())
  const graph = benchOver(engine).graph(Date.now)
  await graph.write('importLines', { text: lines.map(line => JSON.stringify(line)).join('\n'), first: 1 })
  let requests: Received[] = []
  let counting: OperationError | undefined
  const faults: Fault[] = []
  // biome-ignore lint/suspicious/noExplicitAny: any input and output
  const noted = (kind: 'read' | 'write') => async (name: any, input: any) => {
    const received: Received = {
      number: requests.length + 1,
      method: kind,
      path: name,
      query: '',
      body: input,
      status: 200,
      done: true,
      fault: false
    }
    requests.push(received)
    const fault = kind === 'write' ? faults.find(({ id }) => JSON.stringify(input).includes(id)) : undefined
    const failing = name.startsWith('count') ? counting : fault?.error
    if (failing) Object.assign(received, { status: fault?.after ? null : 503, fault: true })
    const run = () => (kind === 'read' ? graph.read(name, input) : graph.write(name, input))
    if (fault?.after) await run()
    if (failing) throw failing
    // biome-ignore lint/suspicious/noExplicitAny: any output
    const output = (await run()) as any
    if (output === null) received.done = false
    return output
  }
  return {
    graph,
    client: {
      graphName: () => 'test',
      graphOf: () => ({ read: noted('read'), write: noted('write') }),
      llm: { llm_max_retries: 0, ...settings },
      folder: '',
      store: { graph: () => graph, ready: async () => null, close: async () => undefined }
    } satisfies Memory,
    requestLog: {
      requests: async () => requests,
      async clear() {
        requests = []
        faults.length = 0
      }
    },
    state: async () => [await all(graph, 'object'), await all(graph, 'link')],
    fail: {
      item: async id => void (await spoil(graph, id)),
      lost: async id => void faults.push({ id: idIn(id), error: lost(), after: true }),
      async count() {
        counting = new OperationError('server_error', 'The database gave up under load.', { outcome: 'not_executed' })
        return 'gave up under load'
      }
    }
  }
}

/** As in an input. */
const idIn = (id: string): string => (/^\d+$/.test(id) ? `"id":${id}}` : id.includes('-') ? `"from":${id.split('-')[0]},` : id)

const lost = (): OperationError => new OperationError('connection_failed', 'The database cannot be reached.', { outcome: 'unknown' })

/** Without the times of recording. */
async function all(graph: Graph, kind: 'object' | 'link'): Promise<string> {
  const { lines } = await graph.read('exportPart', { kind, after: 0, limit: 1000 })
  return lines.replaceAll(/"(created_at|updated_at|expired_at)":("[^"]*"|null)/g, '')
}

/** Maps an operation to its kind and the item it is for. */
export const classifyGraph =
  (idOf: (input: Record<string, unknown>) => string) =>
  ({ method, path, body }: Received): RequestKind => {
    const input: Record<string, unknown> = Object(body)
    if (method === 'write') return { kind: 'write', ids: [idOf(input)] }
    if (['selectLinks', 'duplicatePairs', 'partsNaming'].includes(path)) return { kind: 'list', most: Number(input['limit']) }
    return { kind: ['linksNamed', 'namesOfPairs', 'namingParts'].includes(path) ? 'item' : 'other' }
  }

export const NOT_REMOTE = {
  'a rate limit is thrown, and items without a result were not sent': 'a database returns no Retry-After',
  'a refused credential is thrown, and items without a result were not sent':
    'credentials are checked when the database is opened, not per item'
} as const
