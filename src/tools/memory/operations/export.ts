import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { stream } from '../../../contract/stream.ts'
import { exportLines } from '../client/import-export.ts'
import { LinkLine, ObjectLine } from '../graph/import-lines.ts'
import { memory } from '../tool.ts'

const NDJSON = 'application/x-ndjson'

export default defineOperation(memory, {
  name: 'export',
  summary: 'Export the whole graph',
  description:
    'Returns the graph as JSON Lines: one line per object, then one line per link, including ended ones, with all their times. Use it for a backup, or to move a graph elsewhere with memory_import; to read parts of it, use list_objects and get_object. The graph is streamed while it is read: changes made in the meantime may or may not be included. Episodes (list_episodes) are not included; each link keeps its source.',
  permission: 'read',
  http: 'GET /export',
  timeout_ms: 60_000,
  see_also: ['memory_import', 'memory_list_objects'],
  asked_as: {
    en: [
      'back up my memory',
      'dump the knowledge graph',
      'download everything you remember',
      'give me all your knowledge as a file',
      'save the memory',
      'give me everything you know',
      'dump all your memories',
      'I want a copy of your memory',
      'everything you remember as JSON',
      'a backup of all facts',
      'put all your knowledge in a file'
    ]
  },
  input: Type.Object({}),
  output: stream([NDJSON], { parts: { line: Type.Union([ObjectLine, LinkLine]) } }),
  errors: {},
  examples: [
    {
      name: 'one_object',
      summary: 'A graph of one object',
      tested_elsewhere: 'depends on earlier calls: test/tools/memory/import-export.test.ts',
      input: {},
      output: {
        url: '/v1/memory/export',
        media_type: NDJSON,
        filename: 'memory.ndjson',
        length: null,
        content:
          '{"kind":"object","name":"Ada Park","type":"Person","summary":"","attributes":[],"created_at":"2026-01-05T09:00:00.000Z","updated_at":"2026-01-05T09:00:00.000Z"}\n',
        encoding: 'utf-8',
        complete: true
      }
    },
    { name: 'unknown_property', summary: 'The operation takes no input', input: { name: 'Atlas' }, error: { reason: 'unknown_field' } }
  ],
  message: () => 'Export the whole graph',
  async handler(_input, call) {
    return { body: exportLines(call), media_type: NDJSON, filename: 'memory.ndjson' }
  }
})
