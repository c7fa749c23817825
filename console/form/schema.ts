/** A JSON Schema, as the catalog returns it. */
export interface Schema {
  type?: string | readonly string[]
  title?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  pattern?: string
  format?: string
}

/** Kind of control for a value. `json`: a text that can hold any value. */
export type Kind = 'string' | 'text' | 'number' | 'boolean' | 'enum' | 'object' | 'list' | 'record' | 'choice' | 'file' | 'json'

/** Properties that every operation may have, in addition to its own. */
export const RESERVED: ReadonlySet<string> = new Set([
  'instance',
  'confirm',
  'approval_id',
  'dry_run',
  'idempotency_key',
  'mode',
  'wait',
  'notify_url',
  'fields',
  'compact',
  'max_chars',
  'no_cache',
  'limit',
  'cursor',
  'max_items',
  'on_timeout'
])

/** A text with at most this many characters has one line. */
const LINE = 300

/** The same of a text with a pattern, such as a path. */
const MATCHED_LINE = 5_000

const lineOf = (length: number, limit: number): Kind => (length <= limit ? 'string' : 'text')

/** The branches of a schema that has alternatives, without null. */
const branchesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => (anyOf ?? oneOf ?? []).filter(branch => !isNull(branch))

const isNull = ({ type, const: only, enum: values }: Schema): boolean =>
  type === 'null' || only === null || (values?.length === 1 && values[0] === null)

/** The types that a schema names, without null. */
const typesOf = ({ type }: Schema): readonly string[] => [type ?? []].flat().filter(name => name !== 'null')

/** Whether null is a value of its own, not only a way to leave out a property. */
export const isNullable = (schema: Schema): boolean =>
  [schema.type ?? []].flat().includes('null') ||
  (schema.enum?.includes(null) ?? false) ||
  [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(isNull)

/** The schema without its null: a nullable text is a text. */
export function plain(schema: Schema): Schema {
  const [only, ...others] = branchesOf(schema)
  if (only && others.length === 0) {
    const { anyOf: _any, oneOf: _one, ...rest } = schema
    return plain({ ...only, ...rest })
  }
  return schema
}

/** Returns the kind of control for values of a schema. */
export function kindOf(schema: Schema): Kind {
  const one = plain(schema)
  if (one.const !== undefined) return 'enum'
  if (one.enum) return 'enum'
  if (branchesOf(one).length > 1) return branchesOf(one).every(branch => branch.const !== undefined) ? 'enum' : 'choice'
  const [type, ...others] = typesOf(one)
  if (others.length > 0) return 'json'
  if (type === 'boolean') return 'boolean'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return 'list'
  if (type === 'object' || one.properties)
    return one.properties && Object.keys(one.properties).length > 0 ? 'object' : one.additionalProperties === false ? 'object' : 'record'
  if (type !== 'string') return 'json'
  if (isBase64(one)) return 'file'
  if (one.format !== undefined) return 'string'
  return one.pattern === undefined ? lineOf(one.maxLength ?? Infinity, LINE) : lineOf(one.maxLength ?? 0, MATCHED_LINE)
}

/** Whether a text is a file as base64. */
const isBase64 = ({ pattern = '', maxLength = 0 }: Schema): boolean => pattern.startsWith('^[A-Za-z0-9+/') && maxLength > 10_000

/** The values to choose from. */
export function optionsOf(schema: Schema): readonly unknown[] {
  const one = plain(schema)
  if (one.const !== undefined) return [one.const]
  return (one.enum ?? branchesOf(one).map(branch => branch.const)).filter(value => value !== null)
}

/** Whether a value can be edited by the control of its schema. Any other is edited as JSON, so that it is not lost. */
export function fits(schema: Schema, value: unknown): boolean {
  switch (kindOf(schema)) {
    case 'string':
    case 'text':
      return typeof value === 'string' && !value.includes('\r') // a browser drops carriage returns from a control
    case 'file':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' || (typeof value === 'string' && typeof numberOf(value) === 'string')
    case 'boolean':
      return typeof value === 'boolean'
    case 'enum':
      return optionsOf(schema).some(option => option === value)
    case 'list':
      return Array.isArray(value)
    case 'object':
    case 'record':
      return isObject(value)
    case 'choice':
      return branchOf(schema, value) !== undefined
    case 'json':
      return true
  }
}

/** Alternatives of a choice. */
export interface Branch {
  label: string
  schema: Schema
}

export function branches(schema: Schema): readonly Branch[] {
  const all = branchesOf(plain(schema))
  const tag = discriminatorOf(all)
  return all.map((branch, at) => ({ schema: branch, label: labelOf(branch, tag) ?? `Option ${at + 1}` }))
}

/** The property that has another constant in every branch. */
function discriminatorOf(all: readonly Schema[]): string | undefined {
  return Object.keys(all[0]?.properties ?? {}).find(name => {
    const constants = all.map(branch => constantOf(branch.properties?.[name]))
    return !constants.includes(undefined) && new Set(constants).size === all.length
  })
}

/** The only value of a schema, if it has one. */
const constantOf = (schema: Schema | undefined): unknown => schema?.const ?? (schema?.enum?.length === 1 ? schema.enum[0] : undefined)

function labelOf(branch: Schema, tag: string | undefined): string | undefined {
  const value = tag === undefined ? undefined : constantOf(branch.properties?.[tag])
  return value === undefined ? (branch.title ?? typesOf(branch)[0]) : String(value)
}

/** The branch that a value belongs to: the one with its discriminator, else the first whose control can hold it and whose names it has. */
export function branchOf(schema: Schema, value: unknown): number | undefined {
  const all = branchesOf(plain(schema))
  const tag = discriminatorOf(all)
  const found =
    tag !== undefined && isObject(value)
      ? all.findIndex(branch => constantOf(branch.properties?.[tag]) === value[tag])
      : all.findIndex(branch => fits(branch, value) && (!isObject(value) || Object.keys(value).every(name => branch.properties?.[name])))
  return found < 0 ? undefined : found
}

/** The value that a control starts with: that of a new item, or of another branch. */
export function initialOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default
  const one = plain(schema)
  switch (kindOf(one)) {
    case 'enum':
      return optionsOf(one)[0]
    case 'boolean':
      return false
    case 'list':
      return []
    case 'record':
      return {}
    case 'object': {
      const needed = (one.required ?? []).flatMap(name => {
        const child = one.properties?.[name]
        const only = child && constantOf(child)
        return only === undefined ? [] : [[name, only]]
      })
      return Object.fromEntries(needed)
    }
    case 'choice':
      return initialOf(branchesOf(one)[0] ?? {})
    case 'json':
      return null
    default:
      return ''
  }
}

