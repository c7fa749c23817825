import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = '.tap/groups'
/** Small enough that the runner can still distribute groups at the end of a run. */
const MAX_FILES = 8

/** All tests except soak tests and slow tests, which have their own commands. */
export function findTests(): string[] {
  return globSync('test/**/*.test.ts', {
    exclude: ['test/soak/**', 'test/slow/**', 'test/conformance/slow/**', '**/node_modules/**']
  }).toSorted()
}

/** Conformance tests and those directly in test/ start whole gateways or call every operation in every way: each has its own process. */
export function isOfTheWhole(file: string): boolean {
  return path.dirname(file) === 'test' || file.startsWith('test/conformance/')
}

/**
 * Groups test files of one folder, so that one process loads src once for all of them, which costs more than most of their tests. Returns the files for
 * the runner: the longest group first, so that no core waits for one at the end.
 */
export function groupTests(files: readonly string[]): string[] {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const groups = Object.entries(Object.groupBy(files, path.dirname)).flatMap(([folder, found = []]) =>
    chunks(found).map((group, index) => ({
      length: lengthOf(group),
      file: writeGroup(`${folder.replaceAll('/', '-')}-${index + 1}`, group)
    }))
  )
  return groups.toSorted((a, b) => b.length - a.length).map(({ file }) => file)
}

/** A file in bulk/ tests each adapter in every case of the contract: it takes about five times as long as another of its size. */
const BULK_WEIGHT = 5

/** Estimates how long a group takes. */
const lengthOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(file).size * (file.includes('/bulk/') ? BULK_WEIGHT : 1), 0)

function chunks(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / MAX_FILES)
  return Array.from({ length: count }, (_, index) => files.filter((_, position) => position % count === index))
}

function writeGroup(name: string, files: readonly string[]): string {
  const file = `${FOLDER}/${name}.test.ts`
  const paths = JSON.stringify(files.map(one => path.resolve(one)))
  writeFileSync(file, `import { inTurn } from '${path.resolve('test/helpers/run-in-sequence.ts')}'\n\ninTurn(${paths})\n`)
  return file
}
