import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startApp, temporaryFolder } from './helpers/app.ts'
import { fakeOperation } from './helpers/fake-tool.ts'
import { type GatewayProcess, startProcess } from './helpers/process.ts'
import { readUntil, waitUntil } from './helpers/wait-until.ts'

const headers = { 'content-type': 'application/json' }
const MAX_POLL_S = 40
/** Enough items for a job to last longer than the test. */
const MANY = 3000
const REPLACE = { glob: '*.txt', search: 'old', replacement: 'new', max_items: MANY }

/** A gateway with a private Redis, and a job that does not end during the test. */
async function setUp(t: Test) {
  const folder = await temporaryFolder(t)
  const roots = await temporaryFolder(t)
  await Promise.all(Array.from({ length: MANY }, (_, at) => writeFile(path.join(roots, `${at}.txt`), 'old')))
  const gateway = await startProcess(t, { TOOLGATE_DATA: folder, FILESYSTEM_ROOTS: roots })
  const job = `${gateway.url}/v1/jobs/${await runningJob(gateway)}`
  return { ...gateway, folder, job }
}

async function runningJob({ url }: GatewayProcess): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: any response of the gateway
  const ask = async (where: string, init: RequestInit = {}): Promise<any> => JSON.parse(await (await fetch(url + where, init)).text()).data
  let job = await ask('/v1/filesystem/bulk/replace_in_files', { method: 'POST', headers, body: JSON.stringify(REPLACE) })
  job = await readUntil(
    () => ask(`/v1/jobs/${job.id}?wait=1`),
    ({ status }) => status === 'awaiting_confirmation',
    'the preview is ready'
  )
  await ask(`/v1/jobs/${job.id}/confirm`, { method: 'POST', headers, body: JSON.stringify({ confirm_token: job.confirm_token }) })
  await waitUntil(async () => (await ask(`/v1/jobs/${job.id}`)).status === 'running', 'the job runs')
  return job.id
}

t.test('a gateway in a fresh folder, with a running job', async t => {
  const gateway = await setUp(t)

  await t.test('it has started its own Redis, and is ready', async t => {
    t.match(await (await fetch(`${gateway.url}/readyz`)).json(), {
      status: 'ready',
      checks: [{ name: 'redis' }, { name: 'queue' }, { name: 'worker', ok: true, note: undefined }, { name: 'config' }]
    })
  })

  const poll = fetch(`${gateway.job}?wait=${MAX_POLL_S}`)
  const stream = fetch(`${gateway.job}?wait=${MAX_POLL_S}`, { headers: { accept: 'text/event-stream' } })
  await pause(300)
  const started = performance.now()
  const code = await gateway.kill('SIGTERM')
  const seconds = (performance.now() - started) / 1000

  t.test('SIGTERM stops the gateway in order and at once, and leaves no Redis', async t => {
    t.equal(code, 0)
    t.ok(seconds < MAX_POLL_S / 2, `${seconds} s`)
    t.notOk(existsSync(path.join(gateway.folder, 'redis/redis.pid')))
    t.match(gateway.output(), /"signal":"SIGTERM".*"msg":"The gateway stops"/)
  })

  t.test('a long poll returns the current job', async t => {
    const answer = await poll
    t.match([answer.status, await answer.json()], [200, { success: true, data: { status: 'running' } }])
  })

  t.test('an event stream ends with its result', async t => {
    t.match(await (await stream).text(), /event: result\ndata: .*"status":"running"/)
  })
})

/** Closes a gateway during a call. Returns the response on a connection that stays open. */
async function whileClosing(t: Test, target: string): Promise<string> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const hold = fakeOperation('hold', {}, async () => {
    begin()
    await held
    return {}
  })
  const { app } = await startApp(t, { definitions: [hold] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1').setEncoding('utf8')
  // Pipelined: the connection is not idle, so closing leaves it open.
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

t.test('while it closes, a request on an open connection is refused in the envelope', async t => {
  const answer = await whileClosing(t, '/v1/catalog')
  t.match(answer, /^HTTP\/1.1 503 /)
  t.match(answer, /retry-after: \d/i)
  t.match(answer, /"code":"UNAVAILABLE_ERROR".*"reason":"shutting_down"/)
})

t.test('/readyz reports that it closes', async t => {
  const answer = await whileClosing(t, '/readyz')
  t.match(answer, /^HTTP\/1.1 503 /)
  t.match(answer, /"status":"not_ready".*"name":"shutdown","ok":false/)
})

t.test('/healthz returns 200 while it closes', async t => t.match(await whileClosing(t, '/healthz'), /^HTTP\/1.1 200 /))
