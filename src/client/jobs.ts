import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Job, JobEnd, JobNews, JobOutput, JobSnapshot, Operations } from '../../openapi/client.d.ts'
import { ToolgateError } from './error.ts'
import { type Http, read } from './http.ts'
import { createRetries, pause } from './retries.ts'

/** An event of a job: its state at first, then every change, then its end. `id` is the position of the event, for `after`. */
export type JobEvent =
  | { event: 'snapshot'; id?: string; data: JobSnapshot }
  | { event: 'state' | 'progress'; id?: string; data: JobNews }
  | { event: 'output'; id?: string; data: JobOutput }
  | { event: 'end'; id?: string; data: JobEnd }

export interface Watching {
  signal?: AbortSignal
}

/** Seconds that one request waits for a change. Shorter than the timeouts of common proxies. */
const LOOK_S = 25

/** The same for requests that report progress. */
const PROGRESS_S = 1

/** Minimum delay after a response that came at once without a change, such as from a gateway that is shutting down. */
const MIN_PAUSE_MS = 1_000

/** One item of a job and its outcome. */
export type JobItem = Operations['jobs_list_items']['output']['items'][number]

export const jobHelpers = (http: Http) => ({
  /** Confirms a job with the token of its preview. The job starts. */
  async confirm({ id, status, confirm_token }: Pick<Job, 'id' | 'status' | 'confirm_token'>, { signal }: Watching = {}): Promise<Job> {
    if (confirm_token === null)
      throw new ToolgateError(0, {
        code: 'CONFLICT_ERROR',
        message: `Job ${id} cannot be confirmed: it is ${status}.`,
        details: { reason: 'illegal_transition', outcome: 'not_executed' }
      })
    return (await http.ask(`v1/jobs/${encodeURIComponent(id)}/confirm`, { body: { confirm_token }, signal })).data as Job
  },

  /** Yields every item of the job, or those with this outcome, page by page. */
  async *items(id: string, { outcome, signal }: Watching & { outcome?: JobItem['outcome'] & string } = {}): AsyncGenerator<JobItem> {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ limit: '100', ...(outcome && { outcome }), ...(cursor && { cursor }) })
      const { data } = await http.ask(`v1/jobs/${encodeURIComponent(id)}/items?${query}`, { signal })
      const page = data as Operations['jobs_list_items']['output']
      yield* page.items
      cursor = page.next_cursor
    }
  },

  /** Returns the job once it has ended or waits for a user. Calls back on each change. Keeps trying while the gateway is unavailable. */
  async waitForJob(id: string, { signal, onChange }: Watching & { onChange?: (job: Job) => void } = {}): Promise<Job> {
    const retries = createRetries(signal)
    const seconds = onChange ? PROGRESS_S : LOOK_S
    for (let status: string | undefined; ; ) {
      const began = performance.now()
      const job = await retries.until(
        async () => (await http.ask(`v1/jobs/${encodeURIComponent(id)}?until=idle&wait=${seconds}`, { signal, retries: 0 })).data as Job
      )
      onChange?.(job)
      if (job.poll_after_ms === null) return job
      const isNews = job.status !== status || performance.now() - began > MIN_PAUSE_MS
      status = job.status
      if (!isNews) await pause(Math.max(MIN_PAUSE_MS, job.poll_after_ms), signal)
    }
  },

  /** Yields the events of a job until it ends. Reconnects after a lost connection, without losing or repeating an event. */
  async *events(id: string, { after, signal }: Watching & { after?: string } = {}): AsyncGenerator<JobEvent> {
    const retries = createRetries(signal)
    for (let last = after; ; ) {
      let failure: unknown = new ToolgateError(0, { code: 'NETWORK_ERROR', message: `The events of job ${id} cannot be received` })
      try {
        for await (const event of heard(http, id, last, signal)) {
          retries.heard()
          last = event.id ?? last
          yield event
          if (event.event === 'end') return
        }
      } catch (error) {
        failure = error
      }
      await retries.next(failure)
    }
  }
})

async function* heard(http: Http, id: string, after: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<JobEvent> {
  const headers = { accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': after }) }
  const response = await http.request(`v1/jobs/${encodeURIComponent(id)}/events`, { headers, signal })
  if (!response.ok || !response.body) return void (await read(response))
  // Uses a reader, since not every browser can iterate a stream.
  const messages = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (let next = await messages.read(); !next.done; next = await messages.read()) {
      const { event, id: place, data } = next.value
      if (isName(event)) yield { event, ...(place !== undefined && { id: place }), data: JSON.parse(data) }
    }
  } finally {
    await messages.cancel().catch(() => undefined)
  }
}

const NAMES = ['snapshot', 'state', 'progress', 'output', 'end'] as const
const isName = (name: string | undefined): name is JobEvent['event'] => NAMES.some(known => known === name)
