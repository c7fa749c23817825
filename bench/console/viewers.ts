import { setTimeout as pause } from 'node:timers/promises'

const ITEMS_EVERY_MS = 1_000
const RETRY_MS = 2_000
const POLL_EVERY_MS = 500
/** Number of attempts to open the event stream, as the console makes, before it polls. */
const STREAM_ATTEMPTS = 2

export interface JobEvent {
  /** Number of finished items. */
  done: number
  /** When it happened, in milliseconds since the epoch. */
  at: number
}

export interface Viewers {
  /** Number of them that follow the events, and that poll because the key has no stream left. */
  streaming: number
  polling: number
  /** Milliseconds from an event until it was received, for all viewers that stream. */
  delays: number[]
  /** Events that the first of them received. */
  events: JobEvent[]
  close: () => void
}

/** Clients that send what the page of a job sends: its event stream, or else polls, and once a second the items in view. */
export function openViewers(count: number, job: string, key: string): Viewers {
  const controller = new AbortController()
  const { signal } = controller
  const viewers: Viewers = { streaming: 0, polling: 0, delays: [], events: [], close: () => controller.abort() }
  const headers = { authorization: `Bearer ${key}` }
  const read = async (url: string): Promise<void> => {
    const response = await fetch(url, { headers, signal })
    await response.arrayBuffer()
  }
  const ignoreEnd = (error: unknown): void => {
    if (!signal.aborted) throw error
  }
  async function showItems(): Promise<void> {
    while (!signal.aborted) {
      await read(`${job}/items?offset=0&limit=100`)
      await pause(ITEMS_EVERY_MS, undefined, { signal })
    }
  }
  async function follow(): Promise<void> {
    for (let attempt = 0; attempt < STREAM_ATTEMPTS; attempt++) {
      const response = await fetch(`${job}/events`, { headers: { ...headers, accept: 'text/event-stream' }, signal })
      if (response.ok && response.body) {
        const isFirst = viewers.streaming === 0
        viewers.streaming += 1
        await readEvents(response, event => {
          viewers.delays.push(Date.now() - event.at)
          if (isFirst) viewers.events.push(event)
        })
        return
      }
      await pause(RETRY_MS, undefined, { signal })
    }
    viewers.polling += 1
    while (!signal.aborted) {
      await read(`${job}?wait=1`)
      await pause(POLL_EVERY_MS, undefined, { signal })
    }
  }
  for (let viewer = 0; viewer < count; viewer++) {
    follow().catch(ignoreEnd)
    showItems().catch(ignoreEnd)
  }
  return viewers
}

/** Reads an event stream to its end. The ID of an event begins with its time. */
export async function readEvents(response: Response, onEvent: (event: JobEvent) => void): Promise<void> {
  let rest = ''
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const at = /^id: ?(\d+)/m.exec(event)?.[1]
      const data = /^data: ?(.*)$/m.exec(event)?.[1]
      if (at !== undefined && data !== undefined) onEvent({ at: Number(at), done: Number(JSON.parse(data).progress?.done) })
    }
  }
}
