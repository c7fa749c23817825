import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'
import t, { type Test } from 'tap'
import { runCommand } from '../src/cli.ts'
import { listen } from './helpers/listen.ts'
import { freePort } from './helpers/port.ts'
import { newDatabase, noPostgres } from './helpers/postgres.ts'
import { startProcess } from './helpers/process.ts'
import { startTestRedis } from './helpers/redis.ts'
import { readUntil } from './helpers/wait-until.ts'

interface Diagnosis {
  code: number
  /** The message and advice of each check, without those that are ok. */
  findings: { check: string; status: string; message: string; advice?: string }[]
}

/** Runs `toolgate doctor --json` with a data folder of its own. */
async function diagnose(t: Test, env: Record<string, string>): Promise<Diagnosis> {
  const { code, out = '' } = await runCommand(['doctor', '--json'], {
    PORT: '0',
    ...env,
    TOOLGATE_DATA: env['TOOLGATE_DATA'] ?? t.testdir({})
  })
  return { code, findings: JSON.parse(out) }
}

const failing = ({ findings }: Diagnosis) => findings.filter(({ status }) => status !== 'ok')

t.test('everything works: each check is ok, and it exits with 0', async t => {
  const redis = await startTestRedis(t)
  const gitlab = await listen(t, response =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ id: 1, username: 'ada', version: '17.0.0', scopes: ['api'], active: true }))
  )
  const env = { REDIS_URL: redis.url, GITLAB_URL: gitlab.url, GITLAB_TOKEN: 'glpat-hunter2' }
  const diagnosis = await diagnose(t, env)
  t.same(failing(diagnosis), [])
  t.equal(diagnosis.code, 0)
  const checks = diagnosis.findings.map(({ check }) => check)
  for (const check of ['versions', 'configuration', 'keys', 'data folder', 'port', 'Redis', 'clock', 'gitlab default', 'web default'])
    t.ok(checks.includes(check), check)
  const { out = '' } = await runCommand(['doctor'], { TOOLGATE_DATA: t.testdir({}), PORT: '0', ...env })
  t.match(out, /^ok +gitlab default +available$/m)
  t.match(out, /\n\n0 problems, 0 warnings\.$/)
  t.ok(
    gitlab.seen.some(({ method, headers }) => method === 'HEAD' && headers['private-token'] === undefined),
    'the clock is read without credentials'
  )
})

t.test('a rejected token, an unreachable system and a wrong clock are reported, without secrets', async t => {
  const redis = await startTestRedis(t)
  const gitlab = await listen(t, response =>
    response
      .writeHead(401, { 'content-type': 'application/json', date: new Date(Date.now() - 3_600_000).toUTCString() })
      .end('{"message":"401 Unauthorized"}')
  )
  const diagnosis = await diagnose(t, {
    REDIS_URL: redis.url,
    GITLAB_URL: gitlab.url,
    GITLAB_TOKEN: 'glpat-hunter2',
    TRELLO_URL: `http://127.0.0.1:${await freePort()}`,
    TRELLO_KEY: 'hunter3',
    TRELLO_TOKEN: 'hunter4'
  })
  t.equal(diagnosis.code, 1)
  const found = Object.fromEntries(diagnosis.findings.map(finding => [finding.check, finding]))
  t.match(found['gitlab default'], { status: 'problem', message: /401/, advice: 'Check GITLAB_URL, GITLAB_TOKEN.' })
  t.match(found['trello default'], { status: 'problem', message: /ECONNREFUSED/ })
  t.match(found['clock'], { status: 'warning', message: /3600 s ahead of that of gitlab default/, advice: /NTP/ })
  t.notMatch(JSON.stringify(diagnosis), /hunter/)
})

