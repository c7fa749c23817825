import t, { type Test } from 'tap'
import { RICH } from '../../../../sandbox/confluence/state/rich.ts'
import type { BulkItem } from '../../../../src/contract/bulk.ts'
import { adapterCall } from '../../../../src/jobs/engine/create-adapter-call.ts'
import { diffOf } from '../../../../src/tools/confluence/client/content/replacement.ts'
import { unavailableJobs } from '../../../helpers/app.ts'
import { silentLog } from '../../../helpers/bulk.ts'
import { MODES, type Mode } from '../../../helpers/confluence.ts'
import { LATER, replacesOf } from '../../../helpers/confluence-bulk.ts'
import type { Input } from '../../../jobs/adapter-contract/contract.ts'
import { type Run, startRun } from '../../../jobs/adapter-contract/run.ts'
import { adapterContract } from '../../../jobs/adapter-contract.ts'

t.test('replace_in_pages in Data Center', async t => adapterContract(t, replacesOf('datacenter')))

const PLAN = '65540'

const callOf = ({ testSystem: { client } }: Run) =>
  adapterCall({
    client,
    instance: null,
    caller: { id: 'tester', scopes: ['*'] },
    jobs: unavailableJobs(),
    log: silentLog,
    signal: AbortSignal.timeout(60_000)
  })

async function replaced(t: Test, mode: Mode, input: Input, between?: (run: Run) => Promise<unknown>) {
  const run = await startRun(t, replacesOf(mode))
  const plan = await run.prepare(input)
  const items: BulkItem[] = await run.list(plan)
  await between?.(run)
  return { run, plan, items, ...(await run.execute(items, plan)) }
}

const bodiesIn = async ({ testSystem }: Run): Promise<Map<string, string>> => {
  const pages = await testSystem.state()
  return new Map(Array.isArray(pages) ? pages.map(({ id, body }) => [id, body]) : [])
}

for (const mode of MODES) {
  t.test(`every byte except the replaced text stays, among macros, links and code: ${mode}`, async t => {
    const { run, items, results } = await replaced(t, mode, {
      space_key: 'DOCS',
      search: 'Cut the branch',
      replacement: '$&amp; the $1 "release"'
    })
    t.match(items, [{ id: PLAN, display_name: 'Release plan', etag: '1', data: { replacements: 1 } }])
    t.match(results, [{ item_id: PLAN, outcome: 'succeeded', data: { replacements: 1, version: 2 }, before: { version: 1 } }])
    t.equal(
      (await bodiesIn(run)).get(PLAN),
      RICH.replace('Cut the branch', () => '$&amp; the $1 "release"')
    )
  })
}

t.test('a page that changed after the listing is skipped, and the others are changed', async t => {
  const { items, results, run } = await replaced(
    t,
    'cloud',
    { ...LATER, search: 'old name', replacement: 'new name' },
    async ({ testSystem }) => testSystem.fail.changed?.('65687')
  )
  t.equal(items.length, 3)
  t.match(results, [
    { outcome: 'succeeded' },
    { item_id: '65687', outcome: 'failed', error: { reason: 'version_conflict', message: /Another user changed the page 65687/ } },
    { outcome: 'succeeded' }
  ])
  t.equal((await bodiesIn(run)).get('65687'), '<p>Another old name</p>')
})

t.test('a page that would no longer be well-formed is skipped, with the position', async t => {
  const { results, run } = await replaced(t, 'cloud', { ...LATER, search: 'name.</p>', replacement: 'R&D.</p>' })
  t.equal(results.length, 3)
  for (const result of results)
    t.match(result, { outcome: 'failed', error: { reason: 'cannot_be_honoured', message: /no longer be well-formed \(line 1, column/ } })
  t.match((await bodiesIn(run)).get('65686'), /old name\.<\/p>$/)
})

t.test('a page that would exceed the maximum size is skipped with a message, and the others are changed', async t => {
  const contract = replacesOf('cloud', ({ pages }) => {
    const [last] = pages.get('65687')?.versions.splice(0) ?? []
    if (last) pages.get('65687')?.versions.push({ ...last, body: `<p>${'e'.repeat(60_000)}</p>` })
  })
  const run = await startRun(t, contract)
  const plan = await run.prepare({ ...LATER, search: 'e', replacement: 'z'.repeat(10_000) })
  const items = await run.list(plan)
  t.match(items, [{}, { id: '65687', data: { problem: /would have 572 MB/ } }, {}])
  const { results, error } = await run.execute(items, plan)
  t.equal(error, undefined)
  t.match(results, [
    { outcome: 'succeeded' },
    { item_id: '65687', outcome: 'failed', error: { reason: 'payload_too_large', message: /would have 572.* MB, more than the 5/ } },
    { outcome: 'succeeded' }
  ])
  t.match(await run.reconcile([{ id: '65686', display_name: '', etag: '1' }], plan), [{ outcome: 'succeeded' }])
})

t.test('a run that was interrupted after its write reports the page as succeeded, and does not replace twice', async t => {
  const { run, plan, items, results } = await replaced(t, 'cloud', { ...LATER, search: 'name', replacement: 'name, name' })
  t.match(results, [{ outcome: 'succeeded' }, { outcome: 'succeeded' }, { outcome: 'succeeded' }])
  const before = await bodiesIn(run)
  const again = await run.contract.adapter.executeBatch(
    items.slice(0, 1).map(item => ({ ...item, again: true })),
    plan.action,
    callOf(run)
  )
  t.match(await Array.fromAsync(again), [{ outcome: 'succeeded', before: { version: 1 } }])
  t.strictSame(await bodiesIn(run), before)
})

t.test('named pages are looked up, and a missing one fails', async t => {
  const run = await startRun(t, replacesOf('cloud'))
  const plan = await run.prepare({ ids: ['65686', '999', 'x'], search: 'old name', replacement: 'new' })
  const items = (await run.contract.adapter.lookUp?.(['65686', '999', 'x'], plan.query, callOf(run))) ?? []
  t.match(items, [
    { id: '65686', etag: '1', data: { diff: '-<p>Alpha says hello to the old name.</p>\n+<p>Alpha says hello to the new.</p>\n' } },
    { id: '999', display_name: '999 (not found)', foreseen: { outcome: 'failed' } },
    { id: 'x', foreseen: { outcome: 'failed' } }
  ])
  t.match((await run.execute(items, plan)).results, [
    { outcome: 'succeeded' },
    { outcome: 'failed', error: { reason: 'page_not_found' } },
    { outcome: 'failed', error: { reason: 'invalid_field_value' } }
  ])
})

t.test('the diff shows as many matches as fit, and counts the others', async t => {
  const diff = diffOf('ab\n'.repeat(500), { search: 'b', replacement: '' })
  t.match(diff, /^-ab\n-/)
  t.match(diff, /… and \d{3} more\n$/)
  t.ok(Buffer.byteLength(JSON.stringify(diff)) < 2000)
})
