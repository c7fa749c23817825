import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { startProcess } from './bulk-crash.ts'
import { startTestRedis } from './redis.ts'

const ID_BYTES = 16
const MAX_BYTES_AN_ITEM = 30
const MEGABYTE = 1_048_576

export interface Scale {
  /** Items of the small job and of the large one. */
  few: number
  many: number
  /** Additional megabytes that each process may need for the large one. */
  more: { gateway: number; worker: number }
  /**
   * Heap limit of each process in megabytes. Without it, V8 keeps garbage as long as the machine has memory, and its size proves nothing.
   */
  heap: number
}

/**
 * Runs two jobs from listing to download with a gateway and a worker in separate processes: memory stays flat, and Redis stores little
 * besides the ids.
 */
export async function flatLives(t: Test, { few, many, more, heap }: Scale): Promise<void> {
  const bounded = [`--max-old-space-size=${heap}`]
  const redis = await startTestRedis(t)
  const gateway = await gatewayProcess(t, redis.url, bounded)
  const worker = await startProcess(t, redis.url, '', { lock_ms: 10_000, stalled_ms: 3_000 }, undefined, bounded)
  const client = redis.client()
  const used = async (): Promise<number> => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])

  async function live(items: number) {
    const before = await used()
    const peaks = { gateway: 0, worker: 0, redis: 0 }
    let over = false
    const watching = (async () => {
      for (; !over; await sleep(100)) {
        peaks.gateway = Math.max(peaks.gateway, residentOf(gateway.pid))
        peaks.worker = Math.max(peaks.worker, residentOf(worker.pid))
        peaks.redis = Math.max(peaks.redis, (await used()) - before)
      }
    })()
    const started = performance.now()
    const { id, seconds } = await wholeLife(gateway.url, items)
    const lines = await download(gateway.url, id)
    over = true
    await watching
    t.equal(lines, items, 'the download has every item')
    t.comment(`${items} items: ${JSON.stringify({ ...seconds, all: since(started) })} s; peaks ${JSON.stringify(inMegabytes(peaks))} MB`)
    return peaks
  }

  await live(few) // warm-up
  const small = await live(few)
  const large = await live(many)
  t.ok(large.gateway - small.gateway < more.gateway * MEGABYTE, 'the gateway needs no more for many items than for few')
  t.ok(
    large.worker - small.worker < more.worker * MEGABYTE,
    'and neither does the worker, except for the 8 bytes per item of its table of listed items'
  )
  const each = (large.redis - small.redis) / (many - few) - ID_BYTES
  t.ok(each <= MAX_BYTES_AN_ITEM, `Redis stores ${each.toFixed(1)} bytes per item besides the ids`)
}

async function wholeLife(url: string, items: number): Promise<{ id: string; seconds: Record<string, number> }> {
  const started = performance.now()
  let job = await ask(`${url}/v1/shelf/bulk/swift`, { many: items, max_items: items })
  const { id } = job
  while (job.status === 'snapshotting') job = await ask(`${url}/v1/jobs/${id}?wait=25`)
  const listed = since(started)
  job = await ask(`${url}/v1/jobs/${id}/confirm`, { confirm_token: job.confirm_token })
  while (job.finished_at === null) job = await ask(`${url}/v1/jobs/${id}?wait=25`)
  if (job.progress.succeeded !== items) throw new Error(`It ended ${job.status}: ${JSON.stringify(job.progress)}`)
  return { id, seconds: { listed, acted: since(started) - listed } }
}

async function ask(url: string, body?: object) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(url, body ? post : {})
  const { data, error } = JSON.parse(await answer.text())
  if (error) throw new Error(`${url}: ${JSON.stringify(error)}`)
  return data
}

async function download(url: string, id: string): Promise<number> {
  const { body } = await fetch(`${url}/v1/jobs/${id}/results`)
  let lines = 0
  for await (const chunk of body ?? []) for (const byte of chunk) if (byte === 10) lines++
  return lines
}

async function gatewayProcess(t: Test, redisUrl: string, options: string[]): Promise<{ url: string; pid: number | undefined }> {
  const program = path.join(import.meta.dirname, 'bulk-gateway.ts')
  const child = spawn(process.execPath, [...options, program, redisUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { url: String(line).trim(), pid: child.pid }
}

const residentOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
const since = (started: number): number => Math.round((performance.now() - started) / 100) / 10
const inMegabytes = (sizes: Record<string, number>) =>
  Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [name, Math.round(bytes / MEGABYTE)]))
