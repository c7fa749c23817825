import type { TObject } from 'typebox'
import { Format } from 'typebox/format'
import { Compile } from 'typebox/schema'
import { closedSchema, type JsonSchema, toJsonSchema } from '../../catalog/json-schema.ts'
import { asyncIssues, canRunAsJob, inputOf } from '../../catalog/reserved-inputs.ts'
import { idIssues } from '../../contract/bulk.ts'
import { type Issue, OperationError, type Reason } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { setProperty } from '../../lib/set-property.ts'
import { describeSchema, fieldIssues, issuesOf, MAX_ISSUES } from './issues.ts'

type Input = Record<string, unknown>

/** Further unknown keys are not checked, since the input is refused anyway. */
const MAX_UNKNOWN_KEYS = 50

const MAX_IN_MESSAGE = 5
/** Longer expectations are only in the issues. */
const MAX_EXPECTED = 60

const NOUN = 'property of this operation'

const NO_ISSUES: readonly Issue[] = []

/** The properties of a schema that are needed to read one object, computed once. */
interface Plan {
  rules: Map<string, Rule>
  defaults: [name: string, value: unknown][]
  /** Other spellings of a property. Only calls by name accept them. */
  spellings: Map<string, string>
}

interface Rule {
  /** null means absent. */
  dropsNull: boolean
  object?: Plan
  /** How each item of an array is read, if it needs more than the check. */
  items?: Rule
  /** Whether calls by name may give the array of names and values as one object, as a seed does. */
  isRecord?: true
  /** Maximum items of an array, and the description of its schema. */
  list?: { maxItems: number; expected: string | undefined }
}

/** The state of reading one input: the issues found so far. */
interface Reading {
  byName: boolean
  conflicts: Issue[]
  /** Arrays with more items than the schema allows. Their items are not checked. */
  tooLong: Issue[]
}

interface Reader {
  plan: Plan
  check: (value: unknown) => boolean
  issues: (value: unknown) => Issue[]
}

const readers = new WeakMap<TObject, Reader>()

/**
 * Returns a copy of the input, read by the schema of the operation: other spellings are resolved (calls by name only), null means absent, defaults are
 * set, and all properties are checked. Throws one error with all issues, including `known` ones that the surface found.
 */
export function readInput(operation: Operation, raw: unknown, byName = false, known: readonly Issue[] = NO_ISSUES): Input {
  const reader = readerOf(inputOf(operation), NOUN, operation.name_hints)
  if (!isObject(raw)) throw refusal(operation.id, [...known, { path: '', message: 'must be an object' }])
  const reading: Reading = { byName, conflicts: [...known], tooLong: [] }
  const input = fill(raw, reader.plan, reading, '')
  const { conflicts, tooLong } = reading
  if (tooLong.length > 0) throw refusal(operation.id, [...conflicts, ...tooLong])
  const isValid = reader.check(input)
  const problems = isValid ? [] : reader.issues(input)
  const rules = [
    ...operation.requires.flatMap(rule => rule.check(input) ?? []),
    ...fieldIssues(operation, input),
    ...jobIssues(operation, input).filter(({ path }) => !problems.some(problem => problem.path === path))
  ]
  const issues = [...conflicts, ...problems, ...rules]
  if (isValid && issues.length === 0) return input
  throw refusal(operation.id, issues)
}

/** Whether an input that was read and then changed, such as by a cursor, still matches the schema of the operation. */
export const matchesInput = (operation: Operation, input: Input): boolean =>
  readerOf(inputOf(operation), NOUN, operation.name_hints).check(input)

/** Reads an input that belongs to no operation, such as that of a route of the gateway. Throws one error with all issues. */
export function readFlat(id: string, schema: TObject, raw: Input, known: readonly Issue[] = NO_ISSUES): Input {
  const reader = readerOf(schema, 'property of this route')
  const reading: Reading = { byName: false, conflicts: [], tooLong: [] }
  const input = fill(raw, reader.plan, reading, '')
  const isValid = reading.tooLong.length === 0 && reader.check(input)
  const problems = isValid ? [] : reading.tooLong.length > 0 ? reading.tooLong : reader.issues(input)
  const issues = [...known, ...problems]
  if (isValid && issues.length === 0) return input
  throw refusal(id, issues)
}

function jobIssues(operation: Operation, input: Input): readonly Issue[] {
  if (operation.kind === 'bulk') return idIssues(input['ids'])
  return canRunAsJob(operation) ? asyncIssues(input) : NO_ISSUES
}

function refusal(id: string, found: readonly Issue[]): OperationError {
  const issues = found.length > 0 ? found : [NO_MATCH]
  const list = issues.slice(0, MAX_IN_MESSAGE).map(toText).join('; ')
  const more = issues.length > MAX_IN_MESSAGE ? `; and ${issues.length - MAX_IN_MESSAGE} more: see issues` : ''
  return new OperationError(reasonOf(issues), `Invalid input for ${id}: ${list}${more}`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: issues.slice(0, MAX_ISSUES)
  })
}

/** For an input that is invalid although no problem was found. */
const NO_MATCH: Issue = { path: '', message: 'does not match the schema' }

