import { near } from '../../../contract/spelling.ts'
import { misnamed } from './failures.ts'

/** A thing that a caller may name. */
export interface Candidate {
  id: string
  /** What it is called, the most telling first: its name, then its short link, colour or full name. */
  names: readonly string[]
  archived?: boolean
}

const ID = /^[0-9a-f]{24}$/i

export const isId = (name: string): boolean => ID.test(name)

const MOST_SUGGESTIONS = 20

/** The id of the one thing that is called so. None, or several, is refused with those there are. */
export function choose(what: string, path: string, name: string, candidates: readonly Candidate[]): string {
  const found = matches(name, candidates)
  const [only, ...others] = found
  if (only && others.length === 0) return only.id
  if (!only) throw misnamed(path, `names no ${what}: ${name.slice(0, 100)}`, suggestionsFor(name, candidates))
  throw misnamed(path, `names ${found.length} ${what}s: ${name.slice(0, 100)}`, found.slice(0, MOST_SUGGESTIONS).map(told))
}

const EQUALITIES: readonly ((a: string, b: string) => boolean)[] = [(a, b) => a === b, (a, b) => fold(a) === fold(b)]

/** As it is called; else without regard to case; of several, those that are not archived. */
export function matches(wanted: string, candidates: readonly Candidate[]): Candidate[] {
  const most = Math.max(0, ...candidates.map(({ names }) => names.length))
  for (let place = 0; place < most; place++) {
    for (const same of EQUALITIES) {
      const found = candidates.filter(({ names: { [place]: name = '' } }) => name !== '' && same(name, wanted))
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
  return (close.length > 0 ? close : names).slice(0, MOST_SUGGESTIONS)
}

const told = ({ id, names }: Candidate): string => `${id} (${names.filter(Boolean).join(', ')})`
