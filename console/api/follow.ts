import type { StreamEvent } from '../lib/event-stream.ts'
import type { Output } from './client.ts'
import { ApiError, errorOf, request, toApiError } from './client.ts'
import { pause, readEvents } from './events.ts'

export type Job = Output<'jobs_get'>

/** State of a job at an event. */
export type News = Pick<Job, 'revision' | 'status' | 'reason' | 'error' | 'waiting_until' | 'progress'>

export interface Follower {
  /** `at`: when it happened, in milliseconds by the clock of the gateway. */
  onNews: (news: News, at: number) => void
  /** The job no longer changes by itself. */
  onEnd: () => void
  onError: (error: ApiError) => void
}

const RETRY_MS = 2_000

/**
 * Follows a job: by its event stream, and if that fails twice in a row, which some proxies cause, by long polls. Continues after the last event when the
 * connection breaks. Returns how to stop.
 */
export function followJob(id: string, follower: Follower): () => void {
  const controller = new AbortController()
  const { signal } = controller
  run(id, follower, signal).catch(error => signal.aborted || follower.onError(toApiError(error)))
  return () => controller.abort()
}

async function run(id: string, follower: Follower, signal: AbortSignal): Promise<void> {
  let failures = 0
  let last: string | undefined
  while (!signal.aborted) {
    try {
      const hasEnded = failures < 2 ? await streamOnce() : await pollOnce()
      if (hasEnded) return follower.onEnd()
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      const { status } = toApiError(error)
      if (status >= 400 && status < 500 && status !== 429) throw error
      failures += 1
      follower.onError(toApiError(error))
      await pause(RETRY_MS, signal)
    }
  }

  /** Returns whether the job has ended; false if the connection was closed first. */
  async function streamOnce(): Promise<boolean> {
    let hasEnded = false
    const onEvent = ({ event, data, id: eventId }: StreamEvent): void => {
      last = eventId ?? last
      if (event === 'end') hasEnded = true
      else if (event !== 'output') follower.onNews(JSON.parse(data), timeOf(eventId))
    }
    const hasReceived = await readEvents(`/v1/jobs/${encodeURIComponent(id)}/events`, { last, onEvent }, signal)
    if (!hasEnded && !hasReceived) throw new ApiError(0, 'NETWORK_ERROR', 'The event stream was closed.')
    return hasEnded
  }

  async function pollOnce(): Promise<boolean> {
    const response = await request({ path: `/v1/jobs/${encodeURIComponent(id)}`, query: { wait: 1 } }, signal)
    if (!response.ok) throw await errorOf(response)
    const { data }: { data: Job } = await response.json()
    follower.onNews(data, Date.now())
    await pause(500, signal)
    return data.poll_after_ms === null
  }
}

/** IDs of events begin with their time. */
const timeOf = (id: string | undefined): number => Number.parseInt(id ?? '', 10) || Date.now()
