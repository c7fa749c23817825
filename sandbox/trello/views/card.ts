import { byPosition, type Card, type Checklist, having, isComment, type State } from '../state/model.ts'
import { LABEL } from './board.ts'
import { type Fields, show, slugOf, urlOf } from './show.ts'

export const checklistsOf = (state: State, { id }: Card): Checklist[] => byPosition(having(state.checklists, ({ idCard }) => idCard === id))

export const CARD: Fields<Card> = {
  id: card => card.id,
  address: () => null,
  checkItemStates: (card, state) =>
    checklistsOf(state, card).flatMap(({ checkItems }) =>
      checkItems.filter(item => item.state === 'complete').map(item => ({ idCheckItem: item.id, state: item.state }))
    ),
  closed: card => card.closed,
  coordinates: () => null,
  creationMethod: () => null,
  dateLastActivity: card => card.dateLastActivity,
  desc: card => card.desc,
  descData: card => (card.desc === '' ? null : { emoji: {} }),
  dueReminder: () => null,
  idBoard: card => card.idBoard,
  idLabels: card => card.idLabels,
  idList: card => card.idList,
  idMembersVoted: () => [],
  idShort: card => card.idShort,
  idAttachmentCover: () => null,
  locationName: () => null,
  manualCoverAttachment: () => false,
  name: card => card.name,
  pos: card => card.pos,
  shortLink: card => card.shortLink,
  isTemplate: () => false,
  cardRole: () => null,
  dueComplete: card => card.dueComplete,
  due: card => card.due,
  email: () => null,
  shortUrl: card => `https://trello.com/c/${card.shortLink}`,
  start: card => card.start,
  url: card => urlOf('c', card.shortLink, `${card.idShort}-${slugOf(card.name)}`),
  cover: () => ({ idAttachment: null, color: null, idUploadedBackground: null, size: 'normal', brightness: 'light' }),
  idMembers: card => card.idMembers,
  labels: (card, state) => card.idLabels.flatMap(id => state.labels.get(id) ?? []).map(label => show(LABEL, label, state)),
  idChecklists: (card, state) => checklistsOf(state, card).map(({ id }) => id),
  badges: (card, state) => badgesOf(card, state),
  subscribed: (card, state) => state.watched.has(card.id)
}

function badgesOf(card: Card, state: State): object {
  const items = checklistsOf(state, card).flatMap(({ checkItems }) => checkItems)
  return {
    attachmentsByType: { trello: { board: 0, card: 0 } },
    location: false,
    votes: 0,
    viewingMemberVoted: false,
    subscribed: false,
    fogbugz: '',
    checkItems: items.length,
    checkItemsChecked: items.filter(item => item.state === 'complete').length,
    checkItemsEarliestDue: null,
    comments: having(state.actions, action => action.idCard === card.id && isComment(action)).length,
    attachments: card.attachments.length,
    description: card.desc !== '',
    due: card.due,
    dueComplete: card.dueComplete,
    start: card.start
  }
}
