import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import type { ClientConnection } from '../../../src/pipeline/context.ts'
import { clientConnectionOf } from '../../../src/surfaces/rest/context.ts'

t.test('a disconnect before the response is reported to listeners, and to signals requested later', async t => {
  const { connection, leave } = await call(t)
  const heard: string[] = []
  connection.onClose(() => heard.push('listening'))
  connection.onClose(() => heard.push('taken back'))()
  t.equal(connection.isClosed(), false)
  await leave()
  t.strictSame(heard, ['listening'])
  t.equal(connection.isClosed(), true)
  t.equal(connection.signal().aborted, true)
})

t.test('a signal requested before aborts when the caller disconnects', async t => {
  const { connection, leave } = await call(t)
  const signal = connection.signal()
  t.equal(signal.aborted, false)
  await leave()
  t.equal(signal.aborted, true)
})

t.test('a caller who receives the whole response and then closes the connection has not disconnected', async t => {
  const { connection, leave, answer } = await call(t)
  await answer()
  await leave()
  t.equal(connection.isClosed(), false)
  t.equal(connection.signal().aborted, false)
})

/** A request that waits for its response, and a function that disconnects its caller. */
async function call(t: Test): Promise<{ connection: ClientConnection; leave: () => Promise<void>; answer: () => Promise<void> }> {
  const arrived = Promise.withResolvers<{ connection: ClientConnection; raw: ServerResponse; answer: () => void }>()
  const app = Fastify()
  app.get('/', (_request, reply) => {
    arrived.resolve({ connection: clientConnectionOf(reply), raw: reply.raw, answer: () => reply.send('whole') })
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => app.close())
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  const { connection, raw, answer } = await arrived.promise
  return {
    connection,
    async leave() {
      socket.destroy()
      if (!raw.closed) await once(raw, 'close')
    },
    async answer() {
      const come = once(socket, 'data')
      answer()
      await come
    }
  }
}
