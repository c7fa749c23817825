import { Readable } from 'node:stream'
import t from 'tap'
import { openMemory } from '../../helpers/memory.ts'

const { call, send } = await openMemory(t)
const NDJSON = { 'content-type': 'application/x-ndjson' }
const sent = (chunks: Iterable<string | Uint8Array>, headers: Record<string, string> = {}, url = '/v1/memory/import') =>
  send({ method: 'POST', url, headers: { ...NDJSON, ...headers }, payload: Readable.from(chunks, { objectMode: false }) })

t.test('an export is streamed, in any chunks', async t => {
  const line = JSON.stringify({ kind: 'link', from: 'Zoë', relation: 'knows', to: '東京', fact: 'Zoë knows 東京 🦊' })
  const bytes = Buffer.from(`${line}\n\n${line.replace('knows', 'likes')}`)
  const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)) // splits every character
  t.match(await sent(pieces), { status: 200, data: { links_created: 2, links_known: 0, dropped_total: 0 } })
  t.equal((await call('get_object', { name: 'zoë' })).data.outgoing[0].fact, 'Zoë knows 東京 🦊')
  const { text } = await call('export')
  t.match((await sent([text])).data, { objects_known: 2, links_created: 0, links_known: 2 })
})

t.test('a body larger than the JSON limit is read as a stream', async t => {
  const blank = `${' '.repeat(990_000)}\n`
  function* lines() {
    for (let at = 0; at < 12; at++) yield blank
    yield '{"kind":"object","name":"Behind 12 MB"}'
  }
  t.match(await sent(lines()), { status: 200, data: { objects_created: 1 } })
  t.equal((await call('get_object', { name: 'Behind 12 MB' })).status, 200)
})

t.test('an invalid line is reported with its number, and nothing is imported', async t => {
  const good = Array.from({ length: 500 }, (_, at) => `{"kind":"object","name":"Streamed ${at}"}\n`)
  t.match(await sent([...good, 'nonsense\n']), { status: 400, error: { message: /line 501 is not JSON/ } })
  t.equal((await call('get_object', { name: 'Streamed 0' })).status, 404)
  t.match(await sent(['{"kind":"object","name":"A"}\n', 'x'.repeat(1_500_000)]), {
    status: 400,
    error: { message: /line 2 is longer than/ }
  })
  t.match(await sent([Buffer.from([0xff, 0x0a])]), { status: 400, error: { message: /not UTF-8/ } })
})

t.test('parameters that cannot be combined with such a body are refused', async t => {
  const line = '{"kind":"object","name":"Refused"}'
  const refused = [sent([line], { 'idempotency-key': 'k' }), sent([line], {}, '/v1/memory/import?idempotency_key=k')]
  for (const answer of await Promise.all(refused))
    t.match(answer, { status: 400, error: { details: { issues: [{ path: 'idempotency_key' }] } } })
  t.match(await sent([line], {}, '/v1/memory/import?colour=red'), { status: 400, error: { details: { reason: 'unknown_field' } } })
  t.match(await sent([line], {}, '/v1/memory/import?lines=x'), { status: 400, error: { details: { issues: [{ path: 'lines' }] } } })
  t.match(await sent([line], {}, '/v1/memory/links'), { status: 415 }, 'another operation does not accept such a body')
  t.match(await call('import'), { status: 400, error: { details: { reason: 'missing_required_field', issues: [{ path: 'lines' }] } } })
  t.equal((await call('get_object', { name: 'Refused' })).status, 404)
})
