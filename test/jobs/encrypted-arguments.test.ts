import { createDecipheriv, hkdfSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Redis } from 'ioredis'
import t from 'tap'
import type { Json } from '../../src/contract/bulk.ts'
import type { Call } from '../../src/contract/call.ts'
import { programJob, startJob } from '../../src/contract/program-job.ts'
import { secretsOf } from '../../src/lib/secrets.ts'
import { buildWorker } from '../../src/server/worker.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { alice, QUICK, shelf, silentLog, startBulk, until } from '../helpers/bulk.ts'
import { startGateway } from '../helpers/gateway.ts'
import { everything } from '../helpers/redis.ts'

const CANARY = 'canary-password-1234'

const CONNECTION = { client: { base: '' }, instance: null, sandbox: false }
const signal = new AbortController().signal
const ran: Json[] = []
const program = programJob(shelf, {
  name: 'run',
  message: () => 'Run it',
  async execute(action: Json) {
    ran.push(action)
    return { outcome: 'succeeded' }
  }
})

const folder = await temporaryFolder(t)
const roots = path.join(folder, 'root')
await mkdir(roots)
const environment = { FILESYSTEM_COMMANDS: 'sh' }
const { url, redis } = await startGateway(t, { roots, dataDirectory: path.join(folder, 'data'), environment })
const client = redis.client()

async function post(to: string, input: object) {
  const headers = { 'content-type': 'application/json' }
  return JSON.parse(await (await fetch(`${url}${to}`, { method: 'POST', headers, body: JSON.stringify(input) })).text())
}

const run = async (script: string): Promise<string> => {
  const args = ['sh', '-c', script, `--password=${CANARY}`]
  const input = { args, confirm: true, yield_time_ms: 300, timeout_seconds: 300 }
  return (await post('/v1/filesystem/execute_command', input)).data.job_id
}

const keyOf = async (id: string, part: string): Promise<number> => await client.exists(`tg:{job:${id}}:${part}`)

t.test('the arguments of a job cannot be decrypted by someone who reads Redis and knows the settings of the system', async t => {
  const id = await run('exec sleep 300')
  const texts = await everything(client)
  t.equal(
    [...texts.values()].some(text => text.includes(CANARY)),
    false,
    'no key contains them in clear text'
  )
  t.strictSame(await openedBySettings(client), [], 'nothing is encrypted with a guessable secret')
  await post(`/v1/jobs/${id}/cancel`, {})
})

t.test('a bulk job and its follow-up store nothing of their input in clear text', async t => {
  await writeFile(path.join(roots, 'plain.txt'), 'plain text')
  const input = { glob: '*.txt', search: `${CANARY}-search`, replacement: `${CANARY}-replacement` }
  const { data } = await post('/v1/filesystem/bulk/replace_in_files', input)
  const shown = JSON.parse(await (await fetch(`${url}/v1/jobs/${data.id}?wait=20&until=idle`)).text()).data
  t.match(shown, { message: new RegExp(CANARY) }, 'its owner sees the message')
  const clear = [...(await everything(client))].filter(([, text]) => text.includes(CANARY)).map(([key]) => key)
  t.strictSame(clear, [])
})

t.test('the arguments are erased with the job, and at its end if nothing can be retried', async t => {
  const id = await run('echo "$(seq 1 6000)"; sleep 1')
  t.equal(await keyOf(id, 'payload'), 1, 'a running job has its arguments')
  await fetch(`${url}/v1/jobs/${id}?wait=20&until=ended`)
  t.equal(await keyOf(id, 'payload'), 0, 'they are erased once the program has succeeded')

  const failed = await run('sleep 1; exit 1')
  const { data } = JSON.parse(await (await fetch(`${url}/v1/jobs/${failed}?wait=20&until=ended`)).text())
  t.match(data, { status: 'completed', progress: { failed: 1 } })
  t.equal(await keyOf(failed, 'payload'), 1, 'a retry needs them')
  t.ok((await client.ttl(`tg:{job:${failed}}:payload`)) > 0, 'they expire with the items of the job')
  const again = await post(`/v1/jobs/${failed}/retry`, {})
  t.match(again, { success: true })

  const gone = await run('sleep 1; exit 1')
  await fetch(`${url}/v1/jobs/${gone}?wait=20&until=ended`)
  const deleted = await fetch(`${url}/v1/jobs/${gone}`, { method: 'DELETE' })
  t.equal(deleted.status, 200, await deleted.text())
  t.equal(await keyOf(gone, 'payload'), 0)
  const left = [...(await everything(client)).keys()].filter(key => key.includes('sealed:') || key.includes(`${gone}}:payload`))
  t.strictSame(left, [])
})

