// `npm test -- PATH…`: runs only these files, prints failures, and counts in the last line.
import path from 'node:path'
import t, { type Test } from 'tap'
import { runPlainNode } from './helpers/plain-node.ts'

const root = path.join(import.meta.dirname, '..')

/** Runs test files with these texts. Returns the exit code and the printed lines. */
function runTests(t: Test, files: Record<string, string>, chosen = Object.keys(files)) {
  const folder = t.testdir(files)
  const paths = chosen.map(name => path.relative(root, path.join(folder, name)))
  const { status, stdout } = runPlainNode(['script/run-tests.ts', ...paths], root)
  return { status, lines: stdout.trimEnd().split('\n') }
}

const PASSING = "import t from 'tap'\nt.equal(1, 1)\nt.test('inner', async t => t.ok(true))\n"

t.test('files and folders are run, and their assertions are counted', async t => {
  const files = { 'one.test.ts': PASSING, 'two.test.ts': PASSING }
  const { status, lines } = runTests(t, files)
  t.equal(status, 0)
  t.match(lines.slice(0, 2).toSorted(), [/^ok 1 - .*one\.test\.ts # time=\d+ms$/, /^ok 2 - .*two\.test\.ts/])
  t.equal(lines.at(-1), '4 passed, 0 failed')
  t.equal(runTests(t, files, ['.']).lines.at(-1), '4 passed, 0 failed', 'the folder')
})

t.test('a failure is printed with its diff, below the name of its file', async t => {
  const { status, lines } = runTests(t, {
    'bad.test.ts': "import t from 'tap'\nt.equal('actual', 'expected', 'a comparison')\nt.ok(true)\n"
  })
  t.equal(status, 1)
  t.match(lines.join('\n'), /not ok 1 - a comparison\n[\s\S]*-expected\n[\s\S]*\+actual\n[\s\S]*\nnot ok 1 - .*bad\.test\.ts/)
  t.equal(lines.at(-1), '1 passed, 1 failed')
})

t.test('a file that crashes or runs nothing fails', async t => {
  const { status, lines } = runTests(t, { 'crash.test.ts': 'process.exit(3)\n', 'empty.test.ts': '\n' })
  t.equal(status, 1)
  t.match(lines.join('\n'), /crash\.test\.ts ended with 3 after 0 assertions/)
  t.equal(lines.at(-1), '0 passed, 2 failed')
})

t.test('errors that no test catches fail their file, each with its message', async t => {
  const late = (name: string, error: string) =>
    `t.test('${name}', async t => {\n  t.ok(true)\n  setTimeout(() => { ${error} })\n  await new Promise(done => setTimeout(done, 50))\n})\n`
  const thrown = late('thrown', "throw new Error('thrown late')")
  const rejected = late('rejected', "void Promise.reject(new Error('rejected late'))")
  const { status, lines } = runTests(t, {
    'both.test.ts': `import t from 'tap'\n${thrown}${rejected}`,
    'last.test.ts': `import t from 'tap'\n${PASSING.slice(PASSING.indexOf('\n'))}setTimeout(() => { throw new Error('after all tests') }, 300)\n`
  })
  t.equal(status, 1)
  for (const message of ['thrown late', 'rejected late']) t.match(lines.join('\n'), new RegExp(`not ok \\d - ${message}`))
  t.match(lines.join('\n'), /not ok \d - .*both\.test\.ts[\s\S]*not ok \d - .*last\.test\.ts/)
})

t.test('skipped tests are listed, and are not failures', async t => {
  const { status, lines } = runTests(t, { 'skip.test.ts': "import t from 'tap'\nt.test('later', { skip: 'a reason' }, async () => {})\n" })
  t.equal(status, 0)
  t.match(lines.join('\n'), /1 skipped:\n {2}a reason\n {4}.*skip\.test\.ts: later\n0 passed, 0 failed$/)
})

t.test('a path that does not exist is refused', async t => {
  t.match(runTests(t, {}, ['nowhere.test.ts']), { status: 1, lines: [/nowhere\.test\.ts does not exist/, '0 passed, 1 failed'] })
})
