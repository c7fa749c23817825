import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { createKeyring, newKey } from '../../src/access/keys.ts'
import type { PolicyRule } from '../../src/access/policy.ts'
import { base64File } from '../../src/contract/upload.ts'
import { createPorts } from '../../src/server/ports.ts'
import { startApp } from '../helpers/app.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'

const text = Type.String({ maxLength: 100, description: 'Text' })
const note = fakeOperation('note', { text }, undefined, {
  permission: 'write',
  aliases: [{ name: 'jot' }, { name: 'tool', when: { kind: 'note' } }]
})
const burn = fakeOperation('burn', { text }, undefined, { permission: 'destructive', aliases: [{ name: 'tool', when: { kind: 'burn' } }] })
const keep = fakeOperation('keep', { content_base64: base64File('The bytes') }, undefined, {
  permission: 'write',
  upload: { property: 'content_base64', max_bytes: 64 * 1024 * 1024 }
})
const take = fakeOperation('take', {}, undefined, {
  permission: 'write',
  body: { media_type: 'application/x-ndjson', max_bytes: 64 * 1024 * 1024, description: 'Lines' }
})
const peek = fakeOperation('peek', { text }, undefined, { http: 'GET /peek' })
const definitions = [note, burn, keep, take, peek]

const TEN_MB = 10 * 1024 * 1024

