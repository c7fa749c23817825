import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOverLaunch, LAUNCH, LAUNCH_MAIL, NO_SELECTION } from '../bulk-examples.ts'
import { areNamed, CHANGE_ERRORS, HOW_LABELS_CHANGE, mailSaid, messagesOrIds } from '../bulk-inputs.ts'
import { relabelling } from '../client/bulk-relabel.ts'
import { selectMail } from '../client/bulk-select.ts'
import { mailFilters } from '../inputs.ts'
import { wordsSaySomething } from '../requirements.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'mark_unread',
  summary: 'Mark many messages as unread',
  description: `Makes a job that marks the messages that fit, or those named in ids, as unread. Use it for what somebody must look at again; for one message use modify_labels. Only messages that are read are listed. Undo marks those that this job marked as read again. ${HOW_LABELS_CHANGE}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_modify_labels', 'gmail_bulk_mark_read'],
  input: Type.Object(mailFilters),
  requires: [messagesOrIds, wordsSaySomething],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'look_again',
      summary: 'What must be looked at again: a job that shows what it would do and awaits confirmation',
      input: LAUNCH,
      output: jobOverLaunch('gmail_bulk_mark_unread', `Mark as unread ${LAUNCH_MAIL}`, {
        search: 'from:"Bea Builder" subject:"Launch plan" is:read',
        labels: []
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: mail => `Mark as unread ${mailSaid(mail)}`,
  async prepare(mail, call) {
    const selected = await selectMail(mail, call, { terms: ['is:read'] })
    return { ...selected, action: { add: ['UNREAD'], remove: [], named: areNamed(mail) } }
  },
  ...relabelling
})
