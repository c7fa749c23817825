import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { brief } from '../../../lib/format.ts'
import { BUGS, jobOverBugs, NO_SELECTION, OPEN_BUG_CARDS } from '../bulk-examples.ts'
import { cardsOrIds, describeSelection } from '../bulk-inputs.ts'
import { CARD_LISTING } from '../client/bulk/change.ts'
import { addComments, deleteComments, findComments } from '../client/bulk/comment.ts'
import { selectCards } from '../client/bulk/select.ts'
import { cardFilters, commentText } from '../inputs.ts'
import { NOT_FOUND } from '../schemas.ts'
import { trello } from '../tool.ts'

export default defineBulk(trello, {
  name: 'comment_cards',
  summary: 'Add the same comment to many cards',
  description:
    'Creates a job that adds a comment to the cards of a board or list that match the filters, or to the cards in ids (IDs, short links or URLs), on behalf of the owner of the token. @username mentions a member, who is notified once per card. Use it to post the same text on many cards; for one card, use add_comment. The job shows a preview, and adds nothing until you confirm it. Each card gets at most one comment: if a response is lost, the job searches the card for new comments of the owner of the token with that text. One means that the item succeeded; several, or an edited comment, leave the item unknown. Undo deletes the comments, except those that were edited. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['trello_add_comment', 'trello_list_comments', 'jobs_reconcile'],
  asked_as: {
    en: [
      'post the same note on all tasks',
      'write an update on every card of a list',
      'tell everyone on the overdue cards to hurry',
      'write on every card that the date moved',
      'write the same thing on every card in Doing',
      "tell everyone on the cards that we're delayed",
      'put a note on all cards of the list',
      'comment on every open card',
      'ask on all the cards if they are still current',
      'leave the same message on many cards',
      'announce it on all tasks of the board'
    ]
  },
  input: Type.Object({ ...cardFilters, text: commentText }),
  requires: [cardsOrIds()],
  errors: {
    ...NOT_FOUND('board, list or card'),
    version_conflict: 'On undo: the comment was edited after the job added it, so undo did not delete it'
  },
  examples: [
    {
      name: 'still_wanted',
      summary: 'Ask a question on some cards: the job shows a preview and waits for confirmation',
      input: { ...BUGS, text: 'Is this still wanted?' },
      output: jobOverBugs('trello_bulk_comment_cards', `Add the comment "Is this still wanted?" to ${OPEN_BUG_CARDS}`)
    },
    {
      name: 'empty',
      summary: 'A comment needs text',
      input: { ...BUGS, text: '' },
      error: { reason: 'invalid_field_value' }
    },
    { ...NO_SELECTION, input: { text: 'Is this still wanted?' } }
  ],
  message: ({ text, ...cards }) => `Add the comment "${brief(text)}" to ${describeSelection(cards)}`,
  idempotent: false,
  cost_units: (items, named) => (named ? 2 * items : items),
  ...CARD_LISTING,
  async prepare({ text, ...cards }, call) {
    const { query } = await selectCards(cards, call)
    return { query, action: { text } }
  },
  executeBatch: (items, { text }, call) => addComments(items, text, call),
  keeps_before: ({ etag }) => etag === undefined,
  reconcile: (items, { text }, call) => findComments(items, text, call),
  undo: {
    idempotent: true,
    executeBatch: (items, { text }, call) => deleteComments(items, text, call)
  }
})
