import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { adapterFiles, layOver } from './helpers/documented-files.ts'

const files = adapterFiles()
const root = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

t.test('docs/contributing/bulk-adapter.md prints a system, its adapter, its sandbox server and its test', async t =>
  t.strictSame(
    [...files.keys()],
    ['src/tools/tasks/tool.ts', 'src/tools/tasks/bulk/move.ts', 'sandbox/tasks/sandbox.ts', 'test/tools/tasks/bulk/move.test.ts']
  )
)

// test/jobs/adapter-contract.test.ts runs them.
t.test('the files of that page compile', async t => {
  // Without the hooks that the coverage tool adds to every Node process.
  const compiler = ['-u', 'NODE_OPTIONS', process.execPath, path.join(root, 'node_modules/typescript/bin/tsc')]
  const { stdout, status } = spawnSync('env', [...compiler, '--pretty', 'false', '-p', layOver(t, files)], { encoding: 'utf8' })
  t.equal(stdout, '')
  t.equal(status, 0)
})

t.test('the tests that the guarantees name as proofs exist', async t => {
  const text = read('docs/guarantees.md') + read('docs/contributing/bulk-adapter.md')
  const named = [...text.matchAll(/`(test\/\S+\.test\.ts)`/g)].map(([, file = '']) => file)
  t.ok(named.length >= 4)
  t.strictSame(
    named.filter(file => !existsSync(path.join(root, file))),
    []
  )
})