/** The text of a number's control. A text that is not a number is the value: it is shown, and the gateway reports what is wrong with it. */
export const numberText = (value: unknown): string => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '')

export function numberOf(text: string): number | string {
  const value = Number(text)
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && isExact ? value : text
}

/** Returns the limits of a value in a few words, except those that its description has. */
export function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, uniqueItems } = plain(schema)
  const type = typesOf(plain(schema))[0]
  return [
    type === 'integer' ? 'whole number' : '',
    range(minimum, maximum, ''),
    type === 'string' && !schema.format ? range(minLength === 1 ? undefined : minLength, maxLength, ' characters') : '',
    range(minItems, maxItems, ' items'),
    uniqueItems ? 'no item twice' : '',
    format ?? ''
  ]
    .filter(part => part !== '' && !isSaid(part, plain(schema).description ?? schema.description ?? ''))
    .join(' · ')
}

/** Whether a description contains the numbers of a limit. */
const isSaid = (limit: string, description: string): boolean => {
  const numbers = limit.match(/\d[\d,]*/g) ?? []
  return numbers.length > 0 && numbers.every(number => description.includes(number) || description.includes(number.replaceAll(',', '')))
}

const count = (value: number): string => value.toLocaleString('en')

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const top = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined
  if (from !== undefined && top !== undefined) return `${count(from)} to ${count(top)}${unit}`
  if (from !== undefined) return `at least ${count(from)}${unit}`
  return top === undefined ? '' : `at most ${count(top)}${unit}`
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A property of an input, in the order in which the form shows it. */
export interface Property {
  name: string
  schema: Schema
  required: boolean
}

/** The properties of an object: the required ones first, each group in the order of the schema. */
export function propertiesOf(schema: Schema): Property[] {
  const { properties = {}, required = [] } = plain(schema)
  const all = Object.entries(properties).map(([name, child]) => ({ name, schema: child, required: required.includes(name) }))
  return [...all.filter(one => one.required), ...all.filter(one => !one.required)]
}

/** Names of a value's properties that its schema does not have. */
export const unknownNames = (schema: Schema, value: unknown): string[] =>
  isObject(value) ? Object.keys(value).filter(name => !Object.hasOwn(plain(schema).properties ?? {}, name)) : []
