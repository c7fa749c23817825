import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { importLines } from '../client/portable.ts'
import { STORAGE } from '../failures.ts'
import { count } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'import',
  summary: 'Take objects and links from lines of JSON',
  description:
    'Adds what export wrote, here or elsewhere: a line for each object and each link, with their times. Use it to move or restore a graph, or to fill it from a program; for single facts use add_link, for texts build_from_text. All lines are read first, and none is taken where one is wrong: its number is told. Then they are taken part by part, while others read and write. An object that is there stays as it is; a link that is there at that time is known, and one that overlaps another of the same three parts is dropped and told. The same lines may be sent again without harm, as after a call that was cut off. Over HTTP the lines may also be the body itself, application/x-ndjson, up to 1 GiB: what export answered is sent as it is.',
  permission: 'write',
  idempotent: true,
  http: 'POST /import',
  timeout_ms: 300_000,
  body: {
    media_type: 'application/x-ndjson',
    description: 'The lines themselves, as export answers them, in place of a JSON object with lines'
  },
  see_also: ['memory_export', 'memory_add_link', 'memory_bulk_import_texts'],
  input: Type.Object({
    lines: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Required, unless the lines are the body itself. JSON Lines. {"kind":"object","name":…} may have type, summary, attributes, created_at, updated_at; {"kind":"link","from":…,"relation":…,"to":…} may have fact, valid_at, invalid_at, planned_at, created_at, expired_at, source. Times are instants with a zone; at most what fits into a request of 10 MB'
      })
    )
  }),
  output: Type.Object({
    objects_created: count('Objects that were made'),
    objects_known: count('Objects that were there, and stay as they are'),
    links_created: count('Links that were made'),
    links_known: count('Links that were there'),
    dropped_total: count('Links that overlap another one, and were left out'),
    dropped: Type.Array(
      Type.Object({
        line: Type.Integer({ minimum: 1, description: 'Number of the line, from 1' }),
        reason: Type.String({ description: 'Why it was left out' })
      }),
      { description: 'The first 100 of those' }
    )
  }),
  errors: STORAGE,
  examples: [
    {
      name: 'two_lines',
      summary: 'An object, and a link to one that is made with it',
      input: {
        lines:
          '{"kind":"object","name":"Grace Lin"}\n{"kind":"link","from":"Grace Lin","relation":"lives in","to":"Lisbon","valid_at":"2021-05-01T00:00:00Z"}'
      },
      output: { objects_created: 1, objects_known: 0, links_created: 1, links_known: 0, dropped_total: 0, dropped: [] }
    },
    {
      name: 'broken_line',
      summary: 'One wrong line, and nothing is taken',
      input: { lines: '{"kind":"object","name":"Nobody"}\n{"kind":"link","from":"Nobody"' },
      error: { reason: 'invalid_field_value', message: 'lines line 2 is not JSON.' }
    }
  ],
  message: ({ lines }) =>
    lines === undefined
      ? 'Take the lines of the body into the memory graph'
      : `Take ${lines.split('\n').filter(line => line.trim() !== '').length} lines into the memory graph`,
  handler: (input, call) => importLines(input, call)
})
