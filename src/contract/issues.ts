import type { Validator } from 'typebox/schema'
import { Settings } from 'typebox/system'
import type { Issue } from './errors.ts'

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

type Nearest = (path: string, name: string) => string | undefined

/** Every problem once, in words that say where it is and what would be right. */
export function issuesOf(validator: Validator, value: unknown, nearest: Nearest): Issue[] {
  Settings.Set({ maxErrors: MOST_RAW_ISSUES })
  return issuesFrom(validator.Errors(value)[1], nearest)
}

function issuesFrom(raw: readonly RawIssue[], nearest: Nearest): Issue[] {
  const unions = new Map<string, string[]>()
  const issues: Issue[] = []
  for (const problem of raw) {
    if (issues.length >= MOST_ISSUES) break
    if (problem.keyword === 'additionalProperties' || problem.keyword === 'anyOf') continue
    const branch = problem.schemaPath.includes('/anyOf/')
    if (!branch) issues.push(...toIssues(problem, nearest))
    else if (problem.keyword !== 'type' || !problem.message.endsWith('null')) push(unions, problem.instancePath, problem.message)
  }
  for (const [path, messages] of unions) issues.push({ path: readable(path), message: messages.join(', or ') })
  return issues.slice(0, MOST_ISSUES)
}

function toIssues(problem: RawIssue, nearest: Nearest): Issue[] {
  const path = readable(problem.instancePath)
  if (problem.keyword === 'required') return missing(problem, path)
  if (problem.keyword === 'boolean') return [unknown(problem, path, nearest)]
  if (problem.keyword === 'enum')
    return [{ path, message: 'is not one of the allowed values', expected: `one of: ${allowed(problem).join(', ')}` }]
  return [{ path, message: problem.message }]
}

function missing(problem: RawIssue, path: string): Issue[] {
  const names =
    'requiredProperties' in problem.params && Array.isArray(problem.params.requiredProperties) ? problem.params.requiredProperties : []
  return names.map(name => ({ path: path === '' ? String(name) : `${path}.${name}`, message: 'is required' }))
}

function unknown(problem: RawIssue, path: string, nearest: Nearest): Issue {
  const segments = problem.instancePath.split('/').slice(1).map(unescaped)
  const name = segments.at(-1) ?? ''
  const near = nearest(segments.slice(0, -1).join('/'), name)
  return { path, message: 'is not a property of this operation', ...(near !== undefined && { expected: `did you mean ${near}?` }) }
}

const allowed = (problem: RawIssue): unknown[] =>
  'allowedValues' in problem.params && Array.isArray(problem.params.allowedValues) ? problem.params.allowedValues : []

/** `/items/0/name` as `items[0].name`. */
function readable(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map(unescaped)
    .map((segment, place) => (/^\d+$/.test(segment) ? `[${segment}]` : place === 0 ? segment : `.${segment}`))
    .join('')
}

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
