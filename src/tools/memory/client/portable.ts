import { setTimeout } from 'node:timers/promises'
import { OperationError } from '../../../contract/errors.ts'
import type { Call } from '../../../contract/handed.ts'
import { failure, wrong } from '../graph/failures.ts'
import type { Lines, Place } from '../graph/portable.ts'
import { MOST_TOLD } from '../graph/told.ts'
import type { Graph } from '../store/perform.ts'
import { partsIn, putAside } from './aside.ts'
import type { Memory } from './memory.ts'
import { partsOf } from './parts.ts'
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

/** Takes lines of the input, or else of the body, which is put aside first: it must be read twice, and is not kept in memory. */
export async function importLines({ lines }: { lines?: string }, turn: Sending): Promise<Taken> {
  if (lines !== undefined && turn.body) throw wrong('lines', 'are given beside a body that is lines', 'one of them')
  if (lines !== undefined) return await takeAll(() => partsOf(lines), turn)
  if (!turn.body) throw failure('missing_required_field', 'lines is required.', { issues: [{ path: 'lines', message: 'is required' }] })
  const aside = await putAside(turn.body, turn.client.folder, turn.signal)
  try {
    return await takeAll(() => partsIn(aside), turn)
  } finally {
    await aside.close()
  }
}

type Sending = Turn & Pick<Call<Memory>, 'body'>

/** Reads all lines first, and takes none where one is wrong; then takes them part by part, so that others read and write meanwhile. */
async function takeAll(parts: () => AsyncIterable<Lines> | Iterable<Lines>, turn: Turn): Promise<Taken> {
  const graph = graphOf(turn)
  for await (const part of parts()) {
    turn.signal.throwIfAborted()
    await graph.read('checkLines', part)
  }
  let all: Taken | undefined
  let since = performance.now()
  for await (const part of parts()) {
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
