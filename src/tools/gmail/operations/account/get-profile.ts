import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { getProfile } from '../../client/connection.ts'
import { gmail } from '../../tool.ts'

const count = (what: string) =>
  nullable(Type.Integer({ minimum: 0, 'x-volatile': true }), { description: `Number of ${what} in the mailbox; null if unknown` })

export default defineOperation(gmail, {
  name: 'get_profile',
  core: true,
  summary: 'Get the account address and the size of its mailbox',
  description:
    'Returns the address of the account and the number of messages and conversations in its mailbox. Use it to see which account an instance uses, or whether its credentials work. For the counts of one label, use get_label. It returns no messages: use search_messages.',
  permission: 'read',
  http: 'GET /profile',
  group: 'account',
  see_also: ['gmail_get_label', 'gmail_list_labels'],
  asked_as: {
    en: [
      'which Gmail account is this',
      "what's my email address",
      'how many messages are in my mailbox in total',
      'under what address do you send mail',
      'which mailbox are you connected to',
      'which address am I logged in with',
      'how many mails do I have',
      'which mail account are you using',
      'is this my private or my work mailbox',
      'how big is my mailbox',
      'address of the account'
    ],
    de: ['welches Gmail-Konto ist das', 'wie lautet meine E-Mail-Adresse'],
    es: ['cuál es mi dirección de correo'],
    fr: ['quelle est mon adresse mail'],
    ja: ['自分のメールアドレスは'],
    pl: ['jaki jest mój adres e-mail']
  },
  input: Type.Object({}),
  output: Type.Object({
    email: Type.String({ description: 'Address of the account' }),
    messages_total: count('messages'),
    threads_total: count('conversations'),
    history_id: nullable(Type.String({ 'x-volatile': true }), {
      description: 'Current history ID of the mailbox; null if unknown'
    })
  }),
  errors: {},
  examples: [
    {
      name: 'account',
      summary: 'The sandbox account',
      input: {},
      output: { email: 'ada@example.com', messages_total: 336, threads_total: 333, history_id: '1336' }
    },
    {
      name: 'unknown_instance',
      summary: 'An account that this gateway does not have',
      input: { instance: 'unknown' },
      error: { reason: 'instance_not_found' }
    }
  ],
  handler: (_input, call) => getProfile(call.client, call)
})
