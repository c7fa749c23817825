import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { countPairs, findMerged, lookUpPairs, mergeEach, nextPairs } from '../client/bulk/merge-duplicates.ts'
import { NO_OBJECT } from '../errors.ts'
import { requireStorable } from '../graph/validate-text.ts'
import { MAX_LENGTH } from '../limits.ts'
import { memory } from '../tool.ts'

const typeOrIds: Requirement = {
  text: 'type cannot be combined with ids.',
  check: ({ ids, type }) => (ids !== undefined && type !== undefined ? { path: 'type', message: 'cannot be combined with ids' } : undefined)
}

export default defineBulk(memory, {
  name: 'merge_duplicates',
  core: true,
  summary: 'Merge pairs of objects that are probably the same',
  description:
    'Creates a job that merges objects whose names differ only in spaces, punctuation, accents, the spelling of umlauts or a legal form, such as "Spring-AI" and "SpringAI", Müller and Mueller, or Northwind and Northwind GmbH. Of each pair, the object recorded later is merged into the other one, unless both have types and the types differ. Use it to clean up after imports; for two objects that you know, use merge_objects. The preview shows each pair as removed → kept; nothing is merged until you confirm the job. To merge only some pairs, cancel the job and pass those pairs in ids, as the preview lists them. A pair whose names are no longer alike is skipped. There is no undo; links are moved, and duplicate links are dropped. Returns the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['memory_merge_objects', 'memory_list_objects'],
  asked_as: {
    en: [
      'clean up duplicate people in memory',
      'dedupe the knowledge graph',
      'unify all entities that are the same',
      'the graph has many people twice',
      'join duplicates in memory',
      'you know many people twice, tidy that up',
      'clean up all the duplicates in your memory',
      'merge all the double entries',
      'find entries in memory that are the same and join them',
      'there are too many double names in your memory',
      'the same companies appear several times in the graph'
    ]
  },
  input: Type.Object({
    type: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_LENGTH.type, description: 'Only pairs whose older object has this type. Default: all' })
    )
  }),
  requires: [typeOrIds],
  errors: NO_OBJECT,
  examples: [
    {
      name: 'projects',
      summary: 'Two spellings of one project: the job shows the pairs and waits for confirmation',
      input: { type: 'Project' },
      output: awaitingJob({
        operation: 'memory_bulk_merge_duplicates',
        message: 'Merge objects of type Project with similar names',
        irreversible: true,
        sample: [{ item_id: '10-9', display_name: 'report-builder → Report Builder' }]
      })
    },
    {
      name: 'both',
      summary: 'A type cannot be combined with ids',
      input: { type: 'Project', ids: ['10-9'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ type }) => `Merge objects ${type === undefined ? '' : `of type ${brief(type)} `}with similar names`,
  idempotent: true,
  max_batch: 20,
  async prepare({ type = '' }) {
    requireStorable({ type })
    return { query: { type }, action: null }
  },
  count: (query, call) => countPairs(query, call),
  nextBatch: (query, at, call) => nextPairs(query, at, call),
  lookUp: (ids, _query, call) => lookUpPairs(ids, call),
  executeBatch: (items, _action, call) => mergeEach(items, call),
  keeps_before: () => true,
  reconcile: (items, _action, call) => findMerged(items, call)
})
