import t from 'tap'
import { adapterCall } from '../../../../src/jobs/engine/create-adapter-call.ts'
import adapter from '../../../../src/tools/memory/bulk/invalidate-links.ts'
import { unavailableJobs } from '../../../helpers/app.ts'
import { silentLog } from '../../../helpers/bulk.ts'
import { INTERRUPTIONS, startInterrupter, WAYS } from '../../../helpers/interruptions.ts'
import { classifyGraph, NOT_REMOTE, openBulkMemory } from '../../../helpers/memory-bulk.ts'
import { type AdapterContract, adapterContract } from '../../../jobs/adapter-contract.ts'

const LINES = [
  ...['MySQL', 'Kotlin', 'Redis'].map(to => ({ kind: 'link', from: 'Atlas', relation: 'uses', to, valid_at: '2020-01-01T00:00:00Z' })),
  { kind: 'link', from: 'Atlas', relation: 'uses', to: 'Java', valid_at: '2018-01-01T00:00:00Z', invalid_at: '2020-01-01T00:00:00Z' },
  { kind: 'link', from: 'Atlas', relation: 'led by', to: 'Ada' }
]

const CONTRACT: AdapterContract = {
  adapter,
  open: t =>
    openBulkMemory(t, {
      lines: LINES,
      // A link that starts after the end cannot be ended then.
      spoil: async (graph, id) => {
        const [link] = await graph.read('linksNamed', { ids: [Number(id)] })
        if (!link) throw new Error(`there is no link ${id}`)
        await graph.write('deleteObject', { name: link.to, cascade: true, dry_run: false })
      }
    }),
  classify: classifyGraph(({ which }) => String(Object(which).id)),
  good: { from: 'Atlas', relation: 'USES', invalid_at: '2026-01-01' },
  nothing: { from: 'Atlas', relation: 'sells', invalid_at: '2025-01-01' },
  names: [{ name: 'Atlas', id: '1' }],
  refused: [
    { input: { invalid_at: '2026-01-01' }, path: 'ids' },
    { input: { from: 'Atlas', ids: ['1'] }, path: 'from' },
    { input: { from: 'Atlas', invalid_at: '2026-02-30' }, path: 'invalid_at' },
    { input: { relation: ' ' }, path: 'relation' },
    { input: { source: '\ud800' }, path: 'source' }
  ],
  unknown_names: [{ input: { from: 'Atlass' }, path: 'from', suggestions: ['Atlas'], reason: 'object_not_found' }],
  without: NOT_REMOTE
}
adapterContract(t, CONTRACT)

t.test('an interrupted job finds out what it did', async t => {
  const { run } = await startInterrupter(t)
  for (const what of INTERRUPTIONS) {
    for (const way of WAYS) t.same(await run(t, CONTRACT, way, what), [], `${way}, ${what}`)
  }
})

t.test('a job never lets two links with the same three parts hold at once', async t => {
  const day = (year: number): string => `${year}-01-01T00:00:00Z`
  const rents = { kind: 'link', from: 'Ada', relation: 'rents', to: 'Flat' }
  const lines = [
    { ...rents, valid_at: day(2020), invalid_at: day(2027) },
    { ...rents, valid_at: day(2027) }
  ]
  const { client, graph } = await openBulkMemory(t, { lines, spoil: async () => undefined })
  const { signal } = new AbortController()
  const call = adapterCall({ client, instance: null, caller: { id: 'a', scopes: ['*'] }, jobs: unavailableJobs(), log: silentLog, signal })
  const { query, action } = await adapter.prepare({ relation: 'rents', invalid_at: '2028-01-01' }, call)
  const { items } = await adapter.nextBatch(query, { size: 9, cursor: undefined, offset: 0 }, call, action)
  const results = await Array.fromAsync(adapter.executeBatch(items, action, call))
  t.match(results, [{ outcome: 'failed', error: { message: /start of the next period/ } }, { outcome: 'succeeded' }])
  const [one, ...more] = (await graph.read('getObject', { name: 'Ada', limit: 9, as_of: Date.parse(day(2027)) + 1 })).outgoing
  t.match(one, { valid_at: '2027-01-01T00:00:00.000Z', invalid_at: '2028-01-01T00:00:00.000Z' })
  t.equal(more.length, 0)
})
