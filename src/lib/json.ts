import { type Issue, OperationError } from '../contract/errors.ts'

/** Maximum nesting depth of JSON from a caller. */
export const MAX_DEPTH = 64
/** Maximum number of values in JSON from a caller: scalars, lists and objects. */
export const MAX_NODES = 50_000

/** What texts of one request may have together. */
export interface NodeBudget {
  nodes: number
}

export const newNodeBudget = (): NodeBudget => ({ nodes: MAX_NODES })

/** Parses JSON from a caller. Returns undefined for empty text. Throws invalid_json, which never quotes the text because it may contain a secret. */
export function parseJson(source: Uint8Array | string, subject = 'The body', budget: NodeBudget = newNodeBudget()): unknown {
  refuseStructure(typeof source === 'string' ? Buffer.from(source) : source, subject, budget)
  const text = typeof source === 'string' ? source : decoded(source, subject)
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new OperationError('invalid_json', `${subject} is not JSON: ${whereIn(text, error instanceof Error ? error.message : '')}.`, {
      suggestions: ['Send one JSON object, UTF-8, with double quotes.']
    })
  }
}

/** Parses an input that a model sent as JSON text. Empty text is an empty input. Problems are added to `issues`. */
export function parseArguments(text: string, issues: Issue[], budget: NodeBudget): unknown {
  try {
    return parseJson(text, 'The text', budget) ?? {}
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    const [issue] = error.details.issues ?? []
    const message = issue?.message ?? error.message.replace('The text', 'is text that').replace(/\.$/, '')
    issues.push({ path: 'arguments', message, expected: 'an object, or one JSON object as text' })
    return {}
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Applies the same limits to a parsed value. Iterative, because a deep value would overflow the stack. */
export function refuseValue(value: unknown, subject: string): void {
  let level = [value]
  let nodes = 0
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.length
    if (depth > MAX_DEPTH) throw tooDeep(subject)
    if (nodes > MAX_NODES) throw tooMany(subject)
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
}

/** Throws invalid_json for JSON that is too deep or has too many values. Scans the bytes once and stops at the limit, which costs far less than parsing. */
export function refuseStructure(bytes: Uint8Array, subject: string, budget: NodeBudget = newNodeBudget()): void {
  let depth = 0
  let nodes = 1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at + 1)
    else if (byte === COMMA) nodes++
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      nodes++
      if (++depth > MAX_DEPTH) throw tooDeep(subject)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    if (nodes > budget.nodes) throw tooMany(subject, budget.nodes < MAX_NODES)
  }
  budget.nodes -= nodes
}

/** Returns the position of the quote that ends a string, or the end of the bytes. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

const tooDeep = (subject: string): OperationError => refusal(subject, `nested deeper than ${MAX_DEPTH} levels`)
const tooMany = (subject: string, isWithOthers = false): OperationError =>
  refusal(subject, `made of more than ${MAX_NODES.toLocaleString('en')} values${isWithOthers ? ', together with the texts before it' : ''}`)

const refusal = (subject: string, fault: string): OperationError =>
  new OperationError('invalid_json', `${subject} is ${fault}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: '', message: `is ${fault}` }]
  })

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Decodes UTF-8 strictly: replacing invalid bytes would silently change the input. Drops a byte order mark. */
function decoded(bytes: Uint8Array, subject: string): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new OperationError('invalid_json', `${subject} is not UTF-8.`, { suggestions: ['Encode the JSON as UTF-8.'] })
  }
}

/** Returns where parsing failed, as far as the parser reports it. */
function whereIn(text: string, message: string): string {
  const [, position, line, column] = /at position (\d+)(?: \(line (\d+) column (\d+)\))?/.exec(message) ?? []
  if (message.startsWith('Unexpected end') || Number(position) >= text.trimEnd().length) return 'it ends too early'
  if (position !== undefined)
    return `parsing failed (at position ${position}${line === undefined ? '' : `, line ${line}, column ${column}`})`
  return `parsing failed (${/^Unexpected token '.{1,2}'/u.exec(message)?.[0] ?? 'somewhere'})`
}
