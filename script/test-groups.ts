import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = '.tap/groups'
/** Few enough that the runner still has groups to share out at the end of a run. */
const LARGEST = 8

/**
 * Puts test files of one folder together, so that a process reads the whole of src once for all of them, which costs more than most of their tests.
 * Files right in test/ start gateways of their own and stay alone.
 * Answers the files that the runner is to be given.
 */
export function groupTests(files: readonly string[]): string[] {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  return Object.entries(Object.groupBy(files, path.dirname)).flatMap(([folder, found = []]) =>
    folder === 'test' ? found : chunks(found).map((group, index) => writeGroup(`${folder.replaceAll('/', '-')}-${index + 1}`, group))
  )
}

function chunks(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / LARGEST)
  return Array.from({ length: count }, (_, index) => files.filter((_, place) => place % count === index))
}

function writeGroup(name: string, files: readonly string[]): string {
  const file = `${FOLDER}/${name}.test.ts`
  const paths = JSON.stringify(files.map(one => path.resolve(one)))
  writeFileSync(file, `import { inTurn } from '${path.resolve('test/helpers/in-turn.ts')}'\n\ninTurn(${paths})\n`)
  return file
}
