import { aside, type Who } from './aside.ts'
import { impossible } from './failures.ts'

/** A text and what takes its place, both read literally. */
export type Replacement = { search: string; replacement: string }

export const placesIn = (storage: string, { search }: Replacement): number => storage.split(search).length - 1

/** The storage with the text replaced, and every other byte as it was. Refuses what would leave a page that Confluence cannot read. */
export async function replacedIn(storage: string, { search, replacement }: Replacement, page_id: string, who: Who): Promise<string> {
  const after = storage.replaceAll(search, () => replacement)
  const fault = await aside('faultIn', [after], who)
  if (!fault || (await aside('faultIn', [storage], who))) return after
  throw impossible(
    `The page ${page_id} would not be well-formed any more (line ${fault.line}, column ${fault.column}: ${fault.message}); it was left alone.`,
    'Storage is XHTML: write & as &amp; and < as &lt;, and replace tags whole.'
  )
}

/** Characters shown around a place, and of a text. */
const AROUND = 40
const LONGEST_TEXT = 120
/** Bytes of all places shown: what an item of a preview may say is bounded. */
const MOST_SHOWN = 1200

/** Each place before and after, with a little of what is around it. */
export function diffOf(storage: string, { search, replacement }: Replacement): string {
  const shown: string[] = []
  let bytes = 0
  for (let at = storage.indexOf(search); at >= 0; at = storage.indexOf(search, at + search.length)) {
    const [before, after] = [storage.slice(Math.max(0, at - AROUND), at), storage.slice(at + search.length, at + search.length + AROUND)]
    const place = `${signed('-', before + cut(search) + after)}${signed('+', before + cut(replacement) + after)}`
    bytes += Buffer.byteLength(JSON.stringify(place))
    if (bytes > MOST_SHOWN && shown.length > 0) break
    shown.push(place)
  }
  const left = placesIn(storage, { search, replacement }) - shown.length
  return `${shown.join('')}${left > 0 ? `… and ${left} more\n` : ''}`
}

const cut = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text)

const signed = (sign: string, text: string): string =>
  text
    .toWellFormed()
    .split('\n')
    .map(line => `${sign}${line}\n`)
    .join('')
