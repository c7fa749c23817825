import { OperationError } from '../../../../contract/errors.ts'
import { FORMATS, type Format, type Page, type PageReference } from '../../schemas.ts'
import type { KeptPage } from '../cache/cache.ts'
import { usersById } from '../cloud/users.ts'
import type { Confluence } from '../connection.ts'
import { checkFormat } from '../content/content.ts'
import { runTextTask } from '../content/text-tasks.ts'
import { roomForBody, truncateBody } from '../content/truncate-body.ts'
import { hiddenWarnings } from '../content/warn-hidden.ts'
import { amongCurrent, impossible } from '../failures.ts'
import type { ConfluenceCall } from '../request.ts'
import { MAX_CHILDREN } from './children.ts'
import { readExpand } from './expand.ts'
import { ifReadable } from './optional-parts.ts'
import { withParts } from './page-parts.ts'
import type { ReadOptions } from './page-source.ts'
import { pagesOf } from './sources.ts'

/** Identifies a page: by ID, or by title and space. */
export interface PageName {
  page_id?: string
  page_title?: string
  space_key?: string
  content_type?: Page['type']
}

type ReadFormat = Format | 'markdown' | 'none'

export interface PageInput extends PageName {
  content_format: ReadFormat
  version?: number
  expand?: readonly string[]
  max_chars?: number
  body_offset?: number
  no_cache: boolean
}

/** Returns the named page. If the caller may use only some spaces, the space of the response is checked, too. */
export async function findPage(
  confluence: Confluence,
  { page_id, page_title = '', space_key = '', content_type = 'page' }: PageName,
  options: ReadOptions,
  call: ConfluenceCall
) {
  const source = pagesOf(confluence)
  if (page_id === undefined) confluence.spaceAccess.check(call.caller, space_key)
  const page =
    page_id !== undefined
      ? await source
          .get(confluence, page_id, options, call)
          .catch(error => Promise.reject(options.anyStatus || options.version !== undefined ? error : amongCurrent(error)))
      : await source.find(confluence, { title: page_title, space_key, type: content_type }, options, call)
  if (page) confluence.spaceAccess.check(call.caller, page.space.key || null)
  else throw missingPage(page_title, space_key)
  return page
}

const missingPage = (title: string, space: string): OperationError =>
  new OperationError('page_not_found', `Confluence has no page "${title}" in the space ${space} that this account can see.`, {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['Titles must match exactly; use confluence_search to find pages by words.']
  })

/** Reads a page in the requested format. */
export async function getPage(confluence: Confluence, input: PageInput, call: ConfluenceCall): Promise<Page> {
  const { content_format, version, expand = [], max_chars, body_offset = 0, no_cache, ...name } = input
  const { formats, unknown, ancestors, children, users, restrictions, properties } = readExpand(expand)
  const isMarkdown = content_format === 'markdown'
  const named = isMarkdown ? 'storage' : FORMATS.find(one => one === content_format)
  // storage is the default and may not have been requested.
  const format = named === undefined || named === 'storage' ? (formats[0] ?? named) : named
  warnUnsupported(
    unknown,
    formats.filter(one => one !== format),
    call
  )
  checkFormat(confluence.site, format)
  if (format !== undefined && RENDERED.includes(format)) confluence.spaceAccess.checkUnlimited(call.caller, CAN_INCLUDE)
  const options: ReadOptions = { format, version, anyStatus: true, ancestors, children, users }
  const { warnings = [], ...page } = await confluence.cache.page(
    { caller: call.caller, input: [name, options, isMarkdown], no_cache },
    async () => {
      const found = await findPage(confluence, name, options, call)
      return isMarkdown ? await withMarkdown(confluence, found, options, call) : { ...found, warnings: await hiddenWarnings([found], call) }
    }
  )
  for (const warning of warnings) call.warn(warning)
  const shown = { ...page, ancestors: ancestors ? page.ancestors : null, children: page.children && firstOf(page.children, call) }
  const read = await withParts(confluence, shown, { restrictions, properties }, call)
  const window = { max_chars: max_chars ?? roomForBody(read, body_offset, call.response_chars), offset: body_offset }
  const shownPage = window.max_chars === undefined && body_offset === 0 ? read : await truncateBody(read, window, call)
  if (version === undefined && read.status === 'current') await noteRead(confluence, read, shownPage, body_offset, call)
  return shownPage
}

