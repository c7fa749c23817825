import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOver, LAUNCH, LAUNCH_MAIL, LAUNCH_SAMPLE, NO_SELECTION } from '../bulk-examples.ts'
import { areNamed, CHANGE_ERRORS, HOW_LABELS_CHANGE, mailSaid, messagesOrIds } from '../bulk-inputs.ts'
import { relabelling } from '../client/bulk-relabel.ts'
import { selectMail } from '../client/bulk-select.ts'
import { mailFilters } from '../inputs.ts'
import { wordsSaySomething } from '../requirements.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'trash_messages',
  core: true,
  summary: 'Move many messages to the trash',
  description: `Makes a job that moves the messages that fit, or those named in ids, to the trash, where Gmail deletes them after about 30 days. Use it to get rid of mail, in place of deleting, which cannot be undone; for one message use trash_message. Messages of the inbox are listed first. Undo takes those that this job moved out of the trash, back into the inbox where they were there. ${HOW_LABELS_CHANGE}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_trash_message', 'gmail_bulk_untrash_messages'],
  input: Type.Object(mailFilters),
  requires: [messagesOrIds, wordsSaySomething],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'no_longer_wanted',
      summary: 'What is no longer wanted: a job that shows what it would do and awaits confirmation',
      input: LAUNCH,
      output: jobOver(
        'gmail_bulk_trash_messages',
        `Move to the trash ${LAUNCH_MAIL}`,
        { search: 'from:"Bea Builder" subject:"Launch plan"', labels: [] },
        LAUNCH_SAMPLE.map(message => ({ ...message, data: true }))
      )
    },
    { ...NO_SELECTION, input: { include_spam_trash: true } }
  ],
  message: mail => `Move to the trash ${mailSaid(mail)}`,
  async prepare(mail, call) {
    const terms = mail.include_spam_trash ? ['-in:trash'] : []
    const selected = await selectMail(mail, call, { terms, by_inbox: true })
    return { ...selected, action: { add: ['TRASH'], remove: ['INBOX'], named: areNamed(mail) } }
  },
  keeps_data: true,
  ...relabelling
})
