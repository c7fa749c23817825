import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, '..')

/** A test as it stands in a file: not commented out, by its name or the constant that holds it, with its options. */
const TEST = /^(?!\s*(?:\/\/|\*)).*?\btest\(\s*(?:(['"`])(?<text>(?:(?!\1).)+)\1|(?<constant>[A-Z_]+)),?\s*(?<options>\{[^}]*\})?/gm

/** Never run, whatever the circumstances: where an expression decides, some circumstances run it. */
const NEVER = /\b(?:skip|todo): (?:true|['"`])/

/** Names of the tests in a source. */
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

/** Names of the tests in the files of these patterns, below the folder of tests: for lists that tell which test shows what. */
export const namedTests = (...patterns: string[]): string[] => globSync(patterns, { cwd: FOLDER }).flatMap(testsOf)

/** Whether a file has a test of that whole name that runs. What a name puts in is anything. */
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
