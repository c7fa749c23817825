import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { Type } from 'typebox'
import { MAX_BODY } from '../../../src/contract/operation.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'

const MEGABYTE = 1024 * 1024

const note = fakeOperation(
  'note',
  { text: Type.Optional(Type.String({ description: 'Text' })) },
  ({ text }) => ({ seen: typeof text === 'string' ? text.length : null }),
  { max_body: MAX_BODY }
)
const echo = fakeOperation('echo', {
  text: Type.Optional(Type.String({ description: 'Text' })),
  deep: Type.Optional(Type.Unknown({ description: 'Anything' }))
})
const seek = fakeOperation('seek', { text: Type.Optional(Type.String({ description: 'Text' })) }, undefined, { http: 'GET /seek' })
const store = fakeOperation('store', {}, undefined, { permission: 'write' })
const definitions = [note, echo, seek, store]
const json = { 'content-type': 'application/json' }
const sending = (payload: string | Buffer, headers: Record<string, string> = json, url = '/v1/workshop/echo') =>
  ({ method: 'POST', url, headers, payload }) as const

t.test('an empty body is an empty input, with or without a media type', async t => {
  const { app } = await startApp(t, { definitions })
  for (const headers of [json, {}, { ...json, 'content-length': '0' }]) {
    const answer = await app.inject({ method: 'POST', url: '/v1/workshop/echo', headers })
    t.match([answer.statusCode, answer.json().data], [200, { seen: {} }], JSON.stringify(headers))
  }
  t.strictSame((await app.inject(sending('  \n'))).json().data.seen, {})
})

t.test('a body that is not JSON is refused, with the position of the error', async t => {
  const { app } = await startApp(t, { definitions })
  for (const payload of ['{', '{"text":}', "{'text':1}", '{"text":1,}', 'text=1', '{"text":NaN}', '// x\n{}', '\u0000', '{"text":"\n"}']) {
    const answer = await app.inject(sending(payload))
    t.equal(answer.statusCode, 400, payload)
    t.match(answer.json().error, { code: 'VALIDATION_ERROR', details: { reason: 'invalid_json', suggestions: [String] } })
  }
  t.match((await app.inject(sending('{"text":}'))).json().error.message, /Unexpected token '}'/)
  t.match((await app.inject(sending('{"text":\n"x" 1}'))).json().error.message, /position 13, line 2, column 5/)
  for (const early of ['{"text":', '{"text":"x"', '{"text":"x'])
    t.match((await app.inject(sending(early))).json().error.message, /ends too early/)
})

t.test('the content of an invalid body is not sent back', async t => {
  const { app } = await startApp(t, { definitions })
  t.notMatch((await app.inject(sending('{"token":"hunter2" "x"}'))).body, 'hunter2')
})

t.test('a byte order mark before the JSON is ignored', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal((await app.inject(sending('\uFEFF{"text":"x"}'))).json().data?.seen?.text, 'x')
})

t.test('bytes that are not UTF-8 are refused, not replaced', async t => {
  const { app } = await startApp(t, { definitions })
  const payload = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xff, 0xfe, 0xe9]), Buffer.from('"}')])
  const answer = await app.inject(sending(payload))
  t.equal(answer.statusCode, 400)
  t.match(answer.json().error, { message: /UTF-8/, details: { reason: 'invalid_json' } })
})

t.test('NUL and every other character arrive as they were sent', async t => {
  const { app } = await startApp(t, { definitions })
  const text = '\u0000\u0001\u007f\u2028\u{1f600}"\\\r\n\t é'
  t.equal((await app.inject(sending(JSON.stringify({ text })))).json().data.seen.text, text)
})

t.test('a body of 10 MB is accepted, and one byte more refused', async t => {
  const { app } = await startApp(t, { definitions })
  const bodyOf = (bytes: number): string => `{"text":"${'x'.repeat(bytes - 11)}"}`
  const whole = await app.inject(sending(bodyOf(10 * MEGABYTE), json, '/v1/workshop/note'))
  t.match([whole.statusCode, whole.json().data], [200, { seen: 10 * MEGABYTE - 11 }])
  const more = await app.inject(sending(bodyOf(10 * MEGABYTE + 1), json, '/v1/workshop/note'))
  t.equal(more.statusCode, 413)
  t.match(more.json().error, { code: 'PAYLOAD_TOO_LARGE', details: { reason: 'payload_too_large', limit_bytes: 10 * MEGABYTE } })
})

t.test('a body that is too large is refused over a connection too, with or without Content-Length', async t => {
  const { app } = await startApp(t, { definitions })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const announced of [true, false]) {
    const status = await new Promise(resolve => {
      const sent = request(`${url}/v1/workshop/note`, {
        method: 'POST',
        headers: announced ? { ...json, 'content-length': 11 * MEGABYTE } : json
      })
      sent.on('response', answer => resolve(answer.resume().statusCode)).on('error', resolve)
      for (let part = 0; part < 11; part++) sent.write('x'.repeat(MEGABYTE))
      sent.end()
    })
    t.equal(status, 413, announced ? 'announced' : 'chunked')
  }
})