/** Formats in which Confluence runs macros, with the rights of the account: some include pages of any space. */
const RENDERED: readonly Format[] = ['view', 'export_view', 'styled_view']

const CAN_INCLUDE = 'the view of a page can include pages of others: read it as storage'

function warnUnsupported(unknown: readonly string[], formats: readonly Format[], call: ConfluenceCall): void {
  if (unknown.length > 0) call.warn(`expand: ${unknown.join(', ')} ${unknown.length === 1 ? 'is' : 'are'} not supported.`)
  if (formats.length > 0) call.warn(`expand: a call returns one format of the body; ${formats.join(', ')} was omitted.`)
}

function firstOf(children: PageReference[], call: ConfluenceCall): PageReference[] {
  if (children.length > MAX_CHILDREN)
    call.warn(`Only the first ${MAX_CHILDREN} children are returned: use confluence_list_children for all of them.`)
  return children.slice(0, MAX_CHILDREN)
}

/** Remembers a read of a part, which must not be written back as the page. */
async function noteRead({ reads }: Confluence, whole: Page, shown: Page, offset: number, { caller }: ConfluenceCall): Promise<void> {
  const format = whole.body?.markdown ? 'markdown' : whole.body?.storage ? 'storage' : undefined
  const value = format && shown.body?.[format]?.value
  if (format === undefined || value === undefined) return
  const before = offset > 0 ? await reads.recall(caller.id, whole.id) : undefined
  const begin = before?.format === format && before.end === offset ? before.offset : offset
  const end = offset + value.length
  const isWhole = begin === 0 && end >= (whole.body?.[format]?.value.length ?? 0)
  await reads.note(caller.id, whole.id, isWhole ? undefined : { format, offset: begin, end })
}

/** Converts the storage format, so that the Markdown can be written back; if that is impossible, what readers see. */
async function withMarkdown(confluence: Confluence, page: Page, options: ReadOptions, call: ConfluenceCall): Promise<KeptPage> {
  const storage = page.body?.storage
  if (!page.body || !storage) return page
  const names = await namesIn(confluence, storage.value, call)
  const converted =
    (await runTextTask('pageToMarkdown', [storage.value, names], call)) ?? (await viewAsMarkdown(confluence, page.id, options, call))
  const { value, warnings } = converted
  return {
    ...page,
    warnings,
    body: { ...page.body, storage: null, markdown: { value, representation: 'markdown', embedded_content: null } }
  }
}

async function viewAsMarkdown(confluence: Confluence, page_id: string, options: ReadOptions, call: ConfluenceCall) {
  if (confluence.spaceAccess.of(call.caller))
    throw impossible('The storage format of this page cannot be converted to Markdown.', 'Read it with content_format storage.')
  const { body } = await findPage(confluence, { page_id }, { ...options, format: 'view' }, call)
  const { value, warnings } = await runTextTask('toMarkdown', [body?.view?.value ?? ''], call)
  return { value, warnings: [...warnings, NOT_WRITABLE] }
}

const NOT_WRITABLE =
  'The storage format of this page cannot be converted: the Markdown is converted from its view, and must not be written back.'

const MENTION = /<ri:user\s[^<>]*ri:account-id="([^"<]+)"/g
const MAX_NAMES = 200

/** Returns the names of the people that a page mentions, as far as Confluence returns them. */
async function namesIn(confluence: Confluence, storage: string, call: ConfluenceCall): Promise<[id: string, name: string][]> {
  const ids = [...new Set([...storage.matchAll(MENTION)].map(([, id = '']) => id))].slice(0, MAX_NAMES)
  if (ids.length === 0 || confluence.site.deployment !== 'cloud') return []
  const users = await ifReadable('names of people', call, () => usersById(confluence, ids, call))
  return [...(users ?? [])].flatMap(([id, { display_name }]): [string, string][] => (display_name ? [[id, display_name]] : []))
}
