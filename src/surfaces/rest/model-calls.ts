import { type Issue, OperationError } from '../../contract/errors.ts'
import { GATEWAY_ROUTES } from '../../contract/gateway.ts'
import { CallOfModel } from '../../contract/gateway-shapes.ts'
import { readFlat } from '../../contract/read.ts'

type Fields = Record<string, unknown>

/** One of the calls that a model asked for, whoever's shape it came in. */
export interface ModelCall {
  /** The caller's own name for it. */
  id: string | null
  operation: string
  input: unknown
  /** What is wrong with the way it came. */
  issues: Issue[]
}

/**
 * Reads one call: `{ id, operation, arguments }`, or as it comes from OpenAI (Chat: `{ id, type, function: { name, arguments } }`, Responses:
 * `{ call_id, type, name, arguments }`, both with arguments as JSON text), Anthropic (`{ id, type, name, input }`) or Gemini (`{ id, name, args }`,
 * or the part of an answer that holds it). What is wrong with it is said of this call: it must not keep the others from being made.
 */
export function readCall(raw: unknown): ModelCall {
  const issues: Issue[] = []
  const call = fieldsOf(raw, issues)
  const named = [call['function'], call['functionCall']].filter(isFields)
  const operation = only('operation', [call['operation'], ...[call, ...named].map(({ name }) => name)], issues)
  const inputs = [call, ...named].flatMap(fields => [fields['arguments'], fields['input'], fields['args']])
  const given = only('arguments', inputs, issues)
  if (typeof operation !== 'string')
    issues.push({ path: 'operation', message: 'is required', expected: 'the id of an operation, here or as name' })
  const input = typeof given === 'string' ? parsed(given, issues) : (given ?? {})
  const id = call['call_id'] ?? call['id'] ?? named.map(fields => fields['id']).find(isText)
  return { id: isText(id) ? id : null, operation: isText(operation) ? operation : '', input, issues }
}

/** What is wrong with its own properties is told; it is read all the same, so that its result has its name. */
function fieldsOf(raw: unknown, issues: Issue[]): Fields {
  if (!isFields(raw)) {
    issues.push({ path: '', message: 'must be an object', expected: 'one call, such as { "operation": …, "arguments": { … } }' })
    return {}
  }
  try {
    return readFlat(GATEWAY_ROUTES.many.id, CallOfModel, raw)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    issues.push(...(error.details.issues ?? []))
    return raw
  }
}

/** What is given in one of several places. */
function only(path: string, places: unknown[], issues: Issue[]): unknown {
  const [first, ...others] = places.filter(value => value !== undefined)
  if (others.some(other => JSON.stringify(other) !== JSON.stringify(first)))
    issues.push({ path, message: 'is given twice, under two names, with different values', expected: 'one of them' })
  return first
}

/** A model that needs no arguments may send no text at all. */
function parsed(text: string, issues: Issue[]): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? (/at position \d+|Unexpected end/.exec(error.message)?.[0] ?? 'somewhere') : 'somewhere'
    issues.push({ path: 'arguments', message: `is text that is not JSON (${why})`, expected: 'an object, or one JSON object as text' })
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
