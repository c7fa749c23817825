import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { base64File } from '../../../src/contract/upload.ts'
import { startApp, temporaryFolder } from '../../helpers/app.ts'
import { start } from '../../helpers/killable.ts'
import { startTestRedis } from '../../helpers/redis.ts'
import { make, post } from '../../helpers/workshop.ts'

const before = process.env['TMPDIR']
process.env['TMPDIR'] = t.testdir()
t.teardown(() => (before === undefined ? delete process.env['TMPDIR'] : Object.assign(process.env, { TMPDIR: before })))

const LARGEST = 64 * 1024 * 1024
const LINUX = 'only there a file without a name is found'

/** What came of the file that an operation was handed. */
const keep = make(
  'keep',
  {
    drawer: Type.Integer({ minimum: 1, description: 'Where to' }),
    content_base64: base64File('The bytes in base64'),
    filename: Type.String({ minLength: 1, description: 'Its name' }),
    media_type: Type.String({ default: 'application/octet-stream', description: 'What it is' }),
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
    upload: { property: 'content_base64', largest: LARGEST, filename: 'filename', media_type: 'media_type' }
  }
)
const plain = make('plain', { text: Type.Optional(Type.String({ description: 'Text' })) })

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

interface Told {
  data: { seen: Record<string, unknown> }
  error: { code: string; message: string; details: { issues: { path: string }[] } }
}
const told = async (answer: Response): Promise<Told> => JSON.parse(await answer.text())

const formWith = (fields: Record<string, string | readonly string[]>, ...files: [name: string, file: File][]): FormData => {
  const form = new FormData()
  for (const [name, file] of files) form.append(name, file, file.name)
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each)
  return form
}

const BYTES = Buffer.from([0, 255, 13, 10, 45, 45, 200])
const file = new File([BYTES], 'Größe 1.png', { type: 'image/png' })

t.test('a file is sent as a part of a form, with the rest of the input beside it, before or after', async t => {
  const send = await listening(t)
  const answer = await send(formWith({ labels: ['a', 'b'], shut: 'true' }, ['file', file]))
  t.equal(answer.status, 200)
  t.match((await told(answer)).data.seen, {
    drawer: 7,
    filename: 'Größe 1.png',
    media_type: 'image/png',
    labels: ['a', 'b'],
    shut: true,
    size: BYTES.length,
    sha256: sha256(BYTES)
  })
})

t.test('what the caller says of the file goes before what its part says', async t => {
  const send = await listening(t)
  const { data } = await told(await send(formWith({ filename: 'mine.bin', media_type: 'text/plain' }, ['file', file])))
  t.match(data.seen, { filename: 'mine.bin', media_type: 'text/plain' })
})

t.test('the same file in base64 is the same to the operation', async t => {
  const { app } = await startApp(t, { definitions: [keep, plain] })
  const answer = await post(app, '/v1/workshop/drawers/7/files', { content_base64: BYTES.toString('base64'), filename: 'a' })
  t.match(answer.json().data.seen, { size: BYTES.length, sha256: sha256(BYTES), filename: 'a' })
})

t.test('base64 that is cut short is refused, not decoded to other bytes', async t => {
  const { app } = await startApp(t, { definitions: [keep, plain] })
  const answer = await post(app, '/v1/workshop/drawers/7/files', { content_base64: 'abcde', filename: 'a' })
  t.match(answer.json().error.details.issues, [{ path: 'content_base64' }])
})

t.test('a file beyond what JSON may hold goes through disk, is gone after the answer, and no log holds it', async t => {
  const log: object[] = []
  const send = await listening(t, log)
  const large = Buffer.alloc(LARGEST, 'mark ')
  const before = process.memoryUsage().rss
  const answer = await send(formWith({}, ['file', new File([large], 'large.bin')]))
  t.match((await told(answer)).data.seen, { size: LARGEST, sha256: sha256(large) })
  t.ok(process.memoryUsage().rss - before < 4 * LARGEST, 'what the test itself holds, and little more')
  await waitUntil(async () => (await kept()).length === 0)
  t.notMatch(JSON.stringify(log), /mark mark/)
})

