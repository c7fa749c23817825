import { counted } from '../../../lib/format.ts'
import { cut, type LastEnd, paragraphEnd, type Window } from '../../../lib/window.ts'
import type { Body, Page } from '../schemas.ts'
import { aside, type Who } from './aside.ts'
import type { Turn } from './request.ts'

const NAMES = ['storage', 'view', 'export_view', 'styled_view', 'editor', 'markdown'] as const

/** The page with as much of its body as is wanted; what is left out is told, with where to go on. */
export async function cutBody(page: Page, window: Window, turn: Who & Pick<Turn, 'truncate' | 'warn'>): Promise<Page> {
  const name = NAMES.find(one => page.body?.[one])
  const body: Body | null = page.body
  const whole = name && body?.[name]
  if (!name || !body || !whole) return page
  if (window.offset > 0 && window.offset >= whole.value.length)
    turn.warn(`body_offset ${window.offset} is beyond the end: the body has ${counted(whole.value.length, 'character')}.`)
  const { text, end } = cut(whole.value, name === 'markdown' ? paragraphEnd : await blockEnd(whole.value, window, turn), window)
  const omitted = whole.value.length - end
  if (omitted > 0)
    turn.truncate({
      reason: 'size',
      omitted,
      hint: `${omitted} characters are left out: go on with body_offset ${end}. Do not write a part back as the page.`
    })
  return { ...page, body: { ...body, [name]: { ...whole, value: text } } }
}

async function blockEnd(storage: string, { max_chars = storage.length, offset }: Window, who: Who): Promise<LastEnd> {
  const limit = offset + max_chars
  const end = limit < storage.length ? await aside('blockEnd', [storage.slice(0, limit), offset], who) : undefined
  return () => end
}
