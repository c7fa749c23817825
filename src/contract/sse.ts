/** A server-sent event. The data is JSON, which has no line ends of its own. */
export function sseEvent(event: string, data: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** What readers of events skip: it keeps the connection open. */
export const sseComment = (text: string): string => `: ${text}\n\n`

/** How long a reader waits before it connects again. */
export const sseRetry = (milliseconds: number): string => `retry: ${milliseconds}\n\n`

/** Least often that something is sent, so that nothing on the way takes the connection for dead. */
export const HEARTBEAT_MS = 15_000
