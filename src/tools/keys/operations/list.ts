import { Type } from 'typebox'
import { KEY_STATUSES, Key } from '../../../contract/keys.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { MAX_PRINCIPAL } from '../../../contract/principal.ts'
import { listOf, stringEnum } from '../../../contract/schema.ts'
import { shorten } from '../../../lib/shorten.ts'
import { keys } from '../tool.ts'

export default defineOperation(keys, {
  name: 'list',
  core: true,
  summary: 'List the keys of the gateway',
  description:
    'Returns the keys of the gateway, sorted by ID: those that were created through the API and those of the configuration, with their status, scopes and expiry, but never a key itself. Deleted keys are not listed. Use it to find out who has access, which keys expire soon, and which keys a leaked key created. For one key, use keys_get.',
  permission: 'read',
  http: 'GET /',
  list: true,
  input: Type.Object({
    query: Type.Optional(
      Type.String({
        maxLength: 200,
        'x-log': true,
        description: 'Only keys whose ID, description or scopes contain all these words, ignoring case. Default: all'
      })
    ),
    status: Type.Optional(
      Type.Array(stringEnum([...KEY_STATUSES], { description: 'A status' }), {
        minItems: 1,
        maxItems: KEY_STATUSES.length,
        description: 'Only keys with one of these statuses. Default: all'
      })
    ),
    created_by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_PRINCIPAL,
        'x-log': true,
        description: 'Only keys created by this principal, such as key:alice. Default: all'
      })
    )
  }),
  output: listOf(Key, {}),
  errors: {},
  examples: [
    {
      name: 'none_disabled',
      summary: 'No key is disabled',
      input: { status: ['disabled'] },
      output: { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
    },
    { name: 'bad_cursor', summary: 'An invalid cursor', input: { cursor: 'second' }, error: { reason: 'invalid_field_value' } }
  ],
  see_also: ['keys_get', 'keys_create'],
  asked_as: { en: ['who has access to the gateway', 'which API keys exist', 'show all access keys', 'which keys are about to expire'] },
  message: ({ query, status, created_by }) =>
    `List keys${query === undefined ? '' : ` that match ${shorten(query, 100)}`}${status ? ` that are ${status.join(' or ')}` : ''}${created_by === undefined ? '' : ` that ${created_by} created`}`,
  handler: (filter, { keys }) => keys.list(filter)
})
