import { OperationError } from '../../../contract/errors.ts'
import { FORMATS, type Format, type Page } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { cutBody } from './cut.ts'
import { toMarkdown } from './markdown.ts'
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
      ? await source.get(confluence, page_id, wish, turn)
      : await source.find(confluence, { title: page_title, space_key, type: content_type }, wish, turn)
  if (page) confluence.allowance.check(turn.caller, page.space.key)
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
  const asks = (...words: string[]): boolean => words.some(word => expand.includes(word))
  const format = content_format === 'markdown' ? 'view' : FORMATS.find(one => one === content_format)
  const wish: Wish = {
    format,
    version,
    anyStatus: true,
    ancestors: asks('ancestors'),
    children: asks('children', 'children.page'),
    users: asks('users')
  }
  const page = await confluence.cache.page({ caller: turn.caller, input: [name, wish], no_cache }, () =>
    findPage(confluence, name, wish, turn)
  )
  const parts = { restrictions: asks('restrictions'), properties: asks('metadata.properties') }
  const asked = await withParts(confluence, { ...page, ancestors: wish.ancestors ? page.ancestors : null }, parts, turn)
  const read = content_format === 'markdown' ? withMarkdown(asked) : asked
  return max_chars === undefined && body_offset === 0 ? read : cutBody(read, { max_chars, offset: body_offset }, turn)
}

function withMarkdown(page: Page): Page {
  const view = page.body?.view
  if (!page.body || !view) return page
  return {
    ...page,
    body: { ...page.body, view: null, markdown: { value: toMarkdown(view.value), representation: 'markdown', embedded_content: null } }
  }
}
