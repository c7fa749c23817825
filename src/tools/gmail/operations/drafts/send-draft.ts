import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { sendDraft } from '../../client/outgoing/send.ts'
import { id } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'send_draft',
  core: true,
  summary: 'Send a draft',
  description:
    'Sends a draft as it is; the draft then no longer exists. Use it after create_draft, or for a draft that list_drafts returned. A sent message cannot be recalled. If the response from Gmail is lost, the outcome is unknown and the gateway does not send the draft again: check list_drafts to see whether the draft still exists. To write and send in one call, use send_message.',
  permission: 'write',
  http: 'POST /drafts/:draft_id/send',
  group: 'drafts',
  see_also: ['gmail_create_draft', 'gmail_list_drafts'],
  asked_as: {
    en: [
      'send the mail I prepared',
      'fire off my draft',
      'that draft is good, send it',
      'the draft can go out',
      'mail what we prepared',
      'send off the mail I prepared',
      'the draft is fine, out with it',
      'the mail to the landlord can go out now',
      'I checked the mail, send it',
      'now send what I prepared',
      'the prepared mail is fine, off with it'
    ],
    de: ['den Entwurf abschicken'],
    es: ['envía el borrador'],
    fr: ['envoyer le brouillon'],
    ja: ['下書きを送信'],
    pl: ['wyślij szkic']
  },
  input: Type.Object({ draft_id: id('ID of the draft') }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the sent message', 'x-volatile': true }),
    thread_id: Type.String({ description: 'ID of the conversation', 'x-volatile': true }),
    labels: Type.Array(Type.String(), { description: 'Names of the labels of the message' })
  }),
  errors: { upstream_not_found: 'No such draft; it may have been sent already' },
  examples: [
    {
      name: 'made_before',
      summary: 'Send a draft',
      given: {
        operation: 'gmail_create_draft',
        input: { to: ['dora@example.com'], subject: 'Lunch', text: 'Friday?' },
        as: { draft_id: 'draft_id' }
      },
      input: { draft_id: 'r19b0000001510151' },
      output: { id: '19b0000001520152', thread_id: '19b0000001510151', labels: ['SENT'] }
    },
    { name: 'missing', summary: 'A draft that does not exist', input: { draft_id: 'r404' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ draft_id }) => `Send the draft ${draft_id}`,
  handler: ({ draft_id }, call) => sendDraft(call.client, draft_id, call)
})