async function gateway(t: Test, scopes: string[], policy: PolicyRule[] = []) {
  const { key, entry } = newKey({ id: 'ann', scopes })
  const log: Record<string, unknown>[] = []
  const keyring = createKeyring([entry])
  const { app } = await startApp(t, {
    definitions,
    ports: createPorts({ policy: () => policy }),
    auth: { identify: presented => keyring.identify(presented), anonymous: undefined },
    onLog: line => log.push(line)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return { app, port, key, log }
}

interface Answer {
  status: number
  head: string
  body: { success: boolean; data: Record<string, unknown>; error: { code: string; details: Record<string, unknown> } }
}

/** Sends the head of a request and only the start of its body: a response proves that the body is not read. */
async function begin(t: Test, port: number, key: string, path: string, headers: Record<string, string> = {}, first = '{'): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  const all = {
    host: 'x',
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': String(TEN_MB),
    ...headers
  }
  const lines = Object.entries(all).filter(([, value]) => value !== '')
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${first}`)
  return await answerOf(socket)
}

async function answerOf(socket: Socket): Promise<Answer> {
  let text = ''
  for (;;) {
    const [chunk] = await once(socket, 'data', { signal: AbortSignal.timeout(60_000) })
    text += String(chunk)
    const end = text.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
    if (end >= 0 && Buffer.byteLength(text.slice(end + 4)) >= length)
      return { status: Number(text.slice(9, 12)), head: text.slice(0, end), body: JSON.parse(text.slice(end + 4)) }
  }
}

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' }
const NDJSON = { 'content-type': 'application/x-ndjson' }
const CHUNKED = { 'content-length': '', 'transfer-encoding': 'chunked' }

const SURFACES: [path: string, headers?: Record<string, string>, first?: string][] = [
  ['/v1/workshop/note'],
  ['/v1/workshop/note', CHUNKED, '1\r\n{\r\n'],
  ['/v1/workshop/burn'],
  ['/v1/workshop/keep'],
  ['/v1/workshop/keep', MULTIPART, '--x\r\n'],
  ['/v1/workshop/take'],
  ['/v1/workshop/take', NDJSON, '{}\n'],
  ['/v1/operations/workshop_note'],
  ['/v1/operations/jot'],
  ['/v1/operations/tool'],
  ['/gpt/v1/workshop/note'],
  ['/v1/workshop/note', { accept: 'text/event-stream' }],
  ['/v1/workshop/note', { prefer: 'respond-async' }],
  ['/v1/workshop/note', { 'idempotency-key': 'k' }]
]

for (const [name, scopes, policy, reason] of [
  ['a key without the scope', ['workshop:read'], [], 'insufficient_permissions'],
  ['a key that the policy denies it', ['*'], [{ system: 'workshop', permission: '*', decision: 'deny' }], 'denied_by_policy']
] as [string, string[], PolicyRule[], string][]) {
  t.test(`${name} is refused on every surface before its body is read`, async t => {
    const { port, key, log } = await gateway(t, scopes, policy)
    for (const [path, headers, first] of SURFACES) {
      const { status, body } = await begin(t, port, key, path, headers, first)
      t.match([status, body.error], [403, { code: 'PERMISSION_ERROR', details: { reason, outcome: 'not_executed' } }], path)
    }
    t.equal(log.filter(({ msg }) => msg === 'Tool execution failed').length, SURFACES.length, 'each is in the log of calls')
  })

  t.test(`a check of ${name} returns before its body is read`, async t => {
    const { port, key } = await gateway(t, scopes, policy)
    for (const id of ['workshop_note', 'jot', 'tool']) {
      const { status, body } = await begin(t, port, key, `/v1/operations/${id}/check`)
      t.match([status, body.data], [200, { allowed: false, refusal: /scope|policy/, input: null, issues: [] }], id)
    }
  })
}

t.test('about a megabyte of an unread body is discarded; then nothing is read, and the connection is closed', async t => {
  const { app, port, key } = await gateway(t, ['workshop:read'])
  const accepted = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  t.teardown(() => socket.destroy())
  const head = `POST /v1/workshop/note HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`
  socket.write(`${head}content-length: ${TEN_MB}\r\n\r\n${'x'.repeat(TEN_MB)}`)
  const [connection] = await accepted
  await once(connection, 'close')
  t.ok(connection.bytesRead < 2 * 1024 * 1024, `${connection.bytesRead} bytes were read`)
})

t.test('if only the body names the operation, the limit is the largest of those that the key may call', async t => {
  const small = await gateway(t, ['workshop:read'])
  for (const path of ['/v1/operations', '/mcp'])
    t.match(
      await begin(t, small.port, small.key, path),
      { status: 413, body: { error: { details: { limit_bytes: (256 + 64) * 1024 } } } },
      path
    )
})

t.test('the operation is refused there before its input is read', async t => {
  const { port, key } = await gateway(t, ['workshop:read'])
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return await (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  }
  const input = { text: 1, nope: 2 }
  const calls = [
    { operation: 'workshop_note', arguments: input },
    { name: 'jot', arguments: '{ no JSON' }
  ]
  const { data } = JSON.parse(await post('/v1/operations', { calls }))
  t.match(data.results, [{ status: 403 }, { status: 403 }])
  for (const params of [
    { name: 'workshop_note', arguments: input },
    { name: 'call_tool', arguments: { name: 'workshop_note', arguments: input } }
  ]) {
    const text = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    t.match(text, 'insufficient_permissions', params.name)
    t.notMatch(text, 'nope')
  }
})

t.test('a missing or wrong key, and an unknown path or name, is reported before the body is read', async t => {
  const { port, key } = await gateway(t, ['*'])
  t.equal((await begin(t, port, 'wrong', '/v1/workshop/note')).status, 401)
  t.equal((await begin(t, port, key, '/v1/workshop/nothing')).status, 404)
  t.equal((await begin(t, port, key, '/v1/operations/workshop_nothing')).status, 404)
  t.equal((await begin(t, port, key, '/v1/operations/workshop_nothing/check')).status, 404)
})

t.test('a body over the limit of its operation is refused as soon as that is known', async t => {
  const { port, key } = await gateway(t, ['*'])
  const limit = { error: { code: 'PAYLOAD_TOO_LARGE', details: { limit_bytes: 256 * 1024, outcome: 'not_executed' } } }
  for (const path of ['/v1/workshop/note', '/v1/operations/workshop_note', '/v1/operations/workshop_note/check'])
    t.match(await begin(t, port, key, path), { status: 413, body: limit }, path)
  const chunk = `40001\r\n${'x'.repeat(0x40001)}\r\n`
  t.match(await begin(t, port, key, '/v1/workshop/note', CHUNKED, chunk), { status: 413, body: limit }, 'chunked')
  for (const [path, headers] of [
    ['/v1/workshop/keep', MULTIPART],
    ['/v1/workshop/take', NDJSON]
  ] as const)
    t.equal((await begin(t, port, key, path, { ...headers, 'content-length': String(2 ** 31) })).status, 413, path)
})

t.test('the rest of an unread body is accepted for a moment only, then the connection is closed', async t => {
  const { port, key } = await gateway(t, ['workshop:read'])
  const answer = await fetch(`http://127.0.0.1:${port}/v1/workshop/note`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: 'x'.repeat(TEN_MB)
  })
  t.equal(answer.status, 403, 'a client that sends everything before it reads finds the response')
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /v1/workshop/note HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: ${TEN_MB}\r\n\r\n{`)
  t.equal((await answerOf(socket)).status, 403)
  await once(socket, 'close', { signal: AbortSignal.timeout(60_000) })
})

t.test('a client that sends Expect: 100-continue gets 100 Continue only if the body would be read', async t => {
  const { port, key } = await gateway(t, ['workshop:write'])
  const expect = { expect: '100-continue' }
  t.match(await begin(t, port, key, '/v1/workshop/burn', expect, ''), { status: 403 })
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write(
    `POST /v1/workshop/note HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 14\r\nexpect: 100-continue\r\n\r\n`
  )
  const [first] = await once(socket, 'data', { signal: AbortSignal.timeout(60_000) })
  t.match(String(first), /^HTTP\/1\.1 100 /)
  socket.write('{"text":"here"}'.slice(0, 14))
  t.equal((await answerOf(socket)).status, 400, 'the requested body is read')
})
