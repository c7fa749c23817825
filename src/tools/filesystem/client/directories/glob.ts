import { braceExpand, Minimatch, type MinimatchOptions } from 'minimatch'
import { failure } from '../errors.ts'

export type Match = (relative: string) => boolean

export interface Selection {
  /** Whether a file is selected. */
  matches: Match
  /** Whether a directory can contain selected files. */
  enters: Match
}

const MAX_ALTERNATIVES = 100
const SYNTAX: MinimatchOptions = { noext: true, nocomment: true, nonegate: true, platform: 'linux', braceExpandMax: MAX_ALTERNATIVES + 1 }

/** Parses glob patterns. Hidden names match if the pattern names them, or if `includeHidden` is true. */
export function parseSelection(pattern: string, exclude: readonly string[], includeHidden: boolean): Selection {
  requireValid('glob', pattern)
  const wanted = new Minimatch(pattern.replace(/^(\.\/+)+/, ''), { ...SYNTAX, dot: includeHidden })
  const unwanted = parseExcludes(exclude)
  return {
    matches: relative => wanted.match(relative) && !unwanted(relative),
    enters: relative => wanted.match(relative, true) && !unwanted(relative)
  }
}

/** A name without a slash is excluded at any depth. An excluded directory is excluded with everything in it. */
export function parseExcludes(exclude: readonly string[]): Match {
  for (const pattern of exclude) requireValid('exclude', pattern)
  const names = exclude.map(pattern => pattern.replace(/^(\.\/+)+/, '').replace(/\/(\*\*)?$/, ''))
  const unwanted = names.map(name => new Minimatch(name, { ...SYNTAX, dot: true, matchBase: true }))
  return relative => unwanted.some(glob => glob.match(relative))
}

export const isHidden = (relative: string): boolean => relative.slice(relative.lastIndexOf('/') + 1).startsWith('.')

function requireValid(name: string, pattern: string): void {
  const expected = problemOf(pattern)
  if (expected === undefined) return
  const issues = [{ path: name, message: `${pattern} is not a valid glob`, expected }]
  throw failure('invalid_field_value', `\`${name}\` ${pattern} is not a valid glob: ${expected}.`, { issues })
}

function problemOf(pattern: string): string | undefined {
  if (pattern.startsWith('/') || pattern.split('/').includes('..'))
    return 'use a path relative to the directory, without parent directories'
  if (pattern.startsWith('!')) return 'list what to exclude in `exclude`'
  if (!isBalanced(pattern)) return 'close every [ and {, or escape it with a backslash'
  if (braceExpand(pattern, SYNTAX).length > MAX_ALTERNATIVES) return `at most ${MAX_ALTERNATIVES} alternatives in braces`
  return undefined
}

/** Glob implementations disagree on a bracket or brace that is never closed, and it is usually a mistake. */
const isBalanced = (pattern: string): boolean => depthOf(pattern.replace(/\\[\s\S]|\[[!^]?\]?[^\]/]*\]/g, '')) === 0

function depthOf(rest: string): number {
  if (/[\\[]/.test(rest)) return Number.NaN
  let depth = 0
  for (const letter of rest) {
    if (letter === '{') depth++
    if (letter === '}' && depth > 0) depth--
  }
  return depth
}
