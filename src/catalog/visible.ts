import type { Caller } from '../contract/call.ts'
import { OperationError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import type { AnyTool } from '../contract/tool.ts'
import type { Connections, Ports } from '../pipeline/ports.ts'
import type { Catalog } from './catalog.ts'
import { memberNames, membersOf, type Pack, suggestNames, withJobOperations } from './packs.ts'

/** How tools are listed. `search`: only three tools, which find, describe and call the others; `auto`: the same if there are too many for a model. */
export const DISCOVERIES = ['auto', 'all', 'search'] as const
export type Discovery = (typeof DISCOVERIES)[number]

/** Filters for a list of operations. An operation must match the tag, and one of the packs, systems and tools if any is given. */
export interface Selection {
  /** A system, a group of one (`gitlab:issues`), or an operation. */
  tag?: string
  /** Names of packs. */
  packs?: readonly string[]
  /** Names of systems. */
  systems?: readonly string[]
  /** IDs of operations. */
  tools?: readonly string[]
  /** Only systems that are configured. Default: all. */
  configured?: boolean
}

/** Decides which operations a caller may see, for every surface. */
export interface Visible {
  /** Returns operations sorted by ID. Throws invalid_field_value for a tag, pack, system or tool that does not exist. */
  operations: (caller: Caller, selection?: Selection) => readonly Operation[]
  /** Whether the packs, systems and tools of the selection, if it has any, contain the operation. */
  isSelected: (operation: Operation, selection: Selection) => boolean
  /** Whether calls can choose between instances of the system. */
  hasSeveral: (tool: AnyTool) => boolean
}

export interface VisibleParts {
  catalog: Catalog
  ports: Pick<Ports, 'visible'>
  connections: Pick<Connections, 'configured' | 'hasSeveral'>
  packs: () => readonly Pack[]
}

export function createVisible({ catalog, ports, connections, packs }: VisibleParts): Visible {
  const union = ({ packs: names = [], systems = [], tools = [] }: Selection): ReadonlySet<Operation> | undefined => {
    if (names.length + systems.length + tools.length === 0) return undefined
    const members = [...systems.map(name => systemOrFail(catalog, name)), ...tools.map(id => toolOrFail(catalog, id))].flat()
    return new Set([...names.flatMap(name => packOrFail(packs(), name).operations), ...withJobOperations(catalog, members)])
  }
  return {
    operations(caller, selection = {}) {
      const { tag, configured = false } = selection
      const seen = catalog.operations.filter(operation => ports.visible(operation, caller))
      const ready = new Set(configured ? catalog.tools.filter(tool => connections.configured(tool)) : catalog.tools)
      const tagged = tag === undefined ? undefined : new Set(withJobOperations(catalog, taggedOrFail(catalog, seen, tag)))
      const chosen = union(selection)
      return seen.filter(operation => ready.has(operation.tool) && (tagged?.has(operation) ?? true) && (chosen?.has(operation) ?? true))
    },
    isSelected: (operation, selection) => union(selection)?.has(operation) ?? true,
    hasSeveral: connections.hasSeveral
  }
}

function taggedOrFail(catalog: Catalog, seen: readonly Operation[], tag: string): Operation[] {
  const found = membersOf(catalog, tag).filter(operation => seen.includes(operation))
  if (found.length > 0) return found
  const names = memberNames({ operations: seen })
  const expected = 'a system, or one of its groups, such as gitlab:issues'
  throw refusal('tag', `No operation that this key may call has the tag ${tag}.`, expected, suggestNames(tag, names))
}

function systemOrFail(catalog: Catalog, name: string): Operation[] {
  const found = catalog.operations.filter(({ tool }) => tool.name === name)
  if (found.length > 0) return found
  const names = catalog.tools.map(tool => tool.name)
  const message = `There is no system ${name.slice(0, 64)}. Systems: ${names.join(', ')}.`
  throw refusal('systems', message, 'names of systems', suggestNames(name, names))
}

function toolOrFail(catalog: Catalog, id: string): Operation[] {
  const found = catalog.named(id)
  if (found.length > 0) return [...found]
  const suggestions = suggestNames(
    id,
    catalog.operations.map(operation => operation.id)
  )
  throw refusal('tools', `There is no tool ${id.slice(0, 64)}.`, 'IDs of operations', suggestions)
}

function packOrFail(packs: readonly Pack[], name: string): Pack {
  const found = packs.find(pack => pack.name === name)
  if (found) return found
  const names = packs.map(pack => pack.name)
  throw refusal(
    'pack',
    `There is no pack ${name.slice(0, 64)}. Available packs: ${names.join(', ')}.`,
    'the name of a pack',
    suggestNames(name, names)
  )
}

const refusal = (path: string, message: string, expected: string, suggestions: string[]): OperationError =>
  new OperationError('invalid_field_value', message, { issues: [{ path, message: 'is unknown', expected }], suggestions })
