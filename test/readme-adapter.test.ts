import { spawnSync } from 'node:child_process'
import path from 'node:path'
import t from 'tap'
import { filesIn, layOver } from './helpers/readme-files.ts'

const files = filesIn('adapter')
const root = path.join(import.meta.dirname, '..')

t.test('the README tells of a system, its adapter, its stand-in and its test', async t =>
  t.strictSame(
    [...files.keys()],
    ['src/tools/tasks/tool.ts', 'src/tools/tasks/bulk/move.ts', 'sandbox/tasks/stand-in.ts', 'test/tools/tasks/bulk/move.test.ts']
  )
)

// That they also run is seen in test/bulk/adapter-contract.test.ts.
t.test('what the README tells compiles', async t => {
  // Without the hooks that the coverage tool puts into every Node it sees started.
  const compiler = ['-u', 'NODE_OPTIONS', process.execPath, path.join(root, 'node_modules/typescript/bin/tsc')]
  const { stdout, status } = spawnSync('env', [...compiler, '--pretty', 'false', '-p', layOver(t, files)], { encoding: 'utf8' })
  t.equal(stdout, '')
  t.equal(status, 0)
})
