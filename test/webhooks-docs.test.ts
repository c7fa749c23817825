// Runs the receivers of docs/webhooks.md with a gateway without keys, as the page describes.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { temporaryFolder } from './helpers/app.ts'
import { freePort } from './helpers/port.ts'
import { startProcess } from './helpers/process.ts'
import { startTestRedis } from './helpers/redis.ts'
import { waitUntil } from './helpers/wait-until.ts'

const page = readFileSync(path.join(import.meta.dirname, '../docs/webhooks.md'), 'utf8')
const printed = (mark: string): string => new RegExp(`<!-- ${mark} -->\n\`\`\`js\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''

const NAMES = ['with-library', 'without-library'] as const

interface Receiver {
  url: string
  port: number
  output: () => string
}

/** Starts the program of the page, in this repository, so that it finds the library. */
async function receive(t: Test, code: string, secret: string, port: number): Promise<Receiver> {
  const file = path.join(t.testdir(), 'receiver.mjs')
  writeFileSync(file, code)
  const { NODE_OPTIONS: _, ...env } = process.env
  const child: ChildProcess = spawn(process.execPath, [file], { env: { ...env, WEBHOOK_SECRET: secret, PORT: String(port) } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (text += chunk))
  t.teardown(() => child.kill())
  const url = `http://127.0.0.1:${port}/hook`
  await waitUntil(async () => (await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined)) !== undefined, `${url} responds`)
  return { url, port, output: () => text }
}

/** Headers of a webhook, signed without a library as the standard describes. */
function signed(secret: string, body: string, at = Date.now()): Record<string, string> {
  const [id, time] = [randomUUID(), String(Math.floor(at / 1000))]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,b3RoZXI= v1,${signature}` }
}

const redis = await startTestRedis(t)
const ports = { 'with-library': await freePort(), 'without-library': await freePort() }
const gateway = await startProcess(
  t,
  {
    TOOLGATE_DATA: await temporaryFolder(t),
    REDIS_URL: redis.url,
    TOOLGATE_ALLOW_PRIVATE: NAMES.map(name => `127.0.0.1:${ports[name]}`).join()
  },
  ['--sandbox']
)
const { data } = Object(await (await fetch(`${gateway.url}/v1/webhooks/secret`)).json())
const [secret] = data.secrets

const create = async (notify_url: string) => {
  const body = JSON.stringify({ glob: '**/*', search: 'old.example.com', replacement: 'new.example.com', notify_url })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${gateway.url}/v1/filesystem/bulk/replace_in_files`, { method: 'POST', headers, body })
  return Object(await response.json())
}

for (const name of NAMES)
  t.test(`the receiver ${name} accepts what the gateway signs, and nothing else`, { timeout: 300_000 }, async t => {
    t.match(printed(name), '.listen(process.env.PORT ?? 9000)')
    const { url, output } = await receive(t, printed(name), secret, ports[name])
    const { data: job } = await create(url)
    await waitUntil(() => output().includes(job.id), 'the receiver prints the job')
    t.match(output(), `job.awaiting_confirmation ${job.id} `)
    const body = JSON.stringify({ type: 'job.completed', data: { sequence: 1, job: { id: 'forged' } } })
    const post = async (headers: Record<string, string>, sent = body) => (await fetch(url, { method: 'POST', headers, body: sent })).status
    t.equal(await post(signed(secret, body)), 204, 'one of two signatures matches')
    t.equal(await post({}), 400, 'not signed')
    t.equal(await post(signed(secret, body), body.replace('1', '2')), 400, 'changed')
    t.equal(await post(signed(`whsec_${Buffer.alloc(32).toString('base64')}`, body)), 400, 'signed with another secret')
    t.equal(await post(signed(secret, body, Date.now() - 10 * 60_000)), 400, 'too old')
    t.equal(await post({ ...signed(secret, body), 'webhook-timestamp': 'soon' }), 400, 'without a time')
    t.equal(output().match(/forged/g)?.length, 1)
  })

t.test('addresses are refused as the page describes', async t => {
  const refused = await create('http://hooks.example.com/hook')
  t.match(refused, {
    error: { reason: undefined, details: { issues: [{ path: 'notify_url', expected: /https:\/\/.*TOOLGATE_ALLOW_PRIVATE/ }] } }
  })
  t.match(await create(`http://localhost:${ports['with-library']}/hook`), { success: false }, 'the host is compared literally')
  t.match(await create(`https://127.0.0.1:${await freePort()}/hook`), { success: false })
})
