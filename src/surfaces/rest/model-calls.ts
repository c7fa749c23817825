import type { Issue } from '../../contract/errors.ts'

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
 * `{ call_id, type, name, arguments }`, both with arguments as JSON text), Anthropic (`{ id, type, name, input }`) or Gemini (`{ id, name, args }`).
 */
export function readCall(raw: Fields): ModelCall {
  const named: Fields = isFields(raw['function']) ? raw['function'] : {}
  const issues: Issue[] = []
  const operation = only('operation', [raw['operation'], raw['name'], named['name']], issues)
  const given = only('arguments', [raw['arguments'], raw['input'], raw['args'], named['arguments']], issues)
  if (typeof operation !== 'string')
    issues.push({ path: 'operation', message: 'is required', expected: 'the id of an operation, here or as name' })
  const input = typeof given === 'string' ? parsed(given, issues) : (given ?? {})
  const id = raw['call_id'] ?? raw['id']
  return { id: typeof id === 'string' ? id : null, operation: typeof operation === 'string' ? operation : '', input, issues }
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

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
