import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { listen } from '../helpers/listen.ts'
import { connect } from '../helpers/mcp.ts'
import { startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { readUntil, waitUntil } from '../helpers/wait-until.ts'

// Two gateways and a worker in processes of their own, over one Redis.
const MAX_MS = 1_000
const FILES = 2_000
const folder = await temporaryFolder(t)
const roots = path.join(folder, 'files')
await mkdir(roots)
for (let n = 0; n < FILES; n += 1) await writeFile(path.join(roots, `${n}.txt`), 'old\n')
const [root, cfg] = [newKey({ id: 'root', scopes: ['*'] }), newKey({ id: 'cfg', scopes: ['filesystem:destructive'] })]
const file = path.join(folder, 'toolgate.yaml')
const configure = (more: object = {}) => writeFile(file, JSON.stringify({ keys: [root.entry, cfg.entry], ...more }))
await configure()
const redis = await startTestRedis(t)
// A GitLab that responds when the test requests it.
const waiting: ServerResponse[] = []
const gitlab = await listen(t, response => waiting.push(response))
const settings = {
  REDIS_URL: redis.url,
  TOOLGATE_DATA: path.join(folder, 'data'),
  TOOLGATE_CONFIG: file,
  FILESYSTEM_ROOTS: roots,
  FILESYSTEM_COMMANDS: 'sh',
  GITLAB_URL: gitlab.url,
  GITLAB_TOKEN: 'token',
  GITLAB_MAX_RETRIES: '0'
}
const start = (role: string) => startProcess(t, { ...settings, TOOLGATE_ROLE: role })
const [one, two] = await Promise.all([start('gateway'), start('gateway'), start('worker')])

type Gateway = typeof one
interface Key {
  key: string
}
const post = (to: Gateway, { key }: Key, operation: string, input: object, headers: object = {}): Promise<Response> =>
  fetch(`${to.url}/v1/operations/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input)
  })
const answer = async (to: Gateway, by: Key, operation: string, input: object) =>
  JSON.parse(await (await post(to, by, operation, input)).text())
const jobOf = async (id: string) => (await answer(one, root, 'jobs_get', { id })).data
/** The status of a call; 0 if it was in progress when the key was revoked. */
const statusOf = (to: Gateway, by: Key): Promise<number> =>
  post(to, by, 'jobs_list', {}).then(
    ({ status }) => status,
    () => 0
  )
const endOf = (response: Promise<Response>): Promise<unknown> => response.then(found => found.text()).catch(() => undefined)
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const program = (script: string) => ({ args: ['sh', '-c', script], yield_time_ms: 30_000, timeout_seconds: 300, confirm: true })

/** Creates a key at one gateway, and waits until the other accepts it. */
async function create(id: string): Promise<Key> {
  const { data } = await answer(one, root, 'keys_create', { id, scopes: ['filesystem:destructive', 'gitlab:write'], confirm: true })
  await waitUntil(async () => (await statusOf(two, data)) === 200, `${id} is accepted`)
  return data
}

/** Starts a bulk job of many items. */
async function startBulk(by: Key, change: object): Promise<string> {
  const { id } = (await answer(two, by, 'filesystem_bulk_replace_in_files', { glob: '*', chunk: 1, ...change })).data
  const { confirm_token } = await readUntil(
    () => jobOf(id),
    ({ status }) => status === 'awaiting_confirmation',
    'a preview'
  )
  await answer(two, by, 'jobs_confirm', { id, confirm_token })
  await readUntil(
    () => jobOf(id),
    ({ status }) => status === 'running',
    'the job runs'
  )
  return id
}

/** Revokes a key at one gateway. Resolves to the milliseconds until the other refuses it. */
async function revoke(by: Key, id: string, input: object = {}): Promise<number> {
  const started = performance.now()
  const revoked = await answer(one, root, 'keys_revoke', { id, ...input })
  t.match(revoked, { success: true, data: { status: 'revoked' } })
  await waitUntil(async () => (await statusOf(two, by)) === 401, 'the other gateway refuses the key')
  return performance.now() - started
}

t.test(
  'a revoked key ends its streams, sessions and programs within a second in every process; its jobs stop, a sent write finishes',
  async t => {
    const eve = await create('eve')
    const pids = path.join(folder, 'pid')
    const ran = endOf(post(two, eve, 'filesystem_execute_command', program(`echo $$ > ${pids}; exec sleep 300`)))
    const pid = Number(
      await readUntil(
        () => readFile(pids, 'utf8').catch(() => ''),
        text => text.trim() !== '',
        'a program'
      )
    )
    const write = endOf(post(two, eve, 'gitlab_create_issue', { project: 'acme/web', title: 'sent' }))
    await waitUntil(() => gitlab.seen.some(({ method }) => method === 'POST'), 'the write is sent')
    const queued = await Promise.all(
      Array.from({ length: 8 }, () => answer(two, eve, 'gitlab_create_issue', { project: 'acme/web', title: 'queued', mode: 'async' }))
    )
    const bulk = await startBulk(eve, { search: 'old', replacement: 'new' })
    const stream = fetch(`${two.url}/v1/jobs/${bulk}/events`, { headers: { authorization: `Bearer ${eve.key}` } })
    const streamed = endOf(stream)
    const client = await connect(t, two.url, { key: eve.key, era: '2025-11-25' })
    const session = client.callTool({ name: 'gitlab_get_issue', arguments: { project: 'acme/web', issue_iid: 1 } }).catch(() => undefined)
    await Promise.all([stream, waitUntil(() => gitlab.seen.some(({ method }) => method === 'GET'), 'the call over MCP is sent')])

    const started = performance.now()
    const refused = await revoke(eve, 'eve')
    await Promise.all([ran, write, streamed, session, waitUntil(() => !isAlive(pid), 'the program ends')])
    const ended = performance.now() - started
    t.comment(`refused after ${Math.round(refused)} ms, everything ended after ${Math.round(ended)} ms`)
    t.ok(refused <= MAX_MS, `refused after ${Math.round(refused)} ms`)
    t.ok(ended <= MAX_MS, `ended after ${Math.round(ended)} ms`)
    t.match(
      await readUntil(
        () => jobOf(bulk),
        ({ status }) => status !== 'running' && status !== 'pausing',
        'the bulk job stops'
      ),
      {
        status: 'paused',
        reason: 'key_revoked'
      }
    )
    const sent = gitlab.seen.filter(({ method }) => method === 'POST').length
    for (const response of waiting) response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ iid: 1 }))
    const jobs = await Promise.all(
      queued.map(({ data }) =>
        readUntil(
          () => jobOf(data.id),
          ({ poll_after_ms }) => poll_after_ms === null,
          'the call job ends'
        )
      )
    )
    t.ok(
      jobs.some(({ status }) => status === 'cancelled'),
      'calls that were not sent are cancelled'
    )
    t.equal(gitlab.seen.filter(({ method }) => method === 'POST').length, sent, 'nothing more is sent')
    const calls = await readUntil(
      async () => (await answer(two, root, 'calls_list', { principal: 'key:eve', operation: 'gitlab_create_issue' })).data.items,
      items => items.some(({ surface, outcome }: { surface: string; outcome: string }) => surface === 'by_name' && outcome !== 'unknown'),
      'the write is recorded with its end'
    )
    t.ok(calls.length > 0)
    t.match(await answer(one, root, 'jobs_resume', { id: bulk }), { error: { details: { reason: 'key_revoked' } } })
  }
)

t.test('cancel_jobs cancels the jobs of the key', async t => {
  const max = await create('max')
  const id = await startBulk(max, { search: 'l', replacement: 'L' })
  await revoke(max, 'max', { cancel_jobs: true })
  const job = await readUntil(
    () => jobOf(id),
    ({ status }) => status !== 'running' && status !== 'cancelling',
    'the job ends'
  )
  t.equal(job.status, 'cancelled')
})

t.test('a revoked key of the configuration stays revoked when the configuration is read again, and after a restart', async t => {
  t.equal(await statusOf(two, cfg), 200)
  t.ok((await revoke(cfg, 'cfg')) <= MAX_MS)
  await configure({ packs: { mine: ['gitlab'] } })
  await waitUntil(
    () => /Configuration reloaded/.test(one.output()) && /Configuration reloaded/.test(two.output()),
    'the file is read again'
  )
  const third = await start('gateway')
  for (const gateway of [one, two, third]) t.equal(await statusOf(gateway, cfg), 401)
})
