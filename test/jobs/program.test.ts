import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import type { Call } from '../../src/contract/call.ts'
import type { Job } from '../../src/contract/job.ts'
import type { JobEvent } from '../../src/contract/job-events.ts'
import { programJob, startJob } from '../../src/contract/program-job.ts'
import type { Spawn } from '../../src/contract/runtime.ts'
import { createRegistry } from '../../src/lib/process/registry.ts'
import { createSpawn } from '../../src/lib/process/spawn.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { alice, refusal, root, shelf, silentLog, startBulk, until } from '../helpers/bulk.ts'

const folder = await temporaryFolder(t)
const spawn: Spawn = createSpawn(createRegistry(path.join(folder, 'processes'), silentLog))

/** Runs the given script. */
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

const fixture = await startBulk(t, [action])
const { jobs } = fixture
const signal = new AbortController().signal
const start = (script: string): Promise<Job> => {
  const call: Pick<Call<unknown>, 'jobs' | 'instance' | 'caller' | 'signal'> = { jobs, instance: null, caller: alice, signal }
  // biome-ignore lint/suspicious/noExplicitAny: the fields of a call that it needs
  return startJob(action, script, call as any)
}
const ENDED: Job['status'][] = ['completed', 'cancelled', 'failed']

t.test('a program runs as a job without confirmation, and keeps its output lines', async t => {
  const made = await start('echo one; echo two >&2; echo three')
  t.match(made, { kind: 'process', operation: 'shelf_run', message: 'Run echo one; echo two >&2; echo three' })
  const ended = await until(jobs, made.id, ENDED)
  t.match(ended, { status: 'completed', progress: { succeeded: 1 }, links: { output: /\/output$/ } })
  const { items, next_cursor, total } = await jobs.output(alice, made.id, { after: 0, limit: 100 })
  t.strictSame(items.map(({ text }) => text).sort(), ['one', 'three', 'two'])
  t.strictSame([next_cursor, total], [null, { value: 3, relation: 'eq' }])
  t.match(await jobs.items(alice, made.id, { limit: 1 }), { items: [{ outcome: 'succeeded', data: { exit_code: 0 } }] })
})

t.test('resuming or retrying a job checks the permission that the job needs, if its operation alone does not determine it', async t => {
  const asked: unknown[] = []
  const own = await startBulk(t, [action], { authorize: (...args) => void asked.push(args) })
  const call: Pick<Call<unknown>, 'jobs' | 'instance' | 'caller' | 'signal'> = { jobs: own.jobs, instance: null, caller: alice, signal }
  // biome-ignore lint/suspicious/noExplicitAny: the fields of a call that it needs
  const { id } = await startJob(action, 'exit 1', call as any, 'destructive')
  await until(own.jobs, id, ENDED)
  const { job } = await own.jobs.retry(alice, id, { outcomes: ['failed'], acknowledge_unknown: false }, signal)
  await own.jobs.retry(alice, id, { outcomes: ['failed'], acknowledge_unknown: false }, signal).catch(() => undefined)
  t.match(asked[0], ['shelf_run', alice, { id, permission: 'destructive' }])
  t.ok(job.id)
})

t.test('the output is read in pages, and from a given line', async t => {
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

t.test('another key cannot read the output', async t => {
  const { id } = await start('echo secret')
  await until(jobs, id, ENDED)
  await t.rejects(jobs.output({ id: 'mallory', scopes: ['shelf:write'] }, id, { after: 0, limit: 1 }), refusal('job_not_found'))
  t.equal((await jobs.output(root, id, { after: 0, limit: 1 })).items.length, 1)
})

t.test('followers get each line while the program runs, and none twice after a reconnect', async t => {
  const { id } = await start('for i in 1 2 3; do echo line $i; done; while [ ! -e seen ]; do sleep 0.05; done; echo line 4; echo line 5')
  const { seen, last } = await follow(id, undefined, texts => texts.length >= 2)
  t.ok((await jobs.get(alice, id)).status === 'running', 'the program still runs')
  writeFileSync(path.join(folder, 'seen'), '')
  const rest = await follow(id, last)
  t.strictSame([...seen, ...rest.seen], ['line 1', 'line 2', 'line 3', 'line 4', 'line 5'])
  t.strictSame(rest.end, { status: 'completed' }, 'and the end comes after the last line')
})

t.test('a cancel ends the program at once', async t => {
  const { id } = await start('echo up; exec sleep 300')
  await follow(id, undefined, texts => texts.includes('up'))
  await jobs.cancel(alice, id)
  const ended = await until(jobs, id, ENDED)
  t.match(ended, { status: 'cancelled', progress: { unknown: 1 } })
})

t.test('a pause waits for the end of the program, because a program cannot be paused', async t => {
  const { id } = await start('while [ ! -e pausing ]; do sleep 0.05; done; echo whole')
  await until(jobs, id, ['running'])
  await jobs.pause(alice, id)
  writeFileSync(path.join(folder, 'pausing'), '')
  t.match(await until(jobs, id, [...ENDED, 'paused']), { status: 'completed', progress: { succeeded: 1 } })
})

t.test('several programs of one key run side by side', async t => {
  // Each ends only once the other runs.
  const script = (own: string, other: string) =>
    `touch ${own}; while [ ! -e ${other} ] || [ ! -e together ]; do sleep 0.05; done; echo ${own}`
  const made = await Promise.all([start(script('a', 'b')), start(script('b', 'a'))])
  for (const { id } of made) await until(jobs, id, ['running', ...ENDED])
  const running = await Promise.all(made.map(({ id }) => jobs.get(alice, id)))
  t.strictSame(
    running.map(({ status }) => status),
    ['running', 'running']
  )
  writeFileSync(path.join(folder, 'together'), '')
  for (const { id } of made) await until(jobs, id, ENDED)
})

t.test('jobs of programs are listed by their kind', async t => {
  const { items } = await jobs.list(alice, { kind: 'process', limit: 100 })
  t.ok(items.length > 3)
  t.strictSame((await jobs.list(alice, { kind: 'bulk', limit: 100 })).items, [])
})

t.test('a worker that is closed ends the program and reports that its outcome is unknown', async t => {
  const own = await startBulk(t, [action], { worker: false })
  const worker = own.startWorker()
  const call = { jobs: own.jobs, instance: null, caller: alice, signal }
  // biome-ignore lint/suspicious/noExplicitAny: the fields of a call that it needs
  const { id } = await startJob(action, 'echo up; exec sleep 300', call as any)
  await until(own.jobs, id, ['running'])
  await worker.close()
  t.match(await own.jobs.get(alice, id), { progress: { unknown: 1 } })
})

t.test('deleting a job deletes its output', async t => {
  const { id } = await start('echo gone')
  await until(jobs, id, ENDED)
  await jobs.delete(alice, id)
  await t.rejects(jobs.output(alice, id, { after: 0, limit: 1 }), refusal('job_expired'))
  t.strictSame(await fixture.redis.client().exists(`tg:{job:${id}}:output`), 0)
})

/** The output lines until enough are read, the id of the last event, and the end. */
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
