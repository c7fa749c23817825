import type { Place } from '../graph/portable.ts'
import { linesIn } from './lines.ts'
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

export const importLines = async ({ lines }: { lines: string }, turn: Turn) =>
  await graphOf(turn).write('importLines', { lines: linesIn(lines) })
