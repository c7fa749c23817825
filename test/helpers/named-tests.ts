import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, '..')

/** A test in a source: not commented out, with its name or the constant of its name, and its options. */
const TEST = /^(?!\s*(?:\/\/|\*)).*?\btest\(\s*(?:(['"`])(?<text>(?:(?!\1).)+)\1|(?<constant>[A-Z_]+)),?\s*(?<options>\{[^}]*\})?/gm

/** A test that never runs. If an expression decides, it may run. */
const NEVER = /\b(?:skip|todo): (?:true|['"`])/

/** Returns the names of the tests in a source. */
export const testsIn = (source: string): string[] =>
  [...source.matchAll(TEST)].flatMap(({ groups }) =>
    NEVER.test(groups?.['options'] ?? '') ? [] : (groups?.['text'] ?? constantIn(source, groups?.['constant'] ?? '') ?? [])
  )

const sources = new Map<string, string[]>()

function testsOf(file: string): string[] {
  const known = sources.get(file) ?? testsIn(readFileSync(path.join(FOLDER, file), 'utf8'))
  sources.set(file, known)
  return known
}

/** Returns the names of the tests in files that match the patterns, below test/: for lists of which test proves what. */
export const namedTests = (...patterns: string[]): string[] => globSync(patterns, { cwd: FOLDER }).flatMap(testsOf)

/** Whether a file has a test with exactly this name that runs. Interpolated parts of a name match anything. */
export const isTested = (file: string, name: string): boolean => testsOf(file).some(one => one === name || patternOf(one).test(name))

const patternOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .split(/\$\{[^}]*\}/)
      .map(literally)
      .join('.+')}$`
  )

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const constantIn = (source: string, name: string): string | undefined => new RegExp(`^const ${name} = '([^']+)'`, 'm').exec(source)?.[1]
