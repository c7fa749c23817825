import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { CHANGE_ERRORS } from '../bulk-inputs.ts'
import { createEach, findCreated, nextPayloads, payloadsOf, takeBackCards } from '../client/bulk-create.ts'
import { destination } from '../client/resolve.ts'
import { boardOfList, listName, position, someLabels, someMembers, title, when } from '../inputs.ts'
import { trello } from '../tool.ts'

const noIds: Requirement = {
  text: 'Do not give ids: the cards are yet to be made.',
  check: ({ ids }) => (ids === undefined ? undefined : { path: 'ids', message: 'mean nothing here: the cards are yet to be made' })
}

const MOST_NEW = 1000
/** A job keeps 2 KB of each card. */
const LONGEST = 1500

const NewCard = Type.Object({
  name: title('Title'),
  description: Type.Optional(Type.String({ maxLength: LONGEST, description: 'Description, Markdown, at most 1,500 characters' })),
  due: Type.Optional(when('When it is due')),
  labels: Type.Optional(someLabels('Labels to put on it')),
  members: Type.Optional(someMembers('Whom to assign it to'))
})

export default defineBulk(trello, {
  name: 'create_cards',
  summary: 'Make many cards in a list',
  description:
    'Makes a job that makes the given cards in one list. Use it to put a plan or an import on a board; for one card, or a long description, use create_card. Labels and members are names on the board of the list; all are looked up before anything is made. A card may take 2 KB in all. The job shows a preview; nothing is made before it is confirmed. No card is made twice: where the answer was lost it is unknown and not sent again. jobs_reconcile then looks on the board for cards made since with that title, description and due date: as many as the job has equal ones are taken for these; other numbers stay unknown, and what was deleted or moved to another board meanwhile looks as never made. Cards come to the list in no set order. Undo deletes the cards, but not those that somebody changed or commented on. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['trello_create_card', 'trello_list_lists', 'jobs_reconcile'],
  input: Type.Object({
    list: listName('List to make them in'),
    board: boardOfList,
    cards: Type.Array(NewCard, { minItems: 1, maxItems: MOST_NEW, description: 'The cards, 1 to 1,000' }),
    position: position('Place in the list. Default bottom', { default: 'bottom' })
  }),
  requires: [noIds],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'first_steps',
      summary: 'Two cards to begin with: a job that shows what it would do and awaits confirmation',
      input: {
        board: 'Website Relaunch',
        list: 'Backlog',
        cards: [
          { name: 'Order the photographs', labels: ['Content'], members: ['amara'] },
          { name: 'Announce the launch', description: 'A letter to all customers.', due: '2026-03-31T16:00:00Z' }
        ]
      },
      output: awaitingJob({
        operation: 'trello_bulk_create_cards',
        message: 'Make 2 cards in the list Backlog of the board Website Relaunch',
        undoable: true,
        sample: [
          {
            item_id: 'card-1',
            display_name: 'Order the photographs',
            data: {
              name: 'Order the photographs',
              desc: '',
              idLabels: '695c42705eed00000000000f',
              idMembers: '695b8ba05eed000000000002',
              equal: 1
            }
          },
          {
            item_id: 'card-2',
            display_name: 'Announce the launch',
            data: { name: 'Announce the launch', desc: 'A letter to all customers.', due: '2026-03-31T16:00:00.000Z', equal: 1 }
          }
        ]
      })
    },
    {
      name: 'unknown_label',
      summary: 'A label that the board does not have: nothing is made',
      input: { board: 'Website Relaunch', list: 'Backlog', cards: [{ name: 'Order the photographs', labels: ['Pictures'] }] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ cards, list, board }) =>
    `Make ${cards.length} cards in the list ${brief(list)}${board === undefined ? '' : ` of the board ${brief(board)}`}`,
  idempotent: false,
  max_batch: 1,
  concurrency: 4,
  keeps_data: true,
  async prepare({ cards, list, board, position }, call) {
    const { list_id, board_id } = await destination(call.client, { list, board }, call)
    return { query: { board_id, cards: await payloadsOf(cards, board_id, call) }, action: { list_id, board_id, position } }
  },
  async count({ cards }, { signal }) {
    signal.throwIfAborted()
    return { value: cards.length, relation: 'eq' }
  },
  nextBatch: ({ cards, board_id }, at, call) => nextPayloads(cards, board_id, at, call),
  executeBatch: (items, { list_id, position }, call) => createEach(items, list_id, position, call),
  reconcile: (items, { board_id }, call) => findCreated(items, board_id, call),
  undo: {
    idempotent: true,
    executeBatch: (items, _action, call) => takeBackCards(items, call)
  }
})
