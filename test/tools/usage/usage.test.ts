import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { Type } from 'typebox'
import { createUsage } from '../../../src/access/usage/usage.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import { stream } from '../../../src/contract/stream.ts'
import { createPorts } from '../../../src/server/ports.ts'
import getUsage from '../../../src/tools/usage/operations/get.ts'
import { startApp } from '../../helpers/app.ts'
import { silentLog } from '../../helpers/bulk.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { callAs } from '../../helpers/record.ts'
import { startTestRedis } from '../../helpers/redis.ts'

const TEXT = { text: Type.Optional(Type.String({ description: 'A text', maxLength: 9_999 })) }
const look = fakeOperation('look', TEXT, ({ text }) => ({ seen: text ?? '' }))
const write = fakeOperation('write', TEXT, undefined, { permission: 'write' })
const fail = fakeOperation('fail', TEXT, () => {
  throw new OperationError('version_conflict', 'It has changed.')
})

const download = fakeOperation('download', {}, () => ({ body: Readable.from(['12345', '67890']), media_type: 'text/plain' }), {
  http: 'GET /download',
  output: stream(['text/plain'])
})
const upload = fakeOperation('upload', {}, async (_input, { body }) => ({ seen: await text(body ?? Readable.from([])) }), {
  http: 'POST /upload',
  body: { media_type: 'text/plain', max_bytes: 1_000, description: 'A text' }
})

const redis = await startTestRedis(t)
const usage = createUsage(redis.client(), silentLog, ['workshop', 'usage'])
t.teardown(usage.close)
const { app } = await startApp(t, {
  definitions: [look, write, fail, download, upload, getUsage],
  ports: { ...createPorts({ policy: () => [] }), usage },
  auth: { identify: key => ({ id: key, scopes: key === 'all' ? ['*'] : ['workshop:read'] }), anonymous: undefined }
})
const used = async (key: string, input: object = { system: 'workshop' }) => (await callAs(app, key, 'usage_get', input)).data

t.test('a call is counted with the bytes of its input and of its data as JSON, and about a token for three of them', async t => {
  await callAs(app, 'alice', 'workshop_look', { text: 'x'.repeat(200) })
  const { items } = await used('alice')
  t.match(items, [{ principal: 'key:alice', system: 'workshop', calls: 1, failed: 0, bytes_out: 211, tokens: 71 }])
  t.ok(items[0].bytes_in >= 209 && items[0].bytes_in < 220, `${items[0].bytes_in}`)
  await callAs(app, 'ben', 'workshop_look', { text: '東京' })
  t.match((await used('ben')).totals, { bytes_out: 17, tokens: 6 }, 'bytes, not characters')
})

t.test('failed calls are counted, including those that are refused before their input is read', async t => {
  await callAs(app, 'carl', 'workshop_fail')
  await callAs(app, 'carl', 'workshop_look', { text: 5 })
  await callAs(app, 'carl', 'workshop_write', { text: 'x' })
  t.match(await used('carl'), { totals: { calls: 3, failed: 3, bytes_out: 0, tokens: 0 } })
})

t.test('downloads and uploads count with their bytes, and downloads have no tokens', async t => {
  const headers = { 'x-api-key': 'dora' }
  t.equal(
    (await app.inject({ method: 'GET', url: '/v1/workshop/download', headers: { ...headers, accept: 'text/plain' } })).body,
    '1234567890'
  )
  t.match((await used('dora')).totals, { calls: 1, bytes_out: 10, tokens: 0 })
  const sent = { method: 'POST', url: '/v1/workshop/upload', headers: { ...headers, 'content-type': 'text/plain' } } as const
  t.equal((await app.inject({ ...sent, payload: 'y'.repeat(600) })).statusCode, 200)
  const { totals } = await used('dora')
  t.ok(totals.bytes_in >= 600 && totals.bytes_in < 620, `${totals.bytes_in}`)
})

t.test('a request for hours that are no longer kept says from when it counts', async t => {
  const { data, metadata } = await callAs(app, 'alice', 'usage_get', { group_by: ['hour'], from: '2020-01-01T00:00:00Z' })
  t.equal(data.items.length, 1)
  t.match(metadata.warnings, [/^Usage is counted from .*: hours are kept for 2 days\.$/])
})
