import type { Validator } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { type JsonSchema, schemaAt } from '../../catalog/json-schema.ts'
import type { Issue } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { near } from '../../lib/spelling.ts'

/** A validation error of the compiled schema. */
interface ValidationError {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

/** Maximum number of issues in one error. */
export const MAX_ISSUES = 50

/** TypeBox stops at 8 by default, and may report one problem several times. */
const MAX_VALIDATION_ERRORS = 4 * MAX_ISSUES

const MAX_NAME = 100
const MAX_DESCRIPTION = 200
const MAX_NAMES = 20

export interface Checker {
  schema: JsonSchema
  validator: Validator
  /** The category that an unknown name does not belong to, such as `property of this operation`. */
  noun: string
  /** Names from the upstream's API, each with the property to use here. */
  nameHints?: Readonly<Record<string, string>> | undefined
}

/** Returns each problem of a value once, with its path and a description of a valid value. */
export function issuesOf(checker: Checker, value: unknown): Issue[] {
  Settings.Set({ maxErrors: MAX_VALIDATION_ERRORS })
  const unions = new Map<string, string[]>()
  const issues: Issue[] = []
  for (const error of checker.validator.Errors(withCutTexts(value, checker.schema))[1]) {
    if (issues.length >= MAX_ISSUES) break
    if (error.keyword === 'additionalProperties' || error.keyword === 'anyOf') continue
    const isBranch = error.schemaPath.includes('/anyOf/')
    const actual = valueAt(value, segmentsOf(error.instancePath))
    // An empty text also fails its pattern: report it once.
    if (actual === '' && error.keyword === 'pattern' && issues.some(({ path }) => path === readable(error.instancePath))) continue
    if (!isBranch) issues.push(...toIssues(error, checker, value))
    else if (error.keyword !== 'type' || !error.message.endsWith('null'))
      push(unions, error.instancePath, messageOf(error, actual, checker.schema))
  }
  dropRepeatedExpectations(issues)
  for (const [pointer, messages] of unions) issues.push(withExpected(pointer, messages.join(', or '), checker))
  return issues.slice(0, MAX_ISSUES)
}

/**
 * Returns a copy in which a text that is longer than allowed is cut to a length that is still too long. TypeBox also matches such a text with the
 * pattern of its schema, which may take a time that grows with the square of the length.
 */
function withCutTexts(value: unknown, node: JsonSchema | undefined): unknown {
  const forms = node?.anyOf ?? (node ? [node] : [])
  if (typeof value === 'string') return value.slice(0, cutAt(forms))
  if (Array.isArray(value)) {
    const items = forms.find(form => form.items)?.items
    return items ? value.map(item => withCutTexts(item, items)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  const properties: Record<string, JsonSchema> = Object.assign({}, ...forms.map(form => form.properties))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, Object.hasOwn(properties, name) ? withCutTexts(one, properties[name]) : one])
  )
}

/** A limit counts code points. Each takes one or two characters. */
function cutAt(forms: readonly JsonSchema[]): number {
  const limits = forms.filter(({ type }) => type === 'string').map(form => form['maxLength'])
  return Math.max(...limits.map(limit => (typeof limit === 'number' ? 2 * limit + 2 : Infinity)), limits.length === 0 ? Infinity : 0)
}

/** Returns an issue for each name in `fields` that is not a property of the items. */
export function fieldIssues(operation: Operation, { fields }: Record<string, unknown>): Issue[] {
  if (!operation.list || !Array.isArray(fields)) return []
  const { items }: { items?: { properties?: object } } = operation.output.properties['items'] ?? {}
  const known = Object.keys(items?.properties ?? {})
  return fields
    .map((name, index) => ({ name, path: `fields[${index}]` }))
    .filter(({ name }) => typeof name === 'string' && known.length > 0 && !known.includes(name))
    .map(({ name, path }) => ({ path, message: `${name} is not a property of the items`, expected: suggestName(name, known) }))
}

/** If several unknown names have the same `expected`, such as the list of all properties, only the first one keeps it. */
function dropRepeatedExpectations(issues: Issue[]): void {
  const seen = new Set<string>()
  for (const issue of issues) {
    if (issue.expected === undefined || !issue.message.startsWith('is not a ')) continue
    if (seen.has(issue.expected)) delete issue.expected
    else seen.add(issue.expected)
  }
}

