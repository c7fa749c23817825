import { counted } from '../../../lib/format.ts'
import { cut, type LastEnd, paragraphEnd, type Window } from '../../../lib/window.ts'
import type { Body, Page } from '../schemas.ts'
import type { ConfluenceCall } from './request.ts'
import { runTextTask, type TaskCall } from './text-tasks.ts'

const NAMES = ['storage', 'view', 'export_view', 'styled_view', 'editor', 'markdown'] as const

/** Returns the page with the requested part of its body, and reports where to continue. */
export async function truncateBody(page: Page, window: Window, call: TaskCall & Pick<ConfluenceCall, 'truncate' | 'warn'>): Promise<Page> {
  const name = NAMES.find(one => page.body?.[one])
  const body: Body | null = page.body
  const whole = name && body?.[name]
  if (!name || !body || !whole) return page
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
