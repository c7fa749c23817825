import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUGS } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, cardsSaid } from '../bulk-inputs.ts'
import { ON_CARDS } from '../client/bulk-change.ts'
import { commentEach, findComments, takeBackEach } from '../client/bulk-comment.ts'
import { selectCards } from '../client/bulk-select.ts'
import { cardFilters, commentText } from '../inputs.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'comment_cards',
  summary: 'Write the same comment on many cards',
  description:
    'Makes a job that writes a comment on the cards of a board or list that fit, or on those named in ids (ids, short links or addresses), in the name of the member whom the token belongs to. @username mentions a member, who is told of it once a card. Use it to say one thing on many cards; for one card use add_comment. The job shows a preview; nothing is written before it is confirmed. A card gets one comment at most: where the answer was lost it is unknown and not written again. jobs_reconcile then looks for a comment of that member with that text, written since the card was listed: one is taken for this one; where there are several, one was edited, or the card was named by id and an equal one is there, it stays unknown. Undo deletes the comments, but not those that somebody edited. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['trello_add_comment', 'trello_list_comments', 'jobs_reconcile'],
  input: Type.Object({ ...cardFilters, text: commentText }),
  requires: [cardsOrIds()],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'still_wanted',
      summary: 'A question on some cards: a job that shows what it would do and awaits confirmation',
      input: { ...BUGS, text: 'Is this still wanted?' },
      output: jobOverBugs('trello_bulk_comment_cards', `Write "Is this still wanted?" on ${OPEN_BUGS}`)
    },
    {
      name: 'empty',
      summary: 'A comment says something',
      input: { ...BUGS, text: '' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { text: 'Is this still wanted?' } }
  ],
  message: ({ text, ...cards }) => `Write "${brief(text)}" on ${cardsSaid(cards)}`,
  idempotent: false,
  ...ON_CARDS,
  async prepare({ text, ...cards }, call) {
    const { query } = await selectCards(cards, call)
    return { query, action: { text } }
  },
  executeBatch: (items, { text }, call) => commentEach(items, text, call),
  reconcile: (items, { text }, call) => findComments(items, text, call),
  undo: {
    idempotent: true,
    executeBatch: (items, { text }, call) => takeBackEach(items, text, call)
  }
})
