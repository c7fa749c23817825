import { Type } from 'typebox'
import { OPTIONS } from '../../../catalog/reserved-inputs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { callId, NO_CALL, NOT_FOUND } from '../schemas.ts'
import { calls } from '../tool.ts'

export default defineOperation(calls, {
  name: 'replay',
  summary: 'Replay a recorded call',
  description:
    'Sends a recorded call again, with the same input, as a new call with a new idempotency key, and returns its result. Scope, policy, confirmation and approval are checked as for any call, and only the key that sent a call can replay it. Use it to repeat a call that failed for a temporary reason. A write that was already executed is executed a second time: check its outcome with calls_get first. It works only if the operator stores inputs (record.bodies).',
  permission: 'write',
  http: 'POST /:id/replay',
  timeout_ms: 300_000,
  idempotent: false,
  input: Type.Object({
    id: callId,
    confirm: Type.Boolean({
      default: false,
      description: 'true: the user has agreed to the replayed call. Needed if that call needs confirmation'
    }),
    approval_id: OPTIONS.approval_id
  }),
  output: Type.Object({
    operation: Type.String({ description: 'ID of the operation that was called' }),
    status: Type.Integer({ description: 'HTTP status of the result of the call' }),
    data: Type.Unknown({ description: 'Result of the call, as its operation returns it' })
  }),
  errors: {
    ...NOT_FOUND,
    body_not_stored:
      'The input is not stored (inputs are not recorded or no longer kept, or it had a secret or a file), or the operation cannot be replayed'
  },
  examples: [
    {
      name: 'write_of_a_file',
      summary: 'A file is written again',
      tested_elsewhere: 'Requires a gateway that stores inputs: see write_of_a_file in test/tools/calls/calls.test.ts',
      input: { id: '0197a6c2-6f0e-4b1c-9c55-0d5c3b8a2f10' },
      output: { operation: 'filesystem_write_file', status: 201, data: { file_path: 'notes/today.md', created: true } }
    },
    {
      name: 'unknown_call',
      summary: 'A call that is not in the record',
      input: { id: NO_CALL },
      error: { reason: 'call_not_found' }
    }
  ],
  see_also: ['calls_get', 'calls_list'],
  asked_as: {
    en: [
      'repeat that call',
      'run the same call again',
      'replay a call from the audit log',
      'try the failed call again',
      'do exactly the same thing again',
      'the call failed because the server was down, send it again',
      'redo what the agent did',
      'again with the same input',
      'repeat the write that was lost',
      "run yesterday's call again"
    ]
  },
  message: ({ id }) => `Replay the recorded call ${id}`,
  handler: ({ id, confirm, approval_id: approvalId }, { calls }) => calls.replay(id, { confirm, approvalId })
})
