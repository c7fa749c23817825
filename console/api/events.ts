import { eventParser, type StreamEvent } from '../lib/event-stream.ts'
import { ApiError, errorOf, request } from './client.ts'

interface Reader {
  /** ID of the last event that was read; the stream continues after it. */
  last: string | undefined
  /** Called when the stream is open, before the first event. */
  onOpen?: () => Promise<void>
  onEvent: (event: StreamEvent) => void
}

/** Reads the events at a path until the stream is closed. Returns whether anything was received. */
export async function readEvents(path: string, { last, onOpen, onEvent }: Reader, signal: AbortSignal): Promise<boolean> {
  const response = await request({ path, headers: { accept: 'text/event-stream', ...(last && { 'last-event-id': last }) } }, signal)
  if (!response.ok) throw await errorOf(response)
  if (!response.body) throw new ApiError(0, 'NETWORK_ERROR', 'The browser cannot read streams.')
  await onOpen?.()
  const parse = eventParser(onEvent)
  let received = 0
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    received += text.length
    parse(text)
  }
  return received > 0
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
