import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOver, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, describeSelection, LABEL_CHANGE_BEHAVIOR, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { labelChangeAdapter } from '../client/bulk/relabel.ts'
import { selectMessages } from '../client/bulk/select.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'untrash_messages',
  summary: 'Restore many messages from the trash',
  description: `Creates a job that moves the messages in the trash that match, or the messages in ids, out of the trash. Use it to restore mail trashed within about the last 30 days; for one message, use untrash_message. The messages keep their labels, but are not in the inbox: to return them to the inbox, add the label INBOX with bulk_label_messages. Undo moves the restored messages back to the trash. ${LABEL_CHANGE_BEHAVIOR}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_untrash_message', 'gmail_bulk_trash_messages'],
  asked_as: {
    en: [
      'bring back all the mails I deleted',
      'recover many emails from the bin',
      'I trashed everything by mistake',
      'rescue everything from the trash',
      'I deleted a lot of mails by accident',
      'I binned all of his mails, get them out again',
      'I binned a lot of mails by mistake, bring them back',
      'all the deleted mails of today should come back',
      'fetch all the mails out of the bin',
      'I emptied my inbox by mistake, get it all back',
      'restore everything I binned'
    ]
  },
  input: Type.Object(messageFilters),
  requires: [messagesOrIds, requiresSearchTerms],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'offers',
      summary: 'Restore offers from the trash: the job shows a preview and waits for confirmation',
      input: { from: 'offers@gym.example' },
      output: jobOver(
        'gmail_bulk_untrash_messages',
        'Move the messages from offers@gym.example out of the trash',
        { search: 'from:offers@gym.example', labels: ['TRASH'] },
        [
          { item_id: '19b0000001510151', display_name: 'Your offer for May — Gym <offers@gym.example>, 2025-11-19 00:00 UTC' },
          { item_id: '19b0000001520152', display_name: 'Your offer for April — Gym <offers@gym.example>, 2025-11-17 23:00 UTC' }
        ]
      )
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: selection => `Move ${describeSelection(selection)} out of the trash`,
  async prepare(selection, call) {
    const selected = await selectMessages(selection, call, { label_ids: ['TRASH'] })
    return { ...selected, action: { add: [], remove: ['TRASH'], named: selectsById(selection) } }
  },
  ...labelChangeAdapter
})
