import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { CallRecord } from '../../../contract/record.ts'
import { callId, NO_CALL, NOT_FOUND } from '../schemas.ts'
import { calls } from '../tool.ts'

export default defineOperation(calls, {
  name: 'get',
  core: true,
  summary: 'Get a recorded call',
  description:
    'Returns one call of the record: who sent it, when, the decision of the policy, the input without content, how the call ended, and each request that it sent to its system. Use it for the details of a call that calls_list returned; the result of the call is not stored.',
  permission: 'read',
  http: 'GET /:id',
  input: Type.Object({ id: callId }),
  output: CallRecord,
  errors: NOT_FOUND,
  examples: [
    {
      name: 'read_of_a_file',
      summary: 'A read of a file that does not exist',
      tested_elsewhere: 'Requires the ID of a call: see read_of_a_file in test/tools/calls/calls.test.ts',
      input: { id: '0197a6c2-6f0e-4b1c-9c55-0d5c3b8a2f10' },
      output: {
        id: '0197a6c2-6f0e-4b1c-9c55-0d5c3b8a2f10',
        at: '2026-11-26T16:20:00.000Z',
        principal: 'key:local',
        surface: 'rest',
        system: 'filesystem',
        operation: 'filesystem_read_file',
        instance: 'default',
        permission: 'read',
        decision: 'allow',
        outcome: 'failed',
        reason: 'file_not_found',
        message: 'No file or directory [9 characters] exists.',
        duration_ms: 1.4,
        summary: [{ name: 'file_path', value: '[9 characters]' }],
        input_digest: 'vYx6JrSQ0d4yqk2uQz0q3A',
        idempotency_key: null,
        replayed: false,
        replay_of: null,
        body_stored: false,
        attempts: [],
        approval_id: null,
        job_id: null,
        request_id: '6f1f7a3e-4a6a-4d4b-8d2e-1f5d1c9f1a77',
        trace_id: null
      }
    },
    {
      name: 'unknown_call',
      summary: 'A call that is not in the record',
      input: { id: NO_CALL },
      error: { reason: 'call_not_found', message: `No call ${NO_CALL} is visible to this key.` }
    }
  ],
  see_also: ['calls_list'],
  asked_as: {
    en: [
      'details of one call',
      'which requests did this call send',
      'why did that call fail',
      'show one entry of the audit log',
      'what exactly did the agent do there',
      'look at call 01J8 more closely',
      'who changed this and when, in detail',
      'what came back from that call',
      'which key sent this call',
      'why was the request refused yesterday',
      'the input of one recorded call'
    ]
  },
  message: ({ id }) => `Get the recorded call ${id}`,
  handler: ({ id }, { calls, caller }) => calls.get(caller, id)
})
