import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Call } from '../../src/contract/handed.ts'
import type { JobEvent } from '../../src/contract/job-events.ts'
import type { Job } from '../../src/contract/jobs.ts'
import type { Spawn } from '../../src/contract/lent.ts'
import { programJob, startJob } from '../../src/contract/program-job.ts'
import { createRegister } from '../../src/lib/process/register.ts'
import { createSpawn } from '../../src/lib/process/spawn.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { alice, quiet, refusal, root, shelf, startBulk, until } from '../helpers/bulk.ts'

const folder = await temporaryFolder(t)
const spawn: Spawn = createSpawn(createRegister(path.join(folder, 'processes'), quiet))

/** Runs the script that it is given. */
const action = programJob(shelf, {
  name: 'run',
  message: (script: string) => `Run ${script}`,
  async execute(script: string, { signal, emit }) {
    const args = ['-c', script]
    const onLine = ({ stream, text }: { stream: string; text: string }) => emit(stream, { line: text })
    const { exit_code, ended } = await spawn({ program: '/bin/sh', args, directory: folder, timeout_ms: 60_000, signal, onLine })
    return { outcome: ended === 'cancelled' ? 'unknown' : exit_code === 0 ? 'succeeded' : 'failed', data: { exit_code } }
  }
})

const house = await startBulk(t, [action])
const { jobs } = house
const signal = new AbortController().signal
const start = (script: string): Promise<Job> => {
  const call: Pick<Call<unknown>, 'jobs' | 'instance' | 'caller' | 'signal'> = { jobs, instance: null, caller: alice, signal }
  // biome-ignore lint/suspicious/noExplicitAny: of a call it needs these
  return startJob(action, script, call as any)
}
const ENDED: Job['status'][] = ['completed', 'cancelled', 'failed']

t.test('a program runs as a job that needs no confirmation, and keeps its lines', async t => {
  const made = await start('echo one; echo two >&2; echo three')
  t.match(made, { kind: 'process', operation: 'shelf_run', message: 'Run echo one; echo two >&2; echo three' })
  const ended = await until(jobs, made.id, ENDED)
  t.match(ended, { status: 'completed', progress: { succeeded: 1 }, links: { output: /\/output$/ } })
  const { items, next_cursor, total } = await jobs.output(alice, made.id, { after: 0, limit: 100 })
  t.strictSame(items.map(({ text }) => text).sort(), ['one', 'three', 'two'])
  t.strictSame([next_cursor, total], [null, { value: 3, relation: 'eq' }])
  t.match(await jobs.items(alice, made.id, { limit: 1 }), { items: [{ outcome: 'succeeded', data: { exit_code: 0 } }] })
})

t.test('whoever sets a job going again is asked for what it does, where its operation alone does not say', async t => {
  const asked: unknown[] = []
  const own = await startBulk(t, [action], { admit: (...words) => void asked.push(words) })
  const call: Pick<Call<unknown>, 'jobs' | 'instance' | 'caller' | 'signal'> = { jobs: own.jobs, instance: null, caller: alice, signal }
  // biome-ignore lint/suspicious/noExplicitAny: of a call it needs these
  const { id } = await startJob(action, 'exit 1', call as any, 'destructive')
  await until(own.jobs, id, ENDED)
  const { job } = await own.jobs.retry(alice, id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)
  await own.jobs.retry(alice, id, { outcomes: ['failed'], acknowledge_unknown: false }, signal).catch(() => undefined)
  t.strictSame(asked[0], ['shelf_run', alice, 'destructive'])
  t.ok(job.id)
})

t.test('the output is read in pages, and from a line on', async t => {
  const { id } = await start('seq 1 25')
  await until(jobs, id, ENDED)
  const first = await jobs.output(alice, id, { after: 0, limit: 10 })
  const second = await jobs.output(alice, id, { after: 0, limit: 10, cursor: first.next_cursor ?? '' })
  t.strictSame([first.items.at(-1)?.text, second.items[0]?.text, second.items.at(-1)?.number], ['10', '11', 20])
  const { items } = await jobs.output(alice, id, { after: 23, limit: 10 })
  t.strictSame(items, [
    { number: 24, stream: 'stdout', text: '24' },
    { number: 25, stream: 'stdout', text: '25' }
  ])
})

