import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { createLabel } from '../../client/labels.ts'
import { boardName, labelColor, labelTitle } from '../../inputs.ts'
import { NewLabel, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_label',
  group: 'labels',
  summary: 'Create a label on a board',
  description:
    'Creates a label on a board and returns it. Use it when the board does not have the label that you need; to add an existing label to a card, use add_label instead. Calling it twice creates two labels: check list_labels first.',
  permission: 'write',
  http: 'POST /labels',
  success: [201],
  see_also: ['trello_list_labels', 'trello_update_label', 'trello_add_label'],
  asked_as: {
    en: [
      'a new tag for the cards of the board',
      'make a red label called blocker',
      'define another label in Trello',
      'the board needs a label for bugs',
      'a green tag for the garden on the board',
      'we need a new color for cards',
      'the board should have an urgent tag',
      'add a label called garden to the board',
      'introduce a tag for our cards',
      'another category for the cards',
      "let's have a yellow label for ideas"
    ]
  },
  input: Type.Object({ board: boardName, name: labelTitle('Name of the label'), color: labelColor('none') }),
  output: NewLabel,
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'blocker',
      summary: 'A label with a color',
      tested_elsewhere: 'test/tools/trello/boards.test.ts runs it (blocker): another label would appear in the lists of other examples',
      input: { board: 'Playground', name: 'Blocker', color: 'pink' },
      output: { id: '6b02551b5eed000000000456', name: 'Blocker', color: 'pink' }
    },
    {
      name: 'wrong_color',
      summary: 'A color that Trello does not have',
      input: { board: 'Playground', name: 'x', color: 'beige' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ board, name }) => `Create the label ${brief(name)} on the board ${brief(board)}`,
  handler: ({ color, ...input }, call) => createLabel(call.client, { ...input, color: color === 'none' ? null : color }, call)
})
