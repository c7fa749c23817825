import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { readSession, runSession } from '../script/session.ts'
import { temporaryFolder } from './helpers/app.ts'
import { brokenLinks, headings, linesOutsideDetails, rows } from './helpers/markdown.ts'
import { startProcess } from './helpers/process.ts'

/** What a reader of five minutes may be given to read, in lines. */
const MOST_LINES = 400

/** What differs from run to run, and from machine to machine. */
const VOLATILE: [RegExp, string][] = [
  [/"request_id":"[^"]+"/g, '"request_id":"…"'],
  [/"execution_time_ms":[\d.]+/g, '"execution_time_ms":…'],
  [/"modified":"[^"]+"/g, '"modified":"…"']
]

const root = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const readme = read('README.md')
const docs = globSync('docs/*.md', { cwd: root })
const marked = (mark: string): string => readme.split(`<!-- ${mark} -->`)[1]?.split(`<!-- /${mark} -->`)[0] ?? ''
const settled = (text: string): string => VOLATILE.reduce((told, [pattern, word]) => told.replace(pattern, word), text)

t.test('with a gateway', async t => {
  const data = await temporaryFolder(t)
  const folder = path.join(data, 'session')
  await mkdir(folder)
  const gateway = await startProcess(t, { TOOLGATE_DATA: data }, ['--sandbox'])
  const steps = readSession()

  await t.test('the session of the README, pasted as printed, gives what it prints', async t => {
    t.ok(steps.length >= 10, 'there is a session')
    const outputs = await runSession(steps, gateway.url, folder)
    for (const [index, { command, output }] of steps.entries()) t.equal(settled(outputs[index] ?? 'nothing'), settled(output), command)
  })

  await t.test('pasted a second time it ends, and says why there is nothing to confirm', async t => {
    const outputs = await runSession(steps, gateway.url, folder)
    t.match(outputs.join(''), /The job is completed, not awaiting_confirmation/)
    t.equal(outputs.length, steps.length)
  })

  await t.test('a call of a model has each shape that docs/calls.md tells', async t => {
    const calls = rows(read('docs/calls.md'))
      .map(([, shape = '']) => shape.replace(/^`(.*)`$/, '$1'))
      .filter(shape => shape.includes('filesystem_read_file'))
    const body = JSON.stringify({ calls: calls.map(shape => JSON.parse(shape)) })
    const answer = await fetch(`${gateway.url}/v1/operations`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    t.equal(calls.length, 4)
    t.match(await answer.json(), { data: { failed: 0, results: calls.map(() => ({ success: true })) } })
  })
})

t.test('without a gateway the session ends, too', async t => {
  const outputs = await runSession(readSession(), 'http://127.0.0.1:9', await temporaryFolder(t))
  t.match(outputs.join(''), /The job is not known, not awaiting_confirmation/)
})

t.test(`the README is read in five minutes: at most ${MOST_LINES} lines stand there before anything is unfolded`, async t =>
  t.ok(linesOutsideDetails(readme).length <= MOST_LINES, `${linesOutsideDetails(readme).length} lines`)
)

t.test('what a new reader needs first comes first', async t => {
  const first = ['Two commands', 'Five minutes with curl', 'Repeat a call safely', 'How an answer looks', 'Keys', 'Configuration']
  const last = [
    'Scale',
    'Guarantees, and their limits',
    'Speed',
    'Adding to it',
    'Write a bulk adapter',
    'Dependencies',
    'Why it is so',
    'Licence'
  ]
  const found = headings(readme, '##')
  t.strictSame(found.slice(0, first.length + 1), [...first, 'Systems and operations'])
  t.strictSame(found.slice(-last.length), last)
})

t.test('what only some readers need is folded', async t => {
  const shown = linesOutsideDetails(readme).join('\n')
  for (const part of [
    '| `filesystem_read_file` |',
    '// src/tools/tasks/bulk/move.ts',
    '| `snapshotting` |',
    '| bullmq, ioredis |',
    '| `turn_seconds` |'
  ]) {
    t.ok(readme.includes(part), `${part} is in the README`)
    t.notOk(shown.includes(part), `${part} is folded`)
  }
})

t.test('links lead to files and headings that are there', async t => {
  for (const file of ['README.md', ...docs]) t.strictSame(brokenLinks(path.join(root, file)), [], file)
})

t.test('the README leads to every page of docs/', async t => {
  t.ok(docs.length >= 5)
  for (const file of docs) t.ok(readme.includes(`](${file}`), file)
})

t.test('every package that a gateway needs stands in the README with the reason', async t => {
  const section = readme.split('\n## Dependencies\n')[1]?.split('\n## ')[0] ?? ''
  const named = rows(section).flatMap(([names = '', why]) => (why ? names.split(', ') : []))
  const { dependencies } = JSON.parse(read('package.json'))
  t.strictSame(named.filter(name => name !== 'package').sort(), Object.keys(dependencies).sort())
})

t.test('what npm run bench measures stands in the README with its figures', async t => {
  for (const figure of [
    /door and envelope.*\| \d\.\d+ of its speed/,
    /got call.*\| \d\.\d+ of its speed/,
    /\d\.\d+ s built/,
    /\d+ MB built/,
    /5 GB file \| \d+ ms/
  ])
    t.match(marked('bench'), figure)
})

t.test('a figure that misses what was asked for is said to', async t => {
  const [, ...measured] = rows(marked('bench'))
  t.ok(measured.length >= 20)
  for (const [what = '', figure = '', asked = '', met = ''] of measured) {
    t.match(met, /^(yes|\*\*no\*\*)$/, what)
    const [, bound, limit] = /^([≥≤]) ([\d.,]+)/.exec(asked) ?? []
    const [got] = /^\d[\d.,]*/.exec(figure) ?? []
    if (!/ of its speed/.test(figure) || figure.includes(' to ') || !bound || !got) continue
    t.equal(met === 'yes', bound === '≥' ? Number(got) >= Number(limit) : Number(got) <= Number(limit), what)
  }
})

t.test('the tool lists are about as large as docs/models.md says', async t => {
  const lists = globSync('openapi/dialects/*', { cwd: root })
  for (const [, names = '', size = ''] of rows(read('docs/models.md')).filter(([, , size]) => size?.endsWith(' MB'))) {
    const named = lists.filter(list => [path.basename(list), path.parse(list).name].some(name => names.includes(`\`${name}\``)))
    const largest = Math.max(...named.map(list => statSync(path.join(root, list)).size))
    const ratio = largest / 1e6 / Number.parseFloat(size)
    t.ok(ratio > 0.8 && ratio < 1.25, `${names}: ${size}`)
  }
})
