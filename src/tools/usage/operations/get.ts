import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { MAX_PRINCIPAL } from '../../../contract/principal.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { USAGE_GROUPS, UsagePage } from '../../../contract/usage.ts'
import { usage } from '../tool.ts'

const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: `${description}. ISO 8601` }))

export default defineOperation(usage, {
  name: 'get',
  core: true,
  summary: 'Get the usage of keys',
  description:
    'Returns the number of calls, failed calls, bytes, estimated tokens and job items that this key used; for a key with the scope calls:read_all and no constraints, those of all keys. By default, it returns one row per principal and system, summed over the last 30 days. Use it to find out what a key or a system costs, who uses the most, or how usage changes from day to day. For single calls, use calls_list; for errors by cause, calls_get_statistics. Days and hours are in UTC; daily counts are kept for 90 days, hourly counts for 2 days. A call is counted within a few seconds.',
  permission: 'read',
  http: 'GET /',
  list: true,
  input: Type.Object({
    principal: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_PRINCIPAL,
        'x-log': true,
        description: 'Only usage on behalf of this principal, such as key:alice. Default: all that the key may see'
      })
    ),
    system: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, 'x-log': true, description: 'Only calls to this system, such as gitlab. Default: all' })
    ),
    from: time('Only days or hours that end after this time. Default: the last 30 days, or all kept hours if grouped by hour'),
    to: time('Only days or hours that begin before this time. Default: now'),
    group_by: Type.Array(stringEnum([...USAGE_GROUPS], { description: 'A property of the rows' }), {
      minItems: 1,
      maxItems: USAGE_GROUPS.length,
      default: ['principal', 'system'],
      description:
        'Properties to group by; counts are summed over the other properties. With day or hour, the latest rows come first. Default: principal and system'
    })
  }),
  output: UsagePage,
  errors: {},
  examples: [
    {
      name: 'nothing_used',
      summary: 'A key that has made no calls',
      input: { principal: 'key:no-such-key', group_by: ['system', 'day'] },
      output: {
        items: [],
        next_cursor: null,
        total: { value: 0, relation: 'eq' },
        from: '2026-10-28T00:00:00.000Z',
        to: '2026-11-27T12:00:00.000Z',
        all_keys: true,
        totals: { calls: 0, failed: 0, bytes_in: 0, bytes_out: 0, tokens: 0, job_items: 0 }
      }
    },
    {
      name: 'unknown_group',
      summary: 'A group that does not exist',
      input: { group_by: ['month'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  see_also: ['calls_list', 'calls_get_statistics'],
  asked_as: {
    en: [
      'how many tokens did this key use',
      'who uses the gateway most',
      'usage per key and system',
      'how many calls per day',
      'what have I used up this month',
      'bytes transferred per system',
      'usage report for billing'
    ],
    de: ['wie viel wurde diesen Monat verbraucht'],
    es: ['cuántas llamadas hizo cada clave'],
    fr: ["combien d'appels par clé"],
    ja: ['キーごとの使用量'],
    pl: ['zużycie na klucz']
  },
  message: ({ principal, system }) => `Get what ${principal ?? 'keys'} used${system === undefined ? '' : ` of ${system}`}`,
  async handler(filter, call) {
    const page = await call.usage.list(call.caller, filter, call.signal)
    if (filter.from !== undefined && Date.parse(filter.from) < Date.parse(page.from))
      call.warn(
        `Usage is counted from ${page.from}: ${filter.group_by.includes('hour') ? 'hours are kept for 2 days' : 'days are kept for 90 days'}.`
      )
    return page
  }
})
