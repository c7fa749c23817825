import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Job } from '../../openapi/client.d.ts'
import { ToolgateError } from './error.ts'
import { type Http, read } from './http.ts'
import { createPatience, pause } from './patience.ts'

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

/** The least pause after an answer that came at once and told nothing new, as from a gateway that is about to stop. */
const LEAST_PAUSE_MS = 1_000

export const jobHelpers = (http: Http) => ({
  /** The job, once it has ended or waits for somebody; told of each change meanwhile. Where the gateway is away for a while, it goes on asking. */
  async waitForJob(id: string, { signal, onChange }: Watching & { onChange?: (job: Job) => void } = {}): Promise<Job> {
    const patience = createPatience(signal)
    for (let status: string | undefined; ; ) {
      const began = performance.now()
      const job = await patience.until(
        async () => (await http.ask(`v1/jobs/${encodeURIComponent(id)}?wait=${LOOK_S}`, { signal })).data as Job
      )
      onChange?.(job)
      if (job.poll_after_ms === null) return job
      const isNews = job.status !== status || performance.now() - began > LEAST_PAUSE_MS
      status = job.status
      if (!isNews) await pause(Math.max(LEAST_PAUSE_MS, job.poll_after_ms), signal)
    }
  },

  /** What happens to the job, until its end. A connection that breaks is made again, and no event is lost or told twice. */
  async *events(id: string, { after, signal }: Watching & { after?: string } = {}): AsyncGenerator<JobEvent> {
    const patience = createPatience(signal)
    for (let last = after; ; ) {
      let failure: unknown = new ToolgateError(0, { code: 'NETWORK_ERROR', message: `The events of job ${id} cannot be heard` })
      try {
        for await (const event of heard(http, id, last, signal)) {
          patience.heard()
          last = event.id ?? last
          yield event
          if (event.event === 'end') return
        }
      } catch (error) {
        failure = error
      }
      await patience.next(failure)
    }
  }
})

async function* heard(http: Http, id: string, after: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<JobEvent> {
  const headers = { accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': after }) }
  const response = await http.request(`v1/jobs/${encodeURIComponent(id)}/events`, { headers, signal })
  if (!response.ok || !response.body) return void (await read(response))
  const messages = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { event, id: place, data } of messages) {
    if (isName(event)) yield { event, ...(place !== undefined && { id: place }), data: JSON.parse(data) }
  }
}

const NAMES = ['snapshot', 'state', 'progress', 'output', 'end'] as const
const isName = (name: string | undefined): name is JobEvent['event'] => NAMES.some(known => known === name)
