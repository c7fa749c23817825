import { OperationError } from '../../../contract/errors.ts'
import { byteSize } from '../../../lib/format.ts'
import { LARGEST_CONTENT } from '../inputs.ts'
import { aside, type Who } from './aside.ts'
import { impossible } from './failures.ts'

/** A text and what takes its place, both read literally. */
export type Replacement = { search: string; replacement: string }

export function placesIn(storage: string, { search }: Replacement): number {
  let places = 0
  for (let at = storage.indexOf(search); at >= 0; at = storage.indexOf(search, at + search.length)) places++
  return places
}

/** Bytes of the storage once the text is replaced: known before it is made, which may take a thousand times the page. */
const sizeAfter = (storage: string, what: Replacement): number =>
  Buffer.byteLength(storage) + placesIn(storage, what) * (Buffer.byteLength(what.replacement) - Buffer.byteLength(what.search))

/** Why the text is not replaced in the page: Confluence would not take it; undefined where it would. */
export function tooLarge(page_id: string, storage: string, what: Replacement): OperationError | undefined {
  const bytes = sizeAfter(storage, what)
  if (bytes <= LARGEST_CONTENT) return undefined
  const message = `The page ${page_id} would have ${byteSize(bytes)}, and Confluence takes ${byteSize(LARGEST_CONTENT)}; it is left alone.`
  const suggestions = ['Search for more of the text, so that it fits fewer places.']
  return new OperationError('payload_too_large', message, { source: 'gateway', outcome: 'not_executed', suggestions })
}

/** Whether `after` is what the replacement makes of the storage. */
export const isReplaced = (storage: string, { search, replacement }: Replacement, after: string): boolean =>
  sizeAfter(storage, { search, replacement }) === Buffer.byteLength(after) &&
  storage.includes(search) &&
  storage.replaceAll(search, () => replacement) === after

/** The storage with the text replaced, and every other byte as it was. Refuses what would leave a page that Confluence does not take, or cannot read. */
export async function replacedIn(storage: string, what: Replacement, page_id: string, who: Who): Promise<string> {
  const refusal = tooLarge(page_id, storage, what)
  if (refusal) throw refusal
  const after = storage.replaceAll(what.search, () => what.replacement)
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
