import { OperationError } from '../../../../contract/errors.ts'
import { countOf, findPositionsSync, replacedAll } from '../../../../lib/find-text.ts'
import { byteSize } from '../../../../lib/format.ts'
import { LARGEST_CONTENT } from '../../inputs.ts'
import { impossible } from '../failures.ts'
import { runTextTask, type TaskCall } from './text-tasks.ts'

/** A text and its replacement, both literal. */
export type Replacement = { search: string; replacement: string }

export const countOccurrences = (storage: string, { search }: Replacement): number => countOf(storage, search)

const replaced = (storage: string, { search, replacement }: Replacement): string => replacedAll(storage, search, replacement)

/** Returns the size after the replacement, in bytes. Computed before the result is built, which may be a thousand times as large. */
const sizeAfter = (storage: string, what: Replacement): number =>
  Buffer.byteLength(storage) + countOccurrences(storage, what) * (Buffer.byteLength(what.replacement) - Buffer.byteLength(what.search))

/** Returns the error if the result would be too large for Confluence; undefined if it fits. */
export function tooLarge(page_id: string, storage: string, what: Replacement): OperationError | undefined {
  const bytes = sizeAfter(storage, what)
  if (bytes <= LARGEST_CONTENT) return undefined
  const message = `The page ${page_id} would have ${byteSize(bytes)}, more than the ${byteSize(LARGEST_CONTENT)} that Confluence accepts; it was left unchanged.`
  const suggestions = ['Search for a longer text that occurs less often.']
  return new OperationError('payload_too_large', message, { source: 'gateway', outcome: 'not_executed', suggestions })
}

/** Whether `after` is the result of the replacement. */
export const isReplaced = (storage: string, what: Replacement, after: string): boolean =>
  sizeAfter(storage, what) === Buffer.byteLength(after) && countOccurrences(storage, what) > 0 && replaced(storage, what) === after

/** Replaces the text and keeps every other byte. Throws if Confluence could not accept or parse the result. */
export async function replacedIn(storage: string, what: Replacement, page_id: string, who: TaskCall): Promise<string> {
  const refusal = tooLarge(page_id, storage, what)
  if (refusal) throw refusal
  const after = replaced(storage, what)
  const fault = await runTextTask('faultIn', [after], who)
  if (!fault || (await runTextTask('faultIn', [storage], who))) return after
  throw impossible(
    `The page ${page_id} would no longer be well-formed (line ${fault.line}, column ${fault.column}: ${fault.message}); it was left unchanged.`,
    'Storage format is XHTML: write & as &amp; and < as &lt;, and replace complete tags.'
  )
}

/** Characters shown around an occurrence, and of a text. */
const AROUND = 40
const MAX_TEXT = 120
/** Total bytes of the occurrences shown: a preview row has a size limit. */
const MAX_SHOWN = 1200

/** Shows each occurrence before and after, with some context. */
export function diffOf(storage: string, what: Replacement): string {
  const { search, replacement } = what
  const shown: string[] = []
  let bytes = 0
  // More are never shown: each has more than a byte.
  for (const at of findPositionsSync(storage, search, 0, MAX_SHOWN)) {
    const [before, after] = [storage.slice(Math.max(0, at - AROUND), at), storage.slice(at + search.length, at + search.length + AROUND)]
    const position = `${signed('-', before + cut(search) + after)}${signed('+', before + cut(replacement) + after)}`
    bytes += Buffer.byteLength(JSON.stringify(position))
    if (bytes > MAX_SHOWN && shown.length > 0) break
    shown.push(position)
  }
  const left = countOccurrences(storage, what) - shown.length
  return `${shown.join('')}${left > 0 ? `… and ${left} more\n` : ''}`
}

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

const signed = (sign: string, text: string): string =>
  text
    .toWellFormed()
    .split('\n')
    .map(line => `${sign}${line}\n`)
    .join('')
