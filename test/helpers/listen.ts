import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Test } from 'tap'

export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Listening {
  /** `http://127.0.0.1:port` */
  url: string
  port: number
  /** Every received request. */
  seen: Seen[]
}

/** A real server on loopback that records its requests; closed with the test. */
export async function listen(
  t: Pick<Test, 'teardown'>,
  answer: (response: ServerResponse, seen: Seen) => void = response => void response.end()
): Promise<Listening> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
    seen.push(one)
    answer(response, one)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, port, seen }
}
