import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { CallRecord } from '../../../contract/record.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { stream } from '../../../contract/stream.ts'
import { toOcsf } from '../ocsf.ts'
import { FILTER, UNKNOWN_OUTCOME } from '../schemas.ts'
import { calls } from '../tool.ts'

const NDJSON = 'application/x-ndjson'

export default defineOperation(calls, {
  name: 'export',
  summary: 'Export recorded calls as NDJSON',
  description:
    'Returns all matching calls as a file, newest first: one JSON object per line, as calls_list returns them. With format ocsf, each line is a CloudEvent whose data is an OCSF API Activity (class 6003), which security tools import. Use it for a program or an archive; to read a few calls, use calls_list instead.',
  permission: 'read',
  http: 'GET /export',
  timeout_ms: 60_000,
  input: Type.Object({
    ...FILTER,
    format: stringEnum(['ndjson', 'ocsf'], {
      default: 'ndjson',
      description: 'ndjson (default): the rows as they are. ocsf: OCSF API Activity in CloudEvents'
    })
  }),
  output: stream([NDJSON], { parts: { line: CallRecord } }),
  errors: {},
  examples: [
    {
      name: 'none_of_this_operation',
      summary: 'No matching calls',
      input: { operation: 'filesystem_unheard_of' },
      output: {
        url: '/v1/calls/export?operation=filesystem_unheard_of',
        media_type: NDJSON,
        filename: 'calls-ndjson.ndjson',
        length: null,
        content: '',
        encoding: 'utf-8',
        complete: true
      }
    },
    UNKNOWN_OUTCOME
  ],
  see_also: ['calls_list'],
  asked_as: {
    en: [
      'export the audit log',
      'download all calls of the gateway',
      'send the audit trail to our SIEM',
      'OCSF export',
      'give the auditors everything that was done',
      'hand the log of all tool calls to security',
      'all actions of the agents as a file',
      'dump the record of last week',
      'I need the log for Splunk',
      'save what every key did in March',
      'the record of the gateway as JSON lines'
    ]
  },
  message: ({ format }) => `Export recorded calls as ${format}`,
  async handler({ format, ...filter }, { calls, caller, signal }) {
    const lines = async function* (): AsyncGenerator<string> {
      for await (const page of calls.pages(caller, filter, signal))
        yield page.map(row => `${JSON.stringify(format === 'ocsf' ? toOcsf(row) : row)}\n`).join('')
    }
    return { body: lines(), media_type: NDJSON, filename: `calls-${format}.ndjson` }
  }
})
