import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Job } from '../../openapi/client.d.ts'
import { ToolgateError } from './error.ts'
import { type Http, read } from './http.ts'

/** What happens to a job: its standing at first, each change after that, its end. */
export interface JobEvent {
  event: 'snapshot' | 'state' | 'progress' | 'output' | 'end'
  /** Place of the event: go on after it by `after`. */
  id?: string
  data: Record<string, unknown>
}

export interface Watching {
  signal?: AbortSignal
}

/** Seconds that one look waits for a change; below what proxies cut off. */
const LOOK_S = 25

/** Pauses before an attempt to hear again, the last one from then on. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000]

/** Attempts in a row that hear nothing, after which it is given up. */
const MOST_ATTEMPTS = 30

export const jobHelpers = (http: Http) => ({
  /** The job, once it has ended or waits for somebody; told of each change meanwhile. */
  async waitForJob(id: string, { signal, onChange }: Watching & { onChange?: (job: Job) => void } = {}): Promise<Job> {
    for (;;) {
      const { data } = await http.ask(`v1/jobs/${encodeURIComponent(id)}?wait=${LOOK_S}`, { signal })
      const job = data as Job // of the gateway's own route
      onChange?.(job)
      if (job.poll_after_ms === null) return job
      signal?.throwIfAborted()
    }
  },

  /** What happens to the job, until its end. A connection that breaks is made again, and no event is lost or told twice. */
  async *events(id: string, { after, signal }: Watching & { after?: string } = {}): AsyncGenerator<JobEvent> {
    let last = after
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        for await (const event of heard(http, id, last, signal)) {
          attempt = 0
          last = event.id ?? last
          yield event
          if (event.event === 'end') return
        }
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof ToolgateError && error.status < 500) throw error
      }
      await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0, signal)
      signal?.throwIfAborted()
    }
    throw new ToolgateError(0, { code: 'NETWORK_ERROR', message: `The events of job ${id} cannot be heard` })
  }
})

async function* heard(http: Http, id: string, after: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<JobEvent> {
  const headers = { accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': after }) }
  const response = await http.request(`v1/jobs/${encodeURIComponent(id)}/events`, { headers, signal })
  if (!response.ok || !response.body) return void read(response.status, await response.text())
  const messages = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { event, id: place, data } of messages) {
    if (isName(event)) yield { event, ...(place !== undefined && { id: place }), data: JSON.parse(data) }
  }
}

const NAMES = ['snapshot', 'state', 'progress', 'output', 'end'] as const
const isName = (name: string | undefined): name is JobEvent['event'] => NAMES.some(known => known === name)

/** Shorter where it is told to stop. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
