import adapter from '../../src/tools/memory/bulk/erase-person.ts'
import type { AdapterContract } from '../jobs/adapter-contract.ts'
import { classifyGraph, NOT_REMOTE, openBulkMemory } from './memory-bulk.ts'

const LINES = [
  { kind: 'object', name: 'Ada Park', type: 'Person' },
  { kind: 'object', name: 'Northwind', summary: 'Founded by Ada Park' },
  ...['Fabrikam', 'Northwind'].map(to => ({ kind: 'link', from: 'Ada Park', relation: 'worked at', to })),
  { kind: 'link', from: 'Tim', relation: 'knows', to: 'Northwind', fact: 'Tim met Ada Park there' }
]

/** Erases a person from a graph in memory. */
export const ERASURE: AdapterContract = {
  adapter,
  open: t =>
    openBulkMemory(t, {
      lines: LINES,
      // Another client deletes the fact in the meantime.
      spoil: (graph, id) => graph.write('deleteLink', { which: { id: Number(id.split('-')[1]) }, dry_run: false })
    }),
  classify: classifyGraph(({ part }) => `${Object(part).kind}-${Object(part).id}`),
  good: { name: 'ada park' },
  nothing: { name: 'Grace Hopper' },
  names: [],
  refused: [
    { input: { name: '\u200b' }, path: 'name' },
    { input: { name: 'Ada Park', also: ['Ada', 'x\u0000'] }, path: 'also[1]' }
  ],
  unknown_names: [],
  without: {
    ...NOT_REMOTE,
    'executeBatch never retries: a failed write is one request': 'a part that was deleted in the meantime is not a failure'
  }
}