function toIssues(error: ValidationError, checker: Checker, value: unknown): Issue[] {
  if (error.keyword === 'required') return missing(error)
  if (error.keyword === 'boolean') return [unknown(error, checker)]
  const actual = valueAt(value, segmentsOf(error.instancePath))
  if (error.keyword !== 'enum') return [withExpected(error.instancePath, messageOf(error, actual, checker.schema), checker)]
  return [{ path: readable(error.instancePath), message: 'is not an allowed value', expected: suggestValue(actual, allowedValues(error)) }]
}

/** Returns a message without the value of a text, which may be secret or long, and without regular expressions: `expected` describes the format. */
function messageOf({ keyword, message, instancePath }: ValidationError, actual: unknown, schema: JsonSchema): string {
  if (actual === '' && keyword !== 'pattern') return 'must not be empty'
  if (keyword === 'pattern') return 'has an invalid format'
  if (keyword === 'type' && Array.isArray(actual) && actual.length > 1) return 'must be a single value (got several)'
  if (keyword === 'type') return typeMessage(message, actual)
  const range = rangeMessage(keyword, actual, schemaAt(schema, segmentsOf(instancePath)))
  return range ?? message
}

function typeMessage(message: string, actual: unknown): string {
  const type = TYPE_NAMES.get(/^must be (\w+)$/.exec(message)?.[1] ?? '')
  return type === undefined ? message : `must be ${type} (got ${typeName(actual)})`
}

function typeName(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  return TYPE_NAMES.get(Array.isArray(value) ? 'array' : typeof value) ?? typeof value
}

/** `must be between 1 and 100 (got 500)`; undefined if the keyword is not a limit of the schema. */
function rangeMessage(keyword: string, actual: unknown, node: JsonSchema = {}): string | undefined {
  const [minimum, maximum, unit] = LIMIT_KEYWORDS.find(keywords => keywords.includes(keyword)) ?? []
  if (minimum === undefined || maximum === undefined) return undefined
  const variants = [node, ...(node.anyOf ?? [])]
  const [low, high] = [minimum, maximum].map(name => variants.find(variant => variant[name] !== undefined)?.[name])
  const size = typeof actual === 'string' || Array.isArray(actual) ? actual.length : actual
  const verb = unit === '' ? 'must be' : 'must have'
  const range =
    low !== undefined && high !== undefined && low !== 0
      ? `between ${low} and ${high}`
      : high !== undefined && size !== undefined && Number(size) > Number(high)
        ? `at most ${high}`
        : `at least ${low}`
  return `${verb} ${range}${unit} (got ${String(size)})`
}

const LIMIT_KEYWORDS: readonly (readonly [minimum: string, maximum: string, unit: string])[] = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', ' characters'],
  ['minItems', 'maxItems', ' items']
]

function withExpected(pointer: string, message: string, { schema }: Checker): Issue {
  const node = schemaAt(schema, segmentsOf(pointer))
  const expected = node && describeSchema(node)
  return { path: readable(pointer), message, ...(expected !== undefined && { expected }) }
}

function missing({ instancePath, params }: ValidationError): Issue[] {
  const path = readable(instancePath)
  const names = 'requiredProperties' in params && Array.isArray(params.requiredProperties) ? params.requiredProperties : []
  return names.map(name => ({ path: path === '' ? String(name) : `${path}.${name}`, message: 'is required' }))
}

function unknown({ instancePath }: ValidationError, { schema, noun, nameHints = {} }: Checker): Issue {
  const segments = segmentsOf(instancePath)
  const properties = schemaAt(schema, segments.slice(0, -1))?.properties ?? {}
  const name = segments.at(-1) ?? ''
  const hint = segments.length === 1 && Object.hasOwn(nameHints, name) ? nameHints[name] : undefined
  if (hint !== undefined) return { path: name, message: `is not a ${noun}`, expected: hint }
  const aliased = Object.keys(properties).filter(own => [properties[own]?.['x-aliases']].flat().includes(name))
  const expected = aliased.length > 0 ? `did you mean ${aliased.join(' or ')}?` : suggestName(name, Object.keys(properties))
  return { path: readable(instancePath), message: `is not a ${noun}`, expected }
}

function valueAt(value: unknown, segments: readonly string[]): unknown {
  let found = value
  for (const segment of segments)
    found = typeof found === 'object' && found !== null && Object.hasOwn(found, segment) ? Reflect.get(found, segment) : undefined
  return found
}

const allowedValues = ({ params }: ValidationError): string[] =>
  'allowedValues' in params && Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : []

