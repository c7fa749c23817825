import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { buildConsole } from '../../script/build-console.ts'
import { newKey } from '../../src/access/keys.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { CONSOLE_FOLDER } from '../../src/folders.ts'
import { CHROMIUM } from '../../test/conformance/slow/chromium.ts'
import { idleAction } from '../bulk/actions.ts'
import { startEngine } from '../bulk/engine.ts'
import { median, type Server, startServer } from '../lib/measure.ts'
import { launchChromium, NO_BROWSER, PLAYWRIGHT } from './chromium.ts'
import { type JobEvent, openViewers, readEvents } from './viewers.ts'

const ITEMS = 100_000
const BATCH = 100
const VIEWERS = 50
const DEFAULT_SECONDS = 20
/** Time until the viewers that find no stream left poll. */
const SETTLE_MS = 6_000
const MIN_MEMORY_SAMPLES = 10
/** Seconds between two samples of the memory, if the page is watched for long. */
const MEMORY_EVERY = 60

/**
 * The page of a running job of 100,000 items in Chromium: processor time of the gateway with one viewer and with 50, the delay from an event until the page shows
 * it, and the page's memory. The engine and the browser run in other processes. `seconds`: how long the page is watched alone.
 */
export async function benchConsole(seconds = DEFAULT_SECONDS): Promise<string> {
  if (CHROMIUM === undefined || !existsSync(PLAYWRIGHT)) return NO_BROWSER
  await buildConsole(CONSOLE_FOLDER)
  const manner = { name: 'console', idempotent: true, max_batch: BATCH, concurrency: 1 }
  const action = paced(idleAction(manner), (seconds + 2 * DEFAULT_SECONDS + SETTLE_MS / 1_000 + 30) * 1_000)
  const engine = await startEngine([action])
  const { key, entry } = newKey({ id: 'bench', scopes: ['*'] })
  const gateway = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, engine.socket])
  const browser = await launchChromium()
  try {
    const idle = await busy(gateway, DEFAULT_SECONDS / 2)
    const created = await engine.create(action, ITEMS)
    const { id } = await engine.confirm(created.status === 'awaiting_confirmation' ? created : await engine.get(created.id, 25))
    const job = `${gateway.url}/v1/jobs/${id}`
    const unseen = await busy(gateway, DEFAULT_SECONDS / 2)

    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript((value: string) => sessionStorage.setItem('toolgate.key', value), key)
    await page.goto(`${gateway.url}/console/jobs/${id}`)
    await page.waitForSelector('.rows .row-link')
    await page.evaluate(SHOWN)
    const before = await gateway.cpu()
    const started = performance.now()
    const memory: Memory[] = []
    const samples = Math.max(MIN_MEMORY_SAMPLES, Math.round(seconds / MEMORY_EVERY))
    for (let sample = 0; sample <= samples; sample++) {
      if (sample > 0) await pause((seconds * 1_000) / samples)
      memory.push(await memoryOf(page))
    }
    const one = percent((await gateway.cpu()) - before, performance.now() - started)

    // What the page shows is compared with the events that another client receives.
    const events = await eventsOf(job, key)
    const delays = await delaysOf(page, events)

    const viewers = openViewers(VIEWERS - 1, job, key)
    await pause(SETTLE_MS)
    const fifty = await busy(gateway, DEFAULT_SECONDS)
    const crowded = await delaysOf(page, viewers.events)
    viewers.close()
    const { progress } = await engine.get(id)
    return [
      `console, a running job of ${ITEMS} items (${progress.done} done at the end):`,
      `  gateway, in % of a core: ${idle.toFixed(1)} idle, ${unseen.toFixed(1)} with the job and no viewer, ${one.toFixed(1)} with one viewer, ${fifty.toFixed(1)} with ${VIEWERS} (${viewers.streaming} more streams, ${viewers.polling} poll)`,
      `  delay of the page behind the event: ${summary(delays)} with one viewer, ${summary(crowded)} with ${VIEWERS}; of the streams of all ${summary(viewers.delays)}`,
      `  page over ${seconds} s: heap ${memory.map(({ megabytes }) => megabytes.toFixed(1)).join(' ')} MB, nodes ${memory.map(({ nodes }) => nodes).join(' ')}`
    ].join('\n')
  } finally {
    await browser.close()
    gateway.close()
    await engine.close()
  }
}

/** The action at a pace that makes the job last about this long. */
function paced(action: BulkAdapter, milliseconds: number): BulkAdapter {
  return {
    ...action,
    async *executeBatch(...words) {
      await pause((milliseconds * BATCH) / ITEMS)
      yield* action.executeBatch(...words)
    }
  }
}

const percent = (microseconds: number, milliseconds: number): number => microseconds / milliseconds / 10

/** Share of a core that a server uses in the next seconds, in percent. */
async function busy(server: Server, seconds: number): Promise<number> {
  const [before, started] = [await server.cpu(), performance.now()]
  await pause(seconds * 1_000)
  return percent((await server.cpu()) - before, performance.now() - started)
}

/** Runs in the page: notes when each number of finished items is shown. */
const SHOWN = `
  window.shown = []
  new MutationObserver(() => {
    const done = Number(document.querySelector('.figures dd').textContent.split(' of ')[0].replaceAll(',', ''))
    if (done !== window.shown.at(-1)?.done) window.shown.push({ done, at: Date.now() })
    if (window.shown.length > 1000) window.shown.shift()
  }).observe(document.querySelector('.figures'), { subtree: true, characterData: true, childList: true })`

/** Events of a few seconds. */
async function eventsOf(job: string, key: string): Promise<JobEvent[]> {
  const events: JobEvent[] = []
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  const signal = AbortSignal.timeout((DEFAULT_SECONDS / 2) * 1_000)
  await readEvents(await fetch(`${job}/events`, { headers, signal }), event => events.push(event)).catch(error => {
    if (!signal.aborted) throw error
  })
  return events
}

async function delaysOf(page: { evaluate: (code: string) => Promise<JobEvent[]> }, events: readonly JobEvent[]): Promise<number[]> {
  const shown = new Map((await page.evaluate('window.shown')).map(({ done, at }) => [done, at]))
  return events.flatMap(({ done, at }) => {
    const seen = shown.get(done)
    return seen === undefined ? [] : [seen - at]
  })
}

function summary(delays: readonly number[]): string {
  if (delays.length === 0) return 'unknown'
  const sorted = delays.toSorted((a, b) => a - b)
  return `${median(sorted).toFixed(0)} ms (p95 ${(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(0)} ms, ${sorted.length} events)`
}

interface Memory {
  megabytes: number
  nodes: number
}

interface Metrics {
  metrics: { name: string; value: number }[]
}

interface Session {
  send: (method: string) => Promise<Metrics>
  detach: () => Promise<void>
}

/** Heap and DOM nodes of the page after a garbage collection. */
async function memoryOf(page: { context: () => { newCDPSession: (page: unknown) => Promise<Session> } }): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const value = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0
  return { megabytes: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes') }
}
