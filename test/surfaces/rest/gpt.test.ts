import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'

const FILES = 900
const roots = await temporaryFolder(t)
const dataDirectory = await temporaryFolder(t)
mkdirSync(path.join(roots, 'many'))
for (let file = 0; file < FILES; file++) writeFileSync(path.join(roots, 'many', `${String(file).padStart(4, '0')}-${'x'.repeat(120)}`), '')
writeFileSync(path.join(roots, 'one.txt'), 'one')
writeFileSync(path.join(roots, 'long.txt'), `${'A line of a long file.\n'.repeat(10_000)}`)
const { url } = await startGateway(t, { roots, dataDirectory })

async function call(place: string, input: object) {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
  const answer = await fetch(url + place, options)
  const text = await answer.text()
  return { status: answer.status, length: text.length, ...JSON.parse(text) }
}

t.test('a list that is too long for a GPT ends with a whole item, and goes on there', async t => {
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

t.test('a text that is too long for a GPT is cut, and that is told', async t => {
  const { length, metadata, data } = await call('/gpt/v1/filesystem/read_file', { file_path: 'long.txt', limit: 10_000 })
  t.ok(length < 100_000)
  t.ok(data.content.length > 10_000)
  t.ok(metadata.truncated ?? data.metadata.has_more)
})

t.test('a call that may take longer than a GPT waits is made as a job, whose result is answered if it is there in time', async t => {
  const { status, metadata } = await call('/gpt/v1/filesystem/move_file', { source: 'one.txt', destination: 'two.txt' })
  t.equal(status, 200)
  t.match(metadata.job_id, /./)
  const back = await call('/v1/filesystem/move_file', { source: 'two.txt', destination: 'one.txt' })
  t.equal(back.metadata.job_id, undefined, 'others get the call itself')
})

t.test('where it is not, a GPT gets the handle of the job, and when to ask after it', async t => {
  const input = { source: 'one.txt', destination: 'three.txt', mode: 'async', wait: 0 }
  const { status, data } = await call('/gpt/v1/filesystem/move_file', input)
  t.equal(status, 202)
  t.match(data, { id: /./, poll_after_ms: Number })
  const job = await fetch(`${url}/gpt/v1/jobs/${data.id}?wait=30`)
  t.match(await job.json(), { data: { status: 'completed', poll_after_ms: null } })
})

t.test('a quick call is no job', async t => {
  const { status, metadata } = await call('/gpt/v1/filesystem/read_file', { file_path: 'long.txt', limit: 1 })
  t.equal(status, 200)
  t.equal(metadata.job_id, undefined)
})
