import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import { Type } from 'typebox'
import { defineOperation } from '../../src/contract/operation.ts'
import { type StreamResult, stream } from '../../src/contract/stream.ts'
import { startApp } from '../helpers/app.ts'
import { shelf } from '../helpers/bulk.ts'
import { waitUntil } from '../helpers/wait-until.ts'

interface Source {
  parts: AsyncIterable<Uint8Array | string>
  more?: Partial<StreamResult>
  timeout_ms?: number
  media_types?: [string, ...string[]]
  /** What the handler waits for before it returns the stream. */
  opening?: () => Promise<void>
}

/** A gateway with one operation that returns this stream. */
async function serving(t: Test, { parts, more, timeout_ms = 5_000, media_types = ['text/plain', 'text/csv'], opening }: Source) {
  const log: Record<string, unknown>[] = []
  const read = defineOperation(shelf, {
    name: 'read_roll',
    summary: 'Read a roll',
    description: 'Use it in tests only.',
    permission: 'read',
    http: 'GET /rolls/:name',
    timeout_ms,
    versioned: true,
    input: Type.Object({ name: Type.String({ description: 'Which' }), side: Type.Optional(Type.String({ description: 'Which side' })) }),
    output: stream(media_types),
    errors: {},
    examples: [],
    handler: async (_input, { media_type }) => {
      await opening?.()
      return { body: parts, media_type: media_type ?? media_types[0], ...more }
    }
  })
  const { app } = await startApp(t, { definitions: [read], onLog: line => log.push(line), publicUrl: 'http://gateway' })
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/v1/shelf/rolls/a%20b`
  const ended = () => log.find(({ tool }) => tool === 'shelf_read_roll')
  return { app, url, ended }
}

async function* of(...parts: (Uint8Array | string)[]): AsyncGenerator<Uint8Array | string> {
  yield* parts
}

/** Parts without an end; records whether it was released. */
function endless(part: string, pause = 0) {
  const state = { given: 0, freed: false }
  async function* parts(): AsyncGenerator<string> {
    try {
      for (;;) {
        await sleep(pause)
        state.given += 1
        yield part
      }
    } finally {
      state.freed = true
    }
  }
  return { state, parts: parts() }
}

async function eventually(isSo: () => boolean): Promise<boolean> {
  await waitUntil(isSo, String(isSo))
  return isSo()
}

test('the route returns the bytes unchanged, with their known metadata', async t => {
  const { url, ended } = await serving(t, {
    parts: of(new Uint8Array([0, 255, 10]), 'é'),
    more: { filename: 'Über "a".txt', length: 5, etag: '"v1"' }
  })
  const answer = await fetch(url)
  t.strictSame([...new Uint8Array(await answer.arrayBuffer())], [0, 255, 10, 0xc3, 0xa9])
  t.match(Object.fromEntries(answer.headers), {
    'content-type': 'text/plain',
    'content-length': '5',
    etag: '"v1"',
    'cache-control': 'private, no-cache',
    'content-disposition': 'attachment; filename="_ber _a_.txt"; filename*=UTF-8\'\'%C3%9Cber%20%22a%22.txt'
  })
  t.ok(await eventually(() => ended()?.['success'] === true))
})

test('a file name with half a character is sent with a replacement character', async t => {
  const { url } = await serving(t, { parts: of('one'), more: { filename: 'a\ud800.txt' } })
  const response = await fetch(url)
  t.equal(await response.text(), 'one')
  t.equal(response.headers.get('content-disposition'), `attachment; filename="a_.txt"; filename*=UTF-8''a%EF%BF%BD.txt`)
})

test('Accept selects among the media types, and JSON is a link', async t => {
  const { url } = await serving(t, { parts: of('one\n') })
  t.equal((await fetch(url, { headers: { accept: 'text/csv' } })).headers.get('content-type'), 'text/csv')
  const link = await fetch(`${url}?side=b`, { headers: { accept: 'application/json' } })
  t.match(await link.json(), { success: true, data: { url: 'http://gateway/v1/shelf/rolls/a%20b?side=b', media_type: 'text/plain' } })
  t.equal((await fetch(url, { headers: { accept: 'image/png' } })).status, 406)
})

test('a caller by name gets the beginning, in whole lines', async t => {
  const line = `${'é'.repeat(500)}\n`
  const { app } = await serving(t, { parts: of(...Array.from({ length: 100 }, () => line)) })
  const { data } = (await app.inject({ method: 'POST', url: '/v1/operations/shelf_read_roll', payload: { name: 'x' } })).json()
  t.match(data, { url: 'http://gateway/v1/shelf/rolls/x', encoding: 'utf-8', complete: false })
  t.ok(JSON.stringify(data).length <= 20_000)
  t.equal(data.content, line.repeat(Math.floor(20_000 / line.length)))
})

test('a caller by name gets bytes in base64', async t => {
  const { app } = await serving(t, { parts: of(new Uint8Array([0, 255])), media_types: ['image/png'] })
  const { data } = (await app.inject({ method: 'POST', url: '/v1/operations/shelf_read_roll', payload: { name: 'x' } })).json()
  t.match(data, { encoding: 'base64', content: 'AP8=', complete: true })
})

test('a version that the caller has returns 304, and its source is released', async t => {
  const { state, parts } = endless('x')
  const { url } = await serving(t, { parts, more: { etag: 'W/"7"' } })
  const answer = await fetch(url, { headers: { 'if-none-match': '"6", W/"7"' } })
  t.match({ status: answer.status, etag: answer.headers.get('etag'), body: await answer.text() }, { status: 304, etag: 'W/"7"', body: '' })
  t.equal(state.given, 0)
})

test('a caller who disconnects frees the source', async t => {
  const { state, parts } = endless('x'.repeat(1_000), 1)
  const { url, ended } = await serving(t, { parts })
  const request = http.get(url)
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.destroy()
  t.ok(await eventually(() => state.freed))
  t.match(ended(), { success: false, error: { reason: 'client_closed' } })
})

test('a source that is opened after the caller has disconnected is released', async t => {
  const opening = Promise.withResolvers<void>()
  const state = { begun: false, released: false }
  const parts = Object.assign(of('a'), {
    destroy() {
      state.released = true
    }
  })
  const open = (): Promise<void> => {
    state.begun = true
    return opening.promise
  }
  const { url, ended } = await serving(t, { parts, opening: open })
  const leaving = new AbortController()
  const answer = fetch(url, { signal: leaving.signal })
  await eventually(() => state.begun)
  leaving.abort()
  await t.rejects(answer)
  await eventually(() => ended() !== undefined)
  t.match(ended(), { error: { reason: 'client_closed' } })
  opening.resolve()
  await eventually(() => state.released)
})

test('a caller who stops reading blocks the source, and is disconnected in the end', async t => {
  const { state, parts } = endless('x'.repeat(100_000))
  const { url, ended } = await serving(t, { parts, timeout_ms: 1_500 })
  const request = http.get(url)
  const [response] = await once(request, 'response')
  response.pause()
  response.on('error', () => {})
  t.ok(await eventually(() => state.freed))
  t.ok(state.given < 1_000, `${state.given} parts of 100 kB were requested`)
  t.match(ended(), {
    success: false,
    error: { reason: 'deadline_exceeded', message: 'The stream of shelf_read_roll stalled for 1500 ms.' }
  })
})

test('a source that stalls is abandoned at the deadline, however long it sent before', async t => {
  async function* parts(): AsyncGenerator<string> {
    for (let at = 0; at < 8; at++) {
      yield 'x'
      await sleep(200)
    }
    await sleep(60_000, undefined, { ref: false })
  }
  const { url, ended } = await serving(t, { parts: parts(), timeout_ms: 1_000 })
  const answer = await fetch(url)
  let sent = 0
  const reading = async (): Promise<void> => {
    for await (const bytes of answer.body ?? []) sent += bytes.length
  }
  await t.rejects(reading(), 'the response is aborted, not ended')
  t.equal(sent, 8, 'all data before was sent, in more time than the deadline')
  t.match(ended(), { success: false, error: { reason: 'deadline_exceeded' } })
})

test('a source that fails aborts the response', async t => {
  async function* parts(): AsyncGenerator<string> {
    yield 'half'
    await sleep(10)
    throw new Error('The disk is gone')
  }
  const { url, ended } = await serving(t, { parts: parts() })
  await t.rejects((await fetch(url)).text())
  t.match(ended(), { success: false, err: { message: 'The disk is gone' } })
})
