import { refuse } from '../refusal.ts'
import type { Site } from '../state/model.ts'
import { valueOfFunction } from './functions.ts'

export type Clause =
  | { kind: 'and' | 'or'; clauses: Clause[] }
  | { kind: 'not'; clause: Clause }
  | { kind: 'compare'; field: string; operator: string; values: string[] }

export interface Query {
  clause: Clause
  order: { field: string; descending: boolean }[]
}

interface Token {
  text: string
  quoted: boolean
}

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(!=|>=|<=|!~|[=~<>(),])|([^\s"'=~<>(),!]+))/y
const OPERATORS = ['=', '!=', '~', '!~', '>', '<', '>=', '<=']

const wrong = (cql: string): Error => refuse(400, `Could not parse cql : ${cql}`)

function tokensOf(cql: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (cql.slice(TOKEN.lastIndex).trim() !== '') {
    const found = TOKEN.exec(cql)
    if (!found) throw wrong(cql)
    const [, double, single, sign, word] = found
    const text = double ?? single
    tokens.push(text === undefined ? { text: sign ?? word ?? '', quoted: false } : { text: text.replace(/\\(.)/g, '$1'), quoted: true })
  }
  return tokens
}

interface Reader {
  site: Site
  /** Consumes the word if it is next. */
  take: (word: string) => boolean
  next: () => Token
  isAtEnd: () => boolean
  wrong: () => Error
}

function readerOf(site: Site, cql: string): Reader {
  const tokens = tokensOf(cql)
  let at = 0
  return {
    site,
    take(word) {
      const token = tokens[at]
      if (!token || token.quoted || token.text.toLowerCase() !== word) return false
      at++
      return true
    },
    next() {
      const token = tokens[at++]
      if (!token) throw wrong(cql)
      return token
    },
    isAtEnd: () => at >= tokens.length,
    wrong: () => wrong(cql)
  }
}

/** Parses the most common part of CQL. Functions are replaced by their values for the site. */
export function parseCql(site: Site, cql: string): Query {
  const reader = readerOf(site, cql)
  const clause = anyOf(reader)
  const order = orderIn(reader)
  if (!reader.isAtEnd()) throw wrong(cql)
  return { clause, order }
}

const anyOf = (reader: Reader): Clause => several(reader, 'or', () => several(reader, 'and', () => single(reader)))

function several({ take }: Reader, kind: 'or' | 'and', one: () => Clause): Clause {
  const clauses = [one()]
  while (take(kind)) clauses.push(one())
  const [first, ...rest] = clauses
  return first && rest.length === 0 ? first : { kind, clauses }
}

function single(reader: Reader): Clause {
  const { take, next, wrong } = reader
  if (take('not')) return { kind: 'not', clause: single(reader) }
  if (take('(')) {
    const clause = anyOf(reader)
    if (!take(')')) throw wrong()
    return clause
  }
  const field = next()
  if (field.quoted) throw wrong()
  const negated = take('not')
  if (take('in')) {
    const clause: Clause = { kind: 'compare', field: field.text.toLowerCase(), operator: '=', values: listed(reader) }
    return negated ? { kind: 'not', clause } : clause
  }
  const { text: operator } = next()
  if (negated || !OPERATORS.includes(operator)) throw wrong()
  return { kind: 'compare', field: field.text.toLowerCase(), operator, values: [valueIn(reader)] }
}

/** A word, a quoted text, or a function with at most one argument. */
function valueIn({ site, take, next, wrong }: Reader): string {
  const { text, quoted } = next()
  if (quoted || !take('(')) return text
  if (take(')')) return valueOfFunction(site, text, undefined)
  const { text: argument } = next()
  if (!take(')')) throw wrong()
  return valueOfFunction(site, text, argument)
}

function listed(reader: Reader): string[] {
  const { take, wrong } = reader
  if (!take('(')) throw wrong()
  const values = [valueIn(reader)]
  while (take(',')) values.push(valueIn(reader))
  if (!take(')')) throw wrong()
  return values
}

function orderIn({ take, next }: Reader): Query['order'] {
  if (!take('order')) return []
  if (!take('by')) throw refuse(400, 'Could not parse cql : by is missing')
  const order: Query['order'] = []
  do {
    const field = next().text.toLowerCase()
    const descending = take('desc')
    if (!descending) take('asc')
    order.push({ field, descending })
  } while (take(','))
  return order
}
