import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readlink, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { base64File } from '../../../src/contract/upload.ts'
import { startApp, temporaryFolder } from '../../helpers/app.ts'
import { fakeOperation, post } from '../../helpers/fake-tool.ts'
import { start } from '../../helpers/kill-and-restart.ts'
import { startTestRedis } from '../../helpers/redis.ts'

const before = process.env['TMPDIR']
process.env['TMPDIR'] = await temporaryFolder(t) // short, because it also contains a Unix socket
t.teardown(() => (before === undefined ? delete process.env['TMPDIR'] : Object.assign(process.env, { TMPDIR: before })))

const LARGEST = 64 * 1024 * 1024
const LINUX = 'only there a file without a name is found'

/** What an operation reads from the file that it receives. */
const keep = fakeOperation(
  'keep',
  {
    drawer: Type.Integer({ minimum: 1, description: 'Where to' }),
    content_base64: base64File('The bytes in base64'),
    filename: Type.String({ minLength: 1, description: 'Name' }),
    media_type: Type.String({ default: 'application/octet-stream', description: 'Media type' }),
    labels: Type.Optional(Type.Array(Type.String(), { description: 'Words on it' })),
    shut: Type.Optional(Type.Boolean({ description: 'Whether to shut the drawer' }))
  },
  async ({ content_base64: _, ...input }, call) => {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of call.file().stream()) {
      hash.update(chunk)
      size += chunk.byteLength
    }
    return { seen: { ...input, size, sha256: hash.digest('hex') } }
  },
  {
    permission: 'write',
    http: 'POST /drawers/:drawer/files',
    upload: { property: 'content_base64', max_bytes: LARGEST, filename: 'filename', media_type: 'media_type' }
  }
)
const plain = fakeOperation('plain', { text: Type.Optional(Type.String({ description: 'Text' })) })

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function listening(
  t: Test,
  log: object[] = []
): Promise<(form: FormData | string, path?: string, type?: string) => Promise<Response>> {
  const { app } = await startApp(t, { definitions: [keep, plain], onLog: line => log.push(line) })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return (body, path = '/v1/workshop/drawers/7/files', type) =>
    fetch(`${url}${path}`, { method: 'POST', body, ...(type !== undefined && { headers: { 'content-type': type } }) })
}

interface Envelope {
  data: { seen: Record<string, unknown> }
  error: { code: string; message: string; details: { issues: { path: string }[] } }
}
const bodyOf = async (answer: Response): Promise<Envelope> => JSON.parse(await answer.text())

const formWith = (fields: Record<string, string | readonly string[]>, ...files: [name: string, file: File][]): FormData => {
  const form = new FormData()
  for (const [name, file] of files) form.append(name, file, file.name)
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each)
  return form
}

const BYTES = Buffer.from([0, 255, 13, 10, 45, 45, 200])
const file = new File([BYTES], 'Größe 1.png', { type: 'image/png' })

t.test('a file is sent as a part of a form, before or after the rest of the input', async t => {
  const send = await listening(t)
  const answer = await send(formWith({ labels: ['a', 'b'], shut: 'true' }, ['file', file]))
  t.equal(answer.status, 200)
  t.match((await bodyOf(answer)).data.seen, {
    drawer: 7,
    filename: 'Größe 1.png',
    media_type: 'image/png',
    labels: ['a', 'b'],
    shut: true,
    size: BYTES.length,
    sha256: sha256(BYTES)
  })
})

t.test("properties of the caller override those of the file's part", async t => {
  const send = await listening(t)
  const { data } = await bodyOf(await send(formWith({ filename: 'mine.bin', media_type: 'text/plain' }, ['file', file])))
  t.match(data.seen, { filename: 'mine.bin', media_type: 'text/plain' })
})

t.test('the same file in base64 is the same to the operation', async t => {
  const { app } = await startApp(t, { definitions: [keep, plain] })
  const answer = await post(app, '/v1/workshop/drawers/7/files', { content_base64: BYTES.toString('base64'), filename: 'a' })
  t.match(answer.json().data.seen, { size: BYTES.length, sha256: sha256(BYTES), filename: 'a' })
})

