import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Test, test } from 'tap'
import type { JobItem } from '../../src/contract/job.ts'
import { jobKey } from '../../src/jobs/store/keys.ts'
import { alice, runToEnd, startBulk, succeeded, testAdapter, until } from '../helpers/bulk.ts'
import { type BulkHttp, startBulkHttp } from '../helpers/bulk-http.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const AWKWARD = ['=1+1', '-2', '@x', 'say "hi"', 'a,b', 'line\nbreak', 'Grüße']

const awkward = testAdapter({
  nextBatch: async () => ({ items: AWKWARD.map(id => ({ id, display_name: id })), next: undefined }),
  executeBatch: async function* (items) {
    for (const item of items) {
      if (item.id === '-2')
        yield { item_id: item.id, outcome: 'failed', error: { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: '+changed' } }
      else yield { ...succeeded(item), data: { size: item.id.length } }
    }
  }
})

test('results are NDJSON unless CSV is requested, in the order of the job', async t => {
  const fixture = await startBulkHttp(t, [awkward])
  const { id } = await runToEnd(fixture.jobs, fixture.request(awkward))
  const answer = await fixture.get(`/v1/jobs/${id}/results`)
  t.match(Object.fromEntries(answer.headers), {
    'content-type': 'application/x-ndjson',
    'content-disposition': `attachment; filename="${id}.ndjson"`,
    etag: /^W\/"\d+-ndjson"$/
  })
  const rows: JobItem[] = (await answer.text())
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  t.strictSame(rows, (await fixture.jobs.items(alice, id, { limit: 100 })).items)
  t.strictSame(
    rows.map(({ item_id }) => item_id),
    AWKWARD
  )
  const failed = await fixture.get(`/v1/jobs/${id}/results?outcome=failed`)
  t.match(JSON.parse(await failed.text()), { index: 1, item_id: '-2', outcome: 'failed', error: { message: '+changed' } })
  t.match(failed.headers.get('content-disposition'), `${id}-failed.ndjson`)
})

test('CSV follows RFC 4180, and no spreadsheet executes it', async t => {
  const fixture = await startBulkHttp(t, [awkward])
  const { id } = await runToEnd(fixture.jobs, fixture.request(awkward))
  const byAccept = await fixture.get(`/v1/jobs/${id}/results`, { accept: 'text/csv' })
  t.match(byAccept.headers.get('content-type'), 'text/csv; charset=utf-8')
  const text = await byAccept.text()
  t.equal(await (await fixture.get(`/v1/jobs/${id}/results?format=csv`)).text(), text)
  t.equal(
    text,
    [
      'index,item_id,display_name,outcome,success,error_code,error_reason,error_message,data',
      `0,'=1+1,'=1+1,succeeded,true,,,,"{""size"":4}"`,
      "1,'-2,'-2,failed,false,CONFLICT_ERROR,version_conflict,'+changed,",
      `2,'@x,'@x,succeeded,true,,,,"{""size"":2}"`,
      '3,"say ""hi""","say ""hi""",succeeded,true,,,,"{""size"":8}"',
      '4,"a,b","a,b",succeeded,true,,,,"{""size"":3}"',
      '5,"line\nbreak","line\nbreak",succeeded,true,,,,"{""size"":10}"',
      '6,Grüße,Grüße,succeeded,true,,,,"{""size"":5}"',
      ''
    ].join('\r\n')
  )
})

