import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Test } from 'tap'

const root = path.join(import.meta.dirname, '../..')

/** Folders and files that the documented files import. */
const IMPORTED = [
  'src/catalog',
  'src/contract',
  'src/lib',
  'src/pipeline',
  'src/surfaces/shared',
  'sandbox/control',
  'sandbox/control.ts',
  'sandbox/sandbox.ts',
  'test/jobs',
  'test/helpers'
]

const FILE = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm

/** Returns the source files that docs/contributing/bulk-adapter.md prints: path below the root → text. */
export function adapterFiles(): Map<string, string> {
  const page = readFileSync(path.join(root, 'docs/contributing/bulk-adapter.md'), 'utf8')
  return new Map([...page.matchAll(FILE)].map(([, file = '', text = '']) => [file, text]))
}

/** Writes the files to a folder that the compiler reads as a layer over the repository. Returns the folder. */
export function layOver(t: Test, files: Map<string, string>): string {
  mkdirSync(path.join(root, '.tap'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.tap/documented-'))
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

/** Does the same for Node, with links to what the files import. Node follows the links, so tests share these modules. */
export function linkedOver(t: Test, files: Map<string, string>): string {
  const folder = layOver(t, files)
  for (const imported of IMPORTED) {
    mkdirSync(path.dirname(path.join(folder, imported)), { recursive: true })
    symlinkSync(path.join(root, imported), path.join(folder, imported))
  }
  return folder
}
