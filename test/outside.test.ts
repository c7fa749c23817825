// How `npm test` and CI treat tests that compare with ../shared, which a plain clone does not have.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { comparisons } from '../script/comparisons.ts'
import { reportSkipped, skippedIn } from '../script/skipped.ts'

const root = path.join(import.meta.dirname, '..')

t.test('only one helper reads ../shared, so that each test that needs it can be found and skipped', async t => {
  const files = globSync('{script,bench,test}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  const naming = files.filter(file =>
    /'(?:\.\.\/)+shared\b|import\.meta\.dirname.*shared/.test(readFileSync(path.join(root, file), 'utf8'))
  )
  t.strictSame(naming.toSorted(), ['test/helpers/outside.ts', 'test/outside.test.ts'])
  t.ok(comparisons().includes('test/tools/web/jina.test.ts'), 'imported by the test')
  t.ok(comparisons().includes('test/tools/trello/recordings.test.ts'), 'imported by a helper of the test')
  t.notOk(comparisons().includes('test/keys.test.ts'))
})

const REPORT = `TAP version 14
# Subtest: .tap/groups/test-a-1.test.ts
    # Subtest: ${root}/test/a/one.test.ts
        # Subtest: outer
            ok 1 - inner \\# 1 # SKIP ../shared/a is not present
            ok 2 - passed
            1..2
        ok 1 - outer # time=8.148ms
        ok 2 - to do # TODO later
    ok 1 - ${root}/test/a/one.test.ts # time=9ms
    # Subtest: ${root}/test/a/two.test.ts
        ok 1 - another # SKIP ../shared/a is not present
        ok 2 - no reason # SKIP
`

t.test('skipped tests are counted and listed with their file, grouped by reason', async t => {
  t.strictSame(reportSkipped(skippedIn(REPORT, root)), [
    '3 skipped:',
    '  ../shared/a is not present',
    '    test/a/one.test.ts: inner # 1',
    '    test/a/two.test.ts: another',
    '  no reason given',
    '    test/a/two.test.ts: no reason'
  ])
  t.strictSame(reportSkipped([]), [])
})

/** A repository whose commands only report where they ran. */
function repository(t: Test, scripts: Record<string, string>): { folder: string; ci: () => { status: number | null; lines: string[] } } {
  const folder = path.join(t.testdir(), 'toolgate')
  mkdirSync(folder)
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...words], { cwd: folder })
  cpSync(path.join(root, '.ci'), path.join(folder, '.ci'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }))
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'All')
  return {
    folder,
    ci() {
      const { NODE_OPTIONS: _, ...env } = process.env // npm needs no hooks of tap
      const { status, stdout } = spawnSync(path.join(folder, '.ci/run'), { encoding: 'utf8', env })
      return { status, lines: stdout.trimEnd().split('\n') }
    }
  }
}

const ALONE = '[ "$(ls ..)" = "counted\ntoolgate" ] || [ "$(ls ..)" = toolgate ]'

t.test('CI runs everything in a clone of the last commit in an empty folder, then the comparisons with ../shared', async t => {
  const { folder, ci } = repository(t, {
    test: `${ALONE} && [ ! -e changed ] && echo '20 passed, 0 failed'`,
    judges: `${ALONE} && echo '3 passed, 0 failed'`,
    'test:outside': `[ -e ../shared/spec ] && echo '1 passed, 1 failed' && exit 1`
  })
  writeFileSync(path.join(folder, 'changed'), 'not committed')
  const alone = ci()
  t.equal(alone.status, 0)
  t.equal(alone.lines.at(-1), '23 passed, 0 failed', 'without ../shared')
  mkdirSync(path.join(folder, '../shared'))
  writeFileSync(path.join(folder, '../shared/spec'), '')
  const { status, lines } = ci()
  t.equal(status, 1)
  t.equal(lines.at(-1), '24 passed, 1 failed', 'with ../shared')
})
