import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { getProfile } from '../../client/profile.ts'
import { gmail } from '../../tool.ts'

const count = (what: string) =>
  nullable(Type.Integer({ minimum: 0, 'x-volatile': true }), { description: `How many ${what} the mailbox holds; null where unknown` })

export default defineOperation(gmail, {
  name: 'get_profile',
  core: true,
  summary: 'Tell whose mailbox this is, and how much is in it',
  description:
    'Answers the address of the account and how many messages and conversations its mailbox holds. Use it to learn which account an instance speaks for, or whether its credential works. For the counts of one label use get_label; it tells nothing of single messages.',
  permission: 'read',
  http: 'GET /profile',
  group: 'account',
  see_also: ['gmail_get_label', 'gmail_list_labels'],
  input: Type.Object({}),
  output: Type.Object({
    email: Type.String({ description: 'Address of the account' }),
    messages_total: count('messages'),
    threads_total: count('conversations'),
    history_id: nullable(Type.String({ 'x-volatile': true }), {
      description: 'Where the history of the mailbox stands; null where unknown'
    })
  }),
  errors: {},
  examples: [
    {
      name: 'account',
      summary: 'The account of the sandbox',
      input: {},
      output: { email: 'ada@example.com', messages_total: 336, threads_total: 333, history_id: '1336' }
    },
    {
      name: 'unknown_instance',
      summary: 'An account that this gateway does not have',
      input: { instance: 'nobody' },
      error: { reason: 'instance_not_found' }
    }
  ],
  handler: (_input, call) => getProfile(call.client, call)
})
