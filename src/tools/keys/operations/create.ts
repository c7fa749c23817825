import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { shorten } from '../../../lib/shorten.ts'
import { A_KEY, AN_ISSUED_KEY, CONFIRMED, constraints, expiry, IssuedKey, limits, note, scopes } from '../schemas.ts'
import { keys } from '../tool.ts'

export default defineOperation(keys, {
  name: 'create',
  core: true,
  summary: 'Create a key',
  description:
    'Creates a key and returns it. This response is the only one that contains it: the gateway stores only its hash. Use it to give a person or program its own access, with only the scopes that it needs. The call needs confirm: true. A caller can grant only scopes that it has itself, and a constrained caller can create only keys with constraints at least as narrow as its own. If the response is lost, the key exists but cannot be read: use keys_rotate to get a new one. Jobs and recorded calls refer to the key by its ID, so an ID is never reused.',
  permission: CONFIRMED,
  http: 'POST /',
  success: [201],
  transient: true,
  input: Type.Object({
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
      'x-form': 'of lowercase letters, digits and -',
      'x-log': true,
      description: 'ID of the new key, such as the name of its holder: lowercase letters, digits and -, at most 63'
    }),
    scopes: scopes('What the key may do, such as gitlab:read'),
    constraints: constraints('What restricts the key beyond its scopes. Default: nothing'),
    limits: limits('Limits of the key. Default: those that apply to every key'),
    description: note('none'),
    expires_at: expiry('Expiry time of the key, ISO 8601. Default: never')
  }),
  output: IssuedKey,
  errors: {
    already_exists: 'Another key has or had this ID: a managed key or a key of the configuration',
    too_many_keys: 'The gateway has the maximum number of managed keys'
  },
  examples: [
    {
      name: 'key_of_a_build_server',
      summary: 'A key that reads GitLab',
      tested_elsewhere: 'A second run would find the ID in use: see key_of_a_build_server in test/tools/keys/keys.test.ts',
      input: { id: 'ci', scopes: ['gitlab:read'], description: A_KEY.description, confirm: true },
      output: AN_ISSUED_KEY
    },
    {
      name: 'unknown_scope',
      summary: 'A scope that does not exist',
      input: { id: 'ci', scopes: ['gitlab:reed'], confirm: true },
      error: { reason: 'invalid_field_value' }
    }
  ],
  see_also: ['keys_list', 'keys_rotate', 'keys_revoke'],
  asked_as: {
    en: ['new API key', 'issue an access key for a program', 'give someone access to the gateway', 'generate an API token for this gateway']
  },
  message: ({ id, scopes, constraints }) =>
    `Create the key ${id}, which may do: ${shorten(scopes.join(', '), 200)}${constraints ? `; constrained to ${shorten(JSON.stringify(constraints), 300)}` : ''}`,
  async handler(input, { keys, respond }) {
    const issued = await keys.create(input)
    respond({ status: 201, location: `/v1/keys/${issued.id}` })
    return issued
  }
})
