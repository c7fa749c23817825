import { OperationError } from '../../../../contract/errors.ts'

/** Filters of a search, besides labels. */
export interface SearchFilters {
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

/** Returns the filters in Gmail's search syntax. User input is quoted: `from:a b` would be two terms, the second of which matches anywhere. */
export function queryOf({ query, from, to, subject, text, after, before, unread, has_attachment }: SearchFilters): string {
  const headers = { from, to, subject }
  return [
    query === undefined ? '' : `(${balanced(query)})`,
    ...Object.entries(headers).map(([operator, value]) => (value === undefined ? '' : `${operator}:${quoted(value)}`)),
    text === undefined ? '' : quoted(text),
    after === undefined ? '' : `after:${seconds('after', after)}`,
    before === undefined ? '' : `before:${seconds('before', before)}`,
    unread === undefined ? '' : unread ? 'is:unread' : 'is:read',
    has_attachment === undefined ? '' : has_attachment ? 'has:attachment' : '-has:attachment'
  ]
    .filter(term => term !== '')
    .join(' ')
}

/** A single word that is neither an operator nor an exclusion. */
const WORD = /^(?!OR$|AND$|AROUND$)[\p{L}\p{N}_][\p{L}\p{N}_.@+-]*$/u

/** Gmail's syntax cannot escape a quote within quotes. */
const quoted = (value: string): string => (WORD.test(value) ? value : `"${value.replaceAll('"', ' ').replace(/\s+/g, ' ').trim()}"`)

const CLOSING: ReadonlyMap<string, string> = new Map(Object.entries<string>({ '(': ')', '{': '}' }))

/** Returns the query. Throws if a quote or bracket is not closed: it would absorb the other filters and match more than they allow. */
function balanced(query: string): string {
  const open: string[] = []
  for (const token of query.match(/[(){}]|"[^"]*"?/g) ?? []) {
    const isQuote = token.startsWith('"')
    const closing = CLOSING.get(token)
    if (closing !== undefined) open.push(closing)
    else if (isQuote ? token.length < 2 || !token.endsWith('"') : open.pop() !== token) throw unbalanced(query)
  }
  if (open.length > 0) throw unbalanced(query)
  return query
}

const unbalanced = (query: string): OperationError =>
  new OperationError('invalid_field_value', '`query` has a quote or bracket without its counterpart.', {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'query', message: `${query.slice(0, 80)} is not balanced`, expected: 'each ", ( and { with its counterpart' }]
  })

/** Returns seconds since 1970, which are independent of time zones. Gmail reads a date in the time zone of the account. */
function seconds(path: string, value: string): number {
  try {
    const time = Temporal.Instant.from(value.length === DATE_LENGTH ? `${value}T00:00Z` : value)
    return Math.floor(time.epochMilliseconds / 1000)
  } catch {
    throw invalidDate(path, value)
  }
}

const DATE_LENGTH = '2026-01-31'.length

const invalidDate = (path: string, value: string): OperationError =>
  new OperationError('invalid_field_value', `\`${path}\` is not a valid date (got ${value}).`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message: `${value} is not a valid date`, expected: '2026-01-31 or 2026-01-31T12:00:00Z' }]
  })