t.test('truncated base64 is refused, not decoded to other bytes', async t => {
  const { app } = await startApp(t, { definitions: [keep, plain] })
  const answer = await post(app, '/v1/workshop/drawers/7/files', { content_base64: 'abcde', filename: 'a' })
  t.match(answer.json().error.details.issues, [{ path: 'content_base64' }])
})

t.test('a file beyond the size of JSON goes through disk, is removed after the response, and is in no log', async t => {
  const log: object[] = []
  const send = await listening(t, log)
  const large = Buffer.alloc(LARGEST, 'mark ')
  const before = process.memoryUsage().rss
  const answer = await send(formWith({}, ['file', new File([large], 'large.bin')]))
  t.match((await bodyOf(answer)).data.seen, { size: LARGEST, sha256: sha256(large) })
  t.ok(process.memoryUsage().rss - before < 4 * LARGEST, 'the memory of the test itself, and little more')
  await waitUntil(async () => (await kept()).length === 0)
  t.notMatch(JSON.stringify(log), /mark mark/)
})

t.test('a file over the limit is 413 with the limit', async t => {
  const send = await listening(t)
  const answer = await send(formWith({}, ['file', new File([Buffer.alloc(LARGEST + 1)], 'large.bin')]))
  t.equal(answer.status, 413)
  t.match((await bodyOf(answer)).error, { code: 'PAYLOAD_TOO_LARGE', details: { limit_bytes: LARGEST } })
})

t.test('all mistakes of a form are reported at once', async t => {
  const send = await listening(t)
  const answer = await send(
    formWith({ shut: 'maybe', colour: 'red', content_base64: 'AAAA' }, ['upload', file]),
    '/v1/workshop/drawers/0/files'
  )
  t.equal(answer.status, 400)
  const { issues } = (await bodyOf(answer)).error.details
  t.strictSame(issues.map(({ path }) => path).sort(), ['colour', 'content_base64', 'drawer', 'shut', 'upload'])
})

t.test('a form without a file reports the missing part', async t => {
  const send = await listening(t)
  const answer = await send(formWith({ filename: 'a' }))
  t.equal(answer.status, 400)
  t.match((await bodyOf(answer)).error.details.issues, [{ path: 'file', expected: 'the file itself, as the part file' }])
})

t.test('two files are refused, and so is an invalid form', async t => {
  const send = await listening(t)
  const two = await send(formWith({}, ['file', file], ['file', file]))
  t.match([two.status, (await bodyOf(two)).error.message], [400, /several files/])
  const none = await send('--x\r\nnothing', undefined, 'multipart/form-data; boundary=x')
  t.match([none.status, (await bodyOf(none)).error.code], [400, 'VALIDATION_ERROR'])
  const without = await send('nothing', undefined, 'multipart/form-data')
  t.match([without.status, (await bodyOf(without)).error.code], [400, 'VALIDATION_ERROR'])
})

t.test('other routes refuse a form as an unsupported media type', async t => {
  const send = await listening(t)
  const answer = await send(formWith({}, ['file', file]), '/v1/workshop/plain')
  t.equal(answer.status, 415)
  t.equal((await send(formWith({}, ['file', file]), '/v1/operations/workshop_keep')).status, 415)
})

