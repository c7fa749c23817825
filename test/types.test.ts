import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'

const root = path.join(import.meta.dirname, '..')
const EXPECTED = /^\s*\/\/ @ts-expect-error (.*)$/

t.test('every mistake in types.ts is one to the compiler, where the comment says so', async t => {
  const lines = readFileSync(path.join(root, 'test/types.ts'), 'utf8').split('\n')
  const mistakes = lines.flatMap((line, index) => (EXPECTED.test(line) ? [index + 2] : []))
  mkdirSync(path.join(root, '.tap'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.tap/types-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { extends: '../../tsconfig.json', compilerOptions: { rootDir: root }, include: ['types.ts'] }
  writeFileSync(
    path.join(folder, 'types.ts'),
    lines.map(line => line.replace(EXPECTED, '//').replace("'../src/", "'../../src/")).join('\n')
  )
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings))
  // Without the hooks that the coverage tool puts into every Node it sees started.
  const compiler = ['-u', 'NODE_OPTIONS', process.execPath, path.join(root, 'node_modules/typescript/bin/tsc')]
  const { stdout } = spawnSync('env', [...compiler, '--noEmit', '--pretty', 'false', '-p', folder], { encoding: 'utf8' })
  const found = [...stdout.matchAll(/types\.ts\((\d+),/g)].map(([, line]) => Number(line))
  t.strictSame([...new Set(found)], mistakes)
  t.ok(mistakes.length > 30)
})
