import sax from 'sax'
import { ROOT } from './storage.ts'

/** The end of a block and its depth: 1 at the top. */
interface End {
  at: number
  depth: number
}

/** Elements that are blocks at any depth. At the top, every element is one. */
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 li tr table ul ol pre blockquote div hr ac:layout-section ac:layout-cell ac:structured-macro ac:task ac:task-list'.split(
    ' '
  )
)

/**
 * Returns the end of the last block after `offset` in the beginning of a storage text: of the outermost blocks that fill at least half of
 * the text from `offset` on.
 */
export function blockEnd(beginning: string, offset: number): number | undefined {
  const ends = blockEnds(beginning).filter(({ at }) => at > offset)
  const lastAt = new Map(ends.map(({ depth, at }) => [depth, at]))
  const lasts = [...lastAt].toSorted(([a], [b]) => a - b).map(([, at]) => at)
  return lasts.find(at => at - offset >= (beginning.length - offset) / 2) ?? lasts[0]
}

/** The beginning may end anywhere. */
function blockEnds(beginning: string): End[] {
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
  parser.write(`${ROOT}${beginning}`)
  return ends
}
