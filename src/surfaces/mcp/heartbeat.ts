import { sseComment } from '../../lib/sse.ts'

const EVENTS = 'text/event-stream'
const encoder = new TextEncoder()

/**
 * Returns the response; or, if it takes longer than `everyMs` and the client accepts server-sent events, a stream with comments until the response is
 * available, so that neither the client nor a proxy closes the connection.
 */
export async function withHeartbeat(request: Request, response: Promise<Response>, everyMs: number): Promise<Response> {
  if (!request.headers.get('accept')?.includes(EVENTS)) return await response
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), everyMs).unref()
  const early = await Promise.race([response, late.promise]).finally(() => clearTimeout(timer))
  return early ?? streamWithComments(response, everyMs)
}

export const isEventStream = ({ headers }: Response): boolean => headers.get('content-type')?.includes(EVENTS) === true

function streamWithComments(response: Promise<Response>, everyMs: number): Response {
  let timer: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const beat = (): void => controller.enqueue(encoder.encode(sseComment('still here')))
      timer = setInterval(beat, everyMs)
      beat()
      response
        .then(forward(controller, () => clearInterval(timer)))
        .catch((error: unknown) => controller.error(error))
        .finally(() => clearInterval(timer))
    },
    async cancel(reason) {
      clearInterval(timer)
      await (await response).body?.cancel(reason)
    }
  })
  return new Response(body, { headers: { 'content-type': EVENTS, 'cache-control': 'no-store', 'x-accel-buffering': 'no' } })
}

/** Forwards the response into the stream: its events as they are, a single message as an event. */
const forward =
  (controller: ReadableStreamDefaultController<Uint8Array>, begun: () => void) =>
  async (response: Response): Promise<void> => {
    begun()
    if (isEventStream(response)) {
      for await (const part of response.body ?? []) controller.enqueue(part)
    } else {
      const text = await response.text()
      const lines = text.split('\n').map(line => `data: ${line}\n`)
      if (text !== '') controller.enqueue(encoder.encode(`event: message\n${lines.join('')}\n`))
    }
    controller.close()
  }
