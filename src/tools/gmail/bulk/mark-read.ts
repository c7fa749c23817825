import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOver, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, describeSelection, LABEL_CHANGE_BEHAVIOR, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { labelChangeAdapter } from '../client/bulk/relabel.ts'
import { selectMessages } from '../client/bulk/select.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'mark_read',
  core: true,
  summary: 'Mark many messages as read',
  description: `Creates a job that marks the messages that match the filters, or the messages in ids, as read. Use it for mail that no one will read; for one message, use modify_labels. Only unread messages are listed, so unread: false selects none. Undo marks the changed messages as unread again. ${LABEL_CHANGE_BEHAVIOR}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_modify_labels', 'gmail_bulk_mark_unread'],
  asked_as: {
    en: [
      'mark all emails as read',
      'clear the unread count',
      'I have seen all of these mails',
      'set hundreds of messages to read',
      "I don't want to see any unread mails",
      'set everything in the inbox to read',
      "I've seen those notifications",
      'too many unread mails, mark them all',
      'nothing of that is new to me',
      "I don't want to see all those newsletters as new",
      "I've seen all of these mails"
    ]
  },
  input: Type.Object(messageFilters),
  requires: [messagesOrIds, requiresSearchTerms],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'old_news',
      summary: 'Mark old newsletters as read: the job shows a preview and waits for confirmation',
      input: { from: 'weekly@news.example', after: '2025-11-15', before: '2026-01-01' },
      output: jobOver(
        'gmail_bulk_mark_read',
        'Mark the messages from weekly@news.example since 2025-11-15 before 2026-01-01 as read',
        { search: 'from:weekly@news.example after:1763164800 before:1767225600', labels: ['UNREAD'] },
        [
          { item_id: '19b00000012d012d', display_name: 'The Weekly, issue 980 — The Weekly <weekly@news.example>, 2025-12-19 05:00 UTC' },
          { item_id: '19b0000001190119', display_name: 'The Weekly, issue 960 — The Weekly <weekly@news.example>, 2025-11-28 09:00 UTC' }
        ]
      )
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: selection => `Mark ${describeSelection(selection)} as read`,
  async prepare(selection, call) {
    const selected = await selectMessages(selection, call, { label_ids: ['UNREAD'] })
    return { ...selected, action: { add: [], remove: ['UNREAD'], named: selectsById(selection) } }
  },
  ...labelChangeAdapter
})
