import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, '..')

const TEST = /\btest\(\s*(?:(['"`])(?<text>(?:(?!\1).)+)\1|(?<constant>[A-Z_]+),)/g

/** Names of the tests in the files of these patterns, below the folder of tests: for lists that tell which test shows what. */
export function namedTests(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: FOLDER }).flatMap(file => {
    const source = readFileSync(path.join(FOLDER, file), 'utf8')
    return [...source.matchAll(TEST)].flatMap(({ groups }) => groups?.['text'] ?? constantIn(source, groups?.['constant'] ?? '') ?? [])
  })
}

const constantIn = (source: string, name: string): string | undefined => new RegExp(`^const ${name} = '([^']+)'`, 'm').exec(source)?.[1]
