// `node script/comparisons.ts`: prints the test files that compare with ../shared, one per line: those that import test/helpers/outside.ts, directly or not.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

const OUTSIDE = path.resolve(import.meta.dirname, '../test/helpers/outside.ts')
const root = path.join(import.meta.dirname, '..')

/** Returns their paths below the root. */
export function comparisons(): string[] {
  const reached = new Map<string, boolean>()
  const reaches = (file: string): boolean => {
    const known = reached.get(file)
    if (known !== undefined) return known
    reached.set(file, file === OUTSIDE) // ends the recursion of circular imports
    const found = file === OUTSIDE || importsOf(file).some(reaches)
    reached.set(file, found)
    return found
  }
  return globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
    .filter(file => reaches(path.resolve(root, file)))
    .toSorted()
}

const importsOf = (file: string): string[] =>
  parseSync(file, readFileSync(file, 'utf8'))
    .module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
    .filter(name => name.startsWith('.'))
    .map(name => path.resolve(path.dirname(file), name))
    .filter(imported => imported.startsWith(path.join(root, 'test/')))

if (import.meta.main) process.stdout.write(`${comparisons().join('\n')}\n`)
