import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOverLaunch, LAUNCH, LAUNCH_MESSAGES, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, describeSelection, LABEL_CHANGE_BEHAVIOR, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { labelChangeAdapter } from '../client/bulk/relabel.ts'
import { selectMessages } from '../client/bulk/select.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'mark_unread',
  summary: 'Mark many messages as unread',
  description: `Creates a job that marks the messages that match, or the messages in ids, as unread. Use it for mail that needs attention again; for one message, use modify_labels. Only read messages are listed, so unread: true selects none. Undo marks the changed messages as read again. ${LABEL_CHANGE_BEHAVIOR}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_modify_labels', 'gmail_bulk_mark_read'],
  asked_as: {
    en: [
      'flag a bunch of mails as unread again',
      'set all emails from someone back to unread',
      'all mails of today should look new again',
      'make several messages unread',
      'I want to read these again later',
      'show them as new',
      "today's mails should look new again, all of them",
      'show the mails of this week as new',
      "I haven't really read these mails, all of them",
      'reset all mails from the boss to new'
    ]
  },
  input: Type.Object(messageFilters),
  requires: [messagesOrIds, requiresSearchTerms],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'look_again',
      summary: 'Mark mail that needs attention again: the job shows a preview and waits for confirmation',
      input: LAUNCH,
      output: jobOverLaunch('gmail_bulk_mark_unread', `Mark ${LAUNCH_MESSAGES} as unread`, {
        search: 'from:"Bea Builder" subject:"Launch plan" is:read',
        labels: []
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: selection => `Mark ${describeSelection(selection)} as unread`,
  async prepare(selection, call) {
    const selected = await selectMessages(selection, call, { terms: ['is:read'] })
    return { ...selected, action: { add: ['UNREAD'], remove: [], named: selectsById(selection) } }
  },
  ...labelChangeAdapter
})