test('the ETag of the file differs from those of its JSON and Markdown descriptions; a request that matches none is refused with all of them', async t => {
  const fixture = await startBulkHttp(t, [awkward])
  const { id } = await runToEnd(fixture.jobs, fixture.request(awkward))
  const url = `/v1/jobs/${id}/results`
  const forms = ['application/x-ndjson', 'text/csv', 'application/json', 'text/markdown']
  const tags = await Promise.all(forms.map(async accept => (await fixture.get(url, { accept })).headers.get('etag') ?? ''))
  t.equal(new Set(tags).size, forms.length, tags.join())
  for (const [at, accept] of forms.entries())
    for (const [other, tag] of tags.entries())
      t.equal((await fixture.get(url, { accept, 'if-none-match': tag })).status, at === other ? 304 : 200, `${accept} ${tag}`)
  const markdown = await (await fixture.get(url, { accept: 'text/markdown' })).text()
  t.match(markdown, /^\| # \| item \| outcome \| error \|\n.*\n\| 0 \| =1\+1 \| succeeded \|/, 'a table of the items')
  const refused = await fixture.get(url, { accept: 'application/xml' })
  t.equal(refused.status, 406)
  t.match(await refused.text(), /Accept one of: application\/x-ndjson, text\/csv, application\/json/)
})

test('while the job runs, items without an outcome are pending', async t => {
  const fixture = await startBulkHttp(t, [awkward])
  const made = await fixture.jobs.create(fixture.request(awkward))
  const rows = (await (await fixture.get(`/v1/jobs/${made.id}/results`)).text()).trimEnd().split('\n')
  t.equal(rows.length, AWKWARD.length)
  t.match(JSON.parse(rows[0] ?? ''), { outcome: null, success: null, error: null })
  const etag = (await fixture.get(`/v1/jobs/${made.id}/results`)).headers.get('etag') ?? ''
  t.equal((await fixture.get(`/v1/jobs/${made.id}/results`, { 'if-none-match': etag })).status, 304)
  await fixture.jobs.cancel(alice, made.id)
  t.match(await (await fixture.get(`/v1/jobs/${made.id}/results`, { 'if-none-match': etag })).text(), 'not_attempted')
})

test('a caller without access, or after the items expired, gets an error', async t => {
  const fixture = await startBulkHttp(t, [awkward])
  const { id } = await runToEnd(fixture.jobs, fixture.request(awkward))
  t.equal((await fixture.get(`/v1/jobs/${id}/results`, {}, 'bob')).status, 404)
  t.equal((await fixture.get('/v1/jobs/jaaaaaaaaaaaaaaaaaaaaaaaaaa/results')).status, 404)
  await fixture.redis.client().del(jobKey(id, 'status'))
  t.equal((await fixture.get(`/v1/jobs/${id}/results`)).status, 410)
})

const MANY = 100_000

/** A finished job of many items, some of which failed. */
async function manyItems(t: Test, idLength = 12): Promise<BulkHttp & { id: string }> {
  const fixture = await startBulkHttp(t, [awkward])
  const { id } = await runToEnd(fixture.jobs, fixture.request(awkward))
  const client = fixture.redis.client()
  await client.del(jobKey(id, 'ids'), jobKey(id, 'status'), jobKey(id, 'results'))
  for (let at = 0; at < MANY; at += 5_000)
    await client.rpush(jobKey(id, 'ids'), ...Array.from({ length: 5_000 }, (_, place) => `item-${at + place}-`.padEnd(idLength, 'x')))
  await client.set(jobKey(id, 'status'), `${'s'.repeat(999)}f`.repeat(MANY / 1_000))
  await client.hset(
    jobKey(id, 'results'),
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at * 1_000 + 999, '{"error":{"code":"X","reason":"y","message":"z"}}']))
  )
  await client.hset(jobKey(id, 'meta'), { total: MANY, succeeded: MANY - 100, failed: 100 })
  return { ...fixture, id }
}

/** Only a reader of items reads ranges of a string here. */
const pagesRead = async (fixture: BulkHttp): Promise<number> =>
  Number(/cmdstat_getrange:calls=(\d+)/.exec(await fixture.redis.client().info('commandstats'))?.[1] ?? 0)

test('a hundred thousand items are sent in pages', async t => {
  const fixture = await manyItems(t)
  for (const format of ['ndjson', 'csv']) {
    const before = process.memoryUsage()
    let lines = 0
    let most = 0
    const answer = await fixture.get(`/v1/jobs/${fixture.id}/results?format=${format}`)
    for await (const bytes of answer.body ?? []) {
      for (const byte of bytes) if (byte === 10) lines += 1
      const { heapUsed, external } = process.memoryUsage()
      most = Math.max(most, heapUsed + external - before.heapUsed - before.external)
    }
    t.equal(lines, format === 'csv' ? MANY + 1 : MANY)
    t.ok(most < 100 * 1024 ** 2, `${format}: at most ${Math.round(most / 1024 ** 2)} MB more, including garbage and the reader itself`)
  }
  const failed = (await (await fixture.get(`/v1/jobs/${fixture.id}/results?outcome=failed`)).text()).trimEnd().split('\n')
  t.equal(failed.length, 100)
  t.match(JSON.parse(failed.at(-1) ?? ''), { index: MANY - 1, item_id: `item-${MANY - 1}-`, error: { message: 'z' } })
})

test('a caller who stops reading stops the reading of pages, and one who disconnects ends it', async t => {
  const fixture = await manyItems(t, 500)
  const before = await pagesRead(fixture)
  const request = http.get(`${fixture.url}/v1/jobs/${fixture.id}/results`, { headers: { 'x-api-key': 'alice' } })
  const [response] = await once(request, 'response')
  response.pause()
  response.on('error', () => {})
  let read = -1
  for (let now = 0; now !== read; now = (await pagesRead(fixture)) - before) {
    read = now
    await sleep(3_000)
  }
  t.ok(read > 0 && read < MANY / 500 / 2, `${read} of ${MANY / 500} pages were read`)
  request.destroy()
  const isOver = () => fixture.log.some(({ tool, success }) => tool === 'jobs_get_results' && success === false)
  await waitUntil(isOver, 'the call is logged as failed')
  t.ok(isOver(), 'the call is over')
  t.ok((await pagesRead(fixture)) - before <= read + 2)
})

test('the second gateway returns the same', async t => {
  const { jobs, secondJobs, request } = await startBulk(t, [awkward])
  const { id } = await runToEnd(jobs, request(awkward))
  await until(secondJobs(), id, ['completed'])
  const { pages } = await secondJobs().results(alice, id, {})
  const rows: JobItem[] = []
  for await (const page of pages) rows.push(...page)
  t.equal(rows.length, AWKWARD.length)
})
