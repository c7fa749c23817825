import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { MAX_BODY } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { titleOf } from '../client/build-from-text.ts'
import { findImported, importEach, nextTexts, prepareTexts } from '../client/bulk/import-texts.ts'
import { MAX_LENGTH } from '../limits.ts'
import { instantInput, textSource } from '../schemas.ts'
import { memory } from '../tool.ts'

const noIds: Requirement = {
  text: 'ids is not supported: list the texts in texts.',
  check: ({ ids }) => (ids === undefined ? undefined : { path: 'ids', message: 'is not supported; use texts' })
}

const MAX_TEXTS = 200

const Text = Type.Object({
  content: Type.String({ minLength: 1, maxLength: MAX_LENGTH.text, description: 'Text, at most 50,000 characters' }),
  title: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Title for the preview. Default: the beginning of the text' })
  ),
  source: textSource
})

export default defineBulk(memory, {
  name: 'import_texts',
  core: true,
  summary: 'Extract facts from many texts with a language model',
  description:
    'Creates a job that reads texts one by one with the configured language model and adds the objects and links of each, as build_from_text does. Use it for a set of documents, and ask the user first: each text takes two calls to the model and costs money. Do not use it for simple facts (add_link) or for exported graphs (memory_import). The preview shows the texts and the estimated calls and tokens; nothing is sent until you confirm the job. No job is created if the estimate exceeds max_tokens. A text that was already read is skipped at no cost, unless again is true, so an interrupted job can be repeated. A text that the model refuses or truncates fails. Returns the job: poll it with jobs_get.',
  permission: 'write',
  max_body: MAX_BODY,
  see_also: ['memory_build_from_text', 'memory_import', 'memory_bulk_merge_duplicates'],
  asked_as: {
    en: [
      'feed dozens of documents into the memory',
      'learn from many articles at once',
      'memorize a whole pile of notes',
      'load all my notes into memory',
      'remember the contents of many documents',
      'go through all these chat logs and memorize what matters',
      'feed these reports into your memory',
      'learn from all my letters',
      'take in all these notes',
      'read all these texts and keep the facts',
      "memorize what's in these 40 documents",
      'extract the knowledge from a stack of documents'
    ]
  },
  input: Type.Object({
    texts: Type.Array(Text, { maxItems: MAX_TEXTS, description: 'Texts: at most 200, and at most 1,000,000 characters in total' }),
    reference_time: instantInput('Reference time for words such as "yesterday" in the texts. Default: when the job is created'),
    max_tokens: Type.Integer({
      minimum: 1,
      maximum: 100_000_000,
      default: 500_000,
      description:
        'Maximum number of tokens for the job. No job is created if the estimate exceeds it; when the texts read so far have used it up, the remaining texts fail unread. Default 500,000'
    }),
    again: Type.Boolean({
      default: false,
      description: 'true: also read texts that were read before, such as after their facts were deleted, at full cost. Default false'
    })
  }),
  requires: [noIds],
  errors: {},
  examples: [
    {
      name: 'two_notes',
      summary: 'Read two notes: the job shows a preview and waits for confirmation',
      input: {
        texts: [{ title: 'Monday', content: 'Atlas uses Redis since 2026-01-05.' }, { content: 'Northwind Labs opens an office in Porto.' }]
      },
      output: awaitingJob({
        operation: 'memory_bulk_import_texts',
        message: 'Read 2 texts of 74 characters with the language model (4 calls) and store the facts',
        metadata: { texts: 2, calls: 4, tokens: 1292 },
        sample: [
          { item_id: 'text-1', display_name: 'Monday' },
          { item_id: 'text-2', display_name: 'Northwind Labs opens an office in Porto.' }
        ]
      })
    },
    {
      name: 'too_dear',
      summary: 'An estimate above the limit: no job is created',
      input: { texts: [{ content: 'Atlas uses Redis.' }], max_tokens: 10 },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ texts }) =>
    `Read ${texts.length} texts of ${texts.reduce((sum, { content }) => sum + content.length, 0)} characters with the language model (${2 * texts.length} calls) and store the facts`,
  idempotent: true, // because texts that were read are recognized by their digests
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
  nextBatch: ({ titles }, at, call, action) => nextTexts(titles, at, call, action),
  executeBatch: (items, action, call) => importEach(items, action, call),
  keeps_before: () => true,
  reconcile: (items, action, call) => findImported(items, action, call)
})
