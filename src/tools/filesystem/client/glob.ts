import { braceExpand, Minimatch, type MinimatchOptions } from 'minimatch'
import { failure } from './failures.ts'

export type Match = (relative: string) => boolean

export interface Selection {
  /** Whether a file is meant. */
  matches: Match
  /** Whether anything below a directory may be meant. */
  enters: Match
}

const MOST_ALTERNATIVES = 100
const SYNTAX: MinimatchOptions = { noext: true, nocomment: true, nonegate: true, platform: 'linux', braceExpandMax: MOST_ALTERNATIVES + 1 }

/** Reads glob patterns. Hidden names are met where the pattern names them, or where they are asked for. */
export function selectionOf(pattern: string, exclude: readonly string[], includeHidden: boolean): Selection {
  requireSound('glob', pattern)
  const wanted = new Minimatch(pattern.replace(/^(\.\/+)+/, ''), { ...SYNTAX, dot: includeHidden })
  const unwanted = excluderOf(exclude)
  return {
    matches: relative => wanted.match(relative) && !unwanted(relative),
    enters: relative => wanted.match(relative, true) && !unwanted(relative)
  }
}

/** A name without a slash is left out at any depth; a directory that is left out is left out with all it holds. */
export function excluderOf(exclude: readonly string[]): Match {
  for (const pattern of exclude) requireSound('exclude', pattern)
  const names = exclude.map(pattern => pattern.replace(/^(\.\/+)+/, '').replace(/\/(\*\*)?$/, ''))
  const unwanted = names.map(name => new Minimatch(name, { ...SYNTAX, dot: true, matchBase: true }))
  return relative => unwanted.some(glob => glob.match(relative))
}

export const isHidden = (relative: string): boolean => relative.slice(relative.lastIndexOf('/') + 1).startsWith('.')

function requireSound(name: string, pattern: string): void {
  const expected = problemOf(pattern)
  if (expected === undefined) return
  const issues = [{ path: name, message: `${pattern} cannot be used as a glob`, expected }]
  throw failure('invalid_field_value', `${name} ${pattern} cannot be used as a glob: ${expected}.`, { issues })
}

function problemOf(pattern: string): string | undefined {
  if (pattern.startsWith('/') || pattern.split('/').includes('..')) return 'give it relative to the directory, without parent directories'
  if (pattern.startsWith('!')) return 'name what to leave out in exclude'
  if (!isWhole(pattern)) return 'close every [ and {, or put a backslash before it'
  if (braceExpand(pattern, SYNTAX).length > MOST_ALTERNATIVES) return `at most ${MOST_ALTERNATIVES} alternatives in braces`
  return undefined
}

/** What a bracket or a brace that is never closed means differs from glob to glob; mostly it is a slip. */
const isWhole = (pattern: string): boolean => depthOf(pattern.replace(/\\[\s\S]|\[[!^]?\]?[^\]/]*\]/g, '')) === 0

function depthOf(rest: string): number {
  if (/[\\[]/.test(rest)) return Number.NaN
  let depth = 0
  for (const letter of rest) {
    if (letter === '{') depth++
    if (letter === '}' && depth > 0) depth--
  }
  return depth
}