/** `` `limit` must be between 1 and 100 (got 500) ``, with what is expected if that is short. */
const toText = ({ path, message, expected = '' }: Issue): string =>
  [path && `\`${path}\``, message, expected !== '' && expected.length <= MAX_EXPECTED && `(${expected})`].filter(Boolean).join(' ')

function reasonOf(issues: readonly Issue[]): Reason {
  if (issues.every(issue => issue.message.startsWith('is required'))) return 'missing_required_field'
  return issues.every(issue => issue.message.startsWith('is not a property')) ? 'unknown_field' : 'invalid_field_value'
}

/** Handlers calculate with times, so one that JavaScript cannot parse is invalid: a leap second, or one that ends with the name of its zone. */
const isTime = (text: string): boolean => Format.IsDateTime(text) && !Number.isNaN(Date.parse(text))

function readerOf(input: TObject, noun: string, nameHints?: Operation['name_hints']): Reader {
  const known = readers.get(input)
  if (known) return known
  const schema = closedSchema(toJsonSchema(input))
  const plan = planOf(schema)
  Format.Set('date-time', isTime)
  const compiled = Compile(schema)
  const reader: Reader = {
    plan,
    check: value => compiled.Check(value),
    issues: value => issuesOf({ schema, validator: compiled, noun, nameHints }, value)
  }
  readers.set(input, reader)
  return reader
}

function planOf(schema: JsonSchema): Plan {
  const properties = Object.entries(schema.properties ?? {})
  return {
    rules: new Map(properties.map(([name, node]) => [name, ruleOf(name, node, schema)])),
    defaults: properties.filter(([, node]) => node.default !== undefined).map(([name, node]) => [name, node.default]),
    spellings: new Map(properties.flatMap(([name, node]) => spellingsOf(name, node).map(spelling => [spelling, name] as const)))
  }
}

function ruleOf(name: string, node: JsonSchema, parent: JsonSchema): Rule {
  const optional = !(parent.required ?? []).includes(name) || node.default !== undefined
  return {
    dropsNull: optional,
    ...readingOf(node)
  }
}

function readingOf(node: JsonSchema): Pick<Rule, 'object' | 'items' | 'isRecord' | 'list'> {
  const items = node.items && readingOf(node.items)
  const limits = (node.anyOf ?? [node]).filter(({ type }) => type === 'array').map(({ maxItems }) => maxItems)
  return {
    ...(node.properties && { object: planOf(node) }),
    ...(node['x-record'] === true && { isRecord: true as const }),
    ...(items && Object.keys(items).length > 0 && { items: { dropsNull: false, ...items } }),
    ...(limits.length > 0 &&
      limits.every(limit => typeof limit === 'number') && {
        list: { maxItems: Math.max(...limits), expected: describeSchema(node) }
      })
  }
}

function spellingsOf(name: string, node: JsonSchema): string[] {
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const declared = Array.isArray(node['x-aliases']) ? node['x-aliases'].map(String) : []
  return [camel, ...declared].filter(spelling => spelling !== name)
}

/** Returns a copy with spellings resolved, nulls dropped and defaults set. */
function fill(raw: Input, plan: Plan, reading: Reading, at: string): Input {
  const { byName, conflicts } = reading
  const input: Input = {}
  let unknownKeys = 0
  for (const key of Object.keys(raw)) {
    const name = byName && !plan.rules.has(key) ? (plan.spellings.get(key) ?? key) : key
    const rule = plan.rules.get(name)
    if (!rule && unknownKeys++ >= MAX_UNKNOWN_KEYS) continue
    if (raw[key] === null && (rule?.dropsNull || (rule && byName && hasOtherSpelling(raw, key, name, plan)))) continue
    const value = rule ? nested(raw[key], rule, reading, `${at}${name}`) : raw[key]
    if (Object.hasOwn(input, name) && !same(input[name], value)) conflicts.push(spellingConflict(at + name))
    setProperty(input, name, value)
  }
  for (const [name, value] of plan.defaults)
    if (input[name] === undefined) input[name] = typeof value === 'object' ? structuredClone(value) : value
  return input
}

/** Whether another spelling of the property has a value. Callers that send null for every unused property send it for the other spellings. */
const hasOtherSpelling = (raw: Input, key: string, name: string, { spellings }: Plan): boolean =>
  Object.entries(raw).some(([other, value]) => other !== key && value !== null && (other === name || spellings.get(other) === name))

function nested(raw: unknown, { object, items, isRecord, list }: Rule, reading: Reading, at: string): unknown {
  const value = isRecord && reading.byName && isObject(raw) ? Object.entries(raw).map(([name, value]) => ({ name, value })) : raw
  if (object && isObject(value)) return fill(value, object, reading, `${at}.`)
  if (!Array.isArray(value)) return value
  if (list && value.length > list.maxItems) {
    const { maxItems, expected } = list
    reading.tooLong.push({
      path: at,
      message: `must have at most ${maxItems} items (got ${value.length})`,
      ...(expected !== undefined && { expected })
    })
    return value
  }
  return items ? value.map((item, place) => nested(item, items, reading, `${at}[${place}]`)) : value
}

const spellingConflict = (path: string): Issue => ({
  path,
  message: 'is given in two spellings with different values',
  expected: 'only one of them'
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isObject = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)
