import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'

const root = path.join(import.meta.dirname, '..')
const EXPECTED = /^\s*\/\/ @ts-expect-error (.*)$/

mkdirSync(path.join(root, '.tap'), { recursive: true })
const folder = mkdtempSync(path.join(root, '.tap/types-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

const lines = readFileSync(path.join(root, 'test/types.ts'), 'utf8').split('\n')
const mistakes = lines.flatMap((line, index) => (EXPECTED.test(line) ? [index + 2] : []))
const samples = samplesIn(readFileSync(path.join(root, 'openapi/openapi.json'), 'utf8'))
const complaints = compile({
  'types.ts': lines.map(line => line.replace(EXPECTED, '//').replace("'../src/", "'../../src/")).join('\n'),
  ...Object.fromEntries(samples.map((source, place) => [`sample-${place}.ts`, source])),
  'misspelled.ts': String(samples.find(source => source.includes("'filesystem_read_file'"))).replace('file_path', 'filepath')
})

/** Errors of the compiler in these files, each as file and line. Computed once, since the compiler reads the whole project. */
function compile(files: Record<string, string>): { file: string; line: number }[] {
  const paths = { 'toolgate-client': [path.join(root, 'src/client/client.ts')] }
  const settings = { extends: '../../tsconfig.json', compilerOptions: { rootDir: root, paths }, include: ['*.ts'] }
  for (const [file, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(settings) }))
    writeFileSync(path.join(folder, file), text)
  // Without the hooks that the coverage tool adds to every Node process.
  const compiler = ['-u', 'NODE_OPTIONS', process.execPath, path.join(root, 'node_modules/typescript/bin/tsc')]
  const { stdout } = spawnSync('env', [...compiler, '--noEmit', '--pretty', 'false', '-p', folder], { encoding: 'utf8' })
  return [...stdout.matchAll(/([^\s/]+)\((\d+),\d+\): error/g)].map(([, file = '', line]) => ({ file, line: Number(line) }))
}

/** The checked-in TypeScript samples of every operation. */
function samplesIn(text: string): string[] {
  const { paths }: { paths: Record<string, Record<string, { 'x-codeSamples'?: { label: string; source: string }[] }>> } = JSON.parse(text)
  const all = Object.values(paths).flatMap(item => Object.values(item).flatMap(operation => operation['x-codeSamples'] ?? []))
  return all.flatMap(({ label, source }) => (label === 'TypeScript' ? [source] : []))
}

t.test('the compiler reports every mistake in types.ts at its comment', async t => {
  const found = complaints.flatMap(({ file, line }) => (file === 'types.ts' ? [line] : []))
  t.strictSame([...new Set(found)], mistakes)
  t.ok(mistakes.length > 30)
})

t.test('the TypeScript sample of every operation matches the types of the client, and a misspelled one does not', async t => {
  t.ok(samples.length > 100)
  t.strictSame([...new Set(complaints.flatMap(({ file }) => (file === 'types.ts' ? [] : [file])))], ['misspelled.ts'])
})
