// The calls of trello.js on a sandbox server. Prints one line of JSON for each: its name, and the error if it failed.
import { createTrelloClient } from 'trello.js'

const [host, apiKey, apiToken] = process.argv.slice(2)
// Its schemas are those of the API description, which has no null where Trello was recorded to return one, such as descData of a card without a text.
const trello = createTrelloClient({ host, apiKey, apiToken, skipParsing: true })
const board = '697951805eed000000000220'
const list = '69796da05eed000000000222'
const card = '697a94f05eed000000000237'

async function call(name, work) {
  try {
    const result = await work()
    process.stdout.write(`${JSON.stringify({ name })}\n`)
    return result ?? {}
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ name, error: String(error.message).slice(0, 300) })}\n`)
    return {}
  }
}

await call('members.getMember', () => trello.members.getMember({ id: 'me' }))
await call('members.getMemberBoards', () => trello.members.getMemberBoards({ id: 'me' }))
await call('members.getMemberCards', () => trello.members.getMemberCards({ id: 'me' }))
await call('members.getMemberOrganizations', () => trello.members.getMemberOrganizations({ id: 'me' }))
const made = await call('boards.createBoard', () => trello.boards.createBoard({ name: 'Bees', defaultLists: true }))
await call('boards.getBoard', () => trello.boards.getBoard({ id: board }))
await call('boards.updateBoard', () => trello.boards.updateBoard({ id: made.id, desc: 'Hives', closed: true }))
await call('boards.deleteBoard', () => trello.boards.deleteBoard({ id: made.id }))
await call('boards.getBoardLists', () => trello.boards.getBoardLists({ id: board }))
await call('boards.getBoardCards', () => trello.boards.getBoardCards({ id: board }))
await call('boards.getBoardCardsByFilter', () => trello.boards.getBoardCardsByFilter({ id: board, filter: 'open' }))
await call('boards.getBoardLabels', () => trello.boards.getBoardLabels({ id: board }))
await call('boards.getBoardMembers', () => trello.boards.getBoardMembers({ id: board }))
await call('boards.getBoardActions', () => trello.boards.getBoardActions({ boardId: board, id: board }))
await call('boards.getBoardCustomFields', () => trello.boards.getBoardCustomFields({ id: board }))
await call('boards.createBoardLabel', () => trello.boards.createBoardLabel({ id: board, name: 'Bee', color: 'lime' }))
const workspace = await call('organizations.createOrganization', () => trello.organizations.createOrganization({ displayName: 'Bees' }))
await call('organizations.getOrganization', () => trello.organizations.getOrganization({ id: workspace.id }))
await call('organizations.updateOrganization', () => trello.organizations.updateOrganization({ id: workspace.id, displayName: 'Hives' }))
await call('organizations.getOrganizationBoards', () => trello.organizations.getOrganizationBoards({ id: 'sandworks' }))
await call('organizations.deleteOrganization', () => trello.organizations.deleteOrganization({ id: workspace.id }))
const column = await call('lists.createList', () => trello.lists.createList({ idBoard: board, name: 'Later' }))
await call('lists.getList', () => trello.lists.getList({ id: list }))
await call('lists.updateList', () => trello.lists.updateList({ id: column.id, name: 'Someday' }))
await call('lists.getListCards', () => trello.lists.getListCards({ id: list }))
await call('lists.archiveList', () => trello.lists.archiveList({ id: column.id, value: true }))
await call('lists.updateListField', () => trello.lists.updateListField({ id: list, field: 'subscribed', value: true }))
const created = await call('cards.createCard', () => trello.cards.createCard({ idList: list, name: 'Build a hive', pos: 'top' }))
await call('cards.getCard', () => trello.cards.getCard({ id: card, members: true, checklists: 'all' }))
await call('cards.updateCard', () => trello.cards.updateCard({ id: created.id, desc: 'Of wood', due: '2026-06-01T10:00:00.000Z' }))
await call('cards.addCardMember', () => trello.cards.addCardMember({ id: created.id, value: '695b7d905eed000000000001' }))
await call('cards.getCardMembers', () => trello.cards.getCardMembers({ id: created.id }))
await call('cards.removeCardMember', () => trello.cards.removeCardMember({ id: created.id, idMember: '695b7d905eed000000000001' }))
await call('cards.addCardLabel', () => trello.cards.addCardLabel({ id: created.id, value: '6979b3f05eed000000000227' }))
await call('cards.removeCardLabel', () => trello.cards.removeCardLabel({ id: created.id, idLabel: '6979b3f05eed000000000227' }))
const comment = await call('cards.createCardComment', () => trello.cards.createCardComment({ id: created.id, text: 'Soon' }))
await call('cards.getCardActions', () => trello.cards.getCardActions({ id: created.id }))
await call('actions.getAction', () => trello.actions.getAction({ id: comment.id }))
await call('actions.updateAction', () => trello.actions.updateAction({ id: comment.id, text: 'Now' }))
await call('actions.deleteAction', () => trello.actions.deleteAction({ id: comment.id }))
const link = await call('cards.createCardAttachment', () =>
  trello.cards.createCardAttachment({ id: created.id, url: 'https://example.com', name: 'Plan' })
)
// It cannot upload files: it sends them as text in the query string.
await call('customFields.getCustomField', () => trello.customFields.getCustomField({ id: '698f82c05eed00000000045c' }))
await call('cards.getCardAttachments', () => trello.cards.getCardAttachments({ id: created.id }))
await call('cards.getCardAttachment', () => trello.cards.getCardAttachment({ id: created.id, idAttachment: link.id }))
await call('cards.deleteCardAttachment', () => trello.cards.deleteCardAttachment({ id: created.id, idAttachment: link.id }))
await call('cards.updateCardCustomFieldItem', () =>
  trello.cards.updateCardCustomFieldItem({ idCard: created.id, idCustomField: '698f82c05eed00000000045c', body: { value: { text: 'Bo' } } })
)
await call('cards.getCardCustomFieldItems', () => trello.cards.getCardCustomFieldItems({ id: created.id }))
const steps = await call('checklists.createChecklist', () => trello.checklists.createChecklist({ idCard: created.id, name: 'Steps' }))
await call('checklists.getChecklist', () => trello.checklists.getChecklist({ id: steps.id }))
await call('checklists.updateChecklist', () => trello.checklists.updateChecklist({ id: steps.id, name: 'Parts' }))
const item = await call('checklists.createChecklistItem', () => trello.checklists.createChecklistItem({ id: steps.id, name: 'Saw' }))
await call('checklists.getChecklistItems', () => trello.checklists.getChecklistItems({ id: steps.id }))
await call('cards.getCardChecklists', () => trello.cards.getCardChecklists({ id: created.id }))
await call('cards.updateCardCheckItem', () => trello.cards.updateCardCheckItem({ id: created.id, idCheckItem: item.id, state: 'complete' }))
await call('cards.deleteCardCheckItem', () => trello.cards.deleteCardCheckItem({ id: created.id, idCheckItem: item.id }))
await call('checklists.deleteChecklist', () => trello.checklists.deleteChecklist({ id: steps.id }))
const label = await call('labels.createLabel', () => trello.labels.createLabel({ idBoard: board, name: 'Queen', color: 'pink' }))
await call('labels.getLabel', () => trello.labels.getLabel({ id: label.id }))
await call('labels.updateLabel', () => trello.labels.updateLabel({ id: label.id, name: 'Drone', color: 'sky' }))
await call('labels.deleteLabel', () => trello.labels.deleteLabel({ id: label.id }))
await call('search.search', () => trello.search.search({ query: 'hive', modelTypes: 'cards' }))
await call('cards.deleteCard', () => trello.cards.deleteCard({ id: created.id }))
