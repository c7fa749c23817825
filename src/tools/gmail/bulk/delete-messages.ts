import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOver, NO_SELECTION } from '../bulk-examples.ts'
import { areNamed, HOW_IT_GOES, mailSaid, messagesOrIds } from '../bulk-inputs.ts'
import { deleteAll, findDeleted } from '../client/bulk-delete.ts'
import { ON_MAIL } from '../client/bulk-relabel.ts'
import { selectMail } from '../client/bulk-select.ts'
import { mailFilters } from '../inputs.ts'
import { wordsSaySomething } from '../requirements.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'delete_messages',
  summary: 'Delete many messages for good',
  description: `Makes a job that deletes the messages that fit, or those named in ids, with their attachments, past the trash. All of it is lost for good: there is no undo. Use it only for what must not exist any more, or to empty spam and trash (labels SPAM or TRASH); for all else use bulk_trash_messages. It needs the scope https://mail.google.com/. Messages named in ids are looked at first, each: those that are gone already are skipped. ${HOW_IT_GOES}`,
  permission: 'destructive',
  see_also: ['gmail_bulk_trash_messages', 'gmail_delete_message', 'gmail_search_messages'],
  input: Type.Object(mailFilters),
  requires: [messagesOrIds, wordsSaySomething],
  errors: {},
  examples: [
    {
      name: 'spam',
      summary: 'All spam: a job that shows what it would do and awaits confirmation',
      input: { labels: ['SPAM'] },
      output: jobOver(
        'gmail_bulk_delete_messages',
        'Delete for good, with their attachments, the messages labelled SPAM',
        { search: '', labels: ['SPAM'] },
        [{ item_id: '19b0000001430143', display_name: 'Urgent: your account — Support <support@phish.example>' }],
        { irreversible: true }
      )
    },
    {
      name: 'unknown_label',
      summary: 'A misspelt label is answered with those near it',
      input: { labels: ['Travle'] },
      error: { reason: 'invalid_field_value', message: 'Travle is not a label of this account.' }
    },
    { ...NO_SELECTION, input: { include_spam_trash: true } }
  ],
  message: mail => `Delete for good, with their attachments, ${mailSaid(mail)}`,
  idempotent: true,
  ...ON_MAIL,
  prepare: async (mail, call) => ({ ...(await selectMail(mail, call)), action: { named: areNamed(mail) } }),
  executeBatch: deleteAll,
  reconcile: findDeleted
})
