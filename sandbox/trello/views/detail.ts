import type { Action, Attachment, CheckItem, Checklist, State } from '../state/model.ts'
import { byPosition } from '../state/model.ts'
import { MEMBER } from './board.ts'
import { type Fields, show } from './show.ts'

export const checkItemView = (idChecklist: string, { id, name, pos, state, due, idMember }: CheckItem): object => ({
  idChecklist,
  id,
  name,
  nameData: null,
  type: null,
  pos,
  state,
  creationMethod: null,
  due,
  dueReminder: null,
  idMember
})

export const CHECKLIST: Fields<Checklist> = {
  id: checklist => checklist.id,
  name: checklist => checklist.name,
  idCard: checklist => checklist.idCard,
  pos: checklist => checklist.pos,
  idBoard: checklist => checklist.idBoard,
  checkItems: ({ id, checkItems }) => byPosition(checkItems).map(item => checkItemView(id, item))
}

export const ATTACHMENT: Fields<Attachment> = {
  id: attachment => attachment.id,
  bytes: attachment => attachment.bytes,
  date: attachment => attachment.date,
  fileName: attachment => attachment.file?.fileName ?? attachment.name,
  edgeColor: () => null,
  idMember: attachment => attachment.idMember,
  isUpload: attachment => attachment.isUpload,
  mimeType: attachment => attachment.mimeType,
  name: attachment => attachment.name,
  previews: () => [],
  url: attachment => attachment.url,
  pos: attachment => attachment.pos
}

export const ACTION: Fields<Action> = {
  id: action => action.id,
  idMemberCreator: action => action.idMemberCreator,
  data: (action, state) => dataOf(action, state),
  type: action => action.type,
  date: action => action.date,
  limits: () => ({ reactions: { perAction: { status: 'ok', disableAt: 1000, warnAt: 900 } } }),
  appCreator: () => null,
  memberCreator: ({ idMemberCreator }, state) => {
    const member = state.members.get(idMemberCreator)
    return member && show(MEMBER, member, state)
  }
}

function dataOf({ type, text, idCard, dateLastEdited, data }: Action, { cards, boards, lists }: State): object {
  const card = cards.get(idCard)
  const board = boards.get(card?.idBoard ?? '')
  const list = lists.get(card?.idList ?? '')
  return {
    ...(type === 'commentCard' && { text }),
    ...(dateLastEdited !== null && { dateLastEdited }),
    card: card && { id: card.id, name: card.name, idShort: card.idShort, shortLink: card.shortLink },
    board: board && { id: board.id, name: board.name, shortLink: board.shortLink },
    list: list && { id: list.id, name: list.name },
    ...data
  }
}
