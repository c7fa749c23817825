import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import type { Presence } from '../../../src/contract/presence.ts'
import { presenceOf } from '../../../src/surfaces/rest/presence.ts'

t.test('a caller who goes before the answer is told to who listens, and to who asks for a signal afterwards', async t => {
  const { presence, leave } = await call(t)
  const heard: string[] = []
  presence.onGone(() => heard.push('listening'))
  presence.onGone(() => heard.push('taken back'))()
  t.equal(presence.isGone(), false)
  await leave()
  t.strictSame(heard, ['listening'])
  t.equal(presence.isGone(), true)
  t.equal(presence.signal().aborted, true)
})

t.test('a signal that was asked for before aborts when the caller goes', async t => {
  const { presence, leave } = await call(t)
  const signal = presence.signal()
  t.equal(signal.aborted, false)
  await leave()
  t.equal(signal.aborted, true)
})

t.test('a caller who got the whole answer and then closes the connection has not gone', async t => {
  const { presence, leave, answer } = await call(t)
  await answer()
  await leave()
  t.equal(presence.isGone(), false)
  t.equal(presence.signal().aborted, false)
})

/** A request that waits for its answer, and how its caller leaves. */
async function call(t: Test): Promise<{ presence: Presence; leave: () => Promise<void>; answer: () => Promise<void> }> {
  const arrived = Promise.withResolvers<{ presence: Presence; raw: ServerResponse; answer: () => void }>()
  const app = Fastify()
  app.get('/', (_request, reply) => {
    arrived.resolve({ presence: presenceOf(reply), raw: reply.raw, answer: () => reply.send('whole') })
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => app.close())
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  const { presence, raw, answer } = await arrived.promise
  return {
    presence,
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
