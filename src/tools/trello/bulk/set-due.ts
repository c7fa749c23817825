import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nullable, stringEnum } from '../../../contract/schema.ts'
import { time } from '../../../lib/row.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUG_CARDS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, describeSelection, IF_CHANGED } from '../bulk-inputs.ts'
import { cardChangeAdapter } from '../client/bulk/change.ts'
import { selectCards } from '../client/bulk/select.ts'
import { cardFilters, when } from '../inputs.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'set_due',
  summary: 'Update or clear the due date of many cards',
  description: `Creates a job that sets one due date on the cards of a board or list that match the filters, or on the cards in ids (IDs, short links or URLs), or removes their due dates with clear. Use it if many cards are due at the same time; for one card, or for start dates, use update_card. It does not shift dates: every card gets the same date. Whether the due date is marked complete does not change. The job shows a preview, and changes nothing until you confirm it. Cards that already have this due date are skipped. ${IF_CHANGED} Undo restores the previous due date of each card, unless another user has changed it since. Returns the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_cards', 'trello_update_card'],
  asked_as: {
    en: [
      'give all tasks a new deadline',
      'postpone every card by setting a date',
      'clear the deadlines of a whole list',
      'all cards are due on Friday',
      'move every deadline on the board',
      'no card should have a date',
      'everything in the list must be done by Friday',
      'all cards get another week',
      'all cards in Doing must be done by Friday',
      'give all the cards in the list a date',
      'everything on the board is due a week later',
      'set the same deadline for all tasks'
    ]
  },
  input: Type.Object({
    ...cardFilters,
    due: Type.Optional(when('Due date')),
    clear: Type.Optional(
      Type.Array(stringEnum(['due'], { description: 'Property to clear' }), {
        minItems: 1,
        maxItems: 1,
        description: 'due: remove the due date'
      })
    )
  }),
  requires: [cardsOrIds(), oneOf('due', 'clear')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'end_of_march',
      summary: 'Set a due date on some cards: the job shows a preview and waits for confirmation',
      input: { ...BUGS, due: '2026-03-31T16:00:00Z' },
      output: jobOverBugs('trello_bulk_set_due', `Set the due date 2026-03-31T16:00:00Z on ${OPEN_BUG_CARDS}`, {
        data: [{ due: '2026-01-21T12:00:00.000Z' }, { due: '2026-01-21T00:00:00.000Z' }, { due: '2026-01-20T12:00:00.000Z' }]
      })
    },
    {
      name: 'no_date',
      summary: 'Neither a date nor clear',
      input: BUGS,
      error: { reason: 'missing_required_field' }
    },
    { ...NO_SELECTION, input: { due: '2026-03-31T16:00:00Z' } }
  ],
  message: ({ due, clear: _clear, ...cards }) =>
    due === undefined ? `Remove the due date from ${describeSelection(cards)}` : `Set the due date ${due} on ${describeSelection(cards)}`,
  async prepare({ due, clear: _clear, ...cards }, call) {
    const { query } = await selectCards(cards, call)
    return { query, action: { due: due === undefined ? null : new Date(due).toISOString() } }
  },
  ...cardChangeAdapter({
    fields: 'due',
    Image: Type.Object({ due: nullable(Type.String(), { description: 'Previous due date' }) }),
    imageOf: card => ({ due: time(card, 'due') }),
    isDone: (card, { due }: { due: string | null }) => time(card, 'due') === due,
    change: ({ due }) => ({ method: 'PUT', json: { due } }),
    isAsBefore: (card, { due }) => time(card, 'due') === due,
    restore: ({ due }) => ({ method: 'PUT', json: { due } })
  })
})
