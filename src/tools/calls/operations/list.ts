import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { CallRecord } from '../../../contract/record.ts'
import { listOf } from '../../../contract/schema.ts'
import { callsMarkdown } from '../markdown.ts'
import { FILTER } from '../schemas.ts'
import { calls } from '../tool.ts'

export default defineOperation(calls, {
  name: 'list',
  core: true,
  summary: 'List recorded calls, newest first',
  description:
    'Returns the calls that this key sent, or all calls for a key with the scope calls:read_all and no constraints, newest first: operation, time, outcome, reason and duration, without content. Use it to find out what was done, which calls failed and why, or whether a call was executed. Continue while next_cursor is present, even after a short or empty page: with a filter that few calls match, each page checks 10,000 calls. For bulk jobs and their items, use jobs_list instead. Calls are kept for 90 days unless the operator sets another period.',
  permission: 'read',
  http: 'GET /',
  list: true,
  input: Type.Object(FILTER),
  output: listOf(CallRecord, {}),
  errors: {},
  examples: [
    {
      name: 'none_of_this_operation',
      summary: 'No matching calls',
      input: { operation: 'filesystem_unheard_of' },
      output: { items: [], next_cursor: null, total: null }
    },
    { name: 'bad_cursor', summary: 'An invalid cursor', input: { cursor: 'second' }, error: { reason: 'invalid_field_value' } }
  ],
  see_also: ['calls_get', 'jobs_list'],
  asked_as: {
    en: [
      'audit log',
      'audit trail of the gateway',
      'who called what through the gateway',
      'which calls failed today',
      'what did this key do yesterday',
      'history of tool calls',
      'was my last call executed'
    ],
    de: ['welche Aufrufe sind fehlgeschlagen']
  },
  message: ({ operation, outcome }) => `List recorded calls${operation ? ` of ${operation}` : ''}${outcome ? ` that are ${outcome}` : ''}`,
  markdown: callsMarkdown,
  handler: (filter, { calls, caller, signal }) => calls.list(caller, filter, signal)
})
