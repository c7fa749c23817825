import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { MAX_BODY } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { createCards, deleteCreated, findCreated, nextPayloads, payloadsOf } from '../client/bulk/create.ts'
import { resolveDestination } from '../client/resolve-names.ts'
import { boardOfList, listName, position, someLabels, someMembers, title, when } from '../inputs.ts'
import { NOT_FOUND } from '../schemas.ts'
import { trello } from '../tool.ts'

const noIds: Requirement = {
  text: 'Do not set ids: the cards do not exist yet.',
  check: ({ ids }) => (ids === undefined ? undefined : { path: 'ids', message: 'cannot be set: the cards do not exist yet' })
}

const MAX_NEW = 1000
/** A job stores 2 KB per card. */
const MAX_DESCRIPTION = 1500

const NewCard = Type.Object({
  name: title('Title'),
  description: Type.Optional(Type.String({ maxLength: MAX_DESCRIPTION, description: 'Description, Markdown, at most 1,500 characters' })),
  due: Type.Optional(when('Due date')),
  labels: Type.Optional(someLabels('Labels')),
  members: Type.Optional(someMembers('Assignees'))
})

export default defineBulk(trello, {
  name: 'create_cards',
  summary: 'Create many cards in a list',
  description:
    'Creates a job that creates cards in one list. Use it to import a plan into a board; for one card, or for a long description, use create_card. Labels and members must be on the board of the list: if one is not found, nothing is created. All properties of a card together may take up at most 2 KB. The job shows a preview, and creates nothing until you confirm it. No card is created twice: if a response is lost, the job searches the board for new cards with the same title, description and due date. If it finds as many as the job has with these values, they count as created; if none, as not created; otherwise, they stay unknown. A created card that is no longer on the board counts as not created. The order of the cards in the list is not fixed. Undo deletes the cards, except those that another user changed or commented on. Returns the job: poll it with jobs_get.',
  permission: 'write',
  max_body: MAX_BODY,
  see_also: ['trello_create_card', 'trello_list_lists', 'jobs_reconcile'],
  asked_as: {
    en: [
      'turn this list into tasks',
      'add dozens of to-dos to the board',
      'make a card for each item',
      'import tasks to Trello',
      'make tasks out of the meeting notes',
      'put all of these on the board',
      'a to-do for every line',
      'a card for each of these points',
      'put the whole shopping list on the board',
      'turn these ideas into cards',
      'one card for each of these names',
      'add these points to the board as cards',
      'I have twenty tasks for the board'
    ]
  },
  input: Type.Object({
    list: listName('List to create the cards in'),
    board: boardOfList,
    cards: Type.Array(NewCard, { minItems: 1, maxItems: MAX_NEW, description: 'Cards to create, 1 to 1,000' }),
    position: position('Position in the list', { default: 'bottom' })
  }),
  requires: [noIds],
  errors: {
    ...NOT_FOUND('list or board'),
    version_conflict: 'On undo: another user changed the card after the job created it, so undo did not delete it'
  },
  examples: [
    {
      name: 'first_steps',
      summary: 'Create two cards: the job shows a preview and waits for confirmation',
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
        message: 'Create 2 cards in the list Backlog of the board Website Relaunch',
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
      summary: 'A label that the board does not have: nothing is created',
      input: { board: 'Website Relaunch', list: 'Backlog', cards: [{ name: 'Order the photographs', labels: ['Pictures'] }] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ cards, list, board }) =>
    `Create ${cards.length} cards in the list ${brief(list)}${board === undefined ? '' : ` of the board ${brief(board)}`}`,
  idempotent: false,
  max_batch: 1,
  concurrency: 4,
  keeps_data: true,
  async prepare({ cards, list, board, position }, call) {
    const { list_id, board_id } = await resolveDestination(call.client, { list, board }, call)
    return { query: { board_id, cards: await payloadsOf(cards, board_id, call) }, action: { list_id, board_id, position } }
  },
  async count({ cards }, { signal }) {
    signal.throwIfAborted()
    return { value: cards.length, relation: 'eq' }
  },
  nextBatch: ({ cards, board_id }, at, call) => nextPayloads(cards, board_id, at, call),
  executeBatch: (items, { list_id, position }, call) => createCards(items, list_id, position, call),
  reconcile: (items, { board_id }, call) => findCreated(items, board_id, call),
  undo: {
    idempotent: true,
    executeBatch: (items, _action, call) => deleteCreated(items, call)
  }
})