t.test('a caller that disconnects in the middle of its file leaves nothing behind', async t => {
  const { app } = await startApp(t, { definitions: [keep, plain] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socket = sendHalf(port, '/v1/workshop/drawers/7/files')
  await waitUntil(async () => (await kept()).length > 0)
  socket.destroy()
  await waitUntil(async () => (await kept()).length === 0)
  t.strictSame(await named(), [])
})

t.test(
  'a gateway that is killed in the middle of a file leaves nothing behind',
  { skip: process.platform !== 'linux' && LINUX },
  async t => {
    const [redis, data] = [await startTestRedis(t), await temporaryFolder(t)]
    const confluence = { CONFLUENCE_URL: 'http://127.0.0.1:1', CONFLUENCE_TOKEN: 'none' }
    const [gateway, url] = await start(t, 'gateway-process.ts', { ...confluence, REDIS_URL: redis.url, TOOLGATE_DATA: data })
    const socket = sendHalf(Number(new URL(url).port), '/v1/confluence/pages/1/attachments')
    socket.on('error', () => undefined) // the gateway has ended
    await waitUntil(async () => (await kept(gateway.pid)).some(file => file.endsWith(' (deleted)')))
    gateway.kill('SIGKILL')
    await once(gateway, 'exit')
    t.strictSame(await named(), [])
  }
)

t.test('a folder named like an upload does not prevent the start', async t => {
  const folder = path.join(os.tmpdir(), `toolgate-upload-${process.pid}-folder`)
  await mkdir(folder)
  t.teardown(() => rmdir(folder))
  const { app } = await startApp(t, { definitions: [keep] })
  await app.ready()
  t.ok((await stat(folder)).isDirectory(), 'and stays')
})

t.test('a key has at most four uploads at once, and another may start when one has ended', async t => {
  const send = await listening(t)
  const { app } = await startApp(t, { definitions: [keep, plain] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const route = '/v1/workshop/drawers/7/files'
  const others = Array.from({ length: 4 }, () => sendHalf(port, route))
  t.teardown(() => {
    for (const socket of others) socket.destroy()
  })
  await waitUntil(async () => (await kept()).length === 4)
  const one = () => fetch(`http://127.0.0.1:${port}${route}`, { method: 'POST', body: formWith({}, ['file', file]) })
  const refused = await one()
  t.match([refused.status, refused.headers.get('retry-after')], [429, '1'])
  t.match(await refused.json(), {
    error: { code: 'RATE_LIMIT_ERROR', message: /4 uploads/, details: { source: 'gateway', outcome: 'not_executed', retry_after_ms: 1000 } }
  })
  t.equal((await send(formWith({}, ['file', file]))).status, 200, 'each gateway counts its own')
  others[0]?.destroy()
  await waitUntil(async () => (await one()).status === 200)
  await waitUntil(async () => (await kept()).length === 3)
})

t.test('the uploads of a key have at most a gigabyte together when another starts', async t => {
  const long = fakeOperation('lines', {}, async (_input, call) => ({ seen: (await Array.fromAsync(call.body ?? [])).length }), {
    permission: 'write',
    body: { media_type: 'application/x-ndjson', max_bytes: 700 * 1024 * 1024, description: 'Lines' }
  })
  const { app } = await startApp(t, { definitions: [long] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const head = 'POST /v1/workshop/lines HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\n'
  const statusOf = async (socket: Socket): Promise<number> => Number(String((await once(socket, 'data'))[0]).slice(9, 12))
  const send = (more: string): Socket => {
    const socket = connect(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.write(`${head}${more}`)
    return socket
  }
  const first = send('content-length: 600000000\r\nexpect: 100-continue\r\n\r\n')
  t.equal(await statusOf(first), 100)
  t.equal(await statusOf(send('content-length: 524288000\r\n\r\n')), 429)
  t.equal(await statusOf(send('content-length: 3\r\n\r\n{}\n')), 200, 'a small one has room')
  t.equal(await statusOf(send('transfer-encoding: chunked\r\n\r\n0\r\n\r\n')), 200, 'so has one of unknown length')
  first.destroy()
})

const store = fakeOperation(
  'store',
  { content_base64: base64File('The bytes in base64') },
  async (_input, call) => ({ seen: call.file().size }),
  {
    permission: 'write',
    max_body: 2 * 1024 * 1024,
    upload: { property: 'content_base64', max_bytes: 1024 * 1024 }
  }
)

t.test('a JSON body over 256 KB with a file in base64 counts as an upload, by route and by name', async t => {
  const { app } = await startApp(t, { definitions: [store], uploads: { uploads: 1, bytes: 8 * MB } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const route = '/v1/workshop/store'
  const byName = '/v1/operations/workshop_store'
  const bodyOf = (bytes: number) => JSON.stringify({ content_base64: Buffer.alloc(bytes).toString('base64') })
  const post = async (path: string, bytes: number): Promise<number> => {
    const request = { method: 'POST', body: bodyOf(bytes), headers: { 'content-type': 'application/json' } }
    // A refusal may close the connection before the client has sent the whole body and read the response.
    const response = await fetch(`http://127.0.0.1:${port}${path}`, request).catch(() => undefined)
    await response?.arrayBuffer()
    return response?.status ?? (await post(path, bytes))
  }
  const head = 'HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  const chunk = ' '.repeat(300 * 1024)
  const openBodies: [title: string, path: string, rest: string][] = [
    ['with a length', route, `content-length: ${MB}\r\n\r\n`],
    ['with a length, by name', byName, `content-length: ${MB}\r\n\r\n`],
    ['in chunks', route, `transfer-encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n`]
  ]
  for (const [title, path, rest] of openBodies) {
    t.equal(await post(path, 512 * 1024), 200, 'the only upload of its key')
    const open = () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      const state = { socket, isRefused: false }
      socket.once('data', () => (state.isRefused = true))
      socket.write(`POST ${path} ${head}${rest}`)
      return state
    }
    let opened = open()
    await waitUntil(async () => {
      if (opened.isRefused) opened = open() // the other upload came first
      return (await post(route, 512 * 1024)) === 429 && !opened.isRefused
    })
    const { socket } = opened
    t.equal(await post(byName, 512 * 1024), 429, `a second upload is refused by name: ${title}`)
    t.equal(await post(route, 10), 200, `a short body is not an upload: ${title}`)
    socket.destroy()
    await waitUntil(async () => (await post(route, 512 * 1024)) === 200)
  }
})

t.test('all other JSON bodies of a key are limited together, on every route', async t => {
  const large = fakeOperation('large', { text: Type.Optional(Type.String()) }, undefined, { max_body: 2 * MB })
  const { app } = await startApp(t, { definitions: [large, store], uploads: { bodies: MB } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const post = async (path: string, bytes: number, isChunked = false): Promise<number> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const body = `"${'x'.repeat(bytes)}"`
    const content = isChunked ? { body: ReadableStream.from([Buffer.from(body)]), duplex: 'half' as const } : { body }
    const request = { method: 'POST', ...content, headers, signal: AbortSignal.timeout(10_000) }
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, request)
      await response.arrayBuffer()
      return response.status
    } catch {
      return await post(path, bytes, isChunked) // the connection was reset while the rest of a refused body was sent
    }
  }
  const withFiles = ['/v1/workshop/store', '/v1/operations/workshop_store']
  const paths = ['/v1/workshop/large', '/v1/operations/workshop_large', '/v1/operations', '/mcp', ...withFiles]
  const chunk = ' '.repeat(900_000)
  for (const path of ['/v1/workshop/large', '/mcp'])
    for (const rest of [
      'content-length: 900000\r\n\r\n',
      `transfer-encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n`
    ]) {
      /** A body that arrives while one of the calls below is in progress may be the one that is refused: it is sent again. */
      const send = (): Socket => {
        const one = connect(port, '127.0.0.1').on('error', () => undefined)
        one.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${rest}`)
        return one.once('data', () => {
          one.destroy()
          socket = send()
        })
      }
      let socket = send()
      await waitUntil(async () => (await post('/mcp', 200_000)) === 429)
      for (const other of paths) {
        t.equal(await post(other, 200_000), 429, `${other} while ${path} receives a body`)
        t.equal(await post(other, 200_000, true), 429, `${other} in chunks`)
        t.equal(await post(other, 10), 400, `a short body is not counted: ${other}`)
      }
      for (const other of withFiles) t.equal(await post(other, 300_000), 400, `an upload is counted separately: ${other}`)
      socket.destroy()
      await waitUntil(async () => (await post('/mcp', 200_000)) === 400)
    }
})

const MB = 1024 * 1024
const FORM_HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
const lines = fakeOperation('lines', {}, async (_input, call) => ({ seen: (await Array.fromAsync(call.body ?? [])).length }), {
  permission: 'write',
  body: { media_type: 'application/x-ndjson', max_bytes: LARGEST, description: 'Lines' }
})
const CHUNKED: [title: string, route: string, type: string, head: string, tail: string][] = [
  ['forms', '/v1/workshop/drawers/7/files', 'multipart/form-data; boundary=x', FORM_HEAD, '\r\n--x--\r\n'],
  ['bodies', '/v1/workshop/lines', 'application/x-ndjson', '', '\n']
]
for (const [title, route, type, head, tail] of CHUNKED)
  t.test(`uploads without a length are counted as they arrive: ${title}`, async t => {
    const { app } = await startApp(t, { definitions: [keep, lines], uploads: { uploads: 4, bytes: 8 * MB } })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const chunk = (text: string | Buffer): Buffer =>
      Buffer.concat([Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n`), Buffer.from(text), Buffer.from('\r\n')])
    let largest = 0
    const measure = async (): Promise<number> => {
      const files = (await kept()).length === 0 ? [] : await readdir(`/proc/self/fd`)
      const sizes = await Promise.all(files.map(fd => sizeOfUpload(`/proc/self/fd/${fd}`)))
      largest = Math.max(
        largest,
        sizes.reduce((sum, size) => sum + size, 0)
      )
      return largest
    }
    const uploads = Array.from({ length: 4 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      t.teardown(() => socket.destroy())
      const upload = { socket, text: '' }
      socket.on('data', data => (upload.text += data))
      socket.write(`POST ${route} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`)
      if (head !== '') socket.write(chunk(head))
      return upload
    })
    for (let round = 0; round < 48; round++) {
      for (const { socket, text } of uploads) if (text === '') socket.write(chunk(Buffer.alloc(MB / 16, 'x')))
      if (round % 8 === 0) await measure()
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    const refused = () => uploads.filter(({ text }) => text.startsWith('HTTP/1.1 429'))
    await waitUntil(async () => refused().length === 2)
    for (const { text } of refused())
      t.match(text, /retry-after: 1\r\n.*"reason":"rate_limit_exceeded".*"outcome":"not_executed"/is, 'received bytes are discarded')
    const going = uploads.filter(({ text }) => text === '')
    t.equal(going.length, 2, 'the others continue')
    await waitUntil(async () => (await kept()).length === (title === 'forms' ? 2 : 0))
    t.ok((await measure()) <= 8 * MB, `${largest} bytes are on disk at most`)
    for (const { socket } of going) socket.write(Buffer.concat([chunk(tail), Buffer.from('0\r\n\r\n')]))
    await waitUntil(async () => going.every(({ text }) => text.startsWith('HTTP/1.1 200')))
    await waitUntil(async () => (await kept()).length === 0)
  })

const sizeOfUpload = async (file: string): Promise<number> =>
  isUpload(await readlink(file).catch(() => '')) ? ((await stat(file).catch(() => undefined))?.size ?? 0) : 0

t.test('the fields of a form are limited together, including their JSON', async t => {
  const send = await listening(t)
  const many = formWith({ labels: Array.from({ length: 5 }, () => 'x'.repeat(60_000)) }, ['file', file])
  t.match([(await send(many)).status], [413])
  const part = (json: string): string =>
    `--x\r\ncontent-disposition: form-data; name="labels"\r\ncontent-type: application/json\r\n\r\n${json}\r\n--x--\r\n`
  for (const json of ['['.repeat(50_000) + ']'.repeat(50_000), `[${'1,'.repeat(60_000)}1]`]) {
    const answer = await send(part(json), undefined, 'multipart/form-data; boundary=x')
    t.match(
      [answer.status, (await bodyOf(answer)).error],
      [400, { message: /A field of the form is/, details: { issues: [{ path: '' }] } }]
    )
  }
})

t.test('files that a killed process left are removed at the next start', async t => {
  const left = path.join(os.tmpdir(), `toolgate-upload-${2 ** 22 + 1}-left`)
  const own = path.join(os.tmpdir(), `toolgate-upload-${process.pid}-left`)
  const parent = path.join(os.tmpdir(), `toolgate-upload-${process.ppid}-running`)
  for (const name of [left, own, parent]) await writeFile(name, 'half')
  const { app } = await startApp(t, { definitions: [keep] })
  await app.ready()
  t.strictSame(await named(), [path.basename(parent)])
  await rm(parent)
})

/** The head of a request, and the first bytes of its file. */
function sendHalf(port: number, route: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${route} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9999\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n` +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf'
  )
  return socket
}

const named = async (): Promise<string[]> => (await readdir(os.tmpdir())).filter(isUpload)
const isUpload = (file: string): boolean => file.includes('toolgate-upload-')

/** The files of uploads that a process has on disk. */
async function kept(pid: number | undefined = process.pid): Promise<string[]> {
  if (process.platform !== 'linux') return await named()
  const open = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const files = await Promise.all(open.map(fd => readlink(`/proc/${pid}/fd/${fd}`).catch(() => 'closed in the meantime')))
  return files.filter(isUpload)
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    if (await holds()) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('It did not come about within 30 s')
}
