import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Call, Caller } from '../../../contract/call.ts'
import type { Reason } from '../../../contract/errors.ts'
import { principalOf } from '../../../contract/principal.ts'
import type { Runtime } from '../../../contract/runtime.ts'
import type { Availability } from '../../../contract/tool.ts'
import { createEmbedder, type Embedder, type EmbeddingsSettings } from '../embed/endpoint.ts'
import type { LlmSettings } from '../extract/llm.ts'
import { embeddedStore, serverStore } from '../store/open.ts'
import type { Graph, Store } from '../store/perform.ts'

export interface MemorySettings extends LlmSettings, EmbeddingsSettings {
  database_url?: string
  namespace?: string
  seed?: string
}

/** The client that operations use. */
export interface Memory {
  /** Returns the name of the graph of the caller. */
  graphName: (caller: Caller) => string
  /** Returns the graph of the caller. */
  graphOf: (caller: Caller, signal: AbortSignal) => Graph
  llm: LlmSettings
  /** Undefined: no endpoint for embeddings is configured. */
  embedder?: Embedder | undefined
  store: Store
  /** Folder for temporary files. */
  folder: string
}

export function openMemory(settings: MemorySettings, runtime: Runtime): Memory {
  const { dataDirectory, instance } = runtime
  const { database_url, namespace, seed } = settings
  const store =
    database_url === undefined ? embeddedStore(path.join(dataDirectory, `${instance}.sqlite`), seed) : serverStore(database_url, seed)
  // The prefix separates a shared graph from the graph of a caller with the same name.
  const graphName: Memory['graphName'] = caller => (namespace === undefined ? principalOf(caller) : `shared:${namespace}`)
  return {
    graphName,
    graphOf: (caller, signal) => store.graph(graphName(caller), signal),
    llm: settings,
    embedder: createEmbedder(settings, runtime),
    store,
    folder: dataDirectory
  }
}

const LOG = '.sqlite-wal'

/** Returns the instances whose file has a write-ahead log, which may contain deleted text. It is emptied when the file is opened. */
export async function graphsWithLog(dataDirectory: string): Promise<string[]> {
  const names = await readdir(dataDirectory).catch((): string[] => [])
  const logs = names.filter(name => name.endsWith(LOG))
  const sizes = await Promise.all(logs.map(async name => (await stat(path.join(dataDirectory, name)).catch(() => undefined))?.size ?? 0))
  return logs.filter((_, at) => (sizes[at] ?? 0) > 0).map(name => name.slice(0, -LOG.length))
}

export async function checkAvailability({ store }: Memory): Promise<Availability> {
  try {
    await store.ready()
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** The parts of a call that the client uses. */
export type MemoryCall = Pick<Call<Memory, Reason>, 'client' | 'caller' | 'warn' | 'truncate' | 'signal' | 'keepBefore'>

export const graphOf = ({ client, caller, signal }: Pick<MemoryCall, 'client' | 'caller' | 'signal'>): Graph =>
  client.graphOf(caller, signal)
