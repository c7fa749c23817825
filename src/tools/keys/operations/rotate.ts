import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { AN_ISSUED_KEY, CONFIRMED, IssuedKey, keyId, NOT_FOUND, UNCHANGEABLE, unknownKey } from '../schemas.ts'
import { keys } from '../tool.ts'

const DAY_S = 86_400

export default defineOperation(keys, {
  name: 'rotate',
  core: true,
  summary: 'Rotate a key',
  description:
    'Replaces a key with a new one that has the same ID, scopes, jobs and expiry, and returns the new one. This response is the only one that contains it. The previous key is still accepted for overlap_seconds, so that its holder can switch without an interruption; after that, all open connections of the key are closed once. Use it regularly, or with overlap_seconds 0 if the key was leaked. Rotating again ends the overlap of the previous rotation. If a caller rotates its own key, the key that it sent is the one that is still accepted. The call needs confirm: true. A caller can rotate only a key that never had a scope that the caller lacks.',
  permission: CONFIRMED,
  http: 'POST /:id/rotate',
  transient: true,
  input: Type.Object({
    id: keyId,
    overlap_seconds: Type.Integer({
      minimum: 0,
      maximum: 30 * DAY_S,
      default: DAY_S,
      description: 'Seconds for which the previous key is still accepted, 0 to 2,592,000 (30 days). Default 86,400 (one day)'
    })
  }),
  output: IssuedKey,
  errors: { ...NOT_FOUND, ...UNCHANGEABLE },
  examples: [
    {
      name: 'rotated_with_overlap',
      summary: 'The previous key is accepted for an hour',
      tested_elsewhere: 'Requires a key: see rotated_with_overlap in test/tools/keys/keys.test.ts',
      input: { id: 'ci', overlap_seconds: 3_600, confirm: true },
      output: {
        ...AN_ISSUED_KEY,
        rotated_at: '2026-11-26T20:00:00.000Z',
        rotated_by: 'key:ann',
        previous_until: '2026-11-26T21:00:00.000Z'
      }
    },
    unknownKey({ confirm: true })
  ],
  see_also: ['keys_get', 'keys_revoke'],
  asked_as: { en: ['replace an API key', 'renew a key', 'exchange a leaked key', 'roll the secret of a key'] },
  message: ({ id, overlap_seconds }) => `Rotate the key ${id}; the previous one is accepted for ${overlap_seconds} seconds`,
  handler: ({ id, overlap_seconds }, { keys }) => keys.rotate(id, overlap_seconds)
})