t.test('every problem of the configuration is listed, and the checks that need it are left out', async t => {
  const diagnosis = await diagnose(t, { PORT: 'http', HOST: '0.0.0.0', TOOLGATE_KYES: 'x' })
  t.equal(diagnosis.code, 1)
  const problems = failing(diagnosis)
  for (const name of ['PORT', 'HOST', 'TOOLGATE_KYES'])
    t.ok(
      problems.some(({ message }) => message.startsWith(`${name}: `)),
      name
    )
  t.match(problems.at(-1), { advice: /run toolgate doctor again/ })
  t.notOk(diagnosis.findings.some(({ check }) => check === 'Redis'))
})

t.test('a Redis that evicts jobs, one that could lose them, and one that does not exist', async t => {
  const evicting = await startTestRedis(t, ['--maxmemory-policy', 'allkeys-lru'])
  t.match(failing(await diagnose(t, { REDIS_URL: evicting.url })), [
    { check: 'Redis', status: 'problem', message: /allkeys-lru.*noeviction/s }
  ])
  const lossy = await startTestRedis(t, ['--appendonly', 'no'])
  const warned = await diagnose(t, { REDIS_URL: lossy.url })
  t.match(failing(warned), [{ check: 'Redis', status: 'warning', message: /appendonly is no/ }])
  t.equal(warned.code, 0, 'a warning is not a failure')
  const absent = await diagnose(t, { REDIS_URL: 'unix:///nonexistent/redis.sock' })
  t.match(failing(absent), [{ check: 'Redis', status: 'problem', message: /did not respond/, advice: /once Redis works/ }])
  t.equal(absent.code, 1)
})

t.test('a port that another program uses is a problem, and one that a gateway serves is not', async t => {
  const redis = await startTestRedis(t)
  const other = createServer().listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await new Promise(resolve => other.once('listening', resolve))
  const address = other.address()
  const port = String(typeof address === 'object' && address ? address.port : 0)
  other.on('connection', socket => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'))
  t.match(failing(await diagnose(t, { REDIS_URL: redis.url, PORT: port })), [
    { check: 'port', status: 'problem', message: `127.0.0.1:${port} is used by another program`, advice: /PORT/ }
  ])
  const gateway = await startProcess(t, { REDIS_URL: redis.url })
  const environment = { REDIS_URL: redis.url, PORT: new URL(gateway.url).port }
  const served = await readUntil(
    async () => (await diagnose(t, environment)).findings.find(({ check }) => check === 'port'),
    found => found?.status === 'ok',
    'its worker has started'
  )
  t.match(served?.message, /a gateway serves 127\.0\.0\.1:\d+, and is ready/)
})

t.test('a data folder that cannot be used is a problem, and a key that expires soon a warning', async t => {
  const dir = t.testdir({ file: '' })
  const soon = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
  const keys = JSON.stringify([{ id: 'ada', hash: createHash('sha256').update('x').digest('hex'), scopes: ['*'], expires: soon }])
  const diagnosis = await diagnose(t, { TOOLGATE_DATA: path.join(dir, 'file'), TOOLGATE_KEYS: keys })
  t.match(failing(diagnosis), [
    { check: 'keys', status: 'warning', message: `ada expires soon (${soon})`, advice: /keys new/ },
    { check: 'data folder', status: 'problem', message: /TOOLGATE_DATA/ }
  ])
})

t.test('a database of the record is checked, and its URL is not shown', { skip: noPostgres ?? false }, async t => {
  const { url: REDIS_URL } = await startTestRedis(t)
  const url = await newDatabase()
  const recordOf = async (RECORD_DATABASE_URL: string) =>
    (await diagnose(t, { REDIS_URL, RECORD_DATABASE_URL })).findings.filter(({ check }) => check === 'record')
  t.match(await recordOf(url), [{ status: 'ok', message: /^PostgreSQL \d+\S*.*, schema toolgate_record_/ }])
  const away = Object.assign(new URL(url), { port: String(await freePort()), password: 'hunter2' }).href
  const found = await recordOf(away)
  t.match(found, [{ status: 'problem', message: /ECONNREFUSED/, advice: /RECORD_DATABASE_URL/ }])
  t.notMatch(JSON.stringify(found), 'hunter2')
})
