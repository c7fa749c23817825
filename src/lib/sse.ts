/** Formats a server-sent event. The data is JSON, which contains no line breaks. */
export function sseEvent(event: string, data: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Formats a comment, which clients ignore. It keeps the connection open. */
export const sseComment = (text: string): string => `: ${text}\n\n`

/** Formats the delay before a client reconnects. */
export const sseRetry = (milliseconds: number): string => `retry: ${milliseconds}\n\n`

/** Maximum interval between messages, so that no proxy closes an idle connection. */
export const HEARTBEAT_MS = 15_000
