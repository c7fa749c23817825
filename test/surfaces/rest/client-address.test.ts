import t from 'tap'
import { loadConfig } from '../../../src/config/config.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const show = fakeOperation('show', {}, async () => ({ seen: true }))
const FORWARDED = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' }
/** A caller with a key: without one, requests through a proxy are refused. */
const auth = { identify: () => ({ id: 'ann', scopes: ['*'] }), anonymous: undefined }

async function addressLogged(trust: string, headers: Record<string, string>): Promise<unknown> {
  const lines: Record<string, unknown>[] = []
  const { trustProxy } = loadConfig({ TOOLGATE_TRUST_PROXY: trust })
  const { app } = await startApp(t, { definitions: [show], auth, trustProxy, onLog: line => lines.push(line) })
  const sent = { authorization: 'Bearer key', ...headers }
  t.equal((await app.inject({ method: 'POST', url: '/v1/workshop/show', payload: {}, headers: sent })).statusCode, 200)
  return lines.find(({ tool }) => tool === show.id)?.['client_address']
}

t.test('the log has the address of the client, through trusted proxies only', async t => {
  t.equal(await addressLogged('', FORWARDED), '127.0.0.1', 'the connection')
  t.equal(await addressLogged('127.0.0.1', FORWARDED), '198.51.100.9')
  t.equal(await addressLogged('127.0.0.0/8, 198.51.100.0/24', FORWARDED), '203.0.113.7', 'through two proxies')
  t.equal(await addressLogged('10.0.0.0/8', FORWARDED), '127.0.0.1', 'the sender is not a trusted proxy')
})

t.test('only addresses and networks can be trusted', async t => {
  for (const trust of ['true', '1', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.internal', '::1/x'])
    t.throws(() => loadConfig({ TOOLGATE_TRUST_PROXY: trust }), /TOOLGATE_TRUST_PROXY: .* is neither an address nor a network/, trust)
  t.strictSame(loadConfig({ TOOLGATE_TRUST_PROXY: '::1, fd00::/8' }).trustProxy, ['::1', 'fd00::/8'])
})
