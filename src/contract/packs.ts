import type { Catalog } from './catalog.ts'
import type { Operation } from './operation.ts'
import { LONGEST_WAIT_S } from './reserved.ts'
import { near } from './spelling.ts'

/** Packs as the configuration names them: ids of operations, systems, and groups such as `gitlab:issues`. */
export type PackConfig = Readonly<Record<string, readonly string[]>>

/** A named choice of operations, small enough for a model to keep in mind. */
export interface Pack {
  name: string
  /** What was chosen, as the configuration names it. */
  members: readonly Operation[]
  /** The members, and the verbs of the jobs that they make; in the order of their ids. */
  operations: readonly Operation[]
}

/** In front of every route, as GPTs call it. */
export const GPT_PATH = '/gpt'

/** What GPT Actions take, and what a default pack holds at most. */
export const MOST_IN_PACK = 30

/** The packs of the configuration, and for each system one of what users need most, unless the configuration has one of that name. */
export function packsOf(catalog: Catalog, config: PackConfig = {}): Pack[] {
  const defaults = catalog.tools.map(tool => [tool.name, catalog.operations.filter(({ core, tool: own }) => core && own === tool)] as const)
  const own = Object.entries(config).map(([name, members]) => [name, members.flatMap(member => membersOf(catalog, member))] as const)
  return [...new Map([...defaults, ...own])]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => ({ name, members, operations: withJobVerbs(catalog, members) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** What an id, a system, or a group of a system stands for. */
export const membersOf = ({ operations }: Catalog, member: string): Operation[] =>
  operations.filter(({ id, tool, group }) => [id, tool.name, `${tool.name}:${group}`].includes(member))

/** Names that a pack or `?tag=` may hold. */
export function memberNames({ operations }: Pick<Catalog, 'operations'>): string[] {
  const groups = operations.flatMap(({ tool, group }) => (group === undefined ? [] : [`${tool.name}:${group}`]))
  return [...new Set([...operations.map(({ tool }) => tool.name), ...groups, ...operations.map(({ id }) => id)])]
}

/** Whoever starts a job must be able to confirm and follow it. */
export function withJobVerbs(catalog: Catalog, operations: readonly Operation[]): Operation[] {
  const verbs = operations.some(makesJobs) ? catalog.operations.filter(({ core, tool }) => core && tool.name === 'jobs') : []
  const ids = new Set([...operations, ...verbs].map(({ id }) => id))
  return catalog.operations.filter(({ id }) => ids.has(id))
}

/** Names like one that is not there. */
export const suggested = (name: string, names: readonly string[]): string[] =>
  near(name, names).map(candidate => `Did you mean ${candidate}?`)

/** A bulk action does, and so does a call that takes longer than a caller may be able to wait. */
const makesJobs = ({ kind, job, timeout_ms, tool }: Operation): boolean =>
  kind === 'bulk' || job !== undefined || (timeout_ms > LONGEST_WAIT_S * 1000 && tool.access !== 'own')
