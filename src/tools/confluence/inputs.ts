import { Type } from 'typebox'
import type { Requirement } from '../../contract/requires.ts'
import { stringEnum, withForm } from '../../contract/schema.ts'

const MAX_TITLE = 255
/** Maximum size of a body in Confluence: bytes, and so also characters. */
export const LARGEST_CONTENT = 5_242_880

export const pageId = (description: string, aliases: string[] = []) =>
  Type.String({
    pattern: '^[0-9]{1,20}$',
    'x-form': 'of digits',
    description: withForm(description, ': its numeric ID'),
    ...(aliases.length > 0 && { 'x-aliases': aliases })
  })

/** The ID of an attachment begins with att. */
export const labelledId = Type.String({
  pattern: '^(?:att)?[0-9]{1,20}$',
  'x-form': 'of digits; att and digits for an attachment',
  description: 'Page, blog post or attachment: its ID, such as 12345 or att123'
})

export const labelledName = (id: string): string => `the ${id.startsWith('att') ? 'attachment' : 'page'} ${id}`

/** The key of a personal space is ~name. */
export const spaceKey = (description: string) =>
  Type.String({
    maxLength: 255,
    pattern: '^~?[A-Za-z0-9._:@-]+$',
    'x-form': 'letters and digits; ~name for a personal space',
    'x-log': true,
    description: withForm(description, ': its key, such as DOCS or ~ada')
  })

export const titleOf = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_TITLE, pattern: '\\S', 'x-form': 'with at least one visible character', description })

/** Identifies a page. */
export const pageName = {
  page_id: Type.Optional(pageId('Page or blog post')),
  page_title: Type.Optional(titleOf('Exact title of the page; needs space_key as well')),
  space_key: Type.Optional(spaceKey('Space of the page that page_title names')),
  content_type: stringEnum(['page', 'blogpost'], { default: 'page', description: 'Type of the page that page_title names. Default page' })
}

const NAMED = 'Set either page_id, or page_title and space_key.'

export const namesPage: Requirement = {
  text: NAMED,
  check({ page_id, page_title, space_key }) {
    if (page_id !== undefined)
      return page_title === undefined ? undefined : { path: 'page_title', message: 'cannot be combined with page_id', expected: NAMED }
    if (page_title !== undefined && space_key !== undefined) return undefined
    const path = page_title === undefined ? 'page_id' : 'space_key'
    return { path, message: 'is required', expected: NAMED }
  }
}

export const READ_FORMATS = ['storage', 'view', 'export_view', 'styled_view', 'editor', 'atlas_doc_format', 'markdown', 'none'] as const

export const start = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 100_000, description: 'Items to skip at the beginning; ignored with cursor. Default 0' })
)

export const label = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\s!#&()*,.:;<>?@\\[\\]^]+$',
    'x-form': 'without spaces and without the characters ! # & ( ) * , . : ; < > ? @ [ ] ^',
    description
  })

export const labels = (description: string) => Type.Array(label('A label'), { maxItems: 100, description })

export const commentId = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,20}$', 'x-form': 'of digits', description: withForm(description, ': its numeric ID') })

export const expectedVersion = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Version that you read. If it is not the current one, nothing is written (409). Default: any version'
  })
)

export const versionMessage = Type.Optional(Type.String({ maxLength: 1000, description: 'Version comment for the history' }))

const VIEW =
  'view is the rendered form without its macros. Read the page with content_format markdown or storage, edit that, and send it in the same format.'

/** Accepted by the schema only to be refused with a suggestion: Confluence accepts no rendered format. */
const writeFormatWith = (kept: string) =>
  stringEnum(['storage', 'wiki', 'markdown', 'atlas_doc_format', 'view'], {
    default: 'storage',
    description: `Format of content. storage: Confluence's storage format (XHTML); wiki: wiki markup, converted by Confluence; markdown: converted by the gateway, except for ${kept}, which are kept byte for byte; atlas_doc_format: ADF, JSON as text (Cloud only); view is refused, because macros would be lost. Default storage`
  })

export const writeFormat = writeFormatWith('marked blocks ({=storage})')
export const updateFormat = writeFormatWith('unchanged text of the page and marked blocks ({=storage})')

export const notView: Requirement = {
  text: 'content_format cannot be view, which is only for reading.',
  check: ({ content_format }) =>
    content_format === 'view' ? { path: 'content_format', message: 'cannot be written', expected: VIEW } : undefined
}

export const content = (description: string) =>
  Type.String({ maxLength: LARGEST_CONTENT, description: withForm(description, ', at most 5 MB') })

export const day = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 16,
      pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?$',
      'x-form': 'such as 2026-01-31 or 2026-01-31T09:00',
      description: `${description}: a date (the whole day) or a minute, in the time zone of the account`
    })
  )

export const attachmentId = (description: string) =>
  Type.String({
    pattern: '^(?:att)?[0-9]{1,20}$',
    'x-form': 'att and digits, or digits',
    description: withForm(description, ': its ID, such as att123')
  })

export const filename = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\x00-\\x1f\\x7f/\\\\]+$',
    'x-form': 'without slashes and control characters',
    description
  })

export const mediaType = (description: string, options: { default?: string } = {}) =>
  Type.String({
    maxLength: 127,
    pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$',
    'x-form': 'such as type/subtype',
    description: withForm(description, ', such as image/png'),
    ...options
  })
