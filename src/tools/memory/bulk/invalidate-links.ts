import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { missingProperty, type Requirement } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import {
  countLinks,
  createAction,
  findInvalidated,
  invalidateEach,
  lookUpLinks,
  nextLinks,
  prepareLinks
} from '../client/bulk/invalidate-links.ts'
import { NO_OBJECT } from '../errors.ts'
import { MAX_LENGTH } from '../limits.ts'
import { instantInput, objectName, relationName } from '../schemas.ts'
import { memory } from '../tool.ts'

const CONDITIONS = ['from', 'relation', 'to', 'source', 'recorded_before', 'recorded_after'] as const

const conditionsOrIds: Requirement = {
  text: `Set either ids, or at least one of ${CONDITIONS.join(', ')}.`,
  check(input) {
    const given = CONDITIONS.filter(name => input[name] !== undefined)
    if (input['ids'] === undefined && given.length === 0)
      return missingProperty('ids', `one of ${CONDITIONS.join(', ')}`, conditionsOrIds.text)
    return input['ids'] !== undefined && given[0] !== undefined
      ? { path: given[0], message: 'cannot be combined with ids', expected: conditionsOrIds.text }
      : undefined
  }
}

export default defineBulk(memory, {
  name: 'invalidate_links',
  summary: 'End many facts that no longer hold',
  description:
    'Creates a job that ends all links that match the filters, or the links in ids: from invalid_at on, they are no longer valid. Use it when many facts changed at once, such as all facts of one source or of one relation; for one link, use invalidate_link. The filters select only links that have not ended and were recorded before the job was created. The job shows a preview, and ends nothing until you confirm it. The history stays: queries for earlier times still return the links. A link that ended in the meantime is skipped; a link that begins after invalid_at fails. There is no undo; add_link creates a new link. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['memory_invalidate_link', 'memory_search', 'memory_list_history'],
  asked_as: {
    en: [
      'none of these facts are true anymore',
      'expire a batch of outdated knowledge',
      'end all relations from a source',
      'everything from that source is outdated',
      'mark many facts as past',
      'nothing from that source is valid any more',
      'everyone on the list has left the company, note that',
      'all these facts are over',
      'these relations ended, all of them',
      'none of them works there any more',
      'these things used to be true, end them all',
      'many facts about the old office are outdated'
    ]
  },
  input: Type.Object({
    from: Type.Optional(objectName('Only links that start at this object')),
    relation: Type.Optional(relationName('Only links with this relation; case, _ and - are ignored')),
    to: Type.Optional(objectName('Only links that point to this object')),
    source: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_LENGTH.source, description: 'Only links with this source' })),
    recorded_before: instantInput('Only links recorded before this time'),
    recorded_after: instantInput('Only links recorded at or after this time'),
    invalid_at: instantInput('Time from which the links no longer hold. Default: when the job is created')
  }),
  requires: [conditionsOrIds],
  errors: NO_OBJECT,
  examples: [
    {
      name: 'moved_on',
      summary: 'End everything that a project uses: the job shows a preview and waits for confirmation',
      input: { from: 'Report Builder', relation: 'uses' },
      output: awaitingJob({
        operation: 'memory_bulk_invalidate_links',
        message: 'End the links from Report Builder, relation uses as of now',
        sample: [{ item_id: '6', display_name: 'Report Builder -[uses]-> Postgre SQL' }]
      })
    },
    {
      name: 'no_selection',
      summary: 'Neither a filter nor ids',
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
    return `End the ${given.length === 0 ? 'listed links' : `links ${given.join(', ')}`} as of ${invalid_at}`
  },
  idempotent: true,
  max_batch: 100,
  async prepare({ invalid_at, ...conditions }, call) {
    return { query: await prepareLinks(conditions, call), action: createAction(invalid_at) }
  },
  count: (query, call) => countLinks(query, call),
  nextBatch: (query, at, call, action) => nextLinks(query, at, call, action),
  lookUp: (ids, _query, call, action) => lookUpLinks(ids, call, action),
  executeBatch: (items, action, call) => invalidateEach(items, action, call),
  keeps_before: () => true,
  reconcile: (items, _action, call) => findInvalidated(items, call)
})
