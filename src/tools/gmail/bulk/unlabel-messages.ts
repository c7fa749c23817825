import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { jobOverLaunch, LAUNCH, LAUNCH_MAIL, NO_SELECTION } from '../bulk-examples.ts'
import { areNamed, CHANGE_ERRORS, HOW_LABELS_CHANGE, mailSaid, messagesOrIds } from '../bulk-inputs.ts'
import { labelToSet } from '../client/bulk-label.ts'
import { relabelling } from '../client/bulk-relabel.ts'
import { selectMail } from '../client/bulk-select.ts'
import { mailFilters } from '../inputs.ts'
import { wordsSaySomething } from '../requirements.ts'
import { line } from '../schemas.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'unlabel_messages',
  core: true,
  summary: 'Take a label off many messages',
  description: `Makes a job that takes a label off the messages that fit, or off those named in ids. Use it to clear a label; for one message use modify_labels, to get rid of the label itself use delete_label. The messages stay, with their other labels. Only messages that have the label are listed. Undo puts it on again where this job took it off, but not on what was moved to the trash since. ${HOW_LABELS_CHANGE}`,
  permission: 'write',
  see_also: ['gmail_list_labels', 'gmail_delete_label', 'gmail_bulk_label_messages'],
  input: Type.Object({
    ...mailFilters,
    remove_label: line(225, 'Label to take off, by name or id; names in any case', { 'x-aliases': ['label', 'label_name'] })
  }),
  requires: [messagesOrIds, wordsSaySomething],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'projects',
      summary: 'A conversation loses a label: a job that shows what it would do and awaits confirmation',
      input: { ...LAUNCH, remove_label: 'work/projects' },
      output: jobOverLaunch('gmail_bulk_unlabel_messages', `Take the label work/projects off ${LAUNCH_MAIL}`, {
        search: 'from:"Bea Builder" subject:"Launch plan"',
        labels: ['Work/Projects'],
        label: 'Work/Projects'
      })
    },
    {
      name: 'unknown_label',
      summary: 'A label that there is not is refused with those near it, and none is made',
      input: { ...LAUNCH, remove_label: 'Travle' },
      error: { reason: 'invalid_field_value', message: 'Travle is not a label of this account.' }
    },
    { ...NO_SELECTION, input: { remove_label: 'Travel' } }
  ],
  message: ({ remove_label, ...mail }) => `Take the label ${brief(remove_label)} off ${mailSaid(mail)}`,
  async prepare({ remove_label, ...mail }, call) {
    const label = await labelToSet(remove_label, 'remove_label', call)
    const { query, metadata } = await selectMail(mail, call, { label_ids: [label.id] })
    return { query, metadata: { ...metadata, label: label.name }, action: { add: [], remove: [label.id], named: areNamed(mail) } }
  },
  ...relabelling
})
