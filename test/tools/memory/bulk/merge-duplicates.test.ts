import t from 'tap'
import adapter from '../../../../src/tools/memory/bulk/merge-duplicates.ts'
import { INTERRUPTIONS, startInterrupter, WAYS } from '../../../helpers/interruptions.ts'
import { classifyGraph, NOT_REMOTE, openBulkMemory } from '../../../helpers/memory-bulk.ts'
import { type AdapterContract, adapterContract } from '../../../jobs/adapter-contract.ts'

const LINES = [
  { kind: 'object', name: 'Spring AI', type: 'Technology' },
  { kind: 'object', name: 'Acme', type: 'Organization' },
  ...['Spring-AI', 'SpringAI', 'spring.ai', 'Acme Ltd'].map(name => ({ kind: 'object', name })),
  ...['Spring-AI', 'SpringAI', 'spring.ai'].map(from => ({ kind: 'link', from, relation: 'made by', to: `Maker of ${from}` }))
]

const CONTRACT: AdapterContract = {
  adapter,
  open: t =>
    openBulkMemory(t, {
      lines: LINES,
      // The pair is merged by another client in the meantime.
      spoil: (graph, id) => graph.write('mergePair', { from: Number(id.split('-')[0]), into: Number(id.split('-')[1]) })
    }),
  classify: classifyGraph(({ from, into }) => `${from}-${into}`),
  good: {},
  nothing: { type: 'Place' },
  names: [],
  refused: [
    { input: { type: 'Technology', ids: ['4-1'] }, path: 'type' },
    { input: { type: 'x\u0000' }, path: 'type' }
  ],
  unknown_names: [],
  without: {
    ...NOT_REMOTE,
    'executeBatch never retries: a failed write is one request':
      'merging a merged pair is not a failure: graph.test.ts tests a missing object'
  }
}
adapterContract(t, CONTRACT)

t.test('an interrupted job finds out what it did', async t => {
  const { run } = await startInterrupter(t)
  for (const what of INTERRUPTIONS) {
    for (const way of WAYS) t.same(await run(t, CONTRACT, way, what), [], `${way}, ${what}`)
  }
})

t.test('objects of different types are not a pair, however similar their names, and are not merged if they become so', async t => {
  const lines = [
    { kind: 'object', name: 'Jordan', type: 'Person' },
    { kind: 'object', name: 'Jordán', type: 'Place' },
    { kind: 'object', name: 'Jor-dan' }
  ]
  const { graph } = await openBulkMemory(t, { lines, spoil: async () => undefined })
  const pairs = await graph.read('duplicatePairs', { type: '', after: undefined, limit: 9 })
  t.match(pairs, [{ name: 'Jor-dan', into_name: 'Jordan' }])
  t.equal(pairs.length, 1)
  t.equal(await graph.read('countDuplicates', { type: '' }), 1)
  await graph.write('updateObject', { name: 'Jor-dan', type: 'River' })
  t.equal(await graph.write('mergePair', { from: 3, into: 1 }), null)
})

t.test('a pair is left alone if one object was renamed after the preview', async t => {
  const { graph } = await openBulkMemory(t, { lines: LINES, spoil: async () => undefined })
  const [pair] = await graph.read('duplicatePairs', { type: '', after: undefined, limit: 1 })
  t.ok(pair)
  if (!pair) return
  await graph.write('updateObject', { name: pair.name, new_name: 'Something Else' })
  t.equal(await graph.write('mergePair', { from: pair.id, into: pair.into_id }), null)
  t.equal((await graph.read('getObject', { name: 'Something Else', limit: 1 })).object.name, 'Something Else')
})
