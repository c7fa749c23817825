import { Buffer } from 'node:buffer'
import t from 'tap'
import { Type } from 'typebox'
import { createKeyring, newKey } from '../../../src/access/keys.ts'
import { stream } from '../../../src/contract/stream.ts'
import { createPorts } from '../../../src/server/ports.ts'
import { fileUri, isReadAsFile } from '../../../src/surfaces/mcp/files.ts'
import { loadCatalog } from '../../../src/systems/load-catalog.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { connect, rpc } from '../../helpers/mcp.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
const FILES: Readonly<Record<string, Buffer>> = {
  png: PNG,
  large_png: Buffer.concat([PNG, Buffer.alloc(900_000, 7)]),
  wav: Buffer.concat([Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVEfmt ', 'latin1'), Buffer.alloc(2_000, 9)]),
  pdf: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  zip: Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]), Buffer.alloc(50_000, 1)]),
  bytes: Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 31 + (at >> 8)) % 256)),
  text: Buffer.from(`\ufeff${Array.from({ length: 4_000 }, (_, at) => `line ${at} “é” \u{1f600}`).join('\n')}`),
  empty: Buffer.alloc(0)
}
/** Too large to be read as a resource. */
const HUGE: Readonly<Record<string, Buffer>> = { huge_png: Buffer.concat([PNG, Buffer.alloc(11_000_000, 7)]) }
const kind = Type.String({ description: 'Which file' })
const fileOf = ({ kind }: Record<string, unknown>): Buffer => FILES[String(kind)] ?? HUGE[String(kind)] ?? Buffer.alloc(0)

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 7_001) yield bytes.subarray(at, at + 7_001)
}

