import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../contract/operation.ts'
import { importLines } from '../client/import-export.ts'
import { STORAGE } from '../errors.ts'
import { MAX_IMPORT_BYTES } from '../limits.ts'
import { count } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'import',
  summary: 'Import objects and links from JSON Lines',
  description:
    'Imports the lines that memory_export returned, from this gateway or another one: one line per object and per link, with their times. It also reads memory.jsonl of @modelcontextprotocol/server-memory; each observation becomes a link of the object to itself. Use it to move or restore a graph, or to fill it from a program; for single facts, use add_link; for text, build_from_text. All lines are validated first, and nothing is imported if one is invalid: the error states its line number. Then they are imported in parts, while other clients read and write. An existing object stays unchanged; a link that already exists for the same period is counted as known, and a link that overlaps another one with the same from, relation and to is dropped and reported. You can safely send the same lines again, such as after an interrupted call. Over HTTP, the lines may also be the request body, application/x-ndjson, up to 1 GiB: send the output of memory_export as it is.',
  permission: 'write',
  idempotent: true,
  http: 'POST /import',
  max_body: MAX_BODY,
  timeout_ms: 300_000,
  body: {
    media_type: 'application/x-ndjson',
    max_bytes: MAX_IMPORT_BYTES,
    description: 'The lines, in the format of export, instead of a JSON object with lines'
  },
  see_also: ['memory_export', 'memory_add_link', 'memory_bulk_import_texts'],
  asked_as: {
    en: [
      'load a memory backup',
      'restore the knowledge graph from a dump',
      'read JSON lines into memory',
      'put a saved graph back',
      'import memory.jsonl of the MCP memory server',
      'fill the memory from a file',
      'load this dump of facts',
      "here's a backup of your memory, load it",
      'take over the facts from this file',
      'read in the exported graph',
      'move my old memory into this one',
      'put the facts of another assistant into memory',
      'restore what you knew from the file'
    ]
  },
  input: Type.Object({
    lines: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'JSON Lines; required unless they are the request body. {"kind":"object","name":…} may have type, summary, attributes, aliases, created_at, updated_at; {"kind":"link","from":…,"relation":…,"to":…} may have fact, valid_at, invalid_at, planned_at, created_at, expired_at, source. Times need a zone. Lines of memory.jsonl are accepted, too. The whole request may be at most 10 MB'
      })
    )
  }),
  output: Type.Object({
    objects_created: count('Objects created'),
    objects_known: count('Objects that already existed, and are unchanged'),
    links_created: count('Links created'),
    links_known: count('Links that already existed'),
    dropped_total: count('Links that overlap another one, and were dropped'),
    dropped: Type.Array(
      Type.Object({
        line: Type.Integer({ minimum: 1, description: 'Line number, from 1' }),
        reason: Type.String({ description: 'Why it was dropped' })
      }),
      { description: 'The first 100 dropped links' }
    )
  }),
  errors: STORAGE,
  examples: [
    {
      name: 'two_lines',
      summary: 'An object, and a link to an object that is created with it',
      input: {
        lines:
          '{"kind":"object","name":"Grace Lin"}\n{"kind":"link","from":"Grace Lin","relation":"lives in","to":"Lisbon","valid_at":"2021-05-01T00:00:00Z"}'
      },
      output: { objects_created: 1, objects_known: 0, links_created: 1, links_known: 0, dropped_total: 0, dropped: [] }
    },
    {
      name: 'memory_jsonl',
      summary: 'Lines of memory.jsonl of @modelcontextprotocol/server-memory',
      input: {
        lines:
          '{"type":"entity","name":"John Smith","entityType":"customer","observations":["Speaks fluent Spanish"]}\n{"type":"relation","from":"John Smith","to":"Fabrikam","relationType":"works_at"}'
      },
      output: { objects_created: 1, objects_known: 0, links_created: 2, links_known: 0, dropped_total: 0, dropped: [] }
    },
    {
      name: 'broken_line',
      summary: 'One invalid line: nothing is imported',
      input: { lines: '{"kind":"object","name":"Eve"}\n{"kind":"link","from":"Eve"' },
      error: { reason: 'invalid_field_value', message: 'lines line 2 is not JSON.' }
    }
  ],
  message: ({ lines }) =>
    lines === undefined
      ? 'Import the lines of the body into the memory graph'
      : `Import ${lines.split('\n').filter(line => line.trim() !== '').length} lines into the memory graph`,
  handler: (input, call) => importLines(input, call)
})
