import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable, stringEnum } from '../../../contract/schema.ts'
import { buildFromText, materialOf } from '../client/build-from-text.ts'
import { STORAGE } from '../errors.ts'
import { READ_TEXT } from '../examples.ts'
import { estimate } from '../extract/prompts.ts'
import { MAX_LENGTH } from '../limits.ts'
import { dryRun, instantInput, textSource } from '../schemas.ts'
import { memory } from '../tool.ts'

const time = (description: string) => nullable(Type.String({ format: 'date-time' }), { description })
const name = (description: string) => Type.String({ description })
const tokens = (description: string) => nullable(Type.Integer({ minimum: 0, 'x-volatile': true }), { description })

export default defineOperation(memory, {
  name: 'build_from_text',
  core: true,
  summary: 'Extract facts from a text with a language model',
  description:
    "Finds the objects in a text and the links between them, in two calls to the configured language model, and adds either all of them or none. Use it only for long texts with many facts, and ask the user first: it costs money and takes 2 to 60 seconds. For simple facts, use add_link; for many texts, bulk_import_texts. Set dry_run to see what would be added, at the same cost. Objects are recognized by name, ignoring case and whitespace. Known facts are never changed or ended; parts of the model's response that do not fit the graph are listed in dropped. If the response cannot be used, the call fails and nothing is stored.",
  permission: 'write',
  costly: 'Two calls to the language model, each with the whole text.',
  dry_run: true,
  timeout_ms: 180_000,
  http: 'POST /build_from_text',
  max_body: 1024 * 1024,
  aliases: ['build_memory_from_text'],
  see_also: ['memory_add_link', 'memory_list_episodes', 'memory_bulk_import_texts', 'memory_search'],
  asked_as: {
    en: [
      'learn everything in this article',
      'pull the facts out of a text',
      'turn meeting notes into knowledge',
      'memorize a document',
      'remember what is in this text',
      'read the transcript and keep the facts',
      'take the knowledge out of an email',
      'extract people and companies and remember them',
      'read this and keep who is who',
      'learn from the report',
      'learn what you can from this article',
      'read this letter and memorize the facts',
      'pick out the facts from this text'
    ],
    de: ['Wissen aus einem Text ziehen'],
    es: ['extrae los hechos de un texto'],
    fr: ["extraire les faits d'un texte"],
    ja: ['文章から知識を抽出'],
    pl: ['wyciągnij fakty z tekstu']
  },
  input: Type.Object({
    content: Type.String({
      minLength: 1,
      maxLength: MAX_LENGTH.text,
      description: 'Text to read, at most 50,000 characters; split a longer one by chapter'
    }),
    previous_messages: Type.Optional(
      Type.String({
        maxLength: MAX_LENGTH.text,
        description: 'Preceding text, for context only: no facts are extracted from it'
      })
    ),
    reference_time: instantInput('Reference time for words such as "yesterday" in the text. Default now'),
    source: textSource
  }),
  output: Type.Object({
    summary: name('Summary of what was added, one sentence'),
    entities: Type.Array(name('Name of an object'), { description: 'Objects found' }),
    relationships: Type.Array(
      Type.Object({
        from: name('Object the link starts at'),
        to: name('Object the link points to'),
        relation: name('Relation between the two objects')
      }),
      { description: 'Links found' }
    ),
    objects: Type.Array(
      Type.Object({
        name: name('Name of the object'),
        type: nullable(Type.String(), { description: 'Type, as the text states it; null if it is not a known type' }),
        created: Type.Boolean({ description: 'false: it already existed, and is unchanged' })
      }),
      { description: 'Objects, with details' }
    ),
    links: Type.Array(
      Type.Object({
        from: name('Object the link starts at'),
        relation: name('Relation between the two objects'),
        to: name('Object the link points to'),
        fact: name('The fact as a sentence'),
        valid_at: time('Time from which it holds; null: unknown'),
        invalid_at: time('Time from which it no longer holds; null: unknown'),
        created: Type.Boolean({ description: 'false: it was already known' })
      }),
      { description: 'Links, with details' }
    ),
    dropped: Type.Array(
      Type.Object({
        kind: stringEnum(['entity', 'type', 'relationship'], {
          description: 'Kind of part; type: only the type of an object was dropped'
        }),
        value: name('The part, as the model returned it'),
        reason: name('Why it was dropped')
      }),
      { description: "Parts of the model's response that do not fit the graph" }
    ),
    usage: Type.Object(
      {
        calls: Type.Integer({ minimum: 1, description: 'Calls to the language model' }),
        prompt_tokens: tokens('Input tokens; null if the endpoint does not report them'),
        completion_tokens: tokens('Output tokens; null if the endpoint does not report them')
      },
      { description: 'Cost of the call' }
    ),
    episode_id: nullable(Type.String({ 'x-volatile': true }), {
      description: 'ID of the episode, the record of this text; null in a preview'
    }),
    dry_run: dryRun
  }),
  errors: {
    ...STORAGE,
    cannot_be_honoured: 'The text contains no facts, or the response of the model was truncated; nothing was stored'
  },
  examples: [
    {
      name: 'proposal',
      summary: 'Preview what would be added; nothing is stored',
      input: {
        content: 'Gromozeka is written in Kotlin. Gromozeka keeps graphs in Neo4J since 2025-11-27.',
        source: 'notes',
        dry_run: true
      },
      output: READ_TEXT
    },
    {
      name: 'nothing_in_it',
      summary: 'A text without facts is an error',
      input: { content: 'well, maybe so.', confirm: true },
      error: { reason: 'cannot_be_honoured' }
    }
  ],
  message: ({ content, ...text }) => {
    const { calls, tokens } = estimate(materialOf({ content, ...text }))
    return `Read a text of ${content.length} characters with the language model (${calls} calls, about ${tokens} tokens) and store the facts`
  },
  handler: (input, call) => buildFromText(input, call)
})
