import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { jobOverLaunch, LAUNCH, LAUNCH_MESSAGES, NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, describeSelection, LABEL_CHANGE_BEHAVIOR, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { settableLabel } from '../client/bulk/label.ts'
import { labelChangeAdapter } from '../client/bulk/relabel.ts'
import { selectMessages } from '../client/bulk/select.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { line } from '../schemas.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'unlabel_messages',
  core: true,
  summary: 'Remove a label from many messages',
  description: `Creates a job that removes a label from the messages that match, or from the messages in ids. Use it to clear a label; for one message, use modify_labels; to delete the label itself, use delete_label. The messages and their other labels stay. Only messages with the label are listed. Undo adds the label again to the messages that this job changed, except those moved to the trash since. ${LABEL_CHANGE_BEHAVIOR}`,
  permission: 'write',
  see_also: ['gmail_list_labels', 'gmail_delete_label', 'gmail_bulk_label_messages'],
  asked_as: {
    en: [
      'take a label off all these emails',
      'untag dozens of mails',
      'strip a category from many messages',
      'no mail should have this label any more',
      'pull all messages out of a folder',
      'none of these mails should have the label',
      'nothing should be under Urgent in my mail',
      "these mails aren't urgent any more, all of them",
      'take all the mails out of that folder',
      'the label is wrong on all these mails',
      'clear a mail category'
    ]
  },
  input: Type.Object({
    ...messageFilters,
    remove_label: line(225, 'Label to remove, by name or ID; names are case-insensitive', { 'x-aliases': ['label', 'label_name'] })
  }),
  requires: [messagesOrIds, requiresSearchTerms],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'projects',
      summary: 'Remove a label from messages of one sender: the job shows a preview and waits for confirmation',
      input: { ...LAUNCH, remove_label: 'work/projects' },
      output: jobOverLaunch('gmail_bulk_unlabel_messages', `Remove the label work/projects from ${LAUNCH_MESSAGES}`, {
        search: 'from:"Bea Builder" subject:"Launch plan"',
        labels: ['Work/Projects'],
        label: 'Work/Projects'
      })
    },
    {
      name: 'unknown_label',
      summary: 'A label that does not exist: the error suggests similar labels',
      input: { ...LAUNCH, remove_label: 'Travle' },
      error: { reason: 'invalid_field_value', message: 'Travle is not a label of this account.' }
    },
    { ...NO_SELECTION, input: { remove_label: 'Travel' } }
  ],
  message: ({ remove_label, ...selection }) => `Remove the label ${brief(remove_label)} from ${describeSelection(selection)}`,
  async prepare({ remove_label, ...selection }, call) {
    const label = await settableLabel(remove_label, 'remove_label', call)
    const { query, metadata } = await selectMessages(selection, call, { label_ids: [label.id] })
    return { query, metadata: { ...metadata, label: label.name }, action: { add: [], remove: [label.id], named: selectsById(selection) } }
  },
  ...labelChangeAdapter
})
