import { mkdir } from 'node:fs/promises'
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