t.test('its output is nobody else’s to read', async t => {
  const { id } = await start('echo secret')
  await until(jobs, id, ENDED)
  await t.rejects(jobs.output({ id: 'mallory', scopes: ['shelf:write'] }, id, { after: 0, limit: 1 }), refusal('job_not_found'))
  t.equal((await jobs.output(root, id, { after: 0, limit: 1 })).items.length, 1)
})

t.test('followers are told each line while it runs, and nothing twice after a break', async t => {
  const { id } = await start('for i in 1 2 3 4 5; do echo line $i; sleep 0.15; done')
  const { seen, last } = await follow(id, undefined, texts => texts.length >= 2)
  t.ok((await jobs.get(alice, id)).status === 'running', 'the program still runs')
  const rest = await follow(id, last)
  t.strictSame([...seen, ...rest.seen], ['line 1', 'line 2', 'line 3', 'line 4', 'line 5'])
  t.strictSame(rest.end, { status: 'completed' }, 'and the end comes after the last line')
})

t.test('a cancel ends the program at once', async t => {
  const { id } = await start('echo up; exec sleep 300')
  await follow(id, undefined, texts => texts.includes('up'))
  await jobs.cancel(alice, id)
  const ended = await until(jobs, id, ENDED, alice, 10_000)
  t.match(ended, { status: 'cancelled', progress: { unknown: 1 } })
})

t.test('a pause waits for its end, since a program cannot be paused', async t => {
  const { id } = await start('sleep 0.4; echo whole')
  await until(jobs, id, ['running'])
  await jobs.pause(alice, id)
  t.match(await until(jobs, id, [...ENDED, 'paused']), { status: 'completed', progress: { succeeded: 1 } })
})

t.test('several programs of one key run side by side', async t => {
  const made = await Promise.all([start('sleep 0.5; echo a'), start('sleep 0.5; echo b')])
  await sleep(250)
  const running = await Promise.all(made.map(({ id }) => jobs.get(alice, id)))
  t.strictSame(
    running.map(({ status }) => status),
    ['running', 'running']
  )
  for (const { id } of made) await until(jobs, id, ENDED)
})

t.test('jobs of programs are listed by their kind', async t => {
  const { items } = await jobs.list(alice, { kind: 'process', limit: 100 })
  t.ok(items.length > 3)
  t.strictSame((await jobs.list(alice, { kind: 'bulk', limit: 100 })).items, [])
})

t.test('a worker that is closed ends the program, and says that nobody knows how far it came', async t => {
  const own = await startBulk(t, [action], { worker: false })
  const worker = own.startWorker()
  const call = { jobs: own.jobs, instance: null, caller: alice, signal }
  // biome-ignore lint/suspicious/noExplicitAny: of a call it needs these
  const { id } = await startJob(action, 'echo up; exec sleep 300', call as any)
  await until(own.jobs, id, ['running'])
  await worker.close()
  t.match(await own.jobs.get(alice, id), { progress: { unknown: 1 } })
})

t.test('a deleted job takes its output with it', async t => {
  const { id } = await start('echo gone')
  await until(jobs, id, ENDED)
  await jobs.delete(alice, id)
  await t.rejects(jobs.output(alice, id, { after: 0, limit: 1 }), refusal('job_expired'))
  t.strictSame(await house.redis.client().exists(`tg:{job:${id}}:output`), 0)
})

/** The lines told until it has seen enough, the id of the last event, and the end. */
async function follow(id: string, after: string | undefined, enough: (texts: string[]) => boolean = () => false) {
  const over = new AbortController()
  const seen: string[] = []
  let last: string | undefined
  let end: unknown
  const events: AsyncIterable<JobEvent> = await jobs.events(alice, id, { signal: over.signal, ...(after !== undefined && { after }) })
  for await (const event of events) {
    if ('id' in event) last = event.id
    if (event.event === 'end') end = event.data
    if (event.event === 'output') seen.push(...event.data.lines.map(({ text }) => text))
    if (enough(seen)) break
  }
  over.abort()
  return { seen, last, end }
}
