import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { sendsBody, splitRoute } from '../../../src/catalog/catalog.ts'
import { packsOf } from '../../../src/catalog/packs.ts'
import { inputOf } from '../../../src/catalog/reserved-inputs.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { makeStub } from '../../helpers/gcloud.ts'

const FILES = 900
const dataDirectory = await temporaryFolder(t)
const sdk = makeStub(path.join(dataDirectory, 'bin'))
const { url, catalog } = await startGateway(t, { dataDirectory, environment: { GCLOUD_PATH: sdk.path } })
const roots = path.join(dataDirectory, 'sandbox/files')
mkdirSync(path.join(roots, 'many'))
for (let file = 0; file < FILES; file++) writeFileSync(path.join(roots, 'many', `${String(file).padStart(4, '0')}-${'x'.repeat(120)}`), '')
writeFileSync(path.join(roots, 'one.txt'), 'one')
writeFileSync(path.join(roots, 'long.txt'), `${'A line of a long file.\n'.repeat(10_000)}`)

/** Maximum length of a response to a GPT. */
const MOST = 100_000

async function send(method: string, place: string, input?: object) {
  const body = input && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
  const answer = await fetch(url + place, { method, ...body })
  const text = await answer.text()
  return { status: answer.status, length: text.length, ...JSON.parse(text) }
}
const call = (place: string, input: object) => send('POST', place, input)
const get = (place: string) => send('GET', place)

t.test('a list that is too long for a GPT ends with a whole item, and continues there', async t => {
  const input = { path: 'many', max_items: FILES }
  t.ok((await call('/v1/filesystem/list_directory', input)).length > 100_000)
  const names: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await call('/gpt/v1/filesystem/list_directory', { ...input, ...(cursor && { cursor }) })
    t.ok(page.length < 100_000, `${page.length} characters`)
    t.ok(page.data.items.length > 0)
    if (page.data.next_cursor !== null) t.match(page.metadata.truncated, { reason: 'size', hint: /next_cursor/ })
    names.push(...page.data.items.map(({ name }: { name: string }) => name))
    cursor = page.data.next_cursor
  }
  t.equal(new Set(names).size, FILES)
  t.equal(names.length, FILES, 'each once')
})

t.test('a text that is too long for a GPT is truncated, with a note', async t => {
  const { length, metadata, data } = await call('/gpt/v1/filesystem/read_file', { file_path: 'long.txt', limit: 10_000 })
  t.ok(length < 100_000)
  t.ok(data.content.length > 10_000)
  t.ok(metadata.truncated ?? data.metadata.has_more)
})

t.test('a call that may take longer than a GPT waits runs as a job, and returns its result if it is ready in time', async t => {
  const { status, metadata } = await call('/gpt/v1/filesystem/move_file', { source: 'one.txt', destination: 'two.txt' })
  t.equal(status, 200)
  t.match(metadata.job_id, /./)
  const back = await call('/v1/filesystem/move_file', { source: 'two.txt', destination: 'one.txt' })
  t.equal(back.metadata.job_id, undefined, 'others get the call itself')
})

t.test('if the result is not ready, a GPT gets the handle of the job, and when to read it', async t => {
  const input = { source: 'one.txt', destination: 'three.txt', mode: 'async', wait: 0 }
  const { status, data } = await call('/gpt/v1/filesystem/move_file', input)
  t.equal(status, 202)
  t.match(data, { id: /./, poll_after_ms: Number })
  let job = data
  while (job.poll_after_ms !== null) job = (await get(`/gpt/v1/jobs/${data.id}?wait=30`)).data // each change of its status returns
  t.match(job, { status: 'completed' })
})

t.test('a quick call is not a job', async t => {
  const { status, metadata } = await call('/gpt/v1/filesystem/read_file', { file_path: 'long.txt', limit: 1 })
  t.equal(status, 200)
  t.equal(metadata.job_id, undefined)
})

t.test('a GPT cannot request a wait that exceeds its timeout', async t => {
  sdk.replays({ stdout: 'NAME\n    gcloud topic' })
  const { status, metadata } = await get('/gpt/v1/gcloud/help?path=topic&mode=sync')
  t.equal(status, 200)
  t.match(metadata.job_id, /./, 'it still runs as a job')
  for (const { name } of packsOf(catalog))
    t.notMatch(readFileSync(path.join(import.meta.dirname, `../../../openapi/gpt/${name}.json`), 'utf8'), /CallMode|CallNotifyUrl/, name)
})

t.test('input that may contain a secret is not stored: the call runs at once, within the timeout of a GPT', async t => {
  sdk.replays({ stdout: '[]' })
  const { status, data, metadata } = await call('/gpt/v1/gcloud/run', { args: ['projects', 'list'], mode: 'sync' })
  t.equal(status, 200)
  t.equal(data.exit_code, 0)
  t.equal(metadata.job_id, undefined)
})

/** The route of an operation as a GPT calls it, with an input. */
function request(operation: Operation, input: Record<string, unknown>): [method: string, place: string, body?: object] {
  const [method, route] = splitRoute(operation)
  const rest = { ...input }
  const place = `/gpt${route.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })}`
  if (sendsBody(method)) return [method, place, rest]
  return [method, `${place}?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}`]
}

t.test('a GPT can call every slow operation of the default packs', async t => {
  const slow = packsOf(catalog).flatMap(({ operations }) =>
    operations.filter(({ timeout_ms, kind }) => timeout_ms > 40_000 && kind === 'operation')
  )
  t.ok(slow.length > 10)
  const tried = [...new Set(slow)].map(async operation => {
    const example = operation.examples.find(candidate => 'output' in candidate)
    if (!example) return
    const confirm = 'confirm' in inputOf(operation).properties && { confirm: true }
    const { error, length } = await send(...request(operation, { ...example.input, ...confirm }))
    t.not(error?.details.reason, 'cannot_be_honoured', operation.id)
    t.ok(length < MOST, operation.id)
  })
  await Promise.all(tried)
})

t.test('a failure with more details than a GPT accepts is truncated, with a note', async t => {
  sdk.replays({ stderr: 'ERROR: (gcloud.projects.list) a line of what went wrong, at some length\n'.repeat(4_000), exit_code: 1 })
  const plain = await get('/v1/gcloud/status')
  t.ok(plain.length > MOST)
  const { status, length, error } = await get('/gpt/v1/gcloud/status')
  t.equal(status, plain.status)
  t.ok(length < MOST && length > MOST / 2, `${length} characters`)
  t.match(error, { code: plain.error.code, message: plain.error.message, details: { truncated: { reason: 'size', hint: /output/ } } })
  t.strictSame(error.details.suggestions, plain.error.details.suggestions)
  const many = await call('/v1/operations', { calls: [{ operation: 'gcloud_status' }], max_chars: 1_000 })
  t.match(many.data.results, [{ success: false, status, error: { code: error.code, details: { truncated: { reason: 'size' } } } }])
  t.ok(many.length < 3_000, `${many.length} characters`)
})
