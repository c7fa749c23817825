import { globSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { readSessions, runSession } from '../script/session.ts'
import { temporaryFolder } from './helpers/app.ts'
import { headings, rows } from './helpers/markdown.ts'
import { startProcess } from './helpers/process.ts'

const MAX_LINES = 250

/** Values that differ between runs and machines. */
const VOLATILE: [RegExp, string][] = [
  [/"request_id":"[^"]+"/g, '"request_id":"…"'],
  [/"execution_time_ms":[\d.]+/g, '"execution_time_ms":…'],
  [/"modified":"[^"]+"/g, '"modified":"…"'],
  [/cursor `[^`]+`/g, 'cursor `…`']
]

const root = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const readme = read('README.md')
const withoutVolatile = (text: string): string => VOLATILE.reduce((rest, [pattern, value]) => rest.replace(pattern, value), text)

const sessions = readSessions()

t.test('with a gateway', async t => {
  const data = await temporaryFolder(t)
  const gateway = await startProcess(t, { TOOLGATE_DATA: data }, ['--sandbox'])
  const folderOf = async (index: number): Promise<string> => {
    const folder = path.join(data, `session-${index}`)
    await mkdir(folder, { recursive: true })
    return folder
  }

  await t.test('the sessions of README.md and docs/ print what is documented', async t => {
    t.strictSame(
      sessions.map(({ page }) => page),
      ['README.md', 'docs/calls.md', 'docs/idempotency.md']
    )
    t.ok(sessions.flatMap(({ steps }) => steps).length >= 15)
    for (const [index, session] of sessions.entries()) {
      const outputs = await runSession(session, gateway.url, await folderOf(index))
      for (const [step, { command, output }] of session.steps.entries())
        t.equal(withoutVolatile(outputs[step] ?? 'nothing'), withoutVolatile(output), `${session.page}: ${command}`)
    }
  })

  await t.test('pasted a second time, the session of the README ends and says why there is nothing to confirm', async t => {
    const [session = { page: '', steps: [] }] = sessions
    const outputs = await runSession(session, gateway.url, await folderOf(0))
    t.match(outputs.join(''), /The job is completed, not awaiting_confirmation/)
    t.equal(outputs.length, session.steps.length)
  })

  await t.test('a call has each shape that docs/calls.md lists', async t => {
    const calls = rows(read('docs/calls.md'))
      .map(([, shape = '']) => shape.replace(/^`(.*)`$/, '$1'))
      .filter(shape => shape.includes('filesystem_read_file'))
    const body = JSON.stringify({ calls: calls.map(shape => JSON.parse(shape)) })
    const response = await fetch(`${gateway.url}/v1/operations`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    t.equal(calls.length, 4)
    t.match(await response.json(), { data: { failed: 0, results: calls.map(() => ({ success: true })) } })
  })
})

t.test('without a gateway the session of the README ends, too', async t => {
  const [session = { page: '', steps: [] }] = sessions
  const outputs = await runSession(session, 'http://127.0.0.1:9', await temporaryFolder(t))
  t.match(outputs.join(''), /The job is not known, not awaiting_confirmation/)
})

t.test(`the README has at most ${MAX_LINES} lines, nothing of it folded`, async t => {
  t.ok(readme.split('\n').length - 1 <= MAX_LINES, `${readme.split('\n').length - 1} lines`)
  t.notMatch(readme, '<details>')
})

t.test('the README starts with what a new reader needs first', async t =>
  t.strictSame(headings(readme, '##'), [
    'Two commands',
    'Five minutes with curl',
    'Read a response',
    'Create a key',
    'Ten settings',
    'Run jobs',
    'Connect a model',
    'Scale out',
    'Guarantees',
    'Systems',
    'Add an operation',
    'Links'
  ])
)

t.test('its lists have the promised length', async t => {
  const section = (heading: string): string => readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  t.equal(rows(section('Ten settings')).length, 1 + 10)
  const systems = globSync('src/tools/*/tool.ts', { cwd: root }).length - 1 // without jobs
  t.equal(rows(section('Systems')).length, 1 + systems)
  t.equal(section('Guarantees').match(/^- /gm)?.length, 8)
  t.equal(section('Run jobs').match(/^\d\. /gm)?.length, 6)
})
