import { OperationError } from '../../../contract/errors.ts'

/** What a search asks for, besides labels. */
export interface Wish {
  query?: string
  from?: string
  to?: string
  subject?: string
  text?: string
  after?: string
  before?: string
  unread?: boolean
  has_attachment?: boolean
}

/** The search in Gmail's own language. What a user typed is quoted: `from:a b` would be two terms, the second of them anywhere. */
export function queryOf({ query, from, to, subject, text, after, before, unread, has_attachment }: Wish): string {
  const words = { from, to, subject }
  return [
    query === undefined ? '' : `(${whole(query)})`,
    ...Object.entries(words).map(([operator, value]) => (value === undefined ? '' : `${operator}:${quoted(value)}`)),
    text === undefined ? '' : quoted(text),
    after === undefined ? '' : `after:${seconds('after', after)}`,
    before === undefined ? '' : `before:${seconds('before', before)}`,
    unread === undefined ? '' : unread ? 'is:unread' : 'is:read',
    has_attachment === undefined ? '' : has_attachment ? 'has:attachment' : '-has:attachment'
  ]
    .filter(term => term !== '')
    .join(' ')
}

/** One word, which is neither OR nor begins as an exclusion does. */
const WORD = /^(?!OR$|AND$|AROUND$)[\p{L}\p{N}_][\p{L}\p{N}_.@+-]*$/u

/** Gmail has no way to write a quote within quotes. */
const quoted = (value: string): string => (WORD.test(value) ? value : `"${value.replaceAll('"', ' ').replace(/\s+/g, ' ').trim()}"`)

const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '{': '}' }

/** A query that ends in an open quote or bracket would take the other conditions into itself, and select more than they allow. */
function whole(query: string): string {
  const open: string[] = []
  for (const mark of query.match(/[(){}]|"[^"]*"?/g) ?? []) {
    const isQuote = mark.startsWith('"')
    const closing = CLOSED_BY[mark]
    if (closing !== undefined) open.push(closing)
    else if (isQuote ? mark.length < 2 || !mark.endsWith('"') : open.pop() !== mark) throw unbalanced(query)
  }
  if (open.length > 0) throw unbalanced(query)
  return query
}

const unbalanced = (query: string): OperationError =>
  new OperationError('invalid_field_value', 'query has a quote or bracket that is not closed, or was never opened.', {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'query', message: `${query.slice(0, 80)} is not balanced`, expected: 'each ", ( and { with its counterpart' }]
  })

/** Seconds since 1970, which no time zone shifts; dates alone are read by Gmail in the zone of the account. */
function seconds(path: string, value: string): number {
  try {
    const time = Temporal.Instant.from(value.length === DATE_ALONE ? `${value}T00:00Z` : value)
    return Math.floor(time.epochMilliseconds / 1000)
  } catch {
    throw noDate(path, value)
  }
}

const DATE_ALONE = '2026-01-31'.length

const noDate = (path: string, value: string): OperationError =>
  new OperationError('invalid_field_value', `${path} is no date.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message: `${value} is no date`, expected: '2026-01-31 or 2026-01-31T12:00:00Z' }]
  })
