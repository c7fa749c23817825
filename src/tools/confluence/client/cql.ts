import { misgiven } from '../../../lib/misgiven.ts'

/** A text as CQL quotes it. */
export const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

export const among = (field: string, values: readonly string[]): string => `${field} in (${values.map(quoted).join(', ')})`

/** All of them, each kept whole. */
export const both = (...clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join('') : clauses.map(clause => `(${clause})`).join(' and ')

const FIELDS =
  'ancestor|container|content|created|creator|contributor|favou?rite|id|label|lastmodified|macro|mention|parent|siteSearch|space(?:\\.\\w+)?|text|title|type|user(?:\\.\\w+)?|watcher'
const LOOKS_LIKE_CQL = new RegExp(`^[\\s(]*(?:not\\s+)?(?:${FIELDS})\\s*(?:=|!=|~|!~|>=?|<=?|(?:not\\s+)?in\\s*\\()`, 'i')

/** Whether the text is a query in Confluence's language, not words to look for. */
export const isCql = (text: string): boolean => LOOKS_LIKE_CQL.test(text)

/** The condition and the order of a query of a caller. What could reach out of the brackets around it is refused. */
export function splitCql(cql: string): { condition: string; order: string | undefined } {
  const at = orderAt(cql)
  const condition = cql.slice(0, at).trim()
  const order = at < cql.length ? cql.slice(at).trim() : undefined
  if (order !== undefined && !ORDER.test(order)) throw misgiven('query', 'has an order that is none', 'order by lastmodified desc')
  if (condition === '') throw misgiven('query', 'has no condition', 'CQL such as type = page and text ~ "word"')
  return { condition, order }
}

const ORDER = /^order\s+by\s+[\w.]+(\s+(asc|desc))?(\s*,\s*[\w.]+(\s+(asc|desc))?)*$/i

const PART = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\border\s+by\b|["'()\\]/gis

/** Where ORDER BY begins, or the end. Quotes and brackets must be closed. */
function orderAt(cql: string): number {
  let depth = 0
  for (const { 0: part, index } of cql.matchAll(PART)) {
    if (part === '"' || part === "'") throw misgiven('query', `has a quote at ${index} that is not closed`, 'CQL whose quotes are closed')
    // Confluence might take what it escapes for text, and we for a quote or a bracket.
    if (part === '\\') throw misgiven('query', `has a backslash at ${index} outside quotes`, 'texts with signs in quotes')
    if (part === '(') depth++
    if (part === ')') depth--
    if (depth < 0) throw misgiven('query', `has a bracket at ${index} that was not opened`, 'CQL whose brackets match')
    if (/^order/i.test(part) && depth === 0) return index
  }
  if (depth > 0) throw misgiven('query', 'has a bracket that is not closed', 'CQL whose brackets match')
  return cql.length
}
