import { Type } from 'typebox'
import { Key } from '../../../contract/keys.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_KEY, keyId, NOT_FOUND, unknownKey } from '../schemas.ts'
import { keys } from '../tool.ts'

export default defineOperation(keys, {
  name: 'get',
  core: true,
  summary: 'Get a key',
  description:
    'Returns one key: its scopes, status, expiry, and who created or revoked it. It never returns the key itself, which is not stored. Use it to check what a key may do, or whether a change was applied.',
  permission: 'read',
  http: 'GET /:id',
  input: Type.Object({ id: keyId }),
  output: Key,
  errors: NOT_FOUND,
  examples: [
    {
      name: 'one_key',
      summary: 'A key that was created through the API',
      tested_elsewhere: 'Requires a key: see one_key in test/tools/keys/keys.test.ts',
      input: { id: 'ci' },
      output: A_KEY
    },
    unknownKey()
  ],
  see_also: ['keys_list', 'keys_update'],
  asked_as: { en: ['what may this key do', 'is this API key still valid', 'when does the key expire', 'who created this key'] },
  message: ({ id }) => `Get the key ${id}`,
  handler: ({ id }, { keys }) => keys.get(id)
})
