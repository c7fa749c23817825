import { invalidField } from '../../../../lib/invalid-field.ts'

/** Quotes a text for CQL. */
export const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

export const among = (field: string, values: readonly string[]): string => `${field} in (${values.map(quoted).join(', ')})`

/** Combines conditions with AND, each in brackets. */
export const both = (...clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join('') : clauses.map(clause => `(${clause})`).join(' and ')

const FIELDS =
  'ancestor|container|content|created|creator|contributor|favou?rite|id|label|lastmodified|macro|mention|parent|siteSearch|space(?:\\.\\w+)?|text|title|type|user(?:\\.\\w+)?|watcher'
const LOOKS_LIKE_CQL = new RegExp(`^[\\s(]*(?:not\\s+)?(?:${FIELDS})\\s*(?:=|!=|~|!~|>=?|<=?|(?:not\\s+)?in\\s*\\()`, 'i')

/** Whether the text is CQL rather than words to search for. */
export const isCql = (text: string): boolean => LOOKS_LIKE_CQL.test(text)

/** Splits a caller's query into condition and order. Refuses anything that could escape the brackets around the condition. */
export function splitCql(cql: string): { condition: string; order: string | undefined } {
  const at = orderAt(cql)
  const condition = cql.slice(0, at).trim()
  const order = at < cql.length ? cql.slice(at).trim() : undefined
  if (order !== undefined && !ORDER.test(order))
    throw invalidField('query', 'has an invalid `order by` clause', 'order by lastmodified desc')
  if (condition === '') throw invalidField('query', 'has no condition', 'CQL such as type = page and text ~ "word"')
  return { condition, order }
}

const ORDER = /^order\s+by\s+[\w.]+(\s+(asc|desc))?(\s*,\s*[\w.]+(\s+(asc|desc))?)*$/i

const PART = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\border\s+by\b|["'()\\]/gis

/** Returns the position of ORDER BY, or the end. Quotes and brackets must be closed. */
function orderAt(cql: string): number {
  let depth = 0
  for (const { 0: part, index } of cql.matchAll(PART)) {
    if (part === '"' || part === "'")
      throw invalidField('query', `has a quote at ${index} that is not closed`, 'CQL whose quotes are closed')
    // Confluence and this check could interpret an escaped quote or bracket differently.
    if (part === '\\') throw invalidField('query', `has a backslash at ${index} outside quotes`, 'special characters inside quoted texts')
    if (part === '(') depth++
    if (part === ')') depth--
    if (depth < 0) throw invalidField('query', `has a bracket at ${index} that was not opened`, 'CQL whose brackets match')
    if (/^order/i.test(part) && depth === 0) return index
  }
  if (depth > 0) throw invalidField('query', 'has a bracket that is not closed', 'CQL whose brackets match')
  return cql.length
}
