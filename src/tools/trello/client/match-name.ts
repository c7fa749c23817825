import { near } from '../../../lib/spelling.ts'
import { invalidField } from './errors.ts'

/** A resource that a caller may refer to by name. */
export interface Candidate {
  id: string
  /** Its names, by precedence: its name, then its short link, color or full name. */
  names: readonly string[]
  archived?: boolean
}

/** The expected value of a missing board. */
export const BOARD = 'the name, ID, short link or URL of the board'

const ID = /^[0-9a-f]{24}$/i

export const isId = (name: string): boolean => ID.test(name)

const MAX_SUGGESTIONS = 20

/** Returns the ID of the only candidate with this name. Throws invalid_field_value, with suggestions, if none or several match. */
export function chooseOne(what: string, path: string, name: string, candidates: readonly Candidate[]): string {
  const found = matching(name, candidates)
  const [only, ...others] = found
  if (only && others.length === 0) return only.id
  if (!only) throw invalidField(path, `does not match any ${what}: ${name.slice(0, 100)}`, suggestionsFor(name, candidates))
  throw invalidField(path, `matches ${found.length} ${what}s: ${name.slice(0, 100)}`, found.slice(0, MAX_SUGGESTIONS).map(describe))
}

const EQUALITIES: readonly ((a: string, b: string) => boolean)[] = [(a, b) => a === b, (a, b) => fold(a) === fold(b)]

/** Returns the candidates with this name: exact matches, otherwise case-insensitive ones, and only open ones if there are any. */
export function matching(wanted: string, candidates: readonly Candidate[]): Candidate[] {
  const count = Math.max(0, ...candidates.map(({ names }) => names.length))
  for (let index = 0; index < count; index++) {
    for (const isEqual of EQUALITIES) {
      const found = candidates.filter(({ names: { [index]: name = '' } }) => name !== '' && isEqual(name, wanted))
      const open = found.filter(({ archived }) => !archived)
      if (found.length > 0) return open.length > 0 ? open : found
    }
  }
  return []
}

const fold = (name: string): string => name.trim().toLowerCase()

function suggestionsFor(name: string, candidates: readonly Candidate[]): string[] {
  const names = [...new Set(candidates.flatMap(({ names: [first = ''] }) => first))].filter(Boolean)
  const close = near(name, names)
  return (close.length > 0 ? close : names).slice(0, MAX_SUGGESTIONS)
}

const describe = ({ id, names }: Candidate): string => `${id} (${names.filter(Boolean).join(', ')})`

/** Returns the board on which to resolve a name. An ID needs no board. */
export function boardFor(board_id: string | undefined, path: string, name: string): string {
  if (board_id !== undefined || isId(name)) return board_id ?? ''
  throw invalidField('board', `is required if ${path} is a name`, [], BOARD)
}
