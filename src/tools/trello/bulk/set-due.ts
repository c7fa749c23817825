import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nullable, words } from '../../../contract/schema.ts'
import { time } from '../../../lib/row.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUGS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, cardsSaid, IF_CHANGED } from '../bulk-inputs.ts'
import { changing } from '../client/bulk-change.ts'
import { selectCards } from '../client/bulk-select.ts'
import { cardFilters, when } from '../inputs.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'set_due',
  summary: 'Set or clear the due date of many cards',
  description: `Makes a job that gives one due date to the cards of a board or list that fit, or to those named in ids (ids, short links or addresses), or takes it off with clear. Use it where many cards are due together; for one card, or its start date, use update_card. It does not shift dates: every card gets the same. Whether a due date is ticked off stays. The job shows a preview; nothing is changed before it is confirmed. A card that is due then already is skipped. ${IF_CHANGED} Undo brings back the date that each card had; a card whose date somebody changed since is left alone. Answers the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_cards', 'trello_update_card'],
  input: Type.Object({
    ...cardFilters,
    due: Type.Optional(when('When they are due')),
    clear: Type.Optional(
      Type.Array(words(['due'], { description: 'What to empty' }), { minItems: 1, maxItems: 1, description: 'due: take the due date off' })
    )
  }),
  requires: [cardsOrIds(), oneOf('due', 'clear')],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'end_of_march',
      summary: 'Cards get a due date: a job that shows what it would do and awaits confirmation',
      input: { ...BUGS, due: '2026-03-31T16:00:00Z' },
      output: jobOverBugs('trello_bulk_set_due', `Set the due date 2026-03-31T16:00:00Z on ${OPEN_BUGS}`, {
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
    due === undefined ? `Take the due date off ${cardsSaid(cards)}` : `Set the due date ${due} on ${cardsSaid(cards)}`,
  async prepare({ due, clear: _clear, ...cards }, call) {
    const { query } = await selectCards(cards, call)
    return { query, action: { due: due === undefined ? null : new Date(due).toISOString() } }
  },
  ...changing({
    fields: 'due',
    Image: Type.Object({ due: nullable(Type.String(), { description: 'When it was due' }) }),
    imageOf: card => ({ due: time(card, 'due') }),
    isDone: (card, { due }: { due: string | null }) => time(card, 'due') === due,
    change: ({ due }) => ({ method: 'PUT', json: { due } }),
    isAsBefore: (card, { due }) => time(card, 'due') === due,
    restore: ({ due }) => ({ method: 'PUT', json: { due } })
  })
})
