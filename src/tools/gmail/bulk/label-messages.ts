import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { jobOverLaunch, LAUNCH, LAUNCH_MESSAGES, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, describeSelection, LABEL_CHANGE_BEHAVIOR, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { settableLabel, withoutLabel } from '../client/bulk/label.ts'
import { labelChangeAdapter } from '../client/bulk/relabel.ts'
import { selectMessages } from '../client/bulk/select.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { line } from '../schemas.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'label_messages',
  core: true,
  summary: 'Add a label to many messages',
  description: `Creates a job that adds a label to the messages that match, or to the messages in ids. Use it to file mail from one sender, or the results of a search; for one message, use modify_labels. The label must exist: create it with create_label. Only messages without the label are listed. Undo removes the label from the messages that this job labeled, except those moved to the trash since. ${LABEL_CHANGE_BEHAVIOR}`,
  permission: 'write',
  see_also: ['gmail_list_labels', 'gmail_create_label', 'gmail_bulk_unlabel_messages'],
  asked_as: {
    en: [
      'tag all invoices',
      'label every email from a client',
      'file dozens of mails under a label',
      'categorize my newsletters',
      'put a label on every mail from the bank',
      'sort all my receipts',
      'move all newsletters into a folder',
      'file every invoice under Accounting',
      'sort the mails of a sender into a folder',
      'tag all mails from the bank',
      'tag every mail from the bank',
      'file all the receipts under Finance',
      'all mails of the project get the label'
    ]
  },
  input: Type.Object({
    ...messageFilters,
    add_label: line(225, 'Label to add, by name or ID; names are case-insensitive', { 'x-aliases': ['label', 'label_name'] })
  }),
  requires: [messagesOrIds, requiresSearchTerms],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'travel',
      summary: 'Label messages from one sender: the job shows a preview and waits for confirmation',
      input: { ...LAUNCH, add_label: 'travel' },
      output: jobOverLaunch('gmail_bulk_label_messages', `Add the label travel to ${LAUNCH_MESSAGES}`, {
        search: 'from:"Bea Builder" subject:"Launch plan" -label:travel',
        labels: [],
        label: 'Travel'
      })
    },
    {
      name: 'unknown_label',
      summary: 'A label that does not exist is not created: the error suggests similar labels',
      input: { ...LAUNCH, add_label: 'Travle' },
      error: { reason: 'invalid_field_value', message: 'Travle is not a label of this account.' }
    },
    { ...NO_SELECTION, input: { add_label: 'Travel' } }
  ],
  message: ({ add_label, ...selection }) => `Add the label ${brief(add_label)} to ${describeSelection(selection)}`,
  async prepare({ add_label, ...selection }, call) {
    const label = await settableLabel(add_label, 'add_label', call)
    const { query, metadata } = await selectMessages(selection, call, { terms: await withoutLabel(label, call) })
    return { query, metadata: { ...metadata, label: label.name }, action: { add: [label.id], remove: [], named: selectsById(selection) } }
  },
  ...labelChangeAdapter
})
