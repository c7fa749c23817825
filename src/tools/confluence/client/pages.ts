import { OperationError } from '../../../contract/errors.ts'
import { FORMATS, type Format, type Page, type PageReference } from '../schemas.ts'
import { aside } from './aside.ts'
import { MOST_CHILDREN } from './children.ts'
import type { Confluence } from './connection.ts'
import { cutBody } from './cut.ts'
import { readExpand } from './expand.ts'
import { amongCurrent } from './failures.ts'
import { withParts } from './page-parts.ts'
import type { Wish } from './page-source.ts'
import type { Turn } from './request.ts'
import { pagesOf } from './sources.ts'

/** How a caller names a page: by id, or by title and space. */
export interface PageName {
  page_id?: string
  page_title?: string
  space_key?: string
  content_type?: Page['type']
}

export type ReadFormat = Format | 'markdown' | 'none'

export interface PageQuestion extends PageName {
  content_format: ReadFormat
  version?: number
  expand?: readonly string[]
  max_chars?: number
  body_offset?: number
  no_cache: boolean
}

/** The page that is named. Where the caller may use some spaces only, what comes back is looked at, too. */
export async function findPage(
  confluence: Confluence,
  { page_id, page_title = '', space_key = '', content_type = 'page' }: PageName,
  wish: Wish,
  turn: Turn
) {
  const source = pagesOf(confluence)
  if (page_id === undefined) confluence.allowance.check(turn.caller, space_key)
  const page =
    page_id !== undefined
      ? await source
          .get(confluence, page_id, wish, turn)
          .catch(error => Promise.reject(wish.anyStatus || wish.version !== undefined ? error : amongCurrent(error)))
      : await source.find(confluence, { title: page_title, space_key, type: content_type }, wish, turn)
  if (page) confluence.allowance.check(turn.caller, page.space.key || null)
  else throw missingPage(page_title, space_key)
  return page
}

const missingPage = (title: string, space: string): OperationError =>
  new OperationError('page_not_found', `Confluence has no page "${title}" in the space ${space} that this account can see.`, {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['Titles must match exactly; confluence_search finds pages by words.']
  })

/** A page as a caller wants it read. */
export async function getPage(confluence: Confluence, question: PageQuestion, turn: Turn): Promise<Page> {
  const { content_format, version, expand = [], max_chars, body_offset = 0, no_cache, ...name } = question
  const { formats, unknown, ancestors, children, users, restrictions, properties } = readExpand(expand)
  const isMarkdown = content_format === 'markdown'
  const named = isMarkdown ? 'view' : FORMATS.find(one => one === content_format)
  // storage is what nobody had to name.
  const format = named === undefined || named === 'storage' ? (formats[0] ?? named) : named
  tellUnheeded(
    unknown,
    formats.filter(one => one !== format),
    turn
  )
  const wish: Wish = { format, version, anyStatus: true, ancestors, children, users }
  const page = await confluence.cache.page({ caller: turn.caller, input: [name, wish, isMarkdown], no_cache }, async () => {
    const found = await findPage(confluence, name, wish, turn)
    return isMarkdown ? await withMarkdown(found, turn) : found
  })
  const shown = { ...page, ancestors: ancestors ? page.ancestors : null, children: page.children && firstOf(page.children, turn) }
  const read = await withParts(confluence, shown, { restrictions, properties }, turn)
  return max_chars === undefined && body_offset === 0 ? read : await cutBody(read, { max_chars, offset: body_offset }, turn)
}

function tellUnheeded(unknown: readonly string[], formats: readonly Format[], turn: Turn): void {
  if (unknown.length > 0) turn.warn(`expand: ${unknown.join(', ')} ${unknown.length === 1 ? 'is' : 'are'} not answered here.`)
  if (formats.length > 0) turn.warn(`expand: one format of the body a call; ${formats.join(', ')} was left out.`)
}

function firstOf(children: PageReference[], turn: Turn): PageReference[] {
  if (children.length > MOST_CHILDREN) turn.warn(`Only the first ${MOST_CHILDREN} children are told: confluence_list_children tells all.`)
  return children.slice(0, MOST_CHILDREN)
}

async function withMarkdown(page: Page, turn: Turn): Promise<Page> {
  const view = page.body?.view
  if (!page.body || !view) return page
  const value = await aside('toMarkdown', [view.value], turn)
  return { ...page, body: { ...page.body, view: null, markdown: { value, representation: 'markdown', embedded_content: null } } }
}
