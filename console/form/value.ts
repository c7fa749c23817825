import { isObject } from './schema.ts'

export type Path = readonly (string | number)[]

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  let found = value
  for (const step of path) {
    if (typeof step === 'number' && Array.isArray(found)) found = found[step]
    else if (typeof step === 'string' && isObject(found) && Object.hasOwn(found, step)) found = found[step]
    else return undefined
  }
  return found
}

/** Returns the value with another one at the path; undefined removes it. What the path does not touch is the same object as before. */
export function withValue(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return next
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? [...value] : []
    const item = withValue(items[step], rest, next)
    if (item === undefined) items.splice(step, 1)
    else items[step] = item
    return items
  }
  const entries = isObject(value) ? Object.entries(value) : []
  const known = entries.find(([name]) => name === step)
  const item = withValue(known?.[1], rest, next)
  if (item === undefined) return Object.fromEntries(entries.filter(([name]) => name !== step))
  return Object.fromEntries(known ? entries.map(([name, one]) => [name, name === step ? item : one]) : [...entries, [step, item]])
}

/** A path as the gateway writes it in an issue: `events[0].start`. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`), '')

export interface Issue {
  path: string
  message: string
  expected?: string
}

/** The issues that a field shows: its own, and those below it if it is edited as a whole. */
export const issuesAt = (issues: readonly Issue[], path: Path, whole: boolean): Issue[] => {
  const text = pathText(path)
  return issues.filter(issue => issue.path === text || (whole && (issue.path.startsWith(`${text}.`) || issue.path.startsWith(`${text}[`))))
}

/** The issues that belong to no field of the form: they are shown above it. */
export const issuesElsewhere = (issues: readonly Issue[], names: readonly string[]): Issue[] =>
  issues.filter(({ path }) => !names.includes(/^[^.[]*/.exec(path)?.[0] ?? ''))
