import type { Operation } from '../contract/operation.ts'
import { near } from '../lib/spelling.ts'
import type { Catalog } from './catalog.ts'
import { isOfGateway, MAX_WAIT_S } from './reserved-inputs.ts'

/** Packs in the configuration: IDs of operations, systems, and groups such as `gitlab:issues`. */
export type PackConfig = Readonly<Record<string, readonly string[]>>

/** A named selection of operations, small enough for a model. */
export interface Pack {
  name: string
  /** The operations that the configuration names. */
  members: readonly Operation[]
  /** The members, and the operations that control their jobs. Sorted by ID. */
  operations: readonly Operation[]
}

/** Path prefix of every route for GPT Actions. */
export const GPT_PATH = '/gpt'

/** Maximum number of operations that GPT Actions support, and that a default pack contains. */
export const MAX_IN_PACK = 30

/** Returns the packs of the configuration, and a default pack for each system unless the configuration has one of that name. */
export function packsOf(catalog: Catalog, config: PackConfig = {}): Pack[] {
  const defaults = catalog.tools.map(tool => [tool.name, catalog.operations.filter(({ core, tool: own }) => core && own === tool)] as const)
  const own = Object.entries(config).map(([name, members]) => [name, members.flatMap(member => membersOf(catalog, member))] as const)
  return [...new Map([...defaults, ...own])]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => ({ name, members, operations: withJobOperations(catalog, members) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns a function that returns the packs of the current configuration. They are rebuilt only when it changes. */
export function packSource(catalog: Catalog, config: () => PackConfig = () => NO_PACKS): () => readonly Pack[] {
  let built: { from: PackConfig; packs: readonly Pack[] } | undefined
  return () => {
    const from = config()
    if (built?.from !== from) built = { from, packs: packsOf(catalog, from) }
    return built.packs
  }
}

const NO_PACKS: PackConfig = {}

/** Returns the operations of an ID, a system, or a group of a system. */
export const membersOf = ({ operations }: Catalog, member: string): Operation[] =>
  operations.filter(({ id, tool, group }) => [id, tool.name, `${tool.name}:${group}`].includes(member))

/** Returns the names that a pack or `?tag=` may contain. */
export function memberNames({ operations }: Pick<Catalog, 'operations'>): string[] {
  const groups = operations.flatMap(({ tool, group }) => (group === undefined ? [] : [`${tool.name}:${group}`]))
  return [...new Set([...operations.map(({ tool }) => tool.name), ...groups, ...operations.map(({ id }) => id)])]
}

/** Adds the operations that confirm and control jobs if one of the operations creates jobs. */
export function withJobOperations(catalog: Catalog, operations: readonly Operation[]): Operation[] {
  const verbs = operations.some(createsJobs) ? catalog.operations.filter(({ core, tool }) => core && tool.name === 'jobs') : []
  const ids = new Set([...operations, ...verbs].map(({ id }) => id))
  return catalog.operations.filter(({ id }) => ids.has(id))
}

/** Returns suggestions for an unknown name: the known names that are similar. */
export const suggestNames = (name: string, names: readonly string[]): string[] =>
  near(name, names).map(candidate => `Did you mean ${candidate}?`)

/** True for bulk operations, and for calls that may take longer than a client can wait. */
const createsJobs = ({ kind, job, timeout_ms, tool }: Operation): boolean =>
  kind === 'bulk' || job !== undefined || (timeout_ms > MAX_WAIT_S * 1000 && !isOfGateway(tool))
