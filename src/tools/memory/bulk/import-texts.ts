import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { nextTexts, prepareTexts, readEach, titleOf } from '../client/bulk-import.ts'
import { LONGEST } from '../limits.ts'
import { moment, source } from '../schemas.ts'
import { memory } from '../tool.ts'

const noIds: Requirement = {
  text: 'Do not give ids: the texts are what is to be read.',
  check: ({ ids }) => (ids === undefined ? undefined : { path: 'ids', message: 'mean nothing here: give texts' })
}

const MOST_TEXTS = 200

const Text = Type.Object({
  content: Type.String({ minLength: 1, maxLength: LONGEST.text, description: 'The text, at most 50,000 characters' }),
  title: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'What it is called, for the preview. Absent: its beginning' })
  ),
  source
})

export default defineBulk(memory, {
  name: 'import_texts',
  core: true,
  summary: 'Read many texts with a language model, and remember their facts',
  description:
    'Makes a job that reads texts one by one with the configured language model and adds the objects and links in each, as build_from_text does. Use it for a set of documents, and ask the user first: each text takes two calls and costs money. Do not use it for simple facts (add_link) or for what export wrote (import). The preview tells the texts and the estimated calls and tokens; nothing is sent before it is confirmed, and nothing at all where the estimate is over max_tokens. A text that was read before is skipped and costs nothing, unless again is true, so a job that was cut off goes on where it was. What the model refuses or cuts off has failed. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['memory_build_from_text', 'memory_import', 'memory_bulk_merge_duplicates'],
  input: Type.Object({
    texts: Type.Array(Text, { maxItems: MOST_TEXTS, description: 'The texts, at most 200 and 1,000,000 characters together' }),
    reference_time: moment('What "yesterday" or "last week" in the texts is meant from. Default: when the job is made'),
    max_tokens: Type.Integer({
      minimum: 1,
      maximum: 100_000_000,
      default: 500_000,
      description:
        'Most tokens the job may take. No job is made where the estimate is over it; where texts took more than that, those that are left fail unread. Default 500,000'
    }),
    again: Type.Boolean({
      default: false,
      description: 'Read also texts that were read before, as after what they said was deleted; that costs as much. Default false'
    })
  }),
  requires: [noIds],
  errors: {},
  examples: [
    {
      name: 'two_notes',
      summary: 'Two notes: a job that shows what it would do and awaits confirmation',
      input: {
        texts: [{ title: 'Monday', content: 'Atlas uses Redis since 2026-01-05.' }, { content: 'Northwind Labs opens an office in Porto.' }]
      },
      output: awaitingJob({
        operation: 'memory_bulk_import_texts',
        message: 'Read 2 texts of 74 characters with the language model: 4 calls, then remember what they say',
        metadata: { texts: 2, calls: 4, tokens: 1286 },
        sample: [
          { item_id: 'text-1', display_name: 'Monday' },
          { item_id: 'text-2', display_name: 'Northwind Labs opens an office in Porto.' }
        ]
      })
    },
    {
      name: 'too_dear',
      summary: 'An estimate over the limit, and no job is made',
      input: { texts: [{ content: 'Atlas uses Redis.' }], max_tokens: 10 },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ texts }) =>
    `Read ${texts.length} texts of ${texts.reduce((sum, { content }) => sum + content.length, 0)} characters with the language model: ${2 * texts.length} calls, then remember what they say`,
  idempotent: true, // by the digests of the texts that were read
  max_batch: 1,
  concurrency: 2,
  async prepare({ texts, max_tokens, ...how }, call) {
    const { action, metadata } = await prepareTexts(texts, max_tokens, how, call)
    return { query: { titles: texts.map(titleOf) }, action, metadata }
  },
  async count({ titles }, { signal }) {
    signal.throwIfAborted()
    return { value: titles.length, relation: 'eq' }
  },
  nextBatch: ({ titles }, at, call) => nextTexts(titles, at, call),
  executeBatch: (items, action, call) => readEach(items, action, call)
})
