import sax from 'sax'
import { ROOT } from './storage.ts'

/** Where a block ends, and how deep it is: 1 at the top. */
interface End {
  at: number
  depth: number
}

/** Elements that are a whole by themselves, wherever they are. At the top any element is one. */
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 li tr table ul ol pre blockquote div hr ac:layout-section ac:layout-cell ac:structured-macro ac:task ac:task-list'.split(
    ' '
  )
)

/** The last end of a block after `offset`, and at `limit` or before it: of the outermost blocks that fill at least half of what is wanted. */
export function blockEnd(storage: string, offset: number, limit: number): number | undefined {
  const ends = blockEnds(storage.slice(0, limit)).filter(({ at }) => at > offset)
  const lastAt = new Map(ends.map(({ depth, at }) => [depth, at]))
  const lasts = [...lastAt].toSorted(([a], [b]) => a - b).map(([, at]) => at)
  return lasts.find(at => at - offset >= (limit - offset) / 2) ?? lasts[0]
}

/** Of the beginning of a storage, which may end anywhere. */
function blockEnds(storage: string): End[] {
  const parser = sax.parser(true)
  const ends: End[] = []
  let depth = -1
  parser.onopentag = () => {
    depth++
  }
  parser.onclosetag = name => {
    if (depth === 1 || (depth > 1 && BLOCKS.has(name))) ends.push({ at: parser.position - ROOT.length, depth })
    depth--
  }
  parser.onerror = () => parser.resume()
  parser.write(`${ROOT}${storage}`)
  return ends
}
