import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteFilter } from '../../client/settings.ts'
import { id } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'delete_filter',
  summary: 'Delete a mail filter',
  description:
    'Permanently deletes a filter: Gmail no longer applies it to new mail. Mail that it changed stays as it is. Use it only for a filter that is no longer wanted. There is no undo, but you can create the filter again with create_filter. Find the ID with list_filters. It needs the scope gmail.settings.basic.',
  permission: 'destructive',
  http: 'DELETE /filters/:filter_id',
  group: 'settings',
  see_also: ['gmail_list_filters', 'gmail_create_filter'],
  asked_as: {
    en: [
      'remove an inbox rule',
      'stop archiving mail from this sender',
      'switch off the rule for newsletters',
      'stop sorting the newsletters automatically',
      'the mail rule is wrong, remove it',
      'mails from the shop should come to my inbox again',
      "I don't need that mail filter any more",
      'the rule that files the receipts can go',
      "don't archive the bank's mails automatically any more",
      'get rid of the inbox rule',
      'kill the filter that hides his mails'
    ]
  },
  input: Type.Object({ filter_id: id('ID of the filter, as gmail_list_filters returns it') }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the filter', 'x-volatile': true }),
    deleted: Type.Boolean({ description: 'Always true: the filter is deleted' })
  }),
  errors: { upstream_not_found: 'No such filter' },
  examples: [
    {
      name: 'made_before',
      summary: 'Delete a filter',
      given: { operation: 'gmail_create_filter', input: { from: 'shop@example.com', add: ['TRASH'] }, as: { filter_id: 'id' } },
      input: { filter_id: 'ANe1Bmg1111111111111111', confirm: true },
      output: { id: 'ANe1Bmg1111111111111111', deleted: true }
    },
    {
      name: 'missing',
      summary: 'A filter that does not exist',
      input: { filter_id: 'ANe404', confirm: true },
      error: { reason: 'upstream_not_found', message: 'Gmail has no filter ANe404 that this account can see.' }
    }
  ],
  message: ({ filter_id }) => `Permanently delete the mail filter ${filter_id}`,
  handler: ({ filter_id }, call) => deleteFilter(call.client, filter_id, call)
})