t.test('a file over the limit is 413 with the limit', async t => {
  const send = await listening(t)
  const answer = await send(formWith({}, ['file', new File([Buffer.alloc(LARGEST + 1)], 'large.bin')]))
  t.equal(answer.status, 413)
  t.match((await told(answer)).error, { code: 'PAYLOAD_TOO_LARGE', details: { limit_bytes: LARGEST } })
})

t.test('all that is wrong with a form is told at once', async t => {
  const send = await listening(t)
  const answer = await send(
    formWith({ shut: 'maybe', colour: 'red', content_base64: 'AAAA' }, ['upload', file]),
    '/v1/workshop/drawers/0/files'
  )
  t.equal(answer.status, 400)
  const { issues } = (await told(answer)).error.details
  t.strictSame(issues.map(({ path }) => path).sort(), ['colour', 'content_base64', 'drawer', 'shut', 'upload'])
})

t.test('a form without a file says which part is missing', async t => {
  const send = await listening(t)
  const answer = await send(formWith({ filename: 'a' }))
  t.equal(answer.status, 400)
  t.match((await told(answer)).error.details.issues, [{ path: 'file', expected: 'the file itself, as the part file' }])
})

t.test('two files are refused, and so is a form that is none', async t => {
  const send = await listening(t)
  const two = await send(formWith({}, ['file', file], ['file', file]))
  t.match([two.status, (await told(two)).error.message], [400, /several files/])
  const none = await send('--x\r\nnothing', undefined, 'multipart/form-data; boundary=x')
  t.match([none.status, (await told(none)).error.code], [400, 'VALIDATION_ERROR'])
  const without = await send('nothing', undefined, 'multipart/form-data')
  t.match([without.status, (await told(without)).error.code], [400, 'VALIDATION_ERROR'])
})

t.test('elsewhere a form is a media type that is not read', async t => {
  const send = await listening(t)
  const answer = await send(formWith({}, ['file', file]), '/v1/workshop/plain')
  t.equal(answer.status, 415)
  t.equal((await send(formWith({}, ['file', file]), '/v1/operations/workshop_keep')).status, 415)
})

t.test('a caller that goes away amid its file leaves nothing behind', async t => {
  const { app } = await startApp(t, { definitions: [keep, plain] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socket = sendHalf(port, '/v1/workshop/drawers/7/files')
  await waitUntil(async () => (await kept()).length > 0)
  socket.destroy()
  await waitUntil(async () => (await kept()).length === 0)
  t.strictSame(await named(), [])
})

t.test('a gateway that is killed amid a file leaves nothing behind', { skip: process.platform !== 'linux' && LINUX }, async t => {
  const [redis, data] = [await startTestRedis(t), await temporaryFolder(t)]
  const confluence = { CONFLUENCE_URL: 'http://127.0.0.1:1', CONFLUENCE_TOKEN: 'none' }
  const [gateway, url] = await start(t, 'gateway-process.ts', { ...confluence, REDIS_URL: redis.url, TOOLGATE_DATA: data })
  const socket = sendHalf(Number(new URL(url).port), '/v1/confluence/pages/1/attachments')
  socket.on('error', () => undefined) // the gateway is gone
  await waitUntil(async () => (await kept(gateway.pid)).some(file => file.endsWith(' (deleted)')))
  gateway.kill('SIGKILL')
  await once(gateway, 'exit')
  t.strictSame(await named(), [])
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
  const files = await Promise.all(open.map(fd => readlink(`/proc/${pid}/fd/${fd}`).catch(() => 'closed meanwhile')))
  return files.filter(isUpload)
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    if (await holds()) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('It did not come about within 30 s')
}
