import { Type } from 'typebox'
import { Key } from '../../../contract/keys.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_KEY, keyId, NEVER_FOUND, unknownKey } from '../schemas.ts'
import { keys } from '../tool.ts'

export default defineOperation(keys, {
  name: 'revoke',
  core: true,
  summary: 'Revoke a key permanently',
  description:
    'Revokes a key in all processes within a second, and returns it. The key can be managed or part of the configuration. Its streams and programs end, calls that run as jobs are cancelled, and its bulk jobs pause, or are cancelled if cancel_jobs is true. A write that was already sent finishes and is recorded. There is no undo. In the configuration, the ID is accepted again only with another hash. Use it immediately if a key was leaked or its holder left; to suspend a key temporarily, use keys_update instead. Revoking a key that is already revoked or deleted has no further effect.',
  permission: 'write',
  http: 'POST /:id/revoke',
  idempotent: true,
  input: Type.Object({
    id: keyId,
    cancel_jobs: Type.Boolean({
      default: false,
      description: 'true: also cancel the jobs of the key that have not ended. Default false: bulk jobs pause'
    })
  }),
  output: Type.Object({
    ...Key.properties,
    cancelled_jobs: Type.Integer({ description: 'Number of jobs that this call cancelled; 0 without cancel_jobs' })
  }),
  errors: NEVER_FOUND,
  examples: [
    {
      name: 'leaked_key',
      summary: 'A key was leaked: revoke it, and cancel its jobs',
      tested_elsewhere: 'Requires a key: see leaked_key in test/tools/keys/keys.test.ts',
      input: { id: 'ci', cancel_jobs: true },
      output: { ...A_KEY, status: 'revoked', revoked_at: '2026-11-26T20:00:00.000Z', revoked_by: 'key:ann', cancelled_jobs: 1 }
    },
    unknownKey()
  ],
  see_also: ['keys_get', 'keys_update', 'jobs_list'],
  asked_as: { en: ['kill switch', 'block a leaked API key', 'withdraw access at once', 'end the access of someone who left'] },
  message: ({ id, cancel_jobs }) => `Revoke the key ${id} permanently${cancel_jobs ? ', and cancel its jobs' : ''}`,
  handler: ({ id, cancel_jobs }, { keys, warn }) => keys.revoke(id, cancel_jobs, warn)
})
