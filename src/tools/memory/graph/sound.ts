import { keyOf } from '../store/fold.ts'
import { wrong } from './failures.ts'

/** Refuses texts that a database cannot keep: with a NUL, or a half of a character. */
export function requireSound(input: Readonly<Record<string, unknown>>, at = ''): void {
  for (const [name, value] of Object.entries(input)) {
    const path = `${at}${name}`
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw wrong(path, 'holds a NUL or half a character', 'text that can be written as UTF-8')
    if (typeof value === 'object' && value !== null) requireSound({ ...value }, `${path}.`)
  }
}

/** A name or relation of nothing but spaces, and what nobody sees, is none. */
export function requireNames(input: Readonly<Record<string, string | undefined>>): void {
  requireSound(input)
  for (const [path, name] of Object.entries(input)) {
    if (name !== undefined && keyOf(name) === '') throw wrong(path, 'is blank', 'at least one letter or sign')
  }
}
