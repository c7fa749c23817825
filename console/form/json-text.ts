/** A syntax error in a JSON text. Lines and columns count from 1. */
export interface JsonProblem {
  message: string
  offset: number
  line: number
  column: number
}

export type ParsedJson = { value: unknown; problem?: undefined } | { problem: JsonProblem }

class Stop extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** As deep as the gateway accepts. */
const MAX_DEPTH = 64

/**
 * Parses a JSON text. Unlike JSON.parse it reports where a problem is, in every browser, and refuses what would be lost without notice: a name that an
 * object has twice, and a number that JavaScript cannot hold exactly.
 */
export function parseJson(text: string): ParsedJson {
  try {
    const reader = new Reader(text)
    const value = reader.value(0)
    reader.end()
    return { value }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    const before = text.slice(0, error.offset).split('\n')
    return {
      problem: { message: error.message, offset: error.offset, line: before.length, column: (before.at(-1) ?? '').length + 1 }
    }
  }
}

const WORDS: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
  ['null', null]
])
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
/** Characters at which plain text within quotes ends. */
const STOPS = /["\\\p{Cc}]/gu
const SPACE = /[ \t\r\n]*/y

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): unknown {
    this.#space()
    if (depth > MAX_DEPTH) this.#fail(`More than ${MAX_DEPTH} levels`)
    const next = this.#text[this.#at]
    if (next === undefined) this.#fail('The text ends where a value is expected')
    if (next === '{') return this.#object(depth)
    if (next === '[') return this.#list(depth)
    if (next === '"') return this.#string()
    const number = this.#take(NUMBER)
    if (number !== undefined) return this.#exact(number)
    for (const [word, value] of WORDS)
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    return this.#fail('A value is expected: text in double quotes, a number, true, false, null, { or [')
  }

  end(): void {
    this.#space()
    if (this.#at < this.#text.length) this.#fail('The text continues after the value')
  }

  #object(depth: number): unknown {
    const entries = new Map<string, unknown>()
    this.#at += 1
    if (this.#next('}')) return {}
    do {
      this.#space()
      const start = this.#at
      if (this.#text[start] !== '"') this.#fail('A name in double quotes is expected')
      const name = this.#string()
      if (entries.has(name)) this.#fail(`The name "${name}" is given twice`, start)
      if (!this.#next(':')) this.#fail('A colon is expected after the name')
      entries.set(name, this.value(depth + 1))
    } while (this.#next(','))
    if (!this.#next('}')) this.#fail('A comma or } is expected')
    return Object.fromEntries(entries) // defines properties, so that __proto__ is an ordinary name
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = []
    this.#at += 1
    if (this.#next(']')) return items
    do items.push(this.value(depth + 1))
    while (this.#next(','))
    if (!this.#next(']')) this.#fail('A comma or ] is expected')
    return items
  }

  #string(): string {
    const start = this.#at
    for (this.#at += 1; ; ) {
      STOPS.lastIndex = this.#at
      const stop = STOPS.exec(this.#text)
      if (!stop) return this.#fail('The text in double quotes is not closed', start)
      this.#at = stop.index
      if (stop[0] === '"') break
      if (stop[0] >= '\x7f') {
        this.#at += 1
        continue
      }
      if (stop[0] !== '\\') this.#fail('A line break or control character in double quotes must be escaped')
      if (this.#take(ESCAPE) === undefined) this.#fail('Unknown escape: write \\\\ for a backslash')
    }
    this.#at += 1
    return JSON.parse(this.#text.slice(start, this.#at))
  }

  #exact(text: string): number {
    const value = Number(text)
    if (!Number.isFinite(value) || (/^-?\d+$/.test(text) && !Number.isSafeInteger(value)))
      this.#fail('The number is too large to be kept exactly', this.#at - text.length)
    return value
  }

  #space(): void {
    this.#take(SPACE)
  }

  #next(character: string): boolean {
    this.#space()
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #fail(message: string, offset = this.#at): never {
    throw new Stop(message, offset)
  }
}

/** Characters that are not shown, or change the direction of the text around them. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu

/** JSON text of a value to show and to edit. Invisible characters are escaped: the text shows what is sent. */
export const jsonText = (value: unknown): string => escapeInvisible(JSON.stringify(value, null, 2) ?? '')

/** JSON with every invisible character escaped, which is the same value: what is shown is what it is. */
export const escapeInvisible = (json: string): string =>
  json.replace(INVISIBLE, character => (character === '\n' ? character : escaped(character)))

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
