import type { Validator } from 'typebox/schema'
import { Settings } from 'typebox/system'
import type { Issue } from './errors.ts'
import { expectedName, expectedOf, expectedWord } from './expected.ts'
import { type JsonSchema, nodeAt } from './schema.ts'

/** A problem as the compiled validator tells it. */
interface RawIssue {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

const MOST_ISSUES = 50
const LONGEST_NAME = 100

/** TypeBox stops at 8 by itself; a problem may come to it as several. */
const MOST_RAW_ISSUES = 4 * MOST_ISSUES

/** What a value is read by. */
export interface Checker {
  schema: JsonSchema
  validator: Validator
  /** What its unknown names are not: `property of this operation`. */
  noun: string
  /** What to use in place of names that are known elsewhere. */
  instead?: Readonly<Record<string, string>> | undefined
}

/** Every problem once, in words that say where it is and what would be right. */
export function issuesOf(checker: Checker, value: unknown): Issue[] {
  Settings.Set({ maxErrors: MOST_RAW_ISSUES })
  const unions = new Map<string, string[]>()
  const issues: Issue[] = []
  for (const problem of checker.validator.Errors(value)[1]) {
    if (issues.length >= MOST_ISSUES) break
    if (problem.keyword === 'additionalProperties' || problem.keyword === 'anyOf') continue
    const branch = problem.schemaPath.includes('/anyOf/')
    const given = valueAt(value, segmentsOf(problem.instancePath))
    // What is empty has no form, nor a number in it: one problem, told once.
    if (given === '' && problem.keyword === 'pattern' && issues.some(({ path }) => path === readable(problem.instancePath))) continue
    if (!branch) issues.push(...toIssues(problem, checker, value))
    else if (problem.keyword !== 'type' || !problem.message.endsWith('null')) push(unions, problem.instancePath, wordsOf(problem, given))
  }
  onlyOnce(issues)
  for (const [pointer, messages] of unions) issues.push(withExpected(pointer, messages.join(', or '), checker))
  return issues.slice(0, MOST_ISSUES)
}

/** What several unknown names are told alike, such as all there are, only the first of them tells. */
function onlyOnce(issues: Issue[]): void {
  const told = new Set<string>()
  for (const issue of issues) {
    if (issue.expected === undefined || !issue.message.startsWith('is not a ')) continue
    if (told.has(issue.expected)) delete issue.expected
    else told.add(issue.expected)
  }
}

function toIssues(problem: RawIssue, checker: Checker, value: unknown): Issue[] {
  if (problem.keyword === 'required') return missing(problem)
  if (problem.keyword === 'boolean') return [unknown(problem, checker)]
  if (problem.keyword !== 'enum')
    return [withExpected(problem.instancePath, wordsOf(problem, valueAt(value, segmentsOf(problem.instancePath))), checker)]
  const expected = expectedWord(valueAt(value, segmentsOf(problem.instancePath)), allowed(problem))
  return [{ path: readable(problem.instancePath), message: 'is not one of the allowed values', expected }]
}

/** A regular expression helps nobody; `expected` tells the form. */
function wordsOf({ keyword, message }: RawIssue, given: unknown): string {
  if (given === '' && keyword !== 'pattern') return 'must not be empty'
  if (keyword === 'type' && Array.isArray(given) && given.length > 1) return 'is given several times, or as a list'
  return keyword === 'pattern' ? 'has a wrong form' : message.replace(/^must be string$/, 'must be text')
}

function withExpected(pointer: string, message: string, { schema }: Checker): Issue {
  const node = nodeAt(schema, segmentsOf(pointer))
  const expected = node && expectedOf(node)
  return { path: readable(pointer), message, ...(expected !== undefined && { expected }) }
}

function missing({ instancePath, params }: RawIssue): Issue[] {
  const path = readable(instancePath)
  const names = 'requiredProperties' in params && Array.isArray(params.requiredProperties) ? params.requiredProperties : []
  return names.map(name => ({ path: path === '' ? String(name) : `${path}.${name}`, message: 'is required' }))
}

function unknown({ instancePath }: RawIssue, { schema, noun, instead = {} }: Checker): Issue {
  const segments = segmentsOf(instancePath)
  const properties = nodeAt(schema, segments.slice(0, -1))?.properties ?? {}
  const name = segments.at(-1) ?? ''
  const declared = Object.keys(properties).filter(own => [properties[own]?.['x-aliases']].flat().includes(name))
  const known = segments.length === 1 && Object.hasOwn(instead, name) ? instead[name] : undefined
  if (known !== undefined) return { path: name, message: `is not a ${noun}`, expected: known }
  const expected = declared.length > 0 ? `did you mean ${declared.join(' or ')}?` : expectedName(name, Object.keys(properties))
  return { path: readable(instancePath), message: `is not a ${noun}`, expected }
}

function valueAt(value: unknown, segments: readonly string[]): unknown {
  let found = value
  for (const segment of segments) found = typeof found === 'object' && found !== null ? Reflect.get(found, segment) : undefined
  return found
}

const allowed = ({ params }: RawIssue): string[] =>
  'allowedValues' in params && Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : []

/** `/items/0/name` as `items[0].name`. */
function readable(pointer: string): string {
  return segmentsOf(pointer)
    .map((segment, place) => (/^\d+$/.test(segment) ? `[${segment}]` : place === 0 ? segment : `.${segment}`))
    .join('')
}

const segmentsOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescaped)

/** A name as the caller wrote it, cut where it is longer than any name can be meant to be. */
const unescaped = (segment: string): string => {
  const name = segment
    .slice(0, 2 * LONGEST_NAME)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}
