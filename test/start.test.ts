import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { newKey } from '../src/keys.ts'
import { temporaryFolder } from './helpers/app.ts'
import { freePort } from './helpers/port.ts'
import { launch, startProcess } from './helpers/process.ts'
import { startTestRedis } from './helpers/redis.ts'

const json = { 'content-type': 'application/json' }

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    await pause(50)
  }
}

t.test('a fresh folder and no settings: it starts a Redis of its own and answers', async t => {
  const data = await temporaryFolder(t)
  const gateway = await startProcess(t, { TOOLGATE_DATA: data, FILESYSTEM_ROOTS: data })
  t.match(await (await fetch(`${gateway.url}/readyz`)).json(), {
    status: 'ready',
    checks: [{ name: 'redis' }, { name: 'queue' }, { name: 'config' }]
  })
  t.equal(await gateway.kill('SIGTERM'), 0, 'a SIGTERM ends it in order')
})

t.test('with --sandbox it says so on start and in every answer of a stand-in', async t => {
  const gateway = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t) }, ['--sandbox'])
  await until(
    async () => gateway.output(),
    output => output.includes('Sandbox')
  )
  const response = await fetch(`${gateway.url}/v1/filesystem/read_file`, {
    method: 'POST',
    headers: json,
    body: '{"file_path":"README.md"}'
  })
  t.equal(response.headers.get('toolgate-sandbox'), 'true')
  t.match(await response.json(), { success: true, metadata: { sandbox: true, instance: 'sandbox' } })
})

t.test('a system that is configured is not served by its stand-in', async t => {
  const roots = await temporaryFolder(t)
  await writeFile(path.join(roots, 'mine.txt'), 'mine')
  const gateway = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t), FILESYSTEM_ROOTS: roots }, ['--sandbox'])
  const response = await fetch(`${gateway.url}/v1/filesystem/read_file`, {
    method: 'POST',
    headers: json,
    body: '{"file_path":"mine.txt"}'
  })
  t.match(await response.json(), { data: { content: '1\tmine' }, metadata: { instance: 'default' } })
  t.equal(response.headers.get('toolgate-sandbox'), null)
})

t.test('every problem of the configuration is told at once, and the exit code is 1', async t => {
  const file = path.join(await temporaryFolder(t), 'toolgate.yaml')
  await writeFile(file, 'systems:\n  nosuch: {}\nkees: []\n')
  const gateway = launch(t, { PORT: 'eighty', TOOLGATE_ROLE: 'boss', TOOLGATE_CONFIG: file, TOOLGATE_DATA: await temporaryFolder(t) })
  t.equal(await gateway.exited, 1)
  for (const problem of ['PORT', 'TOOLGATE_ROLE', 'kees']) t.match(gateway.output(), problem)
})

t.test('a port that is taken is said in plain words, and the exit code is 1', async t => {
  const other = createServer().listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await once(other, 'listening')
  const address = other.address()
  const gateway = launch(t, { PORT: String(typeof address === 'object' ? address?.port : 0), TOOLGATE_DATA: await temporaryFolder(t) })
  t.equal(await gateway.exited, 1)
  t.match(gateway.output(), /port is taken/)
})

t.test('another host than this machine needs keys', async t => {
  const gateway = launch(t, { HOST: '0.0.0.0', TOOLGATE_DATA: await temporaryFolder(t) })
  t.equal(await gateway.exited, 1)
  t.match(gateway.output(), /[Ll]oopback/)
})

