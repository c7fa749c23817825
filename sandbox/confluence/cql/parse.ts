import { refuse } from '../refusal.ts'

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

/** The part of the vendor's query language that people use most. */
export function parseCql(cql: string): Query {
  const tokens = tokensOf(cql)
  let at = 0
  const peek = (): string | undefined => (tokens[at]?.quoted === false ? tokens[at]?.text.toLowerCase() : undefined)
  const next = (): Token => {
    const token = tokens[at++]
    if (!token) throw wrong(cql)
    return token
  }
  const take = (word: string): boolean => {
    if (peek() !== word) return false
    at++
    return true
  }

  function several(kind: 'or' | 'and', one: () => Clause): Clause {
    const clauses = [one()]
    while (take(kind)) clauses.push(one())
    const [first, ...rest] = clauses
    return first && rest.length === 0 ? first : { kind, clauses }
  }
  const anyOf = (): Clause => several('or', () => several('and', single))

  function single(): Clause {
    if (take('not')) return { kind: 'not', clause: single() }
    if (take('(')) {
      const clause = anyOf()
      if (!take(')')) throw wrong(cql)
      return clause
    }
    const field = next()
    if (field.quoted) throw wrong(cql)
    const negated = take('not')
    if (take('in')) {
      const clause: Clause = { kind: 'compare', field: field.text.toLowerCase(), operator: '=', values: listed() }
      return negated ? { kind: 'not', clause } : clause
    }
    const { text: operator } = next()
    if (negated || !OPERATORS.includes(operator)) throw wrong(cql)
    return { kind: 'compare', field: field.text.toLowerCase(), operator, values: [next().text] }
  }

  function listed(): string[] {
    if (!take('(')) throw wrong(cql)
    const values = [next().text]
    while (take(',')) values.push(next().text)
    if (!take(')')) throw wrong(cql)
    return values
  }

  const clause = anyOf()
  const order = orderIn(take, next)
  if (at < tokens.length) throw wrong(cql)
  return { clause, order }
}

function orderIn(take: (word: string) => boolean, next: () => Token): Query['order'] {
  if (!take('order')) return []
  if (!take('by')) throw refuse(400, 'Could not parse cql : by is lacking')
  const order: Query['order'] = []
  do {
    const field = next().text.toLowerCase()
    const descending = take('desc')
    if (!descending) take('asc')
    order.push({ field, descending })
  } while (take(','))
  return order
}
