import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Match } from '../../sandbox/control/faults.ts'
import type { Job, JobItem } from '../../src/contract/job.ts'
import { temporaryFolder } from './app.ts'
import { startTestRedis } from './redis.ts'
import type { SandboxControl } from './sandbox-control.ts'

/** Milliseconds of a write, and of a write during which the process is killed. */
const SLOW_MS = 20
const HELD_MS = 1_000
const PATIENCE_MS = 150_000

/** A write that was held at a kill has ended before its item is attempted again. */
const JOB_SETTINGS = JSON.stringify({ settle_ms: 3 * HELD_MS })

export interface Killable {
  ask: (operation: string, input: Record<string, unknown>) => Promise<{ data: Job & { items: JobItem[] } }>
  /** Its current URL. */
  url: () => string
  /** Kills the gateway with its worker (SIGKILL), and starts another one. */
  kill: () => Promise<void>
}

/** Starts a gateway with its worker in a separate process, with a Redis of the test. */
export async function openKillable(t: Test, settings: Record<string, string>): Promise<Killable> {
  const redis = await startTestRedis(t)
  const environment = { ...settings, REDIS_URL: redis.url, TOOLGATE_DATA: await temporaryFolder(t), JOB_SETTINGS }
  let [gateway, url] = await start(t, 'gateway-process.ts', environment)
  return {
    async ask(operation, input) {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
      const answer = JSON.parse(await (await fetch(`${url}/v1/operations/${operation}`, post)).text())
      if (answer.error) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`)
      return answer
    },
    url: () => url,
    async kill() {
      gateway.kill('SIGKILL')
      await once(gateway, 'exit')
      ;[gateway, url] = await start(t, 'gateway-process.ts', environment)
    }
  }
}

interface Kills {
  /** Matches the write requests of the job. */
  write: Match
  items: number
  kills: number
}

/** Runs a job from creation to end, with kills spread over it, each while the system holds a write. */
export async function killedJob(
  gateway: Killable,
  { clear, failNext, requests }: SandboxControl,
  [operation, input]: [string, Record<string, unknown>],
  { write, items, kills }: Kills
): Promise<Job> {
  const { id } = (await gateway.ask(operation, input)).data
  const { confirm_token } = await until(gateway, id, ({ status }) => status === 'awaiting_confirmation')
  const between = Math.floor(items / (kills + 1))
  const path = new RegExp(write.path ?? '')
  for (let kill = 1; kill <= kills; kill++) {
    await clear()
    await failNext(write, { delay_ms: SLOW_MS }, between)
    await failNext(write, { delay_ms: HELD_MS }, items)
    if (kill === 1) await gateway.ask('jobs_confirm', { id, confirm_token })
    const writes = async () => (await requests()).filter(sent => sent.method === write.method && path.test(`${sent.path}?${sent.query}`))
    for (const deadline = Date.now() + PATIENCE_MS; (await writes()).length <= between; await sleep(10))
      if (Date.now() > deadline) throw new Error(`No write was held before kill ${kill}`)
    await gateway.kill()
  }
  await clear()
  return await until(gateway, id, ({ status }) => status === 'completed')
}

/** Returns the results of the items of a job. */
export async function outcomesOf(gateway: Killable, id: string): Promise<Map<string, string>> {
  const { items } = (await gateway.ask('jobs_list_items', { id, max_items: 1_000, max_chars: 10_000_000 })).data
  return new Map(items.map(({ item_id, outcome }) => [item_id, outcome ?? 'none']))
}

async function until(gateway: Killable, id: string, isIt: (job: Job) => boolean): Promise<Job> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    const { data: job } = await gateway.ask('jobs_get', { id })
    if (isIt(job)) return job
    if (Date.now() > deadline) throw new Error(`The job is still ${JSON.stringify(job)}`)
  }
}

/** Starts a program of this folder. Returns it with the first line that it prints. */
export async function start(
  t: Test,
  program: string,
  environment: Record<string, string> = {},
  words: string[] = []
): Promise<[ChildProcess, string]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment }
  })
  t.teardown(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} exited with ${code} before it printed a line`)
  })
  exited.catch(() => undefined) // it ends later, too
  const [line] = await Promise.race([once(child.stdout, 'data'), exited])
  return [child, String(line).trim()]
}
