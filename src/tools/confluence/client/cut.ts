import { cut, paragraphEnd, type Window } from '../../../lib/window.ts'
import type { Body, Page } from '../schemas.ts'
import { blockEnd } from './blocks.ts'
import type { Turn } from './request.ts'

const NAMES = ['storage', 'view', 'export_view', 'styled_view', 'editor', 'markdown'] as const

/** The page with as much of its body as is wanted; what is left out is told, with where to go on. */
export function cutBody(page: Page, window: Window, turn: Pick<Turn, 'truncate'>): Page {
  const name = NAMES.find(one => page.body?.[one])
  const body: Body | null = page.body
  const whole = name && body?.[name]
  if (!name || !body || !whole) return page
  const { text, end } = cut(whole.value, name === 'markdown' ? paragraphEnd : blockEnd, window)
  const omitted = whole.value.length - end
  if (omitted > 0)
    turn.truncate({
      reason: 'size',
      omitted,
      hint: `${omitted} characters are left out: go on with body_offset ${end}. Do not write a part back as the page.`
    })
  return { ...page, body: { ...body, [name]: { ...whole, value: text } } }
}
