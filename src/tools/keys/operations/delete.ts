import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { keyId, NOT_FOUND, UNCHANGEABLE, unknownKey } from '../schemas.ts'
import { keys } from '../tool.ts'

export default defineOperation(keys, {
  name: 'delete',
  summary: 'Delete a key',
  description:
    'Revokes a key, unless it was revoked before, and removes it from lists: the record of what it could do is lost permanently. There is no undo. Its ID is never reused. Use it for keys that are no longer of interest; keys_revoke keeps the record of who had access, and can cancel the jobs of the key. Deleting again has no further effect.',
  permission: 'destructive',
  http: 'DELETE /:id',
  idempotent: true,
  input: Type.Object({ id: keyId }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the deleted key' }),
    deleted: Type.Literal(true, { description: 'Always true' })
  }),
  errors: { ...NOT_FOUND, key_in_file: UNCHANGEABLE.key_in_file },
  examples: [
    {
      name: 'key_of_a_former_user',
      summary: 'A key that is no longer used',
      tested_elsewhere: 'Requires a key: see key_of_a_former_user in test/tools/keys/keys.test.ts',
      input: { id: 'ci', confirm: true },
      output: { id: 'ci', deleted: true }
    },
    unknownKey({ confirm: true })
  ],
  see_also: ['keys_revoke', 'keys_list'],
  asked_as: { en: ['remove an old API key', 'clean up unused keys', 'forget a revoked key'] },
  message: ({ id }) => `Delete the key ${id}`,
  markdown: ({ id }) => `The key \`${id}\` was deleted.`,
  async handler({ id }, { keys }) {
    await keys.delete(id)
    return { id, deleted: true as const }
  }
})
