import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setArchived } from '../../client/cards/cards.ts'
import { cardId } from '../../inputs.ts'
import { CardWithText, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'archive_card',
  core: true,
  group: 'cards',
  summary: 'Archive a card',
  description:
    'Archives a card and returns it. Use it for cards that are done or no longer needed: nothing is lost, and unarchive_card restores the card. To delete a card permanently, use delete_card; to archive a whole list, archive_list. Archiving an archived card changes nothing.',
  permission: 'write',
  idempotent: true,
  http: 'POST /cards/:card_id/archive',
  see_also: ['trello_unarchive_card', 'trello_delete_card', 'trello_list_cards'],
  asked_as: {
    en: [
      'put away a finished task',
      'the card is done, hide it',
      'take a card off the board',
      'the task is finished, remove it from the board',
      'clear the card away',
      'tidy away the finished card',
      'shelve the card',
      "I don't want to see the card anymore",
      'the card is finished, clear it off the board',
      "we don't need the card on the board",
      'that task is over, put it away'
    ],
    de: ['die Karte archivieren'],
    es: ['archiva la tarjeta'],
    fr: ['archiver la carte'],
    ja: ['カードをアーカイブ'],
    pl: ['zarchiwizuj kartę']
  },
  input: Type.Object({ card_id: cardId }),
  output: CardWithText,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'by_id',
      summary: 'Archive a card that is done',
      input: { card_id: '697a40905eed000000000231' },
      output: {
        id: '697a40905eed000000000231',
        name: 'Write the newsletter',
        board_id: '697951805eed000000000220',
        list_id: '69796da05eed000000000222',
        archived: true,
        due: null,
        due_complete: false,
        start: null,
        labels: [{ id: '6979a5e05eed000000000226', name: 'Review', color: 'blue' }],
        member_ids: ['695b7d905eed000000000001', '695bc3e05eed000000000006'],
        position: 163840,
        last_activity: '2026-11-22T02:36:11.606Z',
        url: 'https://trello.com/c/1exmbj5l',
        description: 'Write the newsletter, as agreed on 2026-01-28.\n\n- plan\n- do\n- review'
      }
    },
    {
      name: 'no_card',
      summary: 'A value that is not an ID',
      input: { card_id: 'the newsletter' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id }) => `Archive the card ${card_id}`,
  handler: ({ card_id }, call) => setArchived(call.client, card_id, true, call)
})
