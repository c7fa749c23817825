import { createServer, request as send } from 'node:http'
import type { Test } from 'tap'

/** A request line as it was sent: nothing has decoded or normalized it. */
export interface RequestLine {
  method: string
  path: string
  status: number
}

export interface RecordingProxy {
  /** Loopback address, without a path. */
  origin: string
  /** The requests since the last `clear`. */
  lines: RequestLine[]
  clear: () => void
}

/** A server that records request lines and passes every request to `target` unchanged; closed with the test. */
export async function startRecordingProxy(t: Pick<Test, 'teardown'>, target: string): Promise<RecordingProxy> {
  const { hostname, port } = new URL(target)
  const lines: RequestLine[] = []
  const server = createServer((incoming, outgoing) => {
    const line: RequestLine = { method: incoming.method ?? '', path: (incoming.url ?? '').split('?')[0] ?? '', status: 0 }
    lines.push(line)
    const options = { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers }
    const onward = send(options, response => {
      line.status = response.statusCode ?? 0
      outgoing.writeHead(line.status, response.headers)
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return { origin: `http://127.0.0.1:${own}`, lines, clear: () => lines.splice(0) }
}