t.test('with keys: none is 401, a wrong one is 401, a right one does what its scopes say', async t => {
  const { key, entry } = newKey({ id: 'reader', scopes: ['filesystem:read'] })
  const data = await temporaryFolder(t)
  const gateway = await startProcess(t, { TOOLGATE_DATA: data, FILESYSTEM_ROOTS: data, TOOLGATE_KEYS: JSON.stringify([entry]) })
  const call = (headers: Record<string, string>, path: string, body: string) =>
    fetch(`${gateway.url}/v1/filesystem/${path}`, { method: 'POST', headers: { ...json, ...headers }, body })
  t.equal((await call({}, 'list_directory', '{}')).status, 401)
  t.equal((await call({ authorization: 'Bearer wrong' }, 'list_directory', '{}')).status, 401)
  t.equal((await call({ 'x-api-key': key }, 'list_directory', '{}')).status, 200)
  const refused = await call({ authorization: `Bearer ${key}` }, 'write_file', '{"file_path":"a","content":"b"}')
  t.equal(refused.status, 403)
  t.match(await refused.json(), { error: { details: { reason: 'insufficient_permissions', required_scope: 'filesystem:write' } } })
  const { data: catalog } = (await (await fetch(`${gateway.url}/v1/catalog`, { headers: { 'x-api-key': key } })).json()) as {
    data: { items: { permission: string; system: string }[] }
  }
  t.notOk(
    catalog.items.some(item => item.system === 'filesystem' && item.permission !== 'read'),
    'it sees only what it may call'
  )
})

t.test('Redis goes away and comes back: files are served meanwhile, jobs answer 503 with a time to wait, then all is well', async t => {
  const redis = await startTestRedis(t)
  const data = await temporaryFolder(t)
  const gateway = await startProcess(t, { TOOLGATE_DATA: data, FILESYSTEM_ROOTS: data, REDIS_URL: redis.url })
  t.equal((await fetch(`${gateway.url}/v1/jobs`)).status, 200)
  await redis.kill9()
  const ready = await until(
    () => fetch(`${gateway.url}/readyz`),
    response => response.status === 503
  )
  t.match(await ready.json(), { status: 'not_ready', checks: [{ name: 'redis', ok: false }] })
  const jobs = await fetch(`${gateway.url}/v1/jobs`, { signal: AbortSignal.timeout(30_000) })
  t.equal(jobs.status, 503)
  t.ok(Number(jobs.headers.get('retry-after')) > 0)
  t.match(await jobs.json(), { error: { code: 'UNAVAILABLE_ERROR', details: { reason: 'redis_unavailable' } } })
  t.equal((await fetch(`${gateway.url}/v1/filesystem/list_directory`, { method: 'POST', headers: json, body: '{}' })).status, 200)
  t.equal((await fetch(`${gateway.url}/healthz`)).status, 200)
  await redis.restart()
  await until(
    () => fetch(`${gateway.url}/readyz`),
    response => response.status === 200
  )
  t.equal((await fetch(`${gateway.url}/v1/jobs`)).status, 200)
})

t.test('a worker serves its health and no operation', async t => {
  const redis = await startTestRedis(t)
  const worker = await startProcess(t, {
    TOOLGATE_DATA: await temporaryFolder(t),
    REDIS_URL: redis.url,
    TOOLGATE_ROLE: 'worker',
    PORT: String(await freePort())
  })
  t.equal((await fetch(`${worker.url}/readyz`)).status, 200)
  t.equal((await fetch(`${worker.url}/v1/catalog`)).status, 404)
})

t.test('a changed config file is in force within seconds, a broken one is not', async t => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'toolgate.yaml')
  await writeFile(file, 'policy: []\n')
  const gateway = await startProcess(t, { TOOLGATE_DATA: folder, FILESYSTEM_ROOTS: folder, TOOLGATE_CONFIG: file })
  const status = async (): Promise<number> =>
    (await fetch(`${gateway.url}/v1/filesystem/list_directory`, { method: 'POST', headers: json, body: '{}' })).status
  t.equal(await status(), 200)
  await writeFile(file, 'policy: [{ permission: read, decision: deny }]\n')
  t.equal(await until(status, now => now !== 200), 403)
  await writeFile(file, 'policy: [{ permission: reed }]\n')
  await until(
    async () => gateway.output(),
    output => output.includes('stays in force')
  )
  t.equal(await status(), 403)
})