const output = Type.Object({
  path: Type.String({ description: 'Path' }),
  encoding: Type.String({ description: 'Encoding' }),
  content: Type.String({ description: 'Content' })
})
let lookedUp = 0
/** Calls that wait, now and at most. */
const held = { now: 0, most: 0, until: Promise.resolve() }
const definitions = [
  fakeOperation(
    'download',
    { kind },
    input => ({ body: inChunks(fileOf(input)), media_type: 'application/octet-stream', filename: 'a.bin' }),
    {
      http: 'GET /download',
      output: stream(['application/octet-stream'])
    }
  ),
  fakeOperation('read', { kind }, input => ({ path: 'a.bin', encoding: 'base64', content: fileOf(input).toString('base64') }), { output }),
  fakeOperation(
    'hold',
    { kind },
    async input => {
      held.most = Math.max(held.most, ++held.now)
      await held.until
      held.now -= 1
      return { body: inChunks(fileOf(input)), media_type: 'application/octet-stream', filename: 'a.bin' }
    },
    { http: 'GET /hold', output: stream(['application/octet-stream']) }
  ),
  fakeOperation('erase', {}, undefined, { permission: 'write' }),
  fakeOperation('look_up', { kind }, () => ({ title: String(++lookedUp) }), {
    output: Type.Object({ title: Type.String({ description: 'Results' }) })
  }),
  fakeOperation('watch', { kind }, () => ({ body: inChunks(Buffer.from(String(++lookedUp))), media_type: 'text/event-stream' }), {
    http: 'GET /watch',
    output: stream(['text/event-stream'], { endless: true })
  })
]
const all = newKey({ id: 'all', scopes: ['*'] })
const none = newKey({ id: 'none', scopes: ['gitlab:read'] })
const keyring = createKeyring([all.entry, none.entry])
const { app } = await startApp(t, {
  definitions,
  ports: createPorts({ policy: () => [] }),
  auth: { identify: key => keyring.identify(key), anonymous: undefined }
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const client = await connect(t, url, { key: all.key })
await client.listTools()

const SHOWN: Readonly<Record<string, object>> = {
  png: { type: 'image', mimeType: 'image/png', data: PNG.toString('base64') },
  wav: { type: 'audio', mimeType: 'audio/wav' },
  pdf: { type: 'resource', resource: { mimeType: 'application/pdf', blob: FILES['pdf']?.toString('base64') } }
}

for (const name of ['workshop_download', 'workshop_read']) {
  for (const [kind, bytes] of Object.entries(FILES)) {
    t.test(`${name} of ${kind} is shown by its sniffed type, and is complete as a resource`, async t => {
      const result = await client.callTool({ name, arguments: { kind } })
      const content: { type: string; uri?: string }[] = Array.isArray(result.content) ? result.content : []
      t.ok(content.length > 0)
      t.ok(JSON.stringify({ ...result, content: content.filter(({ type }) => type === 'text') }).length <= 25_000, 'data is bounded')
      if (SHOWN[kind])
        t.match(
          content.find(({ type }) => type !== 'text' && type !== 'resource_link'),
          SHOWN[kind]
        )
      else t.notOk(content.some(({ type }) => type === 'image' || type === 'audio' || type === 'resource'))
      const link = content.find(({ type }) => type === 'resource_link')
      if (!link?.uri) return t.equal(name, 'workshop_read', 'only base64 of no known type stays in the data')
      const { contents } = await client.readResource({ uri: link.uri })
      const [first] = contents
      const read = first && 'blob' in first ? Buffer.from(String(first.blob), 'base64') : Buffer.from(String(Object(first).text))
      t.ok(read.equals(bytes))
      return t.pass()
    })

    t.test(`${name} of ${kind} by name: the parts together are the file`, async t => {
      const parts: Buffer[] = []
      let cursor: string | undefined
      do {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${all.key}` }
        const payload = JSON.stringify({ kind, ...(cursor !== undefined && { cursor }) })
        const response = await app.inject({ method: 'POST', url: `/v1/operations/${name}`, headers, payload })
        const { data } = response.json()
        if (kind !== 'large_png') t.ok(response.body.length <= 25_000, `${response.body.length} characters`)
        parts.push(Buffer.from(data.content, data.encoding))
        cursor = data.next_cursor
      } while (cursor !== undefined && parts.length < 200)
      t.ok(Buffer.concat(parts).equals(bytes), `${parts.length} parts`)
    })
  }
}

t.test('a resource is read with the checks of its call', async t => {
  const { content } = await client.callTool({ name: 'workshop_download', arguments: { kind: 'png' } })
  const uri = String(Object(Array.isArray(content) ? content.at(-1) : {}).uri)
  const other = await connect(t, url, { key: none.key })
  await t.rejects(other.readResource({ uri }), /not found/i)
  const input = Buffer.from('{}').toString('base64url')
  for (const wrong of [`workshop_erase/${input}`, `workshop_nothing/${input}`, 'workshop_download/e30x', `workshop_download/${input}`])
    await t.rejects(client.readResource({ uri: `toolgate://files/${wrong}` }), wrong)
})

t.test('a key reads few resources at once; others wait, or are refused, and those of other keys do not', async t => {
  const { promise, resolve } = Promise.withResolvers<void>()
  held.until = promise
  const uri = fileUri({ id: 'workshop_hold' }, { kind: 'text' })
  const refused: unknown[] = []
  const reads = Array.from({ length: 60 }, async () => {
    const response = await rpc(url, 'resources/read', { uri }, { key: all.key })
    if (!response.result) refused.push(response)
  })
  t.match(await rpc(url, 'resources/read', { uri: 'toolgate://reference/workshop' }, { key: none.key }), { error: {} })
  await waitUntil(() => refused.length === 6, 'six reads are refused')
  resolve()
  await Promise.all(reads)
  t.equal(refused.length, 6)
  t.match(refused[0], { success: false, error: { details: { reason: 'rate_limit_exceeded', retryable: true } } })
  t.equal(held.most, 4)
})

t.test('an input in a URI has the limits of any JSON', async t => {
  for (const levels of [60, 65, 5_000]) {
    const input = Buffer.from(`{"kind":${'['.repeat(levels)}${']'.repeat(levels)}}`).toString('base64url')
    const expected = levels < 64 ? /`kind` must be/ : /not found/i
    await t.rejects(client.readResource({ uri: `toolgate://files/workshop_download/${input}` }), expected, `${levels} levels`)
  }
})

t.test('a result links only to files that can be read as a resource', async t => {
  const contentOf = async (name: string, kind: string): Promise<Record<string, unknown>[]> => {
    const { content } = await client.callTool({ name, arguments: { kind } })
    return Array.isArray(content) ? content : []
  }
  const large = await contentOf('workshop_read', 'huge_png')
  t.notOk(large.some(({ type }) => type === 'resource_link'))
  t.match(large.at(-1), { type: 'text', text: /The file has 10\.5 MB.*POST \/v1\/operations\/workshop_read over REST/ })
  const endless = await contentOf('workshop_watch', 'png')
  t.notOk(endless.some(({ type }) => type === 'resource_link'))
  t.match(endless, [{ type: 'text' }])
})

t.test('bytes are returned whole: a cursor is for JSON', async t => {
  const headers = { authorization: `Bearer ${all.key}` }
  const whole = await app.inject({ url: '/v1/workshop/download?kind=bytes', headers })
  t.ok(whole.rawPayload.equals(FILES['bytes'] ?? Buffer.alloc(0)))
  t.match((await app.inject({ url: '/v1/workshop/download?kind=bytes&cursor=10', headers })).json(), {
    error: { details: { issues: [{ path: 'cursor' }] } }
  })
})

t.test('an operation that returns no file is not called by reading a resource', async t => {
  const before = lookedUp
  for (const id of ['workshop_look_up', 'workshop_watch'])
    await t.rejects(client.readResource({ uri: fileUri({ id }, { kind: 'png' }) }), /not found/i, id)
  t.equal(lookedUp, before, 'neither was called')
})

t.test('resources are the files of a few operations of the catalog, and of no bulk action', async t => {
  const ids = (await loadCatalog()).operations.filter(isReadAsFile).map(({ id }) => id)
  t.strictSame(ids.toSorted(), [
    'calls_export',
    'confluence_download_attachment',
    'confluence_download_attachments',
    'confluence_download_export',
    'confluence_export_tree',
    'filesystem_download_file',
    'filesystem_read_file',
    'gitlab_download_file',
    'gitlab_download_job_artifacts',
    'gitlab_download_release_asset',
    'gitlab_download_upload',
    'gitlab_get_file',
    'gmail_get_attachment',
    'jobs_get_results',
    'memory_export',
    'trello_download_attachment',
    'web_download_pages'
  ])
})
