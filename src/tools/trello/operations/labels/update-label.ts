import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { updateLabel } from '../../client/labels.ts'
import { boardOfLabel, labelColor, labelName, labelTitle } from '../../inputs.ts'
import { Label, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_label',
  group: 'labels',
  summary: 'Update a label: its name or color',
  description:
    'Updates the name or color of a label on all cards that have it, and returns the label. Use it to rename or recolor a label; to add a label to a card or remove it, use add_label or remove_label instead.',
  permission: 'write',
  http: 'PATCH /labels/:label',
  idempotent: true,
  see_also: ['trello_list_labels', 'trello_create_label', 'trello_delete_label'],
  asked_as: {
    en: [
      'rename a Trello label',
      'make the urgent label orange',
      'the label of the cards should be called differently',
      'the green tag of our board should be named differently',
      'the garden tag should be yellow instead of green',
      'give the red label another name',
      'make our urgent label purple',
      'the tag of the board is spelled wrong',
      "another color for the cards' tag",
      "call the board's label differently",
      'the label on our board should have another color'
    ]
  },
  requires: [atLeastOne('name', 'color')],
  input: Type.Object({
    label: labelName('Label'),
    board: boardOfLabel,
    name: Type.Optional(labelTitle('New name')),
    color: Type.Optional(labelColor())
  }),
  output: Label,
  errors: { ...NOT_FOUND('label or board') },
  examples: [
    {
      name: 'same_name',
      summary: 'A label gets the name that it already has',
      input: { label: 'Later', board: 'Playground', name: 'Later' },
      output: { id: '6979b3f05eed000000000227', name: 'Later', color: null }
    },
    {
      name: 'name_without_board',
      summary: 'The name of a label needs a board',
      input: { label: 'Later', name: 'Someday' },
      error: { reason: 'invalid_field_value', message: 'board is required if label is a name.' }
    }
  ],
  message: ({ label }) => `Update the label ${brief(label)}`,
  handler: ({ color, ...input }, call) =>
    updateLabel(call.client, { ...input, ...(color !== undefined && { color: color === 'none' ? null : color }) }, call)
})
