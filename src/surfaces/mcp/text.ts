import { isInLeanList } from '../../catalog/lean-inputs.ts'
import { inputOf } from '../../catalog/reserved-inputs.ts'
import { highestPermission, type Operation } from '../../contract/operation.ts'
import { jsonLength, prefixLength } from '../../pipeline/result/slice.ts'
import type { ListDetail } from '../shared/listed-tool.ts'

/** Maximum characters of a result as JSON, unless its call requests more: text, structured content and metadata together. */
const MAX_RESULT = 25_000
/** Minimum characters of text, even if the structured content is larger. */
const MIN_TEXT = 4_000

const IN_STRUCTURED_CONTENT = 'This text is shortened. All of this response is in structuredContent.'

/** Explains how to read the rest of a shortened text, with inputs that the list of the caller has. Never suggests repeating a write. */
export function shortenedNote(operation: Operation, metadata: Readonly<Record<string, unknown>>, detail: ListDetail): string {
  const whole = metadata['truncated'] ? 'This text is shortened. structuredContent holds more of this response.' : IN_STRUCTURED_CONTENT
  if (highestPermission(operation.permission) !== 'read') {
    const reads = operation.see_also.filter(id => /^[a-z]+_(?:get|read)_/.test(id)).slice(0, 2)
    return `${whole} Do not repeat the call: it was executed.${reads.length > 0 ? ` To read the result, use ${reads.join(' or ')}.` : ''}`
  }
  const isListed = (name: string): boolean =>
    Object.hasOwn(inputOf(operation).properties, name) && (detail.reserved === 'all' || isInLeanList(name, operation, detail.hasSeveral))
  if (isListed('max_chars')) return `${whole} To read it as text, repeat the call with \`max_chars: 10000\` and follow next_cursor.`
  if (isListed('limit')) return `${whole} To read it as text, repeat the call with a smaller \`limit\`, and continue where that ends.`
  return whole
}

/**
 * Returns the text of a result. Clients show either the text or the structured content to their model, so both are complete if they fit into one
 * result. Otherwise the text is only the beginning, followed by a note, so that nothing long is sent twice. `size`: characters of the rest as JSON.
 */
export function textBeside(markdown: string, size: number, noteOf = (): string => IN_STRUCTURED_CONTENT): string {
  const text = markdown === '' ? 'The response is empty.' : markdown
  const room = Math.max(MIN_TEXT, MAX_RESULT - size - AROUND)
  if (jsonLength(text) <= room) return text
  const note = noteOf()
  const beginning = text.slice(0, prefixLength(text, room - note.length - 20)).trimEnd()
  return [`${beginning}${closing(beginning)}`, `*${note}*`].join('\n\n')
}

/** Characters of a result around its text and the rest. */
const AROUND = 200

/** Returns the end of a code fence that is open at the end of the text. */
function closing(text: string): string {
  let open = ''
  for (const [, fence = ''] of text.matchAll(/^(`{3,})/gm)) {
    if (open === '') open = fence
    else if (fence.length >= open.length) open = ''
  }
  return open === '' ? '' : `\n${open}`
}
