import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { deleteLabel } from '../../client/labels.ts'
import { boardOfLabel, labelName } from '../../inputs.ts'
import { deleted, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_label',
  group: 'labels',
  summary: 'Delete a label and remove it from all cards',
  description:
    'Permanently deletes a label of a board and removes it from all cards. Which cards had the label is lost: there is no undo. Use it only for labels that no one needs; to remove a label from one card, use remove_label instead.',
  permission: 'destructive',
  http: 'DELETE /labels/:label',
  see_also: ['trello_list_labels', 'trello_remove_label'],
  asked_as: {
    en: [
      'remove a label from the whole board',
      'get rid of an unused Trello label',
      'no card needs this label any more',
      "we don't use the red tag on the board",
      'drop the tag from the board',
      'the board has too many labels, remove one',
      "the garden label isn't needed any more",
      "take a color out of the board's labels",
      'throw a Trello tag away',
      'get rid of the yellow label on the board'
    ]
  },
  input: Type.Object({ label: labelName('Label'), board: boardOfLabel }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the label' }),
    name: Type.String({ description: 'Name of the label' }),
    deleted
  }),
  errors: { ...NOT_FOUND('label or board') },
  examples: [
    {
      name: 'confirmed',
      summary: 'A label that no card has',
      input: { label: 'Obsolete', board: 'Playground', confirm: true },
      output: { id: '698f90d05eed00000000045d', name: 'Obsolete', deleted: true }
    },
    {
      name: 'gone',
      summary: 'A label that does not exist',
      input: { label: '0123456789abcdef01234567', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ label }) => `Permanently delete the label ${brief(label)} and remove it from all cards`,
  handler: (input, call) => deleteLabel(call.client, input, call)
})
