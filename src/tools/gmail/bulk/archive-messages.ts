import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOverLaunch, LAUNCH, LAUNCH_MESSAGES, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, describeSelection, LABEL_CHANGE_BEHAVIOR, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { labelChangeAdapter } from '../client/bulk/relabel.ts'
import { selectMessages } from '../client/bulk/select.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'archive_messages',
  core: true,
  summary: 'Archive many messages',
  description: `Creates a job that removes the messages that match, or the messages in ids, from the inbox. Use it to empty an inbox, or to clear out one sender's mail; for one message, use modify_labels. The messages keep their other labels and can still be found by search. Only messages in the inbox are listed. Undo returns the archived messages to the inbox, except those moved to the trash since. ${LABEL_CHANGE_BEHAVIOR}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_modify_labels', 'gmail_bulk_trash_messages'],
  asked_as: {
    en: [
      'clear my inbox',
      'archive all newsletters',
      'get everything old out of the inbox',
      'inbox zero',
      'tidy away hundreds of emails',
      'get all these mails out of the inbox but keep them',
      'archive everything older than a month',
      'clear out the newsletters but keep them',
      'get old conversations out of my inbox',
      'get everything older than a month out of my inbox',
      'clear out my inbox but keep the mails',
      'all the old mails can leave the inbox'
    ]
  },
  input: Type.Object(messageFilters),
  requires: [messagesOrIds, requiresSearchTerms],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'settled',
      summary: 'Archive finished conversations: the job shows a preview and waits for confirmation',
      input: LAUNCH,
      output: jobOverLaunch('gmail_bulk_archive_messages', `Archive ${LAUNCH_MESSAGES}`, {
        search: 'from:"Bea Builder" subject:"Launch plan"',
        labels: ['INBOX']
      })
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: selection => `Archive ${describeSelection(selection)}`,
  async prepare(selection, call) {
    const selected = await selectMessages(selection, call, { label_ids: ['INBOX'] })
    return { ...selected, action: { add: [], remove: ['INBOX'], named: selectsById(selection) } }
  },
  ...labelChangeAdapter
})
