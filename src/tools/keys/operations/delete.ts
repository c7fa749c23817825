import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { keyId, NEVER_FOUND, unknownKey } from '../schemas.ts'
import { keys } from '../tool.ts'

export default defineOperation(keys, {
  name: 'delete',
  summary: 'Delete a key',
  description:
    'Revokes a key, unless it was revoked before, and removes it from lists: the record of what it could do is lost permanently. There is no undo. The ID of the key is never reused. Use it for keys whose record is no longer needed; keys_revoke keeps the record of who had access, and can cancel the jobs of the key. Deleting again has no further effect.',
  permission: 'destructive',
  http: 'DELETE /:id',
  idempotent: true,
  input: Type.Object({ id: keyId }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the deleted key' }),
    deleted: Type.Literal(true, { description: 'Always true' })
  }),
  errors: { ...NEVER_FOUND, key_in_file: 'The key is an entry of the configuration: only the operator can remove it' },
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
