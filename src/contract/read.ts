import type { TObject } from 'typebox'
import { Compile } from 'typebox/schema'
import { type Issue, OperationError, type Reason } from './errors.ts'
import { issuesOf } from './issues.ts'
import { idIssues } from './item-id.ts'
import { fieldIssues } from './list.ts'
import type { Operation } from './operation.ts'
import { asyncIssues, inputOf, mayBeJob } from './reserved.ts'
import { closed, type JsonSchema, plain } from './schema.ts'

type Input = Record<string, unknown>

/** More unknown keys than this are not looked at: the input is refused anyway. */
const MOST_STRANGERS = 50

const MOST_IN_MESSAGE = 5
const FEW_WORDS = 60

const NO_ISSUES: readonly Issue[] = []

/** What reading one object needs to know of its schema, gathered once. */
interface Plan {
  rules: Map<string, Rule>
  defaults: [name: string, value: unknown][]
  /** Other spellings of a property, taken by name only. */
  spellings: Map<string, string>
}

interface Rule {
  /** null stands for absent. */
  dropsNull: boolean
  object?: Plan
  items?: Plan
}

interface Reader {
  plan: Plan
  check: (value: unknown) => boolean
  problems: (value: unknown) => Issue[]
}

const readers = new WeakMap<TObject, Reader>()

/**
 * Reads an input as the operation's schema tells: other spellings (by name only), null as absent, defaults, check.
 * Lists every problem at once.
 */
export function readInput(operation: Operation, raw: unknown, byName = false, known: readonly Issue[] = NO_ISSUES): Input {
  const reader = readerOf(inputOf(operation), 'property of this operation', operation.instead)
  if (!isObject(raw)) throw refusal(operation.id, [...known, { path: '', message: 'must be an object' }])
  const clashes = [...known]
  const input = fill(raw, reader.plan, byName, clashes, '')
  const sound = reader.check(input)
  const problems = sound ? [] : reader.problems(input)
  const rules = [
    ...operation.requires.flatMap(rule => rule.check(input) ?? []),
    ...fieldIssues(operation, input),
    ...jobIssues(operation, input).filter(({ path }) => !problems.some(problem => problem.path === path))
  ]
  if (sound && clashes.length === 0 && rules.length === 0) return input
  const issues = [...clashes, ...problems, ...rules]
  if (issues.length > 0) throw refusal(operation.id, issues)
  return input
}

/** Reads an input that belongs to no operation, such as that of a route of the gateway itself. */
export function readFlat(id: string, schema: TObject, raw: Input, known: readonly Issue[] = NO_ISSUES): Input {
  const reader = readerOf(schema, 'property of this route')
  const input = fill(raw, reader.plan, false, [], '')
  const issues = [...known, ...(reader.check(input) ? [] : reader.problems(input))]
  if (issues.length > 0) throw refusal(id, issues)
  return input
}

function jobIssues(operation: Operation, input: Input): readonly Issue[] {
  if (operation.kind === 'bulk') return idIssues(input['ids'])
  return mayBeJob(operation) ? asyncIssues(input) : NO_ISSUES
}

function refusal(id: string, issues: Issue[]): OperationError {
  const list = issues.slice(0, MOST_IN_MESSAGE).map(inShort).join('; ')
  const more = issues.length > MOST_IN_MESSAGE ? `; and ${issues.length - MOST_IN_MESSAGE} more: see issues` : ''
  return new OperationError(reasonOf(issues), `The input of ${id} is wrong: ${list}${more}`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues
  })
}

/** What would be right stands in the issues; what takes few words is said at once. */
const inShort = ({ path, message, expected = '' }: Issue): string =>
  [path, message, expected !== '' && expected.length <= FEW_WORDS && `(${expected})`].filter(Boolean).join(' ')

function reasonOf(issues: Issue[]): Reason {
  if (issues.every(issue => issue.message.startsWith('is required'))) return 'missing_required_field'
  return issues.every(issue => issue.message.startsWith('is not a property')) ? 'unknown_field' : 'invalid_field_value'
}

function readerOf(input: TObject, noun: string, instead?: Operation['instead']): Reader {
  const known = readers.get(input)
  if (known) return known
  const schema = closed(plain(input))
  const plan = planOf(schema)
  const compiled = Compile(schema)
  const reader: Reader = {
    plan,
    check: value => compiled.Check(value),
    problems: value => issuesOf({ schema, validator: compiled, noun, instead }, value)
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
    ...(node.properties && { object: planOf(node) }),
    ...(node.items?.properties && { items: planOf(node.items) })
  }
}

function spellingsOf(name: string, node: JsonSchema): string[] {
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const declared = Array.isArray(node['x-aliases']) ? node['x-aliases'].map(String) : []
  return [camel, ...declared].filter(spelling => spelling !== name)
}

/** A copy with its spellings settled, its nulls dropped and its defaults set. */
function fill(raw: Input, plan: Plan, byName: boolean, clashes: Issue[], at: string): Input {
  const input: Input = {}
  let strangers = 0
  for (const key of Object.keys(raw)) {
    const name = byName && !plan.rules.has(key) ? (plan.spellings.get(key) ?? key) : key
    const rule = plan.rules.get(name)
    if (!rule && strangers++ >= MOST_STRANGERS) continue
    if (raw[key] === null && rule?.dropsNull) continue
    const value = rule ? nested(raw[key], rule, byName, clashes, `${at}${name}.`) : raw[key]
    if (Object.hasOwn(input, name) && !same(input[name], value)) clashes.push(clash(at + name))
    set(input, name, value)
  }
  for (const [name, value] of plan.defaults)
    if (input[name] === undefined) input[name] = typeof value === 'object' ? structuredClone(value) : value
  return input
}

function nested(value: unknown, rule: Rule, byName: boolean, clashes: Issue[], at: string): unknown {
  const { object, items } = rule
  if (object && isObject(value)) return fill(value, object, byName, clashes, at)
  if (items && Array.isArray(value)) return value.map(item => (isObject(item) ? fill(item, items, byName, clashes, at) : item))
  return value
}

/** Plain assignment to `__proto__` would set the prototype, and the key would go unnoticed. */
function set(input: Input, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(input, name, { value, enumerable: true, configurable: true, writable: true })
  else input[name] = value
}

const clash = (path: string): Issue => ({
  path,
  message: 'is given twice, in two spellings, with different values',
  expected: 'one of them'
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isObject = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)
