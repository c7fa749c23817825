import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportUsage } from '../lib/measure.ts'

// The upstream: a fixed response of 2 KB.
const body = JSON.stringify({ id: 7, title: 'A thing', text: 'x'.repeat(2000) })
const server = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
)
server.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address()
  reportUsage(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
})
