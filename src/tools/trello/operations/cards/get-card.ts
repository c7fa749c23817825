import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { getCard } from '../../client/cards/cards.ts'
import { cardId } from '../../inputs.ts'
import { cardMarkdown } from '../../markdown.ts'
import { CardWithText, Checklist, Member, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'get_card',
  core: true,
  group: 'cards',
  summary: 'Get a card with its description, members and checklists',
  description:
    'Returns all details of a card: title, description, names of its board and list, labels, members, due date, checklists with their items, and the number of comments and attachments. Use it before you change a card, or to read one completely. For comments, use list_comments; for links and files, list_attachments. To find a card, use list_cards or search_cards.',
  permission: 'read',
  http: 'GET /cards/:card_id',
  see_also: ['trello_list_cards', 'trello_list_comments', 'trello_list_attachments'],
  asked_as: {
    en: [
      'show me the task',
      'what does the card say',
      'details of a to-do',
      'who is on this card',
      'when is the task due',
      'open a Trello card',
      'what exactly is the task',
      'read the card about the website',
      'which members work on the card',
      'tell me more about the to-do',
      'what is the card about',
      'who works on the card',
      'how far is the card',
      'until when must the card be done',
      "what's the card about",
      'what does the task say',
      'when is the card due'
    ],
    de: ['zeig mir die Karte'],
    es: ['muéstrame la tarjeta'],
    fr: ['montre-moi la carte'],
    ja: ['カードの詳細を見せて'],
    pl: ['pokaż kartę']
  },
  input: Type.Object({ card_id: cardId }),
  output: Type.Object({
    ...CardWithText.properties,
    board_name: Type.String({ description: 'Name of its board' }),
    list_name: Type.String({ description: 'Name of its list' }),
    members: Type.Array(Member, { description: 'Assigned members' }),
    checklists: Type.Array(Checklist, { description: 'Checklists, in order' }),
    comment_count: nullable(Type.Integer({ minimum: 0 }), { description: 'Number of comments; null if unknown' }),
    attachment_count: nullable(Type.Integer({ minimum: 0 }), { description: 'Number of attachments; null if unknown' })
  }),
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'by_id',
      summary: 'A card with a checklist',
      input: { card_id: '695c96d05eed000000000015' },
      output: {
        id: '695c96d05eed000000000015',
        name: 'Measure the contact page',
        board_id: '695bd1f05eed000000000007',
        list_id: '695bee105eed000000000009',
        archived: false,
        due: null,
        due_complete: false,
        start: null,
        labels: [{ id: '695c42705eed00000000000f', name: 'Content', color: 'sky' }],
        member_ids: ['695b7d905eed000000000001', '695bc3e05eed000000000006'],
        position: 81920,
        last_activity: '2026-01-06T05:00:00.000Z',
        url: 'https://trello.com/c/1xioiv9l',
        description: '',
        board_name: 'Website Relaunch',
        list_name: 'In progress',
        members: [
          { id: '695b7d905eed000000000001', username: 'samsandbox', full_name: 'Sam Sandbox' },
          { id: '695bc3e05eed000000000006', username: 'alexkim2', full_name: 'Alex Kim' }
        ],
        checklists: [
          {
            id: '697c9d405eed00000000025c',
            card_id: '695c96d05eed000000000015',
            name: 'Steps',
            position: 16384,
            items: [
              {
                id: '697c9d405eed00000000025d',
                checklist_id: '697c9d405eed00000000025c',
                name: 'Look at what is there',
                complete: true,
                due: null,
                member_id: null,
                position: 16384
              },
              {
                id: '697c9d405eed00000000025e',
                checklist_id: '697c9d405eed00000000025c',
                name: 'Do it',
                complete: false,
                due: null,
                member_id: null,
                position: 32768
              },
              {
                id: '697c9d405eed00000000025f',
                checklist_id: '697c9d405eed00000000025c',
                name: 'Inform the others',
                complete: false,
                due: null,
                member_id: null,
                position: 49152
              }
            ]
          }
        ],
        comment_count: 4,
        attachment_count: 1
      }
    },
    {
      name: 'by_address',
      summary: 'A card by its URL',
      input: { card_id: 'https://trello.com/c/08un9mai/2-write-the-price-list' },
      output: {
        id: '695c6ca05eed000000000012',
        name: 'Write the price list',
        board_id: '695bd1f05eed000000000007',
        list_id: '695bfc205eed00000000000a',
        archived: false,
        due: null,
        due_complete: false,
        start: null,
        labels: [{ id: '695c34605eed00000000000e', name: 'Design', color: 'purple' }],
        member_ids: ['695ba7c05eed000000000004'],
        position: 32768,
        last_activity: '2026-01-06T02:00:00.000Z',
        url: 'https://trello.com/c/08un9mai',
        description: 'Write the price list, as agreed on 2026-01-06.\n\n- plan\n- do\n- review',
        board_name: 'Website Relaunch',
        list_name: 'Review',
        members: [{ id: '695ba7c05eed000000000004', username: 'chenwei', full_name: 'Chen Wei' }],
        checklists: [],
        comment_count: 0,
        attachment_count: 0
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no card has',
      input: { card_id: '0123456789abcdef01234567' },
      error: { reason: 'upstream_not_found', message: 'Trello has no card 0123456789abcdef01234567 that this token can see.' }
    }
  ],
  markdown: cardMarkdown,
  handler: ({ card_id }, call) => getCard(call.client, card_id, call)
})
