import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOver, LAUNCH, LAUNCH_MESSAGES, LAUNCH_SAMPLE, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, describeSelection, LABEL_CHANGE_BEHAVIOR, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { labelChangeAdapter } from '../client/bulk/relabel.ts'
import { selectMessages } from '../client/bulk/select.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'trash_messages',
  core: true,
  summary: 'Move many messages to the trash',
  description: `Creates a job that moves the messages that match, or the messages in ids, to the trash, where Gmail deletes them after about 30 days. Use it to remove mail; it is safer than deleting, which cannot be undone. For one message, use trash_message. Messages in the inbox are listed first. Undo moves the trashed messages out of the trash, and back into the inbox if they were there. ${LABEL_CHANGE_BEHAVIOR}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_trash_message', 'gmail_bulk_untrash_messages'],
  asked_as: {
    en: [
      'delete all newsletters',
      'throw away every mail from a sender',
      'bin all promotional emails',
      'get rid of old messages',
      'remove all adverts',
      'clear out mails from a mailing list',
      'delete every email older than a year',
      'bin all mails from that shop',
      'everything from this sender can go',
      'sweep out old promotions',
      'bin all the promotions',
      'throw all the newsletters away',
      "I don't need any of those mails"
    ]
  },
  input: Type.Object(messageFilters),
  requires: [messagesOrIds, requiresSearchTerms],
  errors: { upstream_not_found: CHANGE_ERRORS.upstream_not_found },
  examples: [
    {
      name: 'no_longer_wanted',
      summary: 'Move unwanted mail to the trash: the job shows a preview and waits for confirmation',
      input: LAUNCH,
      output: jobOver(
        'gmail_bulk_trash_messages',
        `Move ${LAUNCH_MESSAGES} to the trash`,
        { search: 'from:"Bea Builder" subject:"Launch plan"', labels: [] },
        LAUNCH_SAMPLE.map(message => ({ ...message, data: true }))
      )
    },
    { ...NO_SELECTION, input: { include_spam_trash: true } }
  ],
  message: selection => `Move ${describeSelection(selection)} to the trash`,
  async prepare(selection, call) {
    const terms = selection.include_spam_trash ? ['-in:trash'] : []
    const selected = await selectMessages(selection, call, { terms, by_inbox: true })
    return { ...selected, action: { add: ['TRASH'], remove: ['INBOX'], named: selectsById(selection) } }
  },
  keeps_data: true,
  ...labelChangeAdapter
})
