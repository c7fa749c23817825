import path from 'node:path'
import type { Caller } from '../../../contract/caller.ts'
import type { Availability, Runtime } from '../../../contract/tool.ts'
import type { LlmSettings } from '../extract/llm.ts'
import { embeddedStore, serverStore } from '../store/open.ts'
import type { Graph, Store } from '../store/perform.ts'

export interface MemorySettings extends LlmSettings {
  database_url?: string
  namespace?: string
  seed?: string
}

/** What the operations are handed. */
export interface Memory {
  /** The graph that belongs to whoever calls. */
  graphOf: (caller: Caller, signal: AbortSignal) => Graph
  llm: LlmSettings
  store: Store
  /** Where it may keep files of its own for a while. */
  folder: string
}

export function openMemory(settings: MemorySettings, { dataDirectory, instance }: Runtime): Memory {
  const { database_url, namespace, seed } = settings
  const store =
    database_url === undefined ? embeddedStore(path.join(dataDirectory, `${instance}.sqlite`), seed) : serverStore(database_url, seed)
  return {
    // The words in front keep a shared graph apart from that of a key of the same name.
    graphOf: (caller, signal) => store.graph(namespace === undefined ? `key:${caller.id}` : `shared:${namespace}`, signal),
    llm: settings,
    store,
    folder: dataDirectory
  }
}

export async function availabilityOf({ store }: Memory): Promise<Availability> {
  try {
    await store.ready()
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
