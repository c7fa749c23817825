import { setTimeout } from 'node:timers/promises'
import { OperationError } from '../../../contract/errors.ts'
import { type Lines, MOST_TOLD, type Place } from '../graph/portable.ts'
import type { Graph } from '../store/perform.ts'
import { graphOf, type Turn } from './turn.ts'

/** Rows read at once. */
const PART = 500

/** The graph as JSON Lines, a part at a time, no faster than they are read. */
export async function* exportLines(turn: Turn): AsyncGenerator<string> {
  const graph = graphOf(turn)
  let place: Place | null = { kind: 'object', after: 0 }
  while (place) {
    turn.signal.throwIfAborted()
    const { lines, next }: { lines: string; next: Place | null } = await graph.read('exportPart', { ...place, most: PART })
    if (lines !== '') yield lines
    place = next
  }
}

type Taken = Awaited<ReturnType<typeof take>>

/** Reads all lines first, and takes none where one is wrong; then takes them part by part, so that others read and write meanwhile. */
export async function importLines({ lines }: { lines: string }, turn: Turn): Promise<Taken> {
  const graph = graphOf(turn)
  for (const part of partsOf(lines)) {
    turn.signal.throwIfAborted()
    await graph.read('checkLines', part)
  }
  let all: Taken | undefined
  let since = performance.now()
  for (const part of partsOf(lines)) {
    turn.signal.throwIfAborted()
    const taken = await take(graph, part, all !== undefined)
    all = all ? together(all, taken) : taken
    if (performance.now() - since < HELD_MS) continue
    await setTimeout(LET_IN_MS)
    since = performance.now()
  }
  return all ?? (await take(graph, { text: '', first: 1 }, false))
}

/** After so long, an import lets the writers of other processes in: SQLite has them look again every tenth of a second at the latest. */
const HELD_MS = 500
const LET_IN_MS = 120

const take = (graph: Graph, part: Lines, begun: boolean) =>
  graph.write('importLines', part).catch(error => {
    throw begun && error instanceof OperationError ? cutShort(error) : error
  })

/** Some parts were taken before. */
const cutShort = ({ reason, message, details }: OperationError): OperationError =>
  new OperationError(reason, message, {
    ...details,
    outcome: 'unknown',
    suggestions: ['A part of the lines was taken. Send the same lines again: what is there already is known.']
  })

const together = (a: Taken, b: Taken): Taken => ({
  objects_created: a.objects_created + b.objects_created,
  objects_known: a.objects_known + b.objects_known,
  links_created: a.links_created + b.links_created,
  links_known: a.links_known + b.links_known,
  dropped_total: a.dropped_total + b.dropped_total,
  dropped: [...a.dropped, ...b.dropped].slice(0, MOST_TOLD)
})

/** A part is read in some milliseconds, and taken in some hundred. */
const MOST_LINES = 200
const MOST_CHARACTERS = 100_000

/** Cuts a text between its lines. */
export function* partsOf(text: string): Generator<Lines> {
  for (let [from, first] = [0, 1]; from < text.length; ) {
    let [to, lines] = [from, 0]
    while (to < text.length && lines < MOST_LINES && to - from < MOST_CHARACTERS) {
      const end = text.indexOf('\n', to)
      to = end === -1 ? text.length : end + 1
      lines++
    }
    yield { text: text.slice(from, to), first }
    from = to
    first += lines
  }
}
