import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf, nullable } from '../../../contract/schema.ts'
import { badInput } from '../client/failure.ts'
import { pastOf } from '../client/history.ts'
import { NEEDS_SDK } from '../examples.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'history',
  core: true,
  summary: 'List the last gcloud commands of this key',
  description:
    'Answers the last 100 commands that this key has run by gcloud_run or gcloud_start, the newest first, with how each ended; what looks like a secret is taken out. Use it to see what was done, or to run a command again. It holds no output: that is in the answer of each command only, or in its job. Commands of other keys are not shown. Entries are kept for 30 days after the last one.',
  permission: 'read',
  http: 'GET /history',
  list: true,
  input: Type.Object({}),
  output: listOf(
    Type.Object({
      at: Type.String({ format: 'date-time', description: 'When it had ended' }),
      command: Type.String({ description: 'As it was run, quoted, at most 1,000 characters' }),
      directory: nullable(Type.String(), { description: 'Where, as it was given; null: in an empty directory of the gateway' }),
      changes: Type.Boolean({ description: 'It was one that may change something' }),
      success: Type.Boolean({ description: 'It went well' }),
      exit_code: nullable(Type.Integer(), { description: 'null: it was ended by a signal' }),
      reason: nullable(Type.String(), { description: 'Why it failed, as in error.details.reason; null after a success' }),
      execution_time: Type.Integer({ minimum: 0, description: 'Milliseconds it took' })
    }),
    {}
  ),
  errors: {},
  see_also: ['gcloud_run'],
  examples: [
    {
      name: 'last',
      summary: 'One command so far',
      tested_elsewhere: NEEDS_SDK,
      input: {},
      output: {
        items: [
          {
            at: '2026-11-21T22:00:00.000Z',
            command: 'gcloud projects list --format=json --quiet',
            directory: null,
            changes: false,
            success: true,
            exit_code: 0,
            reason: null,
            execution_time: 912
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'bad_cursor',
      summary: 'A cursor that no page answered',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  async handler({ limit, cursor }, { client, caller }) {
    const start = Number(cursor ?? 0)
    if (!Number.isInteger(start)) throw badInput('cursor', 'was not made by this operation', 'next_cursor of the page before')
    const all = await pastOf(client, caller.id)
    const items = all.slice(start, start + limit)
    const end = start + items.length
    return { items, next_cursor: end < all.length ? String(end) : null, total: { value: all.length, relation: 'eq' as const } }
  }
})
