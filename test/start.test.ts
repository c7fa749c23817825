import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { newKey } from '../src/keys.ts'
import { V8_OPTION } from '../src/v8-option.ts'
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

t.test('a gateway with keys, and a Redis that goes away', async t => {
  const [reader, all] = [newKey({ id: 'reader', scopes: ['filesystem:read'] }), newKey({ id: 'all', scopes: ['*'] })]
  const redis = await startTestRedis(t)
  const data = await temporaryFolder(t)
  const keys = JSON.stringify([reader.entry, all.entry])
  const gateway = await startProcess(t, { TOOLGATE_DATA: data, FILESYSTEM_ROOTS: data, REDIS_URL: redis.url, TOOLGATE_KEYS: keys })
  const get = async (place: string, key = all.key): Promise<Response> =>
    await fetch(gateway.url + place, { headers: { 'x-api-key': key }, signal: AbortSignal.timeout(30_000) })
  const call = async (headers: Record<string, string>, operation: string, body: string): Promise<Response> =>
    await fetch(`${gateway.url}/v1/filesystem/${operation}`, { method: 'POST', headers: { ...json, ...headers }, body })
  const readiness = (status: number): Promise<Response> =>
    until(
      () => fetch(`${gateway.url}/readyz`),
      response => response.status === status
    )

  t.test('none is 401, a wrong one is 401, a right one does what its scopes say', async t => {
    t.equal((await call({}, 'list_directory', '{}')).status, 401)
    t.equal((await call({ authorization: 'Bearer wrong' }, 'list_directory', '{}')).status, 401)
    t.equal((await call({ 'x-api-key': reader.key }, 'list_directory', '{}')).status, 200)
    const refused = await call({ authorization: `Bearer ${reader.key}` }, 'write_file', '{"file_path":"a","content":"b"}')
    t.equal(refused.status, 403)
    t.match(await refused.json(), { error: { details: { reason: 'insufficient_permissions', required_scope: 'filesystem:write' } } })
    const { data: catalog } = (await (await get('/v1/catalog', reader.key)).json()) as {
      data: { items: { permission: string; system: string }[] }
    }
    t.notOk(
      catalog.items.some(item => item.system === 'filesystem' && item.permission !== 'read'),
      'it sees only what it may call'
    )
  })

  t.test('while Redis is away files are served, and jobs answer 503 with a time to wait; when it is back all is well', async t => {
    t.equal((await get('/v1/jobs')).status, 200)
    await redis.kill9()
    t.match(await (await readiness(503)).json(), { status: 'not_ready', checks: [{ name: 'redis', ok: false }] })
    const jobs = await get('/v1/jobs')
    t.equal(jobs.status, 503)
    t.ok(Number(jobs.headers.get('retry-after')) > 0)
    t.match(await jobs.json(), { error: { code: 'UNAVAILABLE_ERROR', details: { reason: 'redis_unavailable' } } })
    t.equal((await call({ 'x-api-key': all.key }, 'list_directory', '{}')).status, 200)
    t.equal((await fetch(`${gateway.url}/healthz`)).status, 200)
    await redis.restart()
    await readiness(200)
    t.equal((await get('/v1/jobs')).status, 200)
  })

  t.test('the outage is told once when it begins and once when it ends, however many connections there are', async t => {
    const said = (words: string): number => gateway.output().split(words).length - 1
    while (said('Redis is back') === 0) await pause(20)
    await pause(1500)
    t.equal(said('Redis is away'), 1)
    t.equal(said('Redis is back'), 1)
  })
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

t.test('V8 knows the option that it is set by: it says nothing of one that it does not know', async t => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  t.match(known, `--${V8_OPTION.replace('--no-', '')} `)
})