t.test('200 levels of nesting are refused, 60 accepted', async t => {
  const { app } = await startApp(t, { definitions })
  const nested = (levels: number, open: string, close: string): string => `{"deep":${open.repeat(levels)}1${close.repeat(levels)}}`
  t.equal((await app.inject(sending(nested(60, '[', ']')))).statusCode, 200)
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}']
  ] as const) {
    for (const levels of [200, 20_000]) {
      const answer = await app.inject(sending(nested(levels, open, close)))
      t.equal(answer.statusCode, 400, `${levels} × ${open}`)
      t.match(answer.json().error, { message: /nested/, details: { reason: 'invalid_json' } })
    }
  }
})

t.test('a body of another media type is refused', async t => {
  const { app } = await startApp(t, { definitions })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'garbage',
    'application/jsonp'
  ]) {
    const answer = await app.inject(sending('{}', { 'content-type': type }))
    t.equal(answer.statusCode, 415, type)
    t.match(answer.json().error, {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      details: { reason: 'unsupported_media_type', suggestions: [/application\/json/] }
    })
  }
  t.equal((await app.inject(sending('{}', {}))).statusCode, 415, 'none given')
})

t.test('JSON may state its character set', async t => {
  const { app } = await startApp(t, { definitions })
  for (const type of ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON'])
    t.equal((await app.inject(sending('{}', { 'content-type': type }))).statusCode, 200, type)
})

t.test('JSON in another character set is refused, with the supported one', async t => {
  const { app } = await startApp(t, { definitions })
  for (const type of ['application/json; charset=utf-16', 'application/json;charset="latin1"', 'application/json; x=y; Charset=klingon']) {
    const answer = await app.inject(sending('{}', { 'content-type': type }))
    t.equal(answer.statusCode, 415, type)
    t.match(answer.json().error.details, { reason: 'unsupported_media_type', suggestions: [/UTF-8/] })
    t.notOk(answer.headers['accept-encoding'])
  }
})

t.test('a compressed body is refused as such, whatever its content', async t => {
  const { app } = await startApp(t, { definitions })
  for (const payload of [gzipSync('{}'), '{}']) {
    const answer = await app.inject(sending(payload, { ...json, 'content-encoding': 'gzip' }))
    t.match([answer.statusCode, answer.headers['accept-encoding']], [415, 'identity'])
    t.match(answer.json().error, { message: /Content-Encoding gzip/, details: { suggestions: [/uncompressed/] } })
  }
  t.equal((await app.inject(sending('{}', { ...json, 'content-encoding': 'identity' }))).statusCode, 200)
})

t.test('the body of a GET is refused together with other mistakes, and not ignored', async t => {
  const { app } = await startApp(t, { definitions })
  const get = (url: string, payload: string | Readable) =>
    app.inject({
      method: 'GET',
      url,
      headers: { ...json, ...(typeof payload !== 'string' && { 'transfer-encoding': 'chunked' }) },
      payload
    })
  for (const [url, payload] of [
    ['/v1/workshop/seek', '{"text":"x"}'],
    ['/v1/workshop/seek', Readable.from(['{"text":"x"}'])],
    ['/v1/catalog', '{"limit":1}']
  ] as const) {
    const answer = await get(url, payload)
    t.equal(answer.statusCode, 400, url)
    t.match(answer.json().error.details.issues, [{ path: '', message: /body/, expected: /query string/ }])
  }
  t.match((await get('/v1/workshop/seek?nope=1', '{"text":"x"}')).json().error.details.issues, [{ path: '' }, { path: 'nope' }])
  t.equal((await get('/v1/workshop/seek', '{}')).statusCode, 200, 'an empty one')
})

t.test('two Idempotency-Key headers are refused, and not read as one key', async t => {
  const { app } = await startApp(t, { definitions })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const bodyFor = (key: string | string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/v1/workshop/store`, { method: 'POST', headers: { ...json, 'idempotency-key': key } })
      sent.on('response', async answer => resolve(Buffer.concat(await answer.toArray()).toString())).on('error', reject)
      sent.end('{}')
    })
  t.match(JSON.parse(await bodyFor(['k1', 'k9'])), {
    error: { details: { issues: [{ path: 'idempotency_key', message: /two Idempotency-Key headers/ }] } }
  })
  t.match(JSON.parse(await bodyFor('k1, k9')), { success: true }, 'a key may contain a comma')
})

t.test('a body that is shorter than announced is refused', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await app.inject(sending('{}', { ...json, 'content-length': '5' }))
  t.equal(answer.statusCode, 400)
  t.match(answer.json(), { success: false, error: { code: 'VALIDATION_ERROR' } })
})

t.test('a body in a million chunks of one byte is refused; smaller ones are read', async t => {
  const { app } = await startApp(t, { definitions })
  const { port } = new URL(await app.listen({ port: 0 }))
  const head = 'POST /v1/workshop/note HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n'
  const answerTo = async (pieces: number): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined) // the rest of a refused body is not read
    const chunks = [
      '9\r\n{"text":"\r\n',
      ...Array.from({ length: pieces / 10_000 }, () => '1\r\nx\r\n'.repeat(10_000)),
      '2\r\n"}\r\n0\r\n\r\n'
    ]
    socket.write(`${head}connection: close\r\n\r\n`)
    for (const chunk of chunks) socket.write(chunk)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return String(answer)
  }
  t.match(await answerTo(20_000), '"seen":20000')
  t.match(await answerTo(1_000_000), /^HTTP\/1.1 413[\s\S]*too many small pieces/)
})
