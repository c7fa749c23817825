import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startApp, temporaryFolder } from './helpers/app.ts'
import { type GatewayProcess, startProcess } from './helpers/process.ts'
import { make } from './helpers/workshop.ts'

const headers = { 'content-type': 'application/json' }
const LONGEST_POLL_S = 40
/** Enough for a job to outlast the test. */
const MANY = 3000
const REPLACE = { glob: '*.txt', search: 'old', replacement: 'new', max_items: MANY }

/** A gateway with a private Redis, and a job that runs for as long as anybody cares to wait. */
async function house(t: Test) {
  const folder = await temporaryFolder(t)
  const roots = path.join(folder, 'files')
  await mkdir(roots)
  await Promise.all(Array.from({ length: MANY }, (_, at) => writeFile(path.join(roots, `${at}.txt`), 'old')))
  const gateway = await startProcess(t, { TOOLGATE_DATA: folder, FILESYSTEM_ROOTS: roots })
  const job = `${gateway.url}/v1/jobs/${await runningJob(gateway)}`
  return { ...gateway, folder, job }
}

async function runningJob({ url }: GatewayProcess): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the gateway answers
  const ask = async (where: string, init: RequestInit = {}): Promise<any> => JSON.parse(await (await fetch(url + where, init)).text()).data
  let job = await ask('/v1/filesystem/bulk/replace_in_files', { method: 'POST', headers, body: JSON.stringify(REPLACE) })
  while (job.status !== 'awaiting_confirmation') job = await ask(`/v1/jobs/${job.id}?wait=1`)
  await ask(`/v1/jobs/${job.id}/confirm`, { method: 'POST', headers, body: JSON.stringify({ confirm_token: job.confirm_token }) })
  while (job.status !== 'running') job = await ask(`/v1/jobs/${job.id}`)
  return job.id
}

t.test('a gateway in a fresh folder, with a job that runs', async t => {
  const gateway = await house(t)

  await t.test('it has started a Redis of its own, and is ready', async t => {
    t.match(await (await fetch(`${gateway.url}/readyz`)).json(), {
      status: 'ready',
      checks: [{ name: 'redis' }, { name: 'queue' }, { name: 'config' }]
    })
  })

  const poll = fetch(`${gateway.job}?wait=${LONGEST_POLL_S}`)
  const stream = fetch(`${gateway.job}?wait=${LONGEST_POLL_S}`, { headers: { accept: 'text/event-stream' } })
  await pause(300)
  const started = performance.now()
  const code = await gateway.kill('SIGTERM')
  const seconds = (performance.now() - started) / 1000

  t.test('a SIGTERM ends it in order, at once, and leaves no Redis', async t => {
    t.equal(code, 0)
    t.ok(seconds < LONGEST_POLL_S / 2, `${seconds} s`)
    t.notOk(existsSync(path.join(gateway.folder, 'redis/redis.pid')))
  })

  t.test('a long poll is answered the job as it stands', async t => {
    const answer = await poll
    t.match([answer.status, await answer.json()], [200, { success: true, data: { status: 'running' } }])
  })

  t.test('an event stream ends with its result', async t => {
    t.match(await (await stream).text(), /event: result\ndata: .*"status":"running"/)
  })
})

/** A gateway that closes while a call is under way, and what a connection that stays open is answered meanwhile. */
async function whileClosing(t: Test, target: string): Promise<string> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const hold = make('hold', {}, async () => {
    begin()
    await held
    return {}
  })
  const { app } = await startApp(t, { definitions: [hold] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1').setEncoding('utf8')
  // Pipelined: the connection is not idle, so that the close leaves it open.
  socket.write('POST /v1/workshop/hold HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await begun
  const closed = app.close()
  await pause(50)
  socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await pause(50)
  release()
  let text = ''
  socket.on('data', chunk => (text += chunk))
  await once(socket, 'close')
  await closed
  return text.slice(text.lastIndexOf('HTTP/1.1 '))
}

t.test('a request on a kept connection is turned away in the envelope while it closes', async t => {
  const answer = await whileClosing(t, '/v1/catalog')
  t.match(answer, /^HTTP\/1.1 503 /)
  t.match(answer, /retry-after: \d/i)
  t.match(answer, /"code":"UNAVAILABLE_ERROR".*"reason":"shutting_down"/)
})

t.test('/readyz says that it closes', async t => {
  const answer = await whileClosing(t, '/readyz')
  t.match(answer, /^HTTP\/1.1 503 /)
  t.match(answer, /"status":"not_ready".*"name":"shutdown","ok":false/)
})

t.test('/healthz is well while it closes', async t => t.match(await whileClosing(t, '/healthz'), /^HTTP\/1.1 200 /))
