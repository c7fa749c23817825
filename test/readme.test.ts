import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { readSession, runSession } from '../script/session.ts'
import { temporaryFolder } from './helpers/app.ts'
import { startProcess } from './helpers/process.ts'

/** What differs from run to run, and from machine to machine. */
const VOLATILE: [RegExp, string][] = [
  [/"request_id":"[^"]+"/g, '"request_id":"…"'],
  [/"execution_time_ms":[\d.]+/g, '"execution_time_ms":…'],
  [/"modified":"[^"]+"/g, '"modified":"…"']
]

const settled = (text: string): string => VOLATILE.reduce((told, [pattern, word]) => told.replace(pattern, word), text)

t.test('the session of the README, pasted as printed, gives what it prints', async t => {
  const data = await temporaryFolder(t)
  const folder = path.join(data, 'session')
  await mkdir(folder)
  const gateway = await startProcess(t, { TOOLGATE_DATA: data }, ['--sandbox'])
  const steps = readSession()
  t.ok(steps.length >= 10, 'there is a session')
  const outputs = await runSession(steps, gateway.url, folder)
  for (const [index, { command, output }] of steps.entries()) t.equal(settled(outputs[index] ?? 'nothing'), settled(output), command)
})

t.test('what npm run bench measures stands in the README with its figures', async t => {
  const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8')
  const figures = /<!-- bench -->([\s\S]*?)<!-- \/bench -->/.exec(readme)?.[1] ?? ''
  for (const figure of [
    /door and envelope.*\| \d\.\d+ of its speed/,
    /got call.*\| \d\.\d+ of its speed/,
    /\d\.\d+ s built/,
    /\d+ MB built/,
    /5 GB file \| \d+ ms/
  ])
    t.match(figures, figure)
})
