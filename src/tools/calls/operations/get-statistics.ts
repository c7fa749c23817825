import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { CallStatistics } from '../../../contract/record.ts'
import { statisticsMarkdown } from '../markdown.ts'
import { STATISTICS_FILTER, UNKNOWN_OUTCOME } from '../schemas.ts'
import { calls } from '../tool.ts'

export default defineOperation(calls, {
  name: 'get_statistics',
  summary: 'Get statistics of recorded calls',
  description:
    'Returns how many calls were recorded and how many failed, in total and per interval, and the errors grouped by operation and reason, most frequent first. Without `from` and `to`, it counts the last hour in one-minute intervals. Use it to find out what fails most, or when failures began; for single calls, use calls_list with the operation and reason that it returns. It counts at most the latest 50,000 calls of that period; with a filter, it checks at most the latest 10,000.',
  permission: 'read',
  http: 'GET /statistics',
  input: Type.Object(STATISTICS_FILTER),
  output: CallStatistics,
  errors: {},
  examples: [
    {
      name: 'none_of_this_operation',
      summary: 'No matching calls',
      input: { operation: 'filesystem_unheard_of', from: '2026-11-26T15:00:00Z', to: '2026-11-26T16:00:00Z' },
      output: {
        from: '2026-11-26T15:00:00Z',
        to: '2026-11-26T16:00:00Z',
        complete: true,
        all_keys: true,
        calls: 0,
        errors: 0,
        interval_seconds: 60,
        intervals: [],
        failures: []
      }
    },
    UNKNOWN_OUTCOME
  ],
  see_also: ['calls_list'],
  asked_as: {
    en: ['which errors are most frequent', 'how many calls failed in the last hour', 'calls per minute', 'error rate of the gateway'],
    de: ['welche Fehler treten am häufigsten auf']
  },
  message: ({ operation, system }) => `Get statistics of recorded calls${operation || system ? ` of ${operation ?? system}` : ''}`,
  markdown: statisticsMarkdown,
  handler: (filter, { calls, caller, signal }) => calls.statistics(caller, filter, signal)
})
