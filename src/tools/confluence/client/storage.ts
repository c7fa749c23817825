import sax from 'sax'
import { misgiven } from '../../../lib/misgiven.ts'

/** Storage is a fragment with undeclared prefixes: it is read within a root, on the same line. */
const ROOT = '<storage>'

interface Found {
  line: number
  column: number
  message: string
}

/** Where the storage is not well-formed; undefined where it is. Lines and columns count from 1. */
export function faultIn(storage: string): Found | undefined {
  const parser = sax.parser(true)
  let found: Found | undefined
  parser.onerror = error => {
    const [message = ''] = error.message.split('\n')
    found ??= {
      line: parser.line + 1,
      column: Math.max(1, parser.column - (parser.line === 0 ? ROOT.length : 0)),
      message: plainWords(message)
    }
    parser.resume()
  }
  parser.write(`${ROOT}${storage}</storage>`).close()
  return found
}

const plainWords = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1).replace(/storage/g, 'root')

/** Refuses storage that Confluence could not read, before it is sent. */
export function checkStorage(storage: string): void {
  const fault = faultIn(storage)
  if (!fault) return
  throw misgiven(
    'content',
    `is not well-formed at line ${fault.line}, column ${fault.column}: ${fault.message}`,
    'XHTML: every tag closed (<br />), & written as &amp;, < as &lt;, attributes in quotes'
  )
}

/** Offsets at which a top-level element, or the text between two, ends. */
export function blockEnds(storage: string): number[] {
  const parser = sax.parser(true)
  const ends: number[] = []
  let depth = 0
  parser.onopentag = () => {
    depth++
  }
  parser.onclosetag = () => {
    depth--
    if (depth === 1) ends.push(parser.position - ROOT.length)
  }
  parser.onerror = () => parser.resume()
  parser.write(`${ROOT}${storage}</storage>`).close()
  return ends
}

const MACRO = /<(?:ac|ri):[a-z-]+/g

/** Elements that only storage can say: macros, links to pages, tasks, layouts. */
export const macrosIn = (storage: string): string[] => [...new Set((storage.match(MACRO) ?? []).map(tag => tag.slice(1)))]
