import { pino } from 'pino'
import type { Catalog } from '../src/catalog/catalog.ts'
import { GPT_PATH, type Pack } from '../src/catalog/packs.ts'
import type { Jobs } from '../src/contract/jobs.ts'
import { type Connections, OPEN_PORTS } from '../src/pipeline/ports.ts'
import { buildApp } from '../src/server/app.ts'
import { type Filter, filterDocument } from '../src/surfaces/openapi/filter.ts'
import { gptDocument } from '../src/surfaces/openapi/gpt-document.ts'
import { gptFilter } from '../src/surfaces/openapi/gpt-route.ts'

type Node = Record<string, unknown>

export interface Documents {
  /** The document of the whole gateway. */
  whole: Node
  part: (filter: Filter) => Node
  gpt: (pack: Pick<Pack, 'name' | 'operations'>, address: string) => Node
}

/** The OpenAPI documents that a gateway with this catalog serves: its routes are registered, but it does not listen. */
export async function documentsOf(catalog: Catalog, { version, serverUrl }: { version: string; serverUrl: string }): Promise<Documents> {
  const app = await buildApp({
    catalog,
    version,
    publicUrl: serverUrl,
    jobs: NO_JOBS,
    connections: NO_CONNECTIONS,
    ports: OPEN_PORTS,
    auth: { identify: () => 'unknown', anonymous: undefined },
    log: pino({ level: 'silent' }),
    checks: [],
    webhookSecrets: () => []
  })
  await app.ready()
  const whole = { ...app.swagger() }
  await app.close()
  return {
    whole,
    part: filter => filterDocument(whole, catalog, filter),
    gpt: (pack, address) => gptDocument(filterDocument(whole, catalog, gptFilter(pack)), pack, `${address}${GPT_PATH}`)
  }
}

const refuse = async (): Promise<never> => {
  throw new Error('This gateway only describes its routes.')
}

const NO_JOBS: Jobs = {
  create: refuse,
  get: refuse,
  list: refuse,
  confirm: refuse,
  pause: refuse,
  resume: refuse,
  cancel: refuse,
  retry: refuse,
  reconcile: refuse,
  undo: refuse,
  delete: refuse,
  items: refuse,
  results: refuse,
  output: refuse,
  events: refuse,
  history: refuse
}

const NO_CONNECTIONS: Connections = {
  get: refuse,
  states: async () => [],
  configured: () => true,
  hasSeveral: () => true,
  defaultName: () => null,
  test: refuse
}
