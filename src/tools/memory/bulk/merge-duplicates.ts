import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { countPairs, mergeEach, nextPairs, pairsNamed } from '../client/bulk-merge.ts'
import { NO_OBJECT } from '../failures.ts'
import { requireSound } from '../graph/sound.ts'
import { LONGEST } from '../limits.ts'
import { memory } from '../tool.ts'

const typeOrIds: Requirement = {
  text: 'type does not go with ids.',
  check: ({ ids, type }) => (ids !== undefined && type !== undefined ? { path: 'type', message: 'does not go with ids' } : undefined)
}

export default defineBulk(memory, {
  name: 'merge_duplicates',
  core: true,
  summary: 'Make one object of each pair that is likely the same',
  description:
    'Makes a job that merges objects whose names differ in spaces, hyphens, stops, quotes and accents only, such as "Spring-AI" and "SpringAI", each into the one that was recorded first; not where the types of both are told and differ. Use it to clean up after imports; for two objects that you know use merge_objects. The preview shows the proposed pairs, the one that goes first; nothing is merged before it is confirmed. To merge only some of them, cancel the job and name those pairs in ids, as the preview does. A pair that is no longer alike is skipped. That they were two objects is lost for good; links are moved, and those that have no place are dropped. Answers the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['memory_merge_objects', 'memory_list_objects'],
  input: Type.Object({
    type: Type.Optional(
      Type.String({ minLength: 1, maxLength: LONGEST.type, description: 'Only pairs whose eldest object is of this type. Absent: all' })
    )
  }),
  requires: [typeOrIds],
  errors: NO_OBJECT,
  examples: [
    {
      name: 'projects',
      summary: 'Two spellings of one project: a job that shows the pairs and awaits confirmation',
      input: { type: 'Project' },
      output: awaitingJob({
        operation: 'memory_bulk_merge_duplicates',
        message: 'Merge objects of type Project whose names are alike',
        irreversible: true,
        sample: [{ item_id: '10-9', display_name: 'report-builder → Report Builder' }]
      })
    },
    {
      name: 'both',
      summary: 'A type does not go with ids',
      input: { type: 'Project', ids: ['10-9'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ type }) => `Merge objects ${type === undefined ? '' : `of type ${brief(type)} `}whose names are alike`,
  idempotent: true,
  max_batch: 20,
  async prepare({ type = '' }) {
    requireSound({ type })
    return { query: { type }, action: null }
  },
  count: (query, call) => countPairs(query, call),
  nextBatch: (query, at, call) => nextPairs(query, at, call),
  lookUp: (ids, _query, call) => pairsNamed(ids, call),
  executeBatch: (items, _action, call) => mergeEach(items, call)
})
