import { type Issue, OperationError } from '../../contract/errors.ts'
import { type NodeBudget, parseArguments } from '../../lib/json.ts'
import { readFlat } from '../../pipeline/input/read-input.ts'
import { bodyTooLarge } from '../../pipeline/input/upload.ts'
import { GATEWAY_ROUTES } from '../shared/gateway-routes.ts'
import { CallOfModel } from '../shared/gateway-shapes.ts'

type Fields = Record<string, unknown>

/** A call that a model requested, in the format of any provider. */
export interface ModelCall {
  /** The caller's ID of the call. */
  id: string | null
  operation: string
  /** Returns the input. Parses JSON text, unless it has more bytes than the operation accepts. */
  read: (maxBytes: number) => unknown
  /** Problems of its form. */
  issues: Issue[]
}

/**
 * Reads one call: `{ id, operation, arguments }`, or the format of OpenAI (Chat: `{ id, type, function: { name, arguments } }`, Responses:
 * `{ call_id, type, name, arguments }`, both with arguments as JSON text), Anthropic (`{ id, type, name, input }`) or Gemini (`{ id, name, args }`,
 * or the part that contains it). `budget`: the values that the JSON texts of one request may have together. Problems are issues of this call, not errors: they must not prevent the other calls.
 */
export function readCall(raw: unknown, budget: NodeBudget): ModelCall {
  const issues: Issue[] = []
  const call = fieldsOf(raw, issues)
  const named = [call['function'], call['functionCall']].filter(isFields)
  const operation = singleValue('operation', [call['operation'], ...[call, ...named].map(({ name }) => name)], issues)
  const inputs = [call, ...named].flatMap(fields => [fields['arguments'], fields['input'], fields['args']])
  const value = singleValue('arguments', inputs, issues)
  if (typeof operation !== 'string')
    issues.push({ path: 'operation', message: 'is required', expected: 'the ID of an operation, here or as name' })
  const read = (maxBytes: number): unknown => {
    if (typeof value !== 'string') return value ?? {}
    if (Buffer.byteLength(value) > maxBytes) throw bodyTooLarge(maxBytes)
    return parseArguments(value, issues, budget)
  }
  const id = call['call_id'] ?? call['id'] ?? named.map(fields => fields['id']).find(isText)
  return { id: isText(id) ? id : null, operation: isText(operation) ? operation : '', read, issues }
}

/** Adds the problems of the call's own properties to `issues`, and still returns the properties, so that the result has the call's ID. */
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

/** Returns the value that is given under one of several names. */
function singleValue(path: string, values: unknown[], issues: Issue[]): unknown {
  const [first, ...others] = values.filter(value => value !== undefined)
  if (others.some(other => JSON.stringify(other) !== JSON.stringify(first)))
    issues.push({ path, message: 'is given under two names with different values', expected: 'one of them' })
  return first
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
