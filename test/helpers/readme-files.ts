import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Test } from 'tap'

const root = path.join(import.meta.dirname, '../..')

/** What the files of the README import beside each other. */
const LENT = ['src/contract', 'src/lib', 'sandbox/control', 'sandbox/control.ts', 'sandbox/stand-in.ts', 'test/bulk', 'test/helpers']

const FILE = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm

/** The files that a marked part of the README holds: path below the root → text. */
export function filesIn(mark: string): Map<string, string> {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  const part = new RegExp(`<!-- ${mark} -->([\\s\\S]*?)<!-- /${mark} -->`).exec(readme)?.[1] ?? ''
  return new Map([...part.matchAll(FILE)].map(([, file = '', text = '']) => [file, text]))
}

/** A folder with these files in their places, as if it were laid over the house: for the compiler, which knows of such layers. */
export function layOver(t: Test, files: Map<string, string>): string {
  mkdirSync(path.join(root, '.tap'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.tap/readme-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const settings = {
    extends: '../../tsconfig.json',
    compilerOptions: { rootDir: '../..', rootDirs: ['.', '../..'], noEmit: true },
    include: ['.']
  }
  for (const [file, text] of [...files, ['tsconfig.json', JSON.stringify(settings)] as const]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  return folder
}

/** The same with links to what the files import, for Node, which follows them: the modules are those that the tests have. */
export function linkedOver(t: Test, files: Map<string, string>): string {
  const folder = layOver(t, files)
  for (const lent of LENT) {
    mkdirSync(path.dirname(path.join(folder, lent)), { recursive: true })
    symlinkSync(path.join(root, lent), path.join(folder, lent))
  }
  return folder
}
