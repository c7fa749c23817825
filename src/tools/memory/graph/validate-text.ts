import { MAX_LENGTH } from '../limits.ts'
import { displayName, keyOf } from '../store/fold.ts'
import { invalidValue } from './errors.ts'

/** Throws for text that a database cannot store: with a NUL or a lone surrogate. */
export function requireStorable(input: Readonly<Record<string, unknown>>, at = ''): void {
  for (const [name, value] of Object.entries(input)) {
    const path = `${at}${name}`
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw invalidValue(path, 'contains a NUL or a lone surrogate', 'text that can be encoded as UTF-8')
    if (typeof value === 'object' && value !== null) requireStorable({ ...value }, `${path}.`)
  }
}

/** Throws for a name or relation that consists only of whitespace and invisible characters. */
export function requireNames(input: Readonly<Record<string, string | undefined>>): void {
  requireStorable(input)
  for (const [path, name] of Object.entries(input)) {
    if (name !== undefined && keyOf(name) === '') throw invalidValue(path, 'is blank', 'at least one visible character')
  }
}

/** Throws if a name, type or relation is too long in its stored form: Unicode normalization can lengthen a text. */
export function requireLength(input: Readonly<Record<string, string | null | undefined>>): void {
  for (const [path, text] of Object.entries(input)) {
    const max = maxLengthAt(path)
    const length = Array.from(displayName(text ?? '')).length
    if (length > max) throw invalidValue(path, `is ${length} characters long in its normal form`, `at most ${max}`)
  }
}

function maxLengthAt(path: string): number {
  if (path === 'relation') return MAX_LENGTH.relation
  return path.endsWith('type') ? MAX_LENGTH.type : MAX_LENGTH.name
}
