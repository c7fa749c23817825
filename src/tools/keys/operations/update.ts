import { Type } from 'typebox'
import { Key } from '../../../contract/keys.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_KEY, CONFIRMED, constraints, expiry, keyId, limits, NOT_FOUND, note, scopes, UNCHANGEABLE, unknownKey } from '../schemas.ts'
import { keys } from '../tool.ts'

export default defineOperation(keys, {
  name: 'update',
  core: true,
  summary: 'Update, disable or enable a key',
  description:
    'Changes the scopes, constraints, limits, expiry or description of a key, or disables or enables it, and returns it. Properties that you omit stay unchanged. A disabled key is refused until it is enabled; its streams end, its bulk jobs pause, and its calls and programs that run as jobs are cancelled. After a change of scopes or constraints, the same applies to everything that the key may no longer do. Use it to suspend a key or to change what it may do; to revoke it permanently, use keys_revoke instead. Changing scopes or constraints needs confirm: true. A caller can add only scopes that it has itself, and can enable a key or extend its expiry only if it has all scopes of the key.',
  permission: {
    ...CONFIRMED,
    always_confirm: ({ scopes, constraints, clear }) =>
      scopes !== undefined || constraints !== undefined || clear?.includes('constraints') === true
  },
  http: 'PATCH /:id',
  idempotent: true,
  input: Type.Object({
    id: keyId,
    scopes: Type.Optional(scopes('All scopes of the key from now on. Default: unchanged')),
    constraints: constraints('All constraints of the key from now on. Default: unchanged'),
    limits: limits('All limits of the key from now on. Default: unchanged'),
    description: note('unchanged'),
    expires_at: expiry('Expiry time of the key, ISO 8601. Default: unchanged'),
    disabled: Type.Optional(Type.Boolean({ description: 'true: refuse the key; false: accept it again. Default: unchanged' })),
    clear: Type.Optional(
      Type.Array(Type.Enum(['constraints', 'limits', 'description', 'expires_at'], { type: 'string', description: 'A property' }), {
        minItems: 1,
        maxItems: 4,
        description: 'Properties to clear. Default: none'
      })
    )
  }),
  output: Key,
  errors: { ...NOT_FOUND, ...UNCHANGEABLE },
  examples: [
    {
      name: 'disabled_for_now',
      summary: 'Disable a key',
      tested_elsewhere: 'Requires a key: see disabled_for_now in test/tools/keys/keys.test.ts',
      input: { id: 'ci', disabled: true },
      output: { ...A_KEY, status: 'disabled' }
    },
    unknownKey({ disabled: true })
  ],
  see_also: ['keys_get', 'keys_revoke'],
  asked_as: {
    en: ['suspend an API key', 'disable a key for now', 'change the scopes of a key', 'extend the expiry of a key', 'enable the key again']
  },
  message: ({ id, disabled }) => `${disabled === undefined ? 'Update' : disabled ? 'Disable' : 'Enable'} the key ${id}`,
  handler: ({ id, ...changes }, { keys }) => keys.update(id, changes)
})
