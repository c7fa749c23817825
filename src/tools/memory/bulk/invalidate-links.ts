import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { lacking, type Requirement } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { countLinks, endEach, endOf, linksNamed, nextLinks, prepareLinks } from '../client/bulk-invalidate.ts'
import { NO_OBJECT } from '../failures.ts'
import { moment, objectName, relationName, source } from '../schemas.ts'
import { memory } from '../tool.ts'

const CONDITIONS = ['from', 'relation', 'to', 'source', 'recorded_before', 'recorded_after'] as const

const conditionsOrIds: Requirement = {
  text: `Give ids, or at least one of ${CONDITIONS.join(', ')}; not both.`,
  check(input) {
    const given = CONDITIONS.filter(name => input[name] !== undefined)
    if (input['ids'] === undefined && given.length === 0) return lacking('ids', `one of ${CONDITIONS.join(', ')}`, conditionsOrIds.text)
    return input['ids'] !== undefined && given[0] !== undefined
      ? { path: given[0], message: 'does not go with ids', expected: conditionsOrIds.text }
      : undefined
  }
}

export default defineBulk(memory, {
  name: 'invalidate_links',
  summary: 'Say of many facts that they no longer hold',
  description:
    'Makes a job that ends all links that fit, or those named in ids: from invalid_at on they no longer hold. Use it when many facts have changed at once, such as those of one source or of one relation; for one use invalidate_link. Only links that have not ended are selected, and none that is recorded after the job was made. The job shows a preview; nothing is ended before it is confirmed. History stays: earlier times still show them. A link that has ended meanwhile is skipped, one that begins later than invalid_at has failed. There is no undo; add_link makes a new link. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['memory_invalidate_link', 'memory_search', 'memory_list_history'],
  input: Type.Object({
    from: Type.Optional(objectName('Only links that lead from this object')),
    relation: Type.Optional(relationName('Only links of this relation; case, _ and - make no difference')),
    to: Type.Optional(objectName('Only links that lead to this object')),
    source,
    recorded_before: moment('Only links recorded before this time'),
    recorded_after: moment('Only links recorded at this time or later'),
    invalid_at: moment('From when on they no longer hold. Default: when the job is made')
  }),
  requires: [conditionsOrIds],
  errors: NO_OBJECT,
  examples: [
    {
      name: 'moved_on',
      summary: 'All that a project uses: a job that shows what it would do and awaits confirmation',
      input: { from: 'Report Builder', relation: 'uses' },
      output: awaitingJob({
        operation: 'memory_bulk_invalidate_links',
        message: 'End the links from Report Builder, relation uses as of now',
        sample: [{ item_id: '6', display_name: 'Report Builder -[uses]-> Postgre SQL' }]
      })
    },
    {
      name: 'no_selection',
      summary: 'Neither a condition nor ids',
      input: { invalid_at: '2026-01-01' },
      error: { reason: 'missing_required_field' }
    },
    {
      name: 'unknown_object',
      summary: 'A name that no object has',
      input: { from: 'Report Bilder' },
      error: { reason: 'object_not_found' }
    }
  ],
  message: ({ invalid_at = 'now', ...conditions }) => {
    const given = CONDITIONS.flatMap(name =>
      conditions[name] === undefined ? [] : [`${name.replace('_', ' ')} ${brief(conditions[name])}`]
    )
    return `End the ${given.length === 0 ? 'named links' : `links ${given.join(', ')}`} as of ${invalid_at}`
  },
  idempotent: true,
  max_batch: 100,
  async prepare({ invalid_at, ...conditions }, call) {
    return { query: await prepareLinks(conditions, call), action: endOf(invalid_at) }
  },
  count: (query, call) => countLinks(query, call),
  nextBatch: (query, at, call) => nextLinks(query, at, call),
  lookUp: (ids, _query, call) => linksNamed(ids, call),
  executeBatch: (items, action, call) => endEach(items, action, call)
})
