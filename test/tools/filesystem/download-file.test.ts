import { appendFile, symlink, truncate } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { downloadFile } from '../../../src/tools/filesystem/client/files/download.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { startApp } from '../../helpers/app.ts'
import { newFolder, openDesk, putFiles } from '../../helpers/filesystem.ts'

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7) % 256))
const URL = '/v1/filesystem/download_file?file_path='

t.test('returns the bytes of a file, and an ETag that changes with it', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a b.bin': BYTES, 'empty.bin': '' })
  const { app } = await startApp(t, { system: 'filesystem', roots: root })
  const get = async (name: string, headers: Record<string, string> = {}) =>
    await app.inject({ url: `${URL}${encodeURIComponent(name)}`, headers: { accept: 'application/octet-stream', ...headers } })
  const whole = await get('a b.bin')
  t.equal(whole.statusCode, 200)
  t.strictSame(whole.rawPayload, BYTES)
  t.match(whole.headers, {
    'content-type': 'application/octet-stream',
    'content-length': '1000',
    'content-disposition': /filename="a b\.bin"/,
    etag: /^"[\w-]+"$/
  })
  const { etag = '' } = whole.headers
  t.equal((await get('a b.bin', { 'if-none-match': etag })).statusCode, 304)
  await appendFile(path.join(root, 'a b.bin'), 'x')
  t.equal((await get('a b.bin', { 'if-none-match': etag })).statusCode, 200, 'it has changed')
  const empty = await get('empty.bin')
  t.strictSame([empty.statusCode, empty.rawPayload.length], [200, 0])
})

t.test('sends the range of the bytes that a client requests', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.bin': BYTES, 'empty.bin': '' })
  const { app } = await startApp(t, { system: 'filesystem', roots: root })
  const send = async (headers: Record<string, string>, name = 'a.bin', method: 'GET' | 'HEAD' = 'GET') =>
    await app.inject({ method, url: `${URL}${name}`, headers: { accept: 'application/octet-stream', ...headers } })
  const { headers: facts } = await send({})
  const { etag = '' } = facts
  t.equal(facts['accept-ranges'], 'bytes')
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=-5000', 0, 999],
    ['BYTES=0-9', 0, 9]
  ] as const) {
    const part = await send({ range })
    t.equal(part.statusCode, 206, range)
    t.match(part.headers, { 'content-range': `bytes ${start}-${end}/1000`, 'content-length': String(end - start + 1), etag }, range)
    t.strictSame(part.rawPayload, BYTES.subarray(start, end + 1), range)
  }
  for (const range of ['bytes=5-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=-', 'bytes=a-b', 'bytes=0x1-2', `bytes=${'1'.repeat(99)}-`]) {
    const whole = await send({ range })
    t.strictSame([whole.statusCode, whole.rawPayload.length, whole.headers['content-range']], [200, 1000, undefined], range)
  }
  for (const [range, name, size] of [
    ['bytes=1000-', 'a.bin', 1000],
    ['bytes=-0', 'a.bin', 1000]
  ] as const) {
    const refused = await send({ range }, name)
    t.equal(refused.statusCode, 416, range)
    t.equal(refused.headers['content-range'], `bytes */${size}`)
    t.equal(refused.json().error.details.reason, 'range_not_satisfiable')
  }
  const part = { range: 'bytes=1-2' }
  t.equal((await send({ ...part, 'if-range': etag })).statusCode, 206, 'the version that the client has')
  t.equal((await send({ ...part, 'if-range': '"other"' })).statusCode, 200, 'another version')
  t.equal((await send({ ...part, 'if-range': `W/${etag}` })).statusCode, 200, 'a weak validator')
  t.equal((await send({ ...part, 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' })).statusCode, 200, 'a date')
  t.equal((await send({ range: 'bytes=5000-', 'if-none-match': etag })).statusCode, 304)
  t.equal((await send(part, 'a.bin', 'HEAD')).statusCode, 200, 'HEAD has no ranges')
  t.equal((await send({ ...part, accept: 'application/json' })).statusCode, 200, 'JSON has no ranges')
  await appendFile(path.join(root, 'a.bin'), 'x')
  t.equal((await send({ ...part, 'if-range': etag })).statusCode, 200, 'it has changed')
})

t.test('other surfaces get a link and the beginning', async t => {
  const { byName } = await openDesk(t, { 'a.bin': BYTES })
  const { status, data } = await byName('filesystem_download_file', { file_path: 'a.bin' })
  t.equal(status, 200)
  t.match(data, { length: 1000, encoding: 'base64', complete: true, content: BYTES.toString('base64'), url: `${URL}a.bin` })
})

t.test('a file outside the roots, a directory and a device are refused', async t => {
  const { byName, inRoot, outside } = await openDesk(t, { 'dir/a.bin': BYTES })
  await symlink(path.join(outside, 'secret.txt'), inRoot('out'))
  const reasonOf = async (file_path: string) => (await byName('filesystem_download_file', { file_path })).error.details.reason
  t.equal(await reasonOf('out'), 'outside_roots')
  t.equal(await reasonOf('../root-evil/secret.txt'), 'outside_roots')
  t.equal(await reasonOf('dir'), 'not_a_file')
  t.equal(await reasonOf('absent.bin'), 'file_not_found')
})

t.test('a file of several gigabytes is streamed, and the stream ends when the call is aborted', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'huge.bin': 'begin' })
  await truncate(path.join(root, 'huge.bin'), 5 * 1024 ** 3)
  const stop = new AbortController()
  const { body, length } = await downloadFile(await openVolume(root), 'huge.bin', stop.signal)
  t.equal(length, 5 * 1024 ** 3)
  let received = 0
  const read = async (): Promise<void> => {
    for await (const chunk of body) {
      received += chunk.length
      if (received > 1_000_000) stop.abort(new Error('gone'))
    }
  }
  await t.rejects(read(), { name: 'AbortError' })
  t.ok(received < 10_000_000)
})

t.test('what is added during a download is not part of it', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.log': 'one' })
  const { body, length } = await downloadFile(await openVolume(root), 'a.log', new AbortController().signal)
  await appendFile(path.join(root, 'a.log'), 'two')
  const chunks: string[] = []
  for await (const chunk of body) chunks.push(String(chunk))
  t.strictSame([chunks.join(''), length], ['one', 3])
})

t.test(
  'a file in /proc, whose size is 0, is returned as it is read',
  { skip: process.platform === 'linux' ? false : 'Linux only' },
  async t => {
    const { body, length } = await downloadFile(await openVolume('/proc/self'), 'comm', new AbortController().signal)
    const chunks: string[] = []
    for await (const chunk of body) chunks.push(String(chunk))
    t.ok(chunks.join('').length === length && length > 1)
  }
)
