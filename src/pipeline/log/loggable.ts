import { type JsonSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { inputOf } from '../../catalog/reserved-inputs.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { redactTexts } from './redact-texts.ts'

const HIDDEN = '[redacted]'

type Input = Record<string, unknown>

const properties = new WeakMap<Operation, ReadonlyMap<string, JsonSchema>>()

/** Returns the input for the log: known properties only; content as its length, URLs as origin and path, collections as their size. */
export function loggableInput(operation: Operation, input: Input): Input {
  const known = propertiesOf(operation)
  const shown: Input = {}
  for (const name in input) {
    const property = known.get(name)
    if (property) shown[name] = property['x-secret'] === true ? HIDDEN : loggableValue(name, property, input[name])
  }
  return shown
}

/**
 * Returns a value for the log. Every log uses this rule. A text is content, and is logged as its length, unless it cannot be: an enum, a time, a
 * pattern that no word matches, a property whose name ends in `id`, a URL (by its name; origin and path), or a schema with `'x-log': true`.
 */
export function loggableValue(name: string, node: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return `[${value.length} items]`
  if (typeof value === 'object' && value !== null) return `[${Object.keys(value).length} properties]`
  const variants = node.anyOf ?? [node]
  if (typeof value === 'string')
    return variants.some(variant => isPlain(name, variant, value)) ? value : (originAndPath(name, value) ?? `[${value.length} characters]`)
  return value === null || typeof value === 'boolean' || variants.some(({ type }) => type !== 'string') ? value : `[${typeof value}]`
}

const MAX_SHOWN = 200
const ID = /^[\w.:@+=~-]{1,128}$/
const TIME = /^[\dTZtz:.+-]{1,40}$/

/** Typical words and passwords. A pattern that matches one of them may match any content. */
const WORDS = ['hunter2', 'secret', 'Secret', 'correct-horse_9']

function isPlain(name: string, node: JsonSchema, value: string): boolean {
  if (value.length > MAX_SHOWN) return false
  if (node['x-log'] === true) return true
  if (Array.isArray(node['enum'])) return node['enum'].includes(value)
  if (node['const'] !== undefined) return node['const'] === value
  if (node['format'] === 'date-time' || node['format'] === 'date') return TIME.test(value)
  if (name === 'id' || name.endsWith('_id')) return ID.test(value)
  const { pattern } = node
  if (typeof pattern !== 'string') return false
  const form = new RegExp(pattern, 'u')
  return !WORDS.some(word => form.test(word)) && form.test(value)
}

/** Returns the origin and path of a URL. Its user, query and fragment may contain a token. */
function originAndPath(name: string, value: string): string | undefined {
  const url = name === 'url' || name.endsWith('_url') ? URL.parse(value) : null
  return url === null ? undefined : `${url.origin}${url.pathname}`.slice(0, MAX_SHOWN)
}

/** Returns the texts of an input that the log must not contain, at any depth. */
export function contentTexts(operation: Operation, input: Input): string[] {
  const known = propertiesOf(operation)
  return Object.entries(input).flatMap(([name, value]) => {
    const node = known.get(name) ?? {}
    if (typeof value !== 'string' || node['x-secret'] === true) return textsIn(value)
    const shown = loggableValue(name, node, value)
    if (shown === value) return []
    return typeof shown === 'string' && value.startsWith(shown) ? [value.slice(shown.length)] : [value]
  })
}

const MAX_TEXT_DEPTH = 16

/** Returns every text in a value. */
export function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === MAX_TEXT_DEPTH) return []
  return Object.values(value).flatMap(one => textsIn(one, depth + 1))
}

export const isSecret = (operation: Operation, name: string): boolean => propertiesOf(operation).get(name)?.['x-secret'] === true

/** Whether the definition marks a property of the input as secret, or as one that is not stored. */
export const hasUnstored = (operation: Operation, input: Input): boolean =>
  Object.keys(input).some(name => isSecret(operation, name) || propertiesOf(operation).get(name)?.['x-kept'] === false)

/** Returns the input with its secrets redacted, to show it to its caller. */
export const redacted = (operation: Operation, input: Input): Input =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, isSecret(operation, name) ? HIDDEN : value]))

const MAX_CAUSE_DEPTH = 5

/**
 * Returns an error for the log: type, message, stack and cause, without the given texts and those of the upstream. Other properties are omitted: those
 * of an HTTP error contain the whole request, with its credential.
 */
export function loggableError(error: unknown, texts: readonly string[] = [], depth = 0): unknown {
  if (!(error instanceof Error)) return redactTexts(String(error), texts)
  if (depth === MAX_CAUSE_DEPTH) return error.name
  const { name, cause, stack = '' } = error
  const known = new Map(Object.entries(error))
  const facts = ['code', 'reason', 'syscall'].flatMap(field => (known.has(field) ? [[field, known.get(field)]] : []))
  const causes = error instanceof AggregateError ? error.errors.map(one => loggableError(one, texts, depth + 1)) : undefined
  return {
    type: error.constructor.name || name,
    message: loggableMessage(error, texts),
    stack: framesIn(stack),
    ...Object.fromEntries(facts),
    ...(error instanceof OperationError && { details: loggableDetails(error) }),
    ...(causes && { errors: causes }),
    ...(cause !== undefined && { cause: loggableError(cause, texts, depth + 1) })
  }
}

/** Returns the message without the given texts and those of the upstream. */
export function loggableMessage(error: Error, texts: readonly string[]): string {
  // V8 quotes the text that is not JSON.
  if (error instanceof SyntaxError) return error.message.split(/["']/)[0] ?? ''
  const upstreamTexts = error instanceof OperationError ? textsIn(error.details.upstream) : []
  return redactTexts(error.message, [...texts, ...upstreamTexts])
}

/** Returns the details that neither the caller nor the upstream wrote. */
export function loggableDetails({ details }: OperationError): object {
  const { source, outcome, retry_after_ms, issues, upstream } = details
  const status = typeof upstream === 'object' && upstream !== null && 'status' in upstream ? upstream['status'] : undefined
  return {
    ...(source !== undefined && { source }),
    ...(outcome !== undefined && { outcome }),
    ...(typeof retry_after_ms === 'number' && { retry_after_ms }),
    ...(typeof status === 'number' && { upstream_status: status }),
    ...(Array.isArray(issues) && issues.length > 0 && { issues: issues.length })
  }
}

/** Returns the frames of a stack. Its first lines repeat the message. */
const framesIn = (stack: string): string =>
  stack
    .split('\n')
    .filter(line => line.startsWith('    at '))
    .join('\n')

function propertiesOf(operation: Operation): ReadonlyMap<string, JsonSchema> {
  const known = properties.get(operation)
  if (known) return known
  const named = new Map(Object.entries(toJsonSchema(inputOf(operation)).properties ?? {}))
  properties.set(operation, named)
  return named
}
