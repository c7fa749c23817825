import { highestPermission, type Operation } from '../../contract/operation.ts'
import { analyze, type Entry } from './entry-index.ts'
import { createRanker, type Ranker } from './ranker.ts'

const entries = new WeakMap<Operation, Entry>()

/** Returns the texts of an operation that are searched. */
export function entryOf(operation: Operation): Entry {
  const known = entries.get(operation)
  if (known) return known
  const entry: Entry = {
    id: operation.id,
    name: operation.name,
    summary: operation.summary,
    description: operation.description,
    asked_as: Object.values(operation.asked_as).flat(),
    parameters: Object.keys(operation.input.properties),
    system: `${operation.tool.name} ${operation.tool.title} ${operation.group ?? ''}`,
    bulk: operation.kind === 'bulk',
    reads: highestPermission(operation.permission) === 'read',
    related: operation.see_also
  }
  entries.set(operation, entry)
  return entry
}

const MAX_RANKERS = 8
let rankers: { operations: readonly Operation[]; ranker: Ranker }[] = []

/** Returns the ranker of these operations. Those of the last few lists are kept: callers with the same key search the same one. */
function rankerOf(operations: readonly Operation[]): Ranker {
  const kept = rankers.find(({ operations: own }) => own.length === operations.length && own.every((one, at) => one === operations[at]))
  if (kept) {
    if (rankers[0] !== kept) rankers = [kept, ...rankers.filter(one => one !== kept)]
    return kept.ranker
  }
  const ranker = createRanker(operations.map(entryOf))
  rankers = [{ operations: [...operations], ranker }, ...rankers].slice(0, MAX_RANKERS)
  return ranker
}

/** Returns the operations that match the query, the best first; all for an empty query; none if the words that matter match nothing. */
export function searchOperations(operations: readonly Operation[], query: string): Operation[] {
  if (query.trim() === '') return [...operations]
  return rankerOf(operations)
    .rank(query)
    .flatMap(({ index }) => operations[index] ?? [])
}

/** Operations that are analyzed in one turn of the event loop: a few milliseconds. */
const AT_ONCE = 4
/** Time after the start, so that the search does not delay the first requests of a gateway. */
const PREPARED_AFTER_MS = 3_000

/** Prepares the search soon, while there is nothing else to do, so that the first one is quick. Does not keep the process running. */
export function warmSearch(operations: readonly Operation[], delay = PREPARED_AFTER_MS): void {
  let at = 0
  const proceed = (): void => {
    for (const operation of operations.slice(at, at + AT_ONCE)) analyze(entryOf(operation))
    at += AT_ONCE
    if (at < operations.length) setTimeout(proceed).unref()
    else rankerOf(operations)
  }
  setTimeout(proceed, delay).unref()
}
