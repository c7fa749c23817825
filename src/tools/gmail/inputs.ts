import { Type } from 'typebox'
import type { Requirement } from '../../contract/requires.ts'
import { EXPECTED_TERMS, hasSearchableText, hasSearchTerm } from '../../lib/google/search-terms.ts'
import { labelNames, line } from './schemas.ts'

const day = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^\\d{4}-\\d{2}-\\d{2}([T ][0-9:.]+(Z|[+-]\\d{2}:?\\d{2}))?$',
      'x-form': 'such as 2026-01-31 or 2026-01-31T12:00:00Z',
      description: `${what}: a date (from midnight UTC) or a time with its offset, ISO 8601`
    })
  )

const filter = (maxLength: number, description: string, options: Record<string, unknown> = {}) =>
  Type.Optional(line(maxLength, description, options))

/** Filters of messages. A message must match all of them. */
export const messageFilters = {
  query: filter(1000, "Search query in Gmail's syntax, sent unchanged"),
  from: filter(300, 'Name or address of the sender', { 'x-aliases': ['sender'] }),
  to: filter(300, 'Name or address of a recipient'),
  subject: filter(300, 'Words in the subject, in this order'),
  text: filter(300, 'Words anywhere in the message, in this order'),
  labels: labelNames('Labels by name or ID; the message must have all of them. Default: any'),
  after: day('Received at or after this time'),
  before: day('Received before this time'),
  unread: Type.Optional(Type.Boolean({ description: 'true: only unread messages; false: only read messages. Default: both' })),
  has_attachment: Type.Optional(
    Type.Boolean({ description: 'true: only messages with attachments; false: only messages without. Default: both' })
  ),
  include_spam_trash: Type.Boolean({ default: false, description: 'true: include spam and trash. Default false' })
}

/** Operators, such as `from:`. One without a value matches nothing by itself. */
const OPERATORS = /(?<![a-z_])[a-z_]+:/gi

/** Refuses a filter without any search term: Gmail would ignore it and match everything. */
export const requiresSearchTerms: Requirement = {
  text: `Each of query, from, to, subject and text that you set needs ${EXPECTED_TERMS}.`,
  check(input) {
    const path = ['query', 'from', 'to', 'subject', 'text'].find(name => {
      const value = input[name]
      return typeof value === 'string' && !(name === 'query' ? hasSearchTerm(value.replace(OPERATORS, ' ')) : hasSearchableText(value))
    })
    return path === undefined ? undefined : { path, message: 'has no search term, so it would match everything', expected: EXPECTED_TERMS }
  }
}

const CHANGES = 'Set add, remove or both.'

/** Requires a label to add or to remove. */
export const changesLabels: Requirement = {
  text: CHANGES,
  check: ({ add, remove }) =>
    [add, remove].some(labels => Array.isArray(labels) && labels.length > 0)
      ? undefined
      : { path: 'add', message: 'must not be empty unless remove has labels', expected: CHANGES }
}

const COLORS = 'Set text_color and background_color together.'

/** Gmail refuses one color without the other. */
export const colorsTogether: Requirement = {
  text: COLORS,
  check: ({ text_color, background_color }) =>
    (text_color === undefined) === (background_color === undefined)
      ? undefined
      : { path: text_color === undefined ? 'text_color' : 'background_color', message: 'is missing', expected: COLORS }
}
