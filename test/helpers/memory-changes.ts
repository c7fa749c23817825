import fc from 'fast-check'
import { OperationError } from '../../src/contract/errors.ts'
import type { Graph } from '../../src/tools/memory/store/perform.ts'
import type { ClockedGraph } from './memory-graph.ts'

const FIRST = Date.parse('2026-01-01T00:00:00Z')
const DAY = 86_400_000

const name = fc.constantFrom('A', 'b', 'Ærø', 'क़', 'Straße', 'C++', ' spaced  out ')
const relation = fc.constantFrom('uses', 'KNOWS_OF', 'क़')
const day = fc.option(
  fc.integer({ min: -3, max: 30 }).map(days => FIRST + days * DAY),
  { nil: undefined }
)
const attributes = fc.array(fc.record({ name: fc.constantFrom('x', 'y', 'z'), value: fc.string({ maxLength: 5 }) }), { maxLength: 2 })
const type = fc.constantFrom('', 'Person', 'क़')

/** Any change to a graph. */
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), from: name, relation, to: name, valid_at: day, invalid_at: day })
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), from: name, relation, to: name, invalid_at: day }) },
  fc.record({ kind: fc.constant('rename' as const), name, new_name: name }),
  fc.record({ kind: fc.constant('describe' as const), name, type, summary: fc.string({ maxLength: 9 }), attributes }),
  fc.record({ kind: fc.constant('merge' as const), from: name, into: name }),
  fc.record({ kind: fc.constant('delete' as const), name })
)
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

export const changes = fc.array(change, { minLength: 1, maxLength: 15 })

/** Applies one change per day and ignores those that the graph refuses. Returns the time of the last one. */
export async function make(graph: ClockedGraph, all: readonly Change[]): Promise<string> {
  let time = new Date(FIRST).toISOString()
  for (const [place, given] of all.entries()) {
    time = new Date(FIRST + place * DAY).toISOString()
    graph.at(time)
    await applyChange(graph, given).catch(ifRefused)
  }
  return time
}

function applyChange(graph: Graph, given: Change): Promise<unknown> {
  switch (given.kind) {
    case 'add':
      return graph.write('addLink', given)
    case 'end':
      return graph.write('invalidateLink', { which: given, invalid_at: given.invalid_at })
    case 'merge':
      return graph.write('mergeObjects', { ...given, dry_run: false })
    case 'delete':
      return graph.write('deleteObject', { ...given, cascade: true, dry_run: false })
    default:
      return graph.write('updateObject', given)
  }
}

function ifRefused(error: unknown): void {
  if (!(error instanceof OperationError)) throw error
}

/** All lines of a graph, as in an export. */
export async function exported(graph: Graph): Promise<string> {
  const parts = await Promise.all((['object', 'link'] as const).map(kind => graph.read('exportPart', { kind, after: 0, limit: 10_000 })))
  return parts.map(({ lines }) => lines).join('')
}
