import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { stream } from '../../../contract/stream.ts'
import { exportLines } from '../client/portable.ts'
import { LinkLine, ObjectLine } from '../graph/lines.ts'
import { memory } from '../tool.ts'

const NDJSON = 'application/x-ndjson'

export default defineOperation(memory, {
  name: 'export',
  summary: 'Download the whole graph',
  description:
    'Answers the graph as JSON Lines: first a line for each object, then a line for each link, ended ones too, with all their times. Use it for a copy, or to move a graph elsewhere with import; to look at parts of it use list_objects and get_object. It is written as it is read, a part at a time: what others change meanwhile may or may not be in it.',
  permission: 'read',
  http: 'GET /export',
  timeout_ms: 60_000,
  see_also: ['memory_import', 'memory_list_objects'],
  input: Type.Object({}),
  output: stream([NDJSON], { parts: { line: Type.Union([ObjectLine, LinkLine]) } }),
  errors: {},
  examples: [
    {
      name: 'one_object',
      summary: 'A graph of one object',
      tested_elsewhere: 'it depends on what was done before: test/tools/memory/portable.test.ts',
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
    { name: 'unknown_property', summary: 'It takes no input', input: { name: 'Atlas' }, error: { reason: 'unknown_field' } }
  ],
  message: () => 'Download the whole graph',
  async handler(_input, call) {
    return { body: exportLines(call), media_type: NDJSON, filename: 'memory.ndjson' }
  }
})
