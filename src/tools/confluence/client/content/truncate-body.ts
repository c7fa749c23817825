import { counted } from '../../../../lib/format.ts'
import { cut, type LastEnd, paragraphEnd, type Window } from '../../../../lib/window.ts'
import type { Body, Page } from '../../schemas.ts'
import { impossible } from '../failures.ts'
import type { ConfluenceCall } from '../request.ts'
import { runTextTask, type TaskCall } from './text-tasks.ts'

const NAMES = ['storage', 'view', 'export_view', 'styled_view', 'editor', 'atlas_doc_format', 'markdown'] as const

/** Characters for facts that the gateway adds to the page. */
const MARGIN = 500
const MIN_ROOM = 1000

/**
 * Returns how much of the body fits into a response of this size. Undefined: all of it. ADF is not truncated here, since a part of it cannot be
 * read.
 */
export function roomForBody(page: Page, offset: number, response_chars: number | undefined): number | undefined {
  const value = NAMES.map(name => (name === 'atlas_doc_format' ? undefined : page.body?.[name]?.value)).find(text => text !== undefined)
  if (response_chars === undefined || value === undefined || value.length + MARGIN < response_chars / MAX_ESCAPE) return undefined
  const room = Math.max(MIN_ROOM, response_chars - JSON.stringify({ ...page, body: null }).length - MARGIN)
  const rest = value.slice(offset)
  for (let size = rest.length; ; size = Math.floor(size * Math.min(0.9, room / jsonLength(rest.slice(0, size)))))
    if (jsonLength(rest.slice(0, size)) <= room) return size === rest.length && offset === 0 ? undefined : size
}

const jsonLength = (text: string): number => JSON.stringify(text).length
/** Maximum characters of JSON for a character, such as \\u0000. */
const MAX_ESCAPE = 6

/** Returns the page with the requested part of its body, and reports where to continue. */
export async function truncateBody(page: Page, window: Window, call: TaskCall & Pick<ConfluenceCall, 'truncate' | 'warn'>): Promise<Page> {
  const name = NAMES.find(one => page.body?.[one])
  const body: Body | null = page.body
  const whole = name && body?.[name]
  if (!name || !body || !whole) return page
  if (name === 'atlas_doc_format' && (window.offset > 0 || whole.value.length > (window.max_chars ?? whole.value.length)))
    throw impossible(
      `The body has ${counted(whole.value.length, 'character')}, and a part of an ADF document cannot be read.`,
      'Read it without max_chars and body_offset, or with content_format markdown.'
    )
  if (window.offset > 0 && window.offset >= whole.value.length)
    call.warn(`body_offset ${window.offset} is beyond the end: the body has ${counted(whole.value.length, 'character')}.`)
  const { text, end } = cut(whole.value, name === 'markdown' ? paragraphEnd : await blockEnd(whole.value, window, call), window)
  const omitted = whole.value.length - end
  if (omitted > 0)
    call.truncate({
      reason: 'size',
      omitted,
      next: 'next_body_offset',
      hint: `${omitted} characters are omitted: continue with body_offset ${end}. Do not write a part back as the page.`
    })
  const cutOff = { ...page, body: { ...body, [name]: { ...whole, value: text } } }
  return omitted > 0 ? { ...cutOff, next_body_offset: end } : cutOff
}

async function blockEnd(storage: string, { max_chars = storage.length, offset }: Window, who: TaskCall): Promise<LastEnd> {
  const limit = offset + max_chars
  const end = limit < storage.length ? await runTextTask('blockEnd', [storage.slice(0, limit), offset], who) : undefined
  return () => end
}
