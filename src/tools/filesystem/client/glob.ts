import picomatch from 'picomatch'
import { failure } from './failures.ts'

export type Match = (relative: string) => boolean

export interface Selection {
  /** Whether a file is meant. */
  matches: Match
  /** Whether anything below a directory may be meant. */
  enters: Match
}

/** A glob becomes a regular expression, and each further star in a name multiplies what that may have to try. */
const MOST_STARS = 3
const MOST_GLOBSTARS = 4

/** Reads glob patterns. Hidden names are met where the pattern names them, or where they are asked for. */
export function selectionOf(pattern: string, exclude: readonly string[], includeHidden: boolean): Selection {
  requireSound('glob', pattern)
  const dot = includeHidden || /(^|[/{,])\./.test(pattern.replace(/^\.\//, ''))
  const wanted = picomatch(pattern, { dot, noextglob: true })
  const unwanted = excluderOf(exclude)
  const { base, glob } = picomatch.scan(pattern)
  const depth = pattern.split('/').length
  const leadsOn = (relative: string): boolean => glob.includes('**') || relative.split('/').length < depth
  return {
    matches: relative => wanted(relative) && !unwanted(relative),
    enters: relative => (dot || !isHidden(relative)) && !unwanted(relative) && onTheWay(relative, base) && leadsOn(relative)
  }
}

/** Above or below the directory that all matches are in. */
const onTheWay = (relative: string, base: string): boolean =>
  base === '' || relative === base || base.startsWith(`${relative}/`) || relative.startsWith(`${base}/`)

/** A name without a slash is left out at any depth; a directory that is left out is left out with all it holds. */
export function excluderOf(exclude: readonly string[]): Match {
  if (exclude.length === 0) return () => false
  for (const pattern of exclude) requireSound('exclude', pattern)
  const names = exclude.map(pattern => pattern.replace(/\/+$/, ''))
  const anywhere = names.filter(name => !name.includes('/')).map(name => `**/${name}`)
  return picomatch([...names, ...anywhere], { dot: true, noextglob: true })
}

export const isHidden = (relative: string): boolean => relative.slice(relative.lastIndexOf('/') + 1).startsWith('.')

function requireSound(name: string, pattern: string): void {
  const expected = problemOf(pattern)
  if (expected === undefined) return
  const issues = [{ path: name, message: `${pattern} cannot be used as a glob`, expected }]
  throw failure('invalid_field_value', `${name} ${pattern} cannot be used as a glob: ${expected}.`, { issues })
}

function problemOf(pattern: string): string | undefined {
  const names = pattern.split('/')
  if (pattern.startsWith('/') || names.includes('..')) return 'give it relative to the directory, without parent directories'
  if (pattern.startsWith('!')) return 'name what to leave out in exclude'
  if (names.filter(name => name === '**').length > MOST_GLOBSTARS) return `at most ${MOST_GLOBSTARS} times **`
  if (names.some(name => (name.match(/\*+/g)?.length ?? 0) > MOST_STARS)) return `at most ${MOST_STARS} stars in one name`
  return undefined
}
