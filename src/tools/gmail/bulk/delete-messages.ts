import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOver, NO_SELECTION } from '../bulk-examples.ts'
import { BATCH_BEHAVIOR, describeSelection, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { deleteMessages, findDeleted } from '../client/bulk/delete.ts'
import { MESSAGE_LISTING } from '../client/bulk/relabel.ts'
import { describeMessages, SKIP_MISSING, selectMessages } from '../client/bulk/select.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'delete_messages',
  summary: 'Delete many messages permanently',
  description: `Creates a job that permanently deletes the messages that match, or the messages in ids, with their attachments, without moving them to the trash. There is no undo. Use it only for mail that must no longer exist, or to empty spam and trash (labels SPAM or TRASH); otherwise use bulk_trash_messages. It needs the scope https://mail.google.com/. Messages in ids are checked first: those that are already gone are skipped. ${BATCH_BEHAVIOR}`,
  permission: 'destructive',
  see_also: ['gmail_bulk_trash_messages', 'gmail_delete_message', 'gmail_search_messages'],
  asked_as: {
    en: [
      'permanently erase all mail from a sender',
      'wipe thousands of old emails for good',
      'free up space in my mailbox',
      'erase all spam forever',
      'the mailbox is full, destroy everything from a sender',
      'wipe all spam for good',
      'no trace of these mails should be left',
      'destroy everything from that spammer',
      'erase thousands of old mails completely',
      'all of his mails should be gone forever',
      'no one should be able to restore these mails',
      'make room in my mailbox by erasing the old mails'
    ]
  },
  input: Type.Object(messageFilters),
  requires: [messagesOrIds, requiresSearchTerms],
  errors: {},
  examples: [
    {
      name: 'spam',
      summary: 'Delete all spam: the job shows a preview and waits for confirmation',
      input: { labels: ['SPAM'] },
      output: jobOver(
        'gmail_bulk_delete_messages',
        'Permanently delete the messages labeled SPAM, with their attachments',
        { search: '', labels: ['SPAM'] },
        [{ item_id: '19b0000001430143', display_name: 'Urgent: your account — Support <support@phish.example>, 2026-01-12 04:00 UTC' }],
        { irreversible: true }
      )
    },
    {
      name: 'unknown_label',
      summary: 'A misspelled label: the error suggests similar labels',
      input: { labels: ['Travle'] },
      error: { reason: 'invalid_field_value', message: 'Travle is not a label of this account.' }
    },
    { ...NO_SELECTION, input: { include_spam_trash: true } }
  ],
  message: selection => `Permanently delete ${describeSelection(selection)}, with their attachments`,
  idempotent: true,
  ...MESSAGE_LISTING,
  prepare: async (selection, call) => ({ ...(await selectMessages(selection, call)), action: { named: selectsById(selection) } }),
  describe: (items, call, { named }) => describeMessages(items, call, undefined, named ? SKIP_MISSING : {}),
  executeBatch: deleteMessages,
  keeps_before: (_item, { named }) => named,
  reconcile: findDeleted
})
