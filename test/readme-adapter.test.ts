import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { TRANSITIONS } from '../src/bulk/states.ts'
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

t.test('the tests that the README names as its proofs are there', async t => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/`(test\/\S+\.test\.ts)`/g)].map(([, file = '']) => file)
  t.ok(named.length >= 4)
  t.strictSame(
    named.filter(file => !existsSync(path.join(root, file))),
    []
  )
})

t.test('the README names every state of a job and every move it can make', async t => {
  const states = /<!-- states -->([\s\S]*)<!-- \/states -->/.exec(readFileSync(path.join(root, 'README.md'), 'utf8'))?.[1] ?? ''
  for (const [status, moves] of Object.entries(TRANSITIONS)) {
    const row = states.split('\n').find(line => line.startsWith(`| \`${status}\` |`)) ?? ''
    for (const [to, why] of Object.entries(moves)) t.ok(row.includes(`\`${to}\`: ${why}`), `${status} → ${to}`)
  }
})
