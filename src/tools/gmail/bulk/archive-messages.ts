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
  name: 'archive_messages',
  core: true,
  summary: 'Archive many messages',
  description: `Makes a job that takes the messages that fit, or those named in ids, out of the inbox. Use it to empty an inbox, or what a sender filled it with; for one message use modify_labels. The messages keep their other labels and are found by search. Only messages of the inbox are listed. Undo puts back those that this job took out, but not what was moved to the trash since. ${HOW_LABELS_CHANGE}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_modify_labels', 'gmail_bulk_trash_messages'],
  input: Type.Object(mailFilters),
  requires: [messagesOrIds, wordsSaySomething],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'settled',
      summary: 'What is settled leaves the inbox: a job that shows what it would do and awaits confirmation',
      input: LAUNCH,
      output: jobOverLaunch('gmail_bulk_archive_messages', `Archive ${LAUNCH_MAIL}`, {
        search: 'from:"Bea Builder" subject:"Launch plan"',
        labels: ['INBOX']
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: mail => `Archive ${mailSaid(mail)}`,
  async prepare(mail, call) {
    const selected = await selectMail(mail, call, { label_ids: ['INBOX'] })
    return { ...selected, action: { add: [], remove: ['INBOX'], named: areNamed(mail) } }
  },
  ...relabelling
})
