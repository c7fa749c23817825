import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { newKey } from '../src/access/keys.ts'
import { V8_OPTION } from '../src/v8-option.ts'
import { temporaryFolder } from './helpers/app.ts'
import { freePort } from './helpers/port.ts'
import { launch, startProcess } from './helpers/process.ts'
import { startTestRedis } from './helpers/redis.ts'
import { readUntil, waitUntil } from './helpers/wait-until.ts'

const json = { 'content-type': 'application/json' }

const until = <T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => readUntil(read, holds, String(holds))

t.test('every problem of the configuration is reported at once, and the exit code is 1', async t => {
  const file = path.join(await temporaryFolder(t), 'toolgate.yaml')
  await writeFile(file, 'systems:\n  nosuch: {}\nkees: []\n')
  const gateway = launch(t, { PORT: 'eighty', TOOLGATE_ROLE: 'boss', TOOLGATE_CONFIG: file, TOOLGATE_DATA: await temporaryFolder(t) })
  t.equal(await gateway.exited, 1)
  for (const problem of ['PORT', 'TOOLGATE_ROLE', 'kees']) t.match(gateway.output(), problem)
})

t.test('a port that is in use is reported clearly, and the exit code is 1', async t => {
  const other = createServer().listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await once(other, 'listening')
  const address = other.address()
  const gateway = launch(t, { PORT: String(typeof address === 'object' ? address?.port : 0), TOOLGATE_DATA: await temporaryFolder(t) })
  t.equal(await gateway.exited, 1)
  t.match(gateway.output(), /port is in use/)
})

t.test('a host other than this machine needs keys', async t => {
  const gateway = launch(t, { HOST: '0.0.0.0', TOOLGATE_DATA: await temporaryFolder(t) })
  t.equal(await gateway.exited, 1)
  t.match(gateway.output(), /[Ll]oopback/)
})

t.test('a gateway with keys, and a Redis that becomes unavailable', async t => {
  const [reader, all] = [newKey({ id: 'reader', scopes: ['filesystem:read'] }), newKey({ id: 'all', scopes: ['*'] })]
  const redis = await startTestRedis(t)
  const [data, root] = [await temporaryFolder(t), await temporaryFolder(t)]
  const keys = JSON.stringify([reader.entry, all.entry])
  const gateway = await startProcess(t, {
    TOOLGATE_DATA: path.join(data, 'data'),
    FILESYSTEM_ROOTS: root,
    REDIS_URL: redis.url,
    TOOLGATE_KEYS: keys
  })
  const get = async (place: string, key = all.key): Promise<Response> =>
    await fetch(gateway.url + place, { headers: { 'x-api-key': key }, signal: AbortSignal.timeout(60_000) })
  const call = async (headers: Record<string, string>, operation: string, body: string): Promise<Response> =>
    await fetch(`${gateway.url}/v1/filesystem/${operation}`, { method: 'POST', headers: { ...json, ...headers }, body })
  const readiness = (status: number): Promise<Response> =>
    until(
      () => fetch(`${gateway.url}/readyz`),
      response => response.status === status
    )

  t.test('no key and a wrong key are 401, a valid key is limited to its scopes', async t => {
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

  t.test(
    'while Redis is unavailable files are served, and jobs return 503 with Retry-After; after it recovers everything works',
    async t => {
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
    }
  )

  t.test('the outage is logged once when it starts and once when it ends, whatever the number of connections', async t => {
    const said = (words: string): number => gateway.output().split(words).length - 1
    await waitUntil(() => said('Redis connection restored') > 0, 'the log reports that Redis is back')
    await pause(1500)
    t.equal(said('Redis connection lost'), 1)
    t.equal(said('Redis connection restored'), 1)
  })
})

t.test('a worker serves health checks and no operation', async t => {
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

t.test('a gateway without a worker is ready, and reports that no worker runs', async t => {
  const redis = await startTestRedis(t)
  const gateway = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t), REDIS_URL: redis.url, TOOLGATE_ROLE: 'gateway' })
  const worker = async () => {
    const response = await fetch(`${gateway.url}/readyz`)
    const { status, checks } = (await response.json()) as { status: string; checks: { name: string; reason?: string; note?: string }[] }
    return { http: response.status, status, ...checks.find(({ name }) => name === 'worker') }
  }
  const lacking = await until(worker, ({ reason }) => reason !== undefined)
  t.match(lacking, { http: 200, status: 'ready', reason: 'no_worker', note: /TOOLGATE_ROLE=worker/ })
  await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t), REDIS_URL: redis.url, TOOLGATE_ROLE: 'worker' })
  t.strictSame(await until(worker, ({ reason }) => reason === undefined), {
    http: 200,
    status: 'ready',
    name: 'worker',
    ok: true,
    problem: null
  })
})

t.test('V8 supports the option that is set: it ignores unknown ones silently', async t => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  t.match(known, `--${V8_OPTION.replace('--no-', '')} `)
})
