import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { jobOverLaunch, LAUNCH, LAUNCH_MAIL, NO_SELECTION } from '../bulk-examples.ts'
import { areNamed, CHANGE_ERRORS, HOW_LABELS_CHANGE, mailSaid, messagesOrIds } from '../bulk-inputs.ts'
import { labelToSet, withoutLabel } from '../client/bulk-label.ts'
import { relabelling } from '../client/bulk-relabel.ts'
import { selectMail } from '../client/bulk-select.ts'
import { mailFilters } from '../inputs.ts'
import { wordsSaySomething } from '../requirements.ts'
import { line } from '../schemas.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'label_messages',
  core: true,
  summary: 'Put a label on many messages',
  description: `Makes a job that puts a label on the messages that fit, or on those named in ids. Use it to file what one sender wrote, or what a search finds; for one message use modify_labels. It makes no label: that is create_label. Only messages without the label are listed. Undo takes it off those that this job put it on, but not off what was moved to the trash since. ${HOW_LABELS_CHANGE}`,
  permission: 'write',
  see_also: ['gmail_list_labels', 'gmail_create_label', 'gmail_bulk_unlabel_messages'],
  input: Type.Object({
    ...mailFilters,
    add_label: line(225, 'Label to put on, by name or id; names in any case', { 'x-aliases': ['label', 'label_name'] })
  }),
  requires: [messagesOrIds, wordsSaySomething],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'travel',
      summary: 'A conversation gets a label: a job that shows what it would do and awaits confirmation',
      input: { ...LAUNCH, add_label: 'travel' },
      output: jobOverLaunch('gmail_bulk_label_messages', `Put the label travel on ${LAUNCH_MAIL}`, {
        search: 'from:"Bea Builder" subject:"Launch plan" -label:travel',
        labels: [],
        label: 'Travel'
      })
    },
    {
      name: 'unknown_label',
      summary: 'A label that there is not is refused with those near it, and none is made',
      input: { ...LAUNCH, add_label: 'Travle' },
      error: { reason: 'invalid_field_value', message: 'Travle is not a label of this account.' }
    },
    { ...NO_SELECTION, input: { add_label: 'Travel' } }
  ],
  message: ({ add_label, ...mail }) => `Put the label ${brief(add_label)} on ${mailSaid(mail)}`,
  async prepare({ add_label, ...mail }, call) {
    const label = await labelToSet(add_label, 'add_label', call)
    const { query, metadata } = await selectMail(mail, call, { terms: await withoutLabel(label, call) })
    return { query, metadata: { ...metadata, label: label.name }, action: { add: [label.id], remove: [], named: areNamed(mail) } }
  },
  ...relabelling
})
