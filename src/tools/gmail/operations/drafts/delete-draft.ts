import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteDraft } from '../../client/outgoing/send.ts'
import { id } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'delete_draft',
  core: true,
  summary: 'Delete a draft permanently',
  description:
    'Permanently deletes a draft without moving it to the trash. There is no undo. Use it only for drafts that no one needs. To delete a message that was sent or received, use trash_message or delete_message.',
  permission: 'destructive',
  http: 'DELETE /drafts/:draft_id',
  group: 'drafts',
  see_also: ['gmail_list_drafts', 'gmail_create_draft'],
  asked_as: {
    en: [
      'discard the unsent mail',
      'throw away my draft',
      "I won't send this email after all",
      'the prepared mail is obsolete',
      'remove an unsent email',
      "the mail I began isn't needed",
      'throw the unsent mail away',
      'forget the mail that I started',
      "I won't send that message after all",
      'forget the mail I had begun to write',
      "I won't send that mail, drop it",
      'the unsent mail can go'
    ],
    de: ['den Entwurf verwerfen'],
    es: ['descarta el borrador'],
    fr: ['jeter le brouillon'],
    ja: ['下書きを削除'],
    pl: ['usuń szkic']
  },
  input: Type.Object({ draft_id: id('ID of the draft') }),
  output: Type.Object({
    draft_id: Type.String({ description: 'ID of the draft', 'x-volatile': true }),
    deleted: Type.Boolean({ description: 'Always true: the draft is deleted' })
  }),
  errors: { upstream_not_found: 'No such draft; it may have been sent already' },
  examples: [
    {
      name: 'made_before',
      summary: 'Delete a draft',
      given: { operation: 'gmail_create_draft', input: { text: 'Never mind' }, as: { draft_id: 'draft_id' } },
      input: { draft_id: 'r19b0000001510151', confirm: true },
      output: { draft_id: 'r19b0000001510151', deleted: true }
    },
    {
      name: 'missing',
      summary: 'A draft that does not exist',
      input: { draft_id: 'r404', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ draft_id }) => `Permanently delete the draft ${draft_id}`,
  handler: ({ draft_id }, call) => deleteDraft(call.client, draft_id, call)
})