t.test('a worker without the secret leaves a job waiting, and one with it runs the job', async t => {
  const fixture = await startBulk(t, [program], { worker: false })
  const facts = { connect: fixture.connect, connections: { get: async () => CONNECTION }, jobs: fixture.jobs, hostId: 'h1', log: silentLog }
  const adapterOf = () => program
  const stranger = buildWorker({ ...facts, adapterOf, settings: QUICK, secrets: secretsOf(['a secret of another data folder']) })
  const call: Pick<Call<unknown>, 'jobs' | 'instance' | 'caller' | 'signal'> = { jobs: fixture.jobs, instance: null, caller: alice, signal }
  // biome-ignore lint/suspicious/noExplicitAny: the fields of a call that it needs
  const { id } = await startJob(program, { word: CANARY }, call as any)
  const waiting = await until(fixture.jobs, id, ['waiting', 'completed', 'failed'])
  t.match(waiting, { status: 'waiting', reason: 'configuration', error: { reason: 'configuration_missing', message: /lacks the secret/ } })
  t.strictSame(ran, [], 'nothing was executed')
  await stranger.close()
  fixture.startWorker()
  await fixture.jobs.resume(alice, id).catch(() => undefined) // it may already run again
  t.match(await until(fixture.jobs, id, ['completed', 'failed']), { status: 'completed', progress: { succeeded: 1 } })
  t.strictSame(ran, [{ word: CANARY }])
})

t.test('nothing that a bulk job stores depends on its arguments alone, so that they cannot be compared with guesses', async t => {
  await writeFile(path.join(roots, 'plain.txt'), 'plain text')
  const stored = async (replacement: string): Promise<Record<string, string>> => {
    const { data } = await post('/v1/filesystem/bulk/replace_in_files', { glob: '*.txt', search: 'plain', replacement })
    await fetch(`${url}/v1/jobs/${data.id}?wait=20&until=idle`)
    return await client.hgetall(`tg:{job:${data.id}}:meta`)
  }
  const [first, same, other] = [await stored('one'), await stored('one'), await stored('two')]
  t.ok(Object.keys(first).length > 20)
  // The digest is of the items of the preview, here with the checksums of the new contents.
  t.strictSame(
    Object.keys(first).filter(name => name !== 'digest' && first[name] === same[name] && first[name] !== other[name]),
    []
  )
})

/** Decrypts with the settings of the instance alone, which many people know or can guess. */
async function openedBySettings(from: Redis): Promise<string[]> {
  const guesses = ['{}', JSON.stringify({ roots, commands: ['sh'] }), JSON.stringify({ commands: ['sh'], roots })]
  const opened: string[] = []
  for (const [key, text] of await everything(from)) {
    const [, scope = '', name = ''] = /^tg:\{shared:([^:]+:[^:]+):(.*)\}$/.exec(key) ?? []
    for (const guess of guesses) opened.push(...tryToOpen(text, guess, scope, name))
  }
  return opened
}

function tryToOpen(text: string, guess: string, scope: string, name: string): string[] {
  const key = Buffer.from(hkdfSync('sha256', guess, scope, 'toolgate shared', 32))
  return [...text.matchAll(/[A-Za-z0-9+/=_-]{40,}/g)].flatMap(([sealed]) => {
    try {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(name))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return [Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()]
    } catch {
      return []
    }
  })
}
