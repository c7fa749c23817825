/** GraphQL as far as the server needs it: one operation, with variables, arguments, aliases and inline fragments. */

/** A value in a document. Names of enums and of variables are marked, to tell them from texts. */
export type Value = string | number | boolean | null | Value[] | { variable: string } | { word: string } | { fields: [string, Value][] }

export interface Field {
  name: string
  alias: string
  args: [string, Value][]
  selections: Selection[]
}

interface Fragment {
  on: string
  selections: Selection[]
}

export type Selection = Field | Fragment

export interface Document {
  kind: 'query' | 'mutation'
  name: string
  /** Type of each variable, such as `[String!]`. */
  variables: Map<string, string>
  selections: Selection[]
}

export class GraphQLError extends Error {}

const TOKEN = /"(?:[^"\\\n]|\\.)*"|\.\.\.|-?\d+(?:\.\d+)?|[A-Za-z_]\w*|[^\s,]/g

/** Reads tokens one by one; commas and line breaks are blanks. */
export class Reader {
  readonly #tokens: string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.replace(/^\s*#.*$/gm, '').match(TOKEN) ?? []
  }

  get ended(): boolean {
    return this.#at >= this.#tokens.length
  }

  next(): string {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new GraphQLError('Unexpected end of document')
    return token
  }

  /** Skips the token if it is next. */
  has(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at++
    return true
  }

  expect(token: string): void {
    const found = this.next()
    if (found !== token) throw new GraphQLError(`Expected "${token}", actual: "${found}"`)
  }

  /** Reads items until the closing token. */
  until<T>(closing: string, read: () => T): T[] {
    const found: T[] = []
    while (!this.has(closing)) found.push(read())
    return found
  }

  /** A type such as `[String!]!`. */
  type(): string {
    const inner = this.has('[') ? `[${this.type()}${this.#close()}` : this.next()
    return this.has('!') ? `${inner}!` : inner
  }

  #close(): string {
    this.expect(']')
    return ']'
  }
}

export function parseDocument(text: string): Document {
  const reader = new Reader(text)
  const kind = reader.next()
  if (kind !== 'query' && kind !== 'mutation') throw new GraphQLError(`Expected "query" or "mutation", actual: "${kind}"`)
  const header = reader.next()
  const named = header !== '(' && header !== '{'
  const variables = new Map<string, string>()
  if (named ? reader.has('(') : header === '(')
    reader.until(')', () => {
      reader.expect('$')
      const name = reader.next()
      reader.expect(':')
      variables.set(name, reader.type())
    })
  if (header !== '{') reader.expect('{')
  const selections = reader.until('}', () => selection(reader))
  return { kind, name: named ? header : '', variables, selections }
}

function selection(reader: Reader): Selection {
  if (reader.has('...')) {
    reader.expect('on')
    const on = reader.next()
    reader.expect('{')
    return { on, selections: reader.until('}', () => selection(reader)) }
  }
  const alias = reader.next()
  const name = reader.has(':') ? reader.next() : alias
  const args = reader.has('(') ? reader.until(')', () => namedValue(reader)) : []
  return { name, alias, args, selections: reader.has('{') ? reader.until('}', () => selection(reader)) : [] }
}

function namedValue(reader: Reader): [string, Value] {
  const name = reader.next()
  reader.expect(':')
  return [name, value(reader)]
}

function value(reader: Reader): Value {
  if (reader.has('$')) return { variable: reader.next() }
  if (reader.has('[')) return reader.until(']', () => value(reader))
  if (reader.has('{')) return { fields: reader.until('}', () => namedValue(reader)) }
  const token = reader.next()
  if (/^["\d-]/.test(token) || ['true', 'false', 'null'].includes(token)) return JSON.parse(token)
  return { word: token }
}
