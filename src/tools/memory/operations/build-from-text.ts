import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable, words } from '../../../contract/schema.ts'
import { buildFromText, materialOf } from '../client/build.ts'
import { READ_TEXT } from '../examples.ts'
import { estimate } from '../extract/prompts.ts'
import { STORAGE } from '../failures.ts'
import { LONGEST } from '../limits.ts'
import { dryRun, moment, source } from '../schemas.ts'
import { memory } from '../tool.ts'

const time = (description: string) => nullable(Type.String({ format: 'date-time' }), { description })
const name = (description: string) => Type.String({ description })
const tokens = (description: string) => nullable(Type.Integer({ minimum: 0, 'x-volatile': true }), { description })

export default defineOperation(memory, {
  name: 'build_from_text',
  core: true,
  summary: 'Read a text with a language model, and remember its facts',
  description:
    'Finds the objects in a text and the links between them, in two calls of the configured language model, and adds them together or not at all. Use it only for long texts with many facts, and ask the user first: it costs money and takes 2 to 60 seconds. For simple facts use add_link, for many texts bulk_import_texts. Send dry_run to see what would be added; that costs the same. Objects are recognised by name: case and spaces make no difference. Nothing that is known is changed or ended; what the model said that has no place is told in dropped. An answer that cannot be used is an error, and nothing is kept.',
  permission: 'write',
  costly: 'Two calls of the language model, each with the whole text.',
  dry_run: true,
  timeout_ms: 180_000,
  http: 'POST /build_from_text',
  aliases: ['build_memory_from_text'],
  see_also: ['memory_add_link', 'memory_bulk_import_texts', 'memory_search'],
  input: Type.Object({
    content: Type.String({
      minLength: 1,
      maxLength: LONGEST.text,
      description: 'The text to read, at most 50,000 characters; split a longer one by its chapters'
    }),
    previous_messages: Type.Optional(
      Type.String({
        maxLength: LONGEST.text,
        description: 'What was said before; helps to understand the text, and no facts are taken from it'
      })
    ),
    reference_time: moment('What "yesterday" or "last week" in the text is meant from. Default now'),
    source
  }),
  output: Type.Object({
    summary: name('What was added, in a sentence'),
    entities: Type.Array(name('Name of an object'), { description: 'The objects found' }),
    relationships: Type.Array(
      Type.Object({ from: name('Object it leads from'), to: name('Object it leads to'), relation: name('What the one is to the other') }),
      { description: 'The links found' }
    ),
    objects: Type.Array(
      Type.Object({
        name: name('Name of the object'),
        type: nullable(Type.String(), { description: 'Its type as the text has it; null where it is none we know' }),
        created: Type.Boolean({ description: 'false: it was there already, and stays as it is' })
      }),
      { description: 'The objects, with more about each' }
    ),
    links: Type.Array(
      Type.Object({
        from: name('Object it leads from'),
        relation: name('What the one is to the other'),
        to: name('Object it leads to'),
        fact: name('The fact as a sentence'),
        valid_at: time('From when on it holds; null: not told'),
        invalid_at: time('From when on it no longer holds; null: not told'),
        created: Type.Boolean({ description: 'false: it was known already' })
      }),
      { description: 'The links, with more about each' }
    ),
    dropped: Type.Array(
      Type.Object({
        kind: words(['entity', 'type', 'relationship'], {
          description: 'What it was to be; type: only the type of an object was left out'
        }),
        value: name('As the model said it'),
        reason: name('Why it was left out')
      }),
      { description: 'What the model said that has no place in the graph' }
    ),
    usage: Type.Object(
      {
        calls: Type.Integer({ minimum: 1, description: 'Calls of the language model' }),
        prompt_tokens: tokens('Tokens sent; null where the endpoint does not tell'),
        completion_tokens: tokens('Tokens answered; null where the endpoint does not tell')
      },
      { description: 'What it took' }
    ),
    dry_run: dryRun
  }),
  errors: {
    ...STORAGE,
    cannot_be_honoured: 'Nothing to remember was found, or the answer of the model was cut off; nothing was kept'
  },
  examples: [
    {
      name: 'proposal',
      summary: 'What would be added; nothing is kept',
      input: {
        content: 'Gromozeka is written in Kotlin. Gromozeka keeps graphs in Neo4J since 2025-11-27.',
        source: 'notes',
        dry_run: true
      },
      output: READ_TEXT
    },
    {
      name: 'nothing_in_it',
      summary: 'A text about nothing in particular is an error, and no empty success',
      input: { content: 'well, maybe so.', confirm: true },
      error: { reason: 'cannot_be_honoured' }
    }
  ],
  message: ({ content, ...text }) => {
    const { calls, tokens } = estimate(materialOf({ content, ...text }))
    return `Read a text of ${content.length} characters with the language model: ${calls} calls, about ${tokens} tokens, then remember what it says`
  },
  handler: (input, call) => buildFromText(input, call)
})
