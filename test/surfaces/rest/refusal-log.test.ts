import type { InjectOptions } from 'fastify'
import t, { type Test } from 'tap'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const WARN = 40
const DEBUG = 20
const REMOTE = '10.1.2.3'
type Request = Omit<InjectOptions, 'headers'> & { headers?: Record<string, string> }

/** The log lines of a request. */
async function linesOf(t: Test, request: Request, auth?: NonNullable<Parameters<typeof startApp>[1]>['auth']) {
  const lines: string[] = []
  const { app } = await startApp(t, {
    definitions: [fakeOperation('write', {}, undefined, { permission: 'write' })],
    onLog: line => lines.push(JSON.stringify(line)),
    ...(auth && { auth })
  })
  await app.inject({ ...request, headers: { 'x-request-id': 'abc-7', ...request.headers }, remoteAddress: REMOTE })
  return lines
}

const parsed = (lines: string[]): unknown[] => lines.map(line => JSON.parse(line))

t.test('a caller with an unknown key is one warning, without the key', async t => {
  for (const [why, reason] of [
    ['unknown', 'key_unknown'],
    ['expired', 'key_expired']
  ] as const) {
    const request = { url: '/v1/catalog?x=hunter3', headers: { authorization: 'Bearer hunter2' } }
    const lines = await linesOf(t, request, { identify: () => why, anonymous: undefined })
    t.match(parsed(lines), [{ level: WARN, reason, request_id: 'abc-7', remote_address: REMOTE, method: 'GET', path: '/v1/catalog' }])
    t.equal(lines.length, 1)
    t.notMatch(lines.join(), /hunter/)
  }
})

t.test('a caller without a key is one warning', async t => {
  const lines = await linesOf(t, { url: '/v1/catalog' }, { identify: () => 'unknown', anonymous: undefined })
  t.match(parsed(lines), [{ level: WARN, reason: 'key_missing' }])
})

t.test('a web page of another origin is one warning', async t => {
  const lines = await linesOf(t, { url: '/v1/catalog', headers: { host: 'evil.example' } })
  t.match(parsed(lines), [{ level: WARN, reason: 'host_refused' }])
})

t.test('a request that is refused before an operation is found is a line at debug level', async t => {
  const url = '/v1/workshop/write'
  const json = { 'content-type': 'application/json' }
  const requests: [Request, string][] = [
    [{ url: '/v1/nothing' }, 'route_not_found'],
    [{ url, method: 'GET' }, 'method_not_allowed'],
    [{ url, method: 'POST', headers: { accept: 'image/png' } }, 'not_acceptable'],
    [{ url, method: 'POST', headers: json, payload: `"${'x'.repeat(11_000_000)}"` }, 'payload_too_large'],
    [{ url, method: 'POST', headers: { 'content-type': 'text/plain' }, payload: 'x' }, 'unsupported_media_type'],
    [{ url: '/v1/operations/nothing', method: 'POST', headers: json, payload: '{}' }, 'operation_not_found']
  ]
  for (const [request, reason] of requests) {
    const lines = await linesOf(t, request)
    t.match(parsed(lines), [{ level: DEBUG, reason, request_id: 'abc-7' }], reason)
    t.equal(lines.length, 1)
  }
})

t.test('a line contains the request id once', async t => {
  const texts: string[] = []
  for (const url of ['/v1/workshop/write', '/v1/workshop/write?x=1'])
    texts.push(...(await linesOf(t, { url, method: 'POST', headers: { 'x-request-id': 'abc-8' } })))
  t.equal(texts.length, 2)
  for (const text of texts) t.equal(text.split('abc-8').length, 2, text)
})
