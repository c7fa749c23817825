import { Type } from 'typebox'
import type { Requirement } from '../../contract/requires.ts'
import { words } from '../../contract/schema.ts'

const LONGEST_TITLE = 255
/** What Confluence takes of a body: bytes, and so no more characters. */
export const LARGEST_CONTENT = 5_242_880

export const pageId = (description: string, aliases: string[] = []) =>
  Type.String({
    pattern: '^[0-9]{1,20}$',
    'x-form': 'of digits',
    description: `${description}: its id, digits`,
    ...(aliases.length > 0 && { 'x-aliases': aliases })
  })

/** Personal spaces have keys as ~name. */
export const spaceKey = (description: string) =>
  Type.String({
    maxLength: 255,
    pattern: '^~?[A-Za-z0-9._:@-]+$',
    'x-form': 'letters and digits; ~name for a personal space',
    description: `${description}: its key, such as DOCS or ~ada`
  })

export const titleOf = (description: string) =>
  Type.String({ minLength: 1, maxLength: LONGEST_TITLE, pattern: '\\S', 'x-form': 'with something in it', description })

/** How a page is named. */
export const pageName = {
  page_id: Type.Optional(pageId('Page or blog post')),
  page_title: Type.Optional(titleOf('Title of the page looked for, exactly as it is written; give space_key as well')),
  space_key: Type.Optional(spaceKey('Space of page_title')),
  content_type: words(['page', 'blogpost'], { default: 'page', description: 'What page_title names. Default page' })
}

const NAMED = 'Give page_id, or page_title and space_key; not both.'

export const namesPage: Requirement = {
  text: NAMED,
  check({ page_id, page_title, space_key }) {
    if (page_id !== undefined)
      return page_title === undefined ? undefined : { path: 'page_title', message: 'does not go with page_id', expected: NAMED }
    if (page_title !== undefined && space_key !== undefined) return undefined
    const path = page_title === undefined ? 'page_id' : 'space_key'
    return { path, message: 'is required', expected: NAMED }
  }
}

export const READ_FORMATS = ['storage', 'view', 'export_view', 'styled_view', 'editor', 'markdown', 'none'] as const

export const start = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 100_000, description: 'Items to skip at the beginning; with cursor it means nothing. Default 0' })
)

export const label = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\s!#&()*,.:;<>?@\\[\\]^]+$',
    'x-form': 'without blanks and without the signs ! # & ( ) * , . : ; < > ? @ [ ] ^',
    description
  })

export const labels = (description: string) => Type.Array(label('A label'), { maxItems: 100, description })

export const commentId = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,20}$', 'x-form': 'of digits', description: `${description}: its id, digits` })

export const expectedVersion = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Version that you read. Where the page is at another one nothing is written (409). Absent: whatever the page is at'
  })
)

export const versionMessage = Type.Optional(Type.String({ maxLength: 1000, description: 'What to say of the change in the history' }))

const VIEW =
  'view is what readers see: macros are gone from it. Read the page with content_format storage, change that, and send it as storage.'

/** The seed names view among the formats; Confluence takes none that is a view. */
export const writeFormat = words(['storage', 'wiki', 'markdown', 'view'], {
  default: 'storage',
  description:
    'Format of content. storage: XHTML as it is kept; wiki: wiki markup, read by Confluence itself; markdown: turned into storage here, for pages without macros; view is refused, since macros would be lost. Default storage'
})

export const notView: Requirement = {
  text: 'content_format must not be view on a write.',
  check: ({ content_format }) =>
    content_format === 'view' ? { path: 'content_format', message: 'cannot be written', expected: VIEW } : undefined
}

export const content = (description: string) => Type.String({ maxLength: LARGEST_CONTENT, description: `${description}, at most 5 MB` })

export const day = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 16,
      pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?$',
      'x-form': 'as 2026-01-31 or 2026-01-31T09:00',
      description: `${description}: a day, which counts whole, or a minute, in the time zone of the account`
    })
  )

export const attachmentId = (description: string) =>
  Type.String({
    pattern: '^(?:att)?[0-9]{1,20}$',
    'x-form': 'att and digits, or digits',
    description: `${description}: its id, such as att123`
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
    'x-form': 'as type/subtype',
    description: `${description}, such as image/png`,
    ...options
  })