/** Converts `/items/0/name` to `items[0].name`. */
function readable(pointer: string): string {
  return segmentsOf(pointer)
    .map((segment, index) => (/^\d+$/.test(segment) ? `[${segment}]` : index === 0 ? segment : `.${segment}`))
    .join('')
}

const segmentsOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescaped)

/** Decodes a segment of a JSON pointer. Truncates it if it is too long to be a name. */
const unescaped = (segment: string): string => {
  const name = segment
    .slice(0, 2 * MAX_NAME)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** Describes a valid value: its type and range, its format, then its description. Undefined if the schema states nothing. */
export function describeSchema(node: JsonSchema): string | undefined {
  const { description } = node
  const parts = [describeType(node), description && shortened(description)].filter(part => part !== undefined && part !== '')
  return parts.length === 0 ? undefined : parts.join(': ')
}

/** Returns the most similar allowed value, if any, and all allowed values. */
function suggestValue(actual: unknown, allowed: readonly string[]): string {
  const [nearest] = typeof actual === 'string' ? near(actual, allowed, 1) : []
  return nearest === undefined ? listNames(allowed) : `did you mean ${nearest}? ${listNames(allowed)}`
}

/** Returns the known names that are similar, or that contain the name or are contained in it (`path`, `file_path`); otherwise all known names. */
function suggestName(name: string, known: readonly string[]): string {
  const similar = near(name, known, 1)
  const meant = similar.length > 0 ? similar : known.filter(other => containsWords(other, name) || containsWords(name, other)).slice(0, 3)
  if (meant.length > 0) return `did you mean ${meant.join(' or ')}?`
  return known.length === 0 ? 'nothing: there are no properties' : listNames(known)
}

/** Compares whole words: `page_id` contains `id`, `width` does not. */
const containsWords = (whole: string, part: string): boolean =>
  part.length <= whole.length && `_${whole}_`.includes(`_${part.toLowerCase()}_`)

function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return `one of: ${names.slice(0, MAX_NAMES).join(', ')}${more}`
}

function describeType(node: JsonSchema): string | undefined {
  if (Array.isArray(node['enum'])) return listNames(node['enum'].map(String))
  if (node.anyOf) return [...new Set(node.anyOf.flatMap(branch => describeType(branch) ?? []))].join(', or ')
  const name = TYPE_NAMES.get(node.type ?? '')
  if (name === undefined) return undefined
  const form = node['x-form']
  if (node.properties) return `${name} { ${membersOf(node)} }`
  const text = [name, describeRange(node)].filter(Boolean).join(' ')
  return typeof form === 'string' ? text + (CONTINUES.test(form) ? ' ' : ', ') + form : text
}

/** A form that continues the phrase, such as "a string of digits"; any other one is an apposition: "a string, a date such as 2026-01-31". */
const CONTINUES = /^(?:of|in|with|without|such as|that)\b/

/** `{ email, optional? }`: optional properties have a question mark. */
const membersOf = ({ properties = {}, required = [] }: JsonSchema): string =>
  Object.entries(properties)
    .slice(0, MAX_NAMES)
    .map(([name, { default: preset }]) => (required.includes(name) && preset === undefined ? name : `${name}?`))
    .join(', ')

const TYPE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    integer: 'an integer',
    number: 'a number',
    string: 'a string',
    boolean: 'true or false',
    array: 'an array',
    object: 'an object',
    null: 'null'
  })
)

const LIMITS: ReadonlyMap<string, [minimum: string, maximum: string, unit: string]> = new Map(
  Object.entries<[minimum: string, maximum: string, unit: string]>({
    integer: ['minimum', 'maximum', ''],
    number: ['minimum', 'maximum', ''],
    string: ['minLength', 'maxLength', ' characters'],
    array: ['minItems', 'maxItems', ' items']
  })
)

function describeRange(node: JsonSchema): string {
  const [minimum, maximum, unit] = LIMITS.get(node.type ?? '') ?? ['', '', '']
  const [low, high, of] = [node[minimum], node[maximum], unit === '' ? '' : 'of ']
  if (low !== undefined && high !== undefined) return `${unit === '' ? 'from' : 'of'} ${low} to ${high}${unit}`
  if (low !== undefined) return `${of}at least ${low}${unit}`
  return high === undefined ? '' : `${of}at most ${high}${unit}`
}

const shortened = (text: string): string => (text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text)
