// Two processes that share Redis, but not their settings, must not run each other's jobs on the wrong account or folder.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { toJsonSchema } from '../src/catalog/json-schema.ts'
import { fingerprintOf } from '../src/systems/fingerprint.ts'
import { namedSettings } from '../src/systems/instances.ts'
import { loadCatalog } from '../src/systems/load-catalog.ts'
import { temporaryFolder } from './helpers/app.ts'
import { startProcess } from './helpers/process.ts'
import { startTestRedis } from './helpers/redis.ts'
import { readUntil } from './helpers/wait-until.ts'

const { tools } = await loadCatalog()

t.test('the fingerprint depends on the URL, the account and the folders of every system, and on nothing else', async t => {
  for (const tool of tools) {
    const of = (settings: Record<string, unknown>) => fingerprintOf(tool, { settings, sandbox: false })
    const settings: Record<string, unknown> = { url: 'https://one.example.com/api', roots: '/srv' }
    for (const { property, node } of namedSettings(tool)) {
      const isIdentity = node['x-identity'] === true || (property === 'roots' && tool.folders !== undefined)
      const [first, second] =
        node['x-identity'] === true ? ['https://one.example.com', 'https://two.example.com'] : ['/srv/one', '/srv/two']
      const [before, after] = [of({ ...settings, [property]: first }), of({ ...settings, [property]: second })]
      t.equal(before !== after, isIdentity, `${tool.name} ${property}`)
      t.match(before, /^[\w-]{22}$/)
    }
    t.equal(
      fingerprintOf(tool, { settings: { url: 'http://127.0.0.1:1' }, sandbox: true }),
      'sandbox',
      `${tool.name}: its address changes at each start`
    )
  }
})

t.test('each system with a base URL marks it as identity', async t => {
  for (const tool of tools) {
    const url = toJsonSchema(tool.settings).properties?.['url']
    if (url) t.equal(url['x-identity'], true, tool.name)
  }
})

t.test('credentials in a URL and its trailing slash do not matter', async t => {
  const [memory] = tools.filter(({ name }) => name === 'memory')
  const of = (database_url: string) => memory && fingerprintOf(memory, { settings: { database_url }, sandbox: false })
  t.equal(of('postgres://ann:old@db.example.com/graph'), of('postgres://ann:new@db.example.com/graph/'))
  t.not(of('postgres://ann:old@db.example.com/graph'), of('postgres://ann:old@db.example.com/other'))
})

t.test('a gateway with other folders leaves a job waiting, and one with the same folders runs it', { timeout: 300_000 }, async t => {
  const folder = await temporaryFolder(t)
  const redis = await startTestRedis(t)
  const roots = async (name: string) => {
    await mkdir(path.join(folder, name))
    await writeFile(path.join(folder, name, 'a.txt'), 'old\n')
    return path.join(folder, name)
  }
  const [one, two] = [await roots('one'), await roots('two')]
  const contents = async () => await Promise.all([one, two].map(place => readFile(path.join(place, 'a.txt'), 'utf8')))
  const start = (FILESYSTEM_ROOTS: string) =>
    startProcess(t, { REDIS_URL: redis.url, TOOLGATE_DATA: path.join(folder, 'data'), FILESYSTEM_ROOTS })
  const ask = async ({ url }: { url: string }, to: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${to}`, body && { method: 'POST', headers, body: JSON.stringify(body) })
    return Object(await response.json()).data
  }
  const until = async (gateway: { url: string }, id: string, status: string) => {
    return await readUntil(
      () => ask(gateway, `/v1/jobs/${id}`),
      job => job.status === status,
      `the job is ${status}`
    )
  }
  const first = await start(one)
  const { id } = await ask(first, '/v1/filesystem/bulk/replace_in_files', { glob: '*', search: 'old', replacement: 'new' })
  const { confirm_token } = await until(first, id, 'awaiting_confirmation')
  await first.kill('SIGTERM')

  const other = await start(two)
  await ask(other, `/v1/jobs/${id}/confirm`, { confirm_token })
  t.match(await until(other, id, 'waiting'), {
    reason: 'configuration',
    error: {
      code: 'CONFIGURATION_ERROR',
      message: /instance default of .* than the gateway that created the job: another base URL, account or folder/
    },
    progress: { succeeded: 0 }
  })
  t.strictSame(await contents(), ['old\n', 'old\n'])

  await other.kill('SIGTERM')
  const again = await start(one)
  await until(again, id, 'completed')
  t.strictSame(await contents(), ['new\n', 'old\n'])

  const undo = await ask(again, `/v1/jobs/${id}/undo`, {})
  const offered = await until(again, undo.id, 'awaiting_confirmation')
  await ask(again, `/v1/jobs/${undo.id}/confirm`, { confirm_token: offered.confirm_token })
  await until(again, undo.id, 'completed')
  t.strictSame(await contents(), ['old\n', 'old\n'], 'a job that is created from it is bound to the same settings')
})
