import t, { type Test } from 'tap'
import { startApp } from '../../helpers/app.ts'
import { make } from '../../helpers/workshop.ts'

const definitions = [make('look', {}, undefined, { http: 'GET /look' })]
const withKeys = { identify: () => ({ id: 'ann', scopes: ['*'] }), anonymous: undefined }

async function house(t: Test, more: Parameters<typeof startApp>[1] = {}) {
  const { app } = await startApp(t, { definitions, ...more })
  const look = (headers: Record<string, string>, url = '/v1/workshop/look') => app.inject({ url, headers })
  return { look, statusOf: async (headers: Record<string, string>) => (await look(headers)).statusCode }
}

const OWN = ['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.0.0.1:8080', '127.9.8.7', '[::1]', '[::1]:8080']
const OTHERS = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  '[::2]',
  'a b',
  'x@localhost'
]

t.test('without keys, a Host header of this machine is served', async t => {
  const { statusOf } = await house(t)
  for (const host of OWN) t.equal(await statusOf({ host }), 200, host)
})

t.test('without keys, another Host header is refused: a web page may have bent its name to this machine', async t => {
  const { look } = await house(t)
  for (const host of OTHERS) {
    const answer = await look({ host })
    t.equal(answer.statusCode, 403, host)
    t.match(answer.json().error, {
      code: 'PERMISSION_ERROR',
      details: { reason: 'host_refused', suggestions: [/localhost/, /TOOLGATE_PUBLIC_URL/, /keys new/] }
    })
  }
})

t.test('without keys, a web page of this machine is served, another is not', async t => {
  const { statusOf } = await house(t)
  for (const origin of OWN.map(host => `http://${host}`)) t.equal(await statusOf({ origin }), 200, origin)
  for (const origin of ['null', 'file://', ...OTHERS.map(host => `http://${host}`)]) t.equal(await statusOf({ origin }), 403, origin)
})

t.test('the name of TOOLGATE_PUBLIC_URL is served too', async t => {
  const { statusOf } = await house(t, { publicUrl: 'https://tools.example.com/gate' })
  for (const host of ['tools.example.com', 'Tools.Example.com:443']) t.equal(await statusOf({ host }), 200, host)
  t.equal(await statusOf({ host: 'tools.example.com', origin: 'https://tools.example.com' }), 200)
  t.equal(await statusOf({ host: 'example.com' }), 403)
  t.equal(await statusOf({ origin: 'https://tools.example.com:8443' }), 403, 'another port of it is another site')
})

t.test('who has a key may come by any name', async t => {
  const { statusOf } = await house(t, { auth: withKeys })
  t.equal(await statusOf({ host: 'evil.example', origin: 'http://evil.example', 'x-api-key': 'k' }), 200)
})

t.test('health is told by any name, as probes ask for it', async t => {
  const { look } = await house(t)
  t.equal((await look({ host: '10.0.0.7:8080' }, '/healthz')).statusCode, 200)
})
