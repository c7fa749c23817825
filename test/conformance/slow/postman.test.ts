import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { freePort } from '../../helpers/port.ts'
import { startProcess } from '../../helpers/process.ts'
import { installCheckers } from '../install.ts'
import { runOwnCollection } from './newman.ts'

const programs = await installCheckers()

/** Prism between caller and gateway: it refuses requests and responses that violate the document. */
async function startPrism(t: Test, gateway: string): Promise<string> {
  const file = path.join(t.testdir({}), 'openapi.json')
  const document = await (await fetch(`${gateway}/openapi.json`)).json()
  writeFileSync(file, JSON.stringify({ ...document, security: [] })) // this gateway has no keys, which Prism cannot know
  const port = await freePort()
  const args = ['-u', 'NODE_OPTIONS', path.join(programs, 'prism'), 'proxy', file, gateway, '--errors', '--port', String(port)]
  const child = spawn('env', args, { env: { PATH: process.env['PATH'] }, stdio: 'ignore' })
  t.teardown(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  while (
    child.exitCode === null &&
    !(await fetch(`${url}/healthz`).then(
      answer => answer.ok,
      () => false
    ))
  )
    await pause(200)
  if (child.exitCode !== null) throw new Error(`Prism ended with ${child.exitCode}`)
  return url
}

t.test(
  'the Postman collection works with a gateway that npm start starts, and each request and response passes Prism, which checks both',
  { timeout: 600_000 },
  async t => {
    const gateway = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t) }, ['--sandbox'])
    const url = await startPrism(t, gateway.url)
    const wrong = await fetch(`${url}/v1/filesystem/read_file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}'
    })
    t.match(await wrong.json(), { type: /prism|stoplight/i }, 'Prism does the check')
    const { requests, assertions, failed, output } = await runOwnCollection(t.testdir({}), gateway.url, url)
    t.strictSame(failed, [], output.slice(-2000))
    const { data } = await (await fetch(`${gateway.url}/v1/catalog`)).json()
    t.equal(requests, data.total.value, 'every operation was called')
    t.ok(assertions > 2.5 * requests, `${assertions} assertions`)
  }
)
