import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf, nullable, stringEnum } from '../../../contract/schema.ts'
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts'
import { badInput } from '../client/errors.ts'
import { readHistory } from '../client/run/history.ts'
import { NEEDS_SDK } from '../examples.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'history',
  core: true,
  summary: 'List the recent gcloud commands of this key',
  description:
    'Returns the last 100 commands that this key ran with gcloud_run or gcloud_start, most recently started first, with their results; text that looks like a secret is removed. Use it to see what was done or is running, or to find a command to run again. A command whose gateway was killed is listed as interrupted. The history contains no output: see the response of each command, or its job. Commands of other keys are not included. The history is deleted 30 days after the last command.',
  permission: 'read',
  http: 'GET /history',
  list: true,
  input: Type.Object({}),
  output: listOf(
    Type.Object({
      at: Type.String({ format: 'date-time', description: 'Time the command ended or, if it has not ended, started' }),
      command: Type.String({ description: 'Command as it was run, quoted, at most 1,000 characters' }),
      directory: nullable(Type.String(), { description: 'Working directory, as requested; null: an empty directory of the gateway' }),
      changes: Type.Boolean({ description: 'Whether the command may change something' }),
      state: stringEnum(['running', 'ended', 'interrupted'], {
        description:
          'State. interrupted: the gateway was killed or lost while the command ran, so the result is unknown; check before you repeat a command that changes something'
      }),
      success: Type.Boolean({ description: 'Whether the command succeeded; false if it has not ended' }),
      exit_code: nullable(Type.Integer(), { description: 'Exit code; null: it was terminated by a signal, or has not ended' }),
      reason: nullable(Type.String(), {
        description: 'Reason of the failure, as in error.details.reason; null after a success, or if it has not ended'
      }),
      execution_time: Type.Integer({ minimum: 0, description: 'Duration in milliseconds; 0 if it has not ended' })
    }),
    {}
  ),
  errors: {},
  see_also: ['gcloud_run'],
  asked_as: {
    en: [
      'which cloud commands did I run',
      'what did I do in gcloud earlier',
      'previous gcloud commands',
      'last cloud commands of this key',
      'what was run against GCP recently',
      'what did we run in the cloud before',
      'the last commands in gcloud',
      'what did we do on Google Cloud lately',
      'which cloud commands did I run today',
      'what was the last gcloud call',
      'my previous commands in the cloud'
    ],
    de: ['welche gcloud-Befehle habe ich ausgeführt'],
    es: ['qué comandos de gcloud ejecuté'],
    fr: ['quelles commandes gcloud ai-je lancées'],
    ja: ['gcloudの実行履歴'],
    pl: ['jakie polecenia gcloud wykonałem']
  },
  examples: [
    {
      name: 'last',
      summary: 'The only command so far',
      tested_elsewhere: NEEDS_SDK,
      input: {},
      output: {
        items: [
          {
            at: '2026-11-21T22:00:00.000Z',
            command: 'gcloud projects list --format=json --quiet',
            directory: null,
            changes: false,
            state: 'ended',
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
      summary: 'An invalid cursor',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  async handler({ limit, cursor }, { client, caller }) {
    const [start] = cursor === undefined ? [0] : decodeCursor(cursor)
    if (typeof start !== 'number' || !Number.isInteger(start) || start < 0)
      throw badInput('cursor', 'was not returned by this operation', 'next_cursor of the previous page')
    const all = await readHistory(client, caller.id)
    const items = all.slice(start, start + limit)
    const end = start + items.length
    return { items, next_cursor: end < all.length ? encodeCursor([end]) : null, total: { value: all.length, relation: 'eq' as const } }
  }
})
