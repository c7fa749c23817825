import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

// Requests that no HTTP client sends. Without keys the gateway checks Host: it must be the host that a browser or a proxy would have used.
let served = 0
const definitions = [
  fakeOperation(
    'look',
    {},
    async () => {
      served += 1
      return { seen: {} }
    },
    { http: 'GET /look' }
  )
]
const PATH = '/v1/workshop/look'

/** Sends the bytes unchanged. Returns the status of each response until the connection is closed. */
async function statusesOf(t: Test, text: string): Promise<number[]> {
  const { app } = await startApp(t, { definitions })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  t.teardown(() => socket.destroy())
  let received = ''
  socket.on('data', data => (received += data))
  socket.write(text)
  await once(socket, 'close')
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}

const REFUSED: [title: string, text: string, status: number][] = [
  ['two Host headers, the first ours', `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n`, 403],
  ['two Host headers, the last ours', `GET ${PATH} HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 403],
  ['no Host header', `GET ${PATH} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  ['an absolute target of another host', `GET http://evil.example${PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 403],
  ['an absolute target under another Host', `GET http://localhost${PATH} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`, 403],
  ['a folded Host header', `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n evil.example\r\nConnection: close\r\n\r\n`, 400],
  ['a space before the colon', `GET ${PATH} HTTP/1.1\r\nHost : localhost\r\nConnection: close\r\n\r\n`, 400],
  [
    'Transfer-Encoding and Content-Length, with a request inside',
    `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    400
  ],
  [
    'two lengths, with a request within',
    `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 60\r\n\r\nGET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    400
  ],
  [
    'chunked, but not last',
    `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\nGET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    400
  ]
]
for (const [title, text, status] of REFUSED)
  t.test(`a raw request is refused and nothing within it is served: ${title}`, async t => {
    served = 0
    const statuses = await statusesOf(t, text)
    t.match([statuses.length, statuses[0]], [1, status], statuses.join())
    t.equal(served, 0)
  })
