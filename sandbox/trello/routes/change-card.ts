import { findBoard, findIn } from '../find.ts'
import { flagIn, listIn, nameIn, type Params, textIn, timeIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { type Card, having, type List, placed, type State } from '../state/model.ts'
import { placeFor } from '../state/place.ts'

/** All is read before anything changes. */
export function changeCard(state: State, card: Card, params: Params): void {
  const list = destination(state, card, params)
  const moved = list.id !== card.idList
  const changes: Partial<Card> = {
    name: nameIn(params) ?? card.name,
    desc: textIn(params, 'desc') ?? card.desc,
    closed: flagIn(params, 'closed') ?? card.closed,
    due: pick(timeIn(params, 'due'), card.due),
    dueComplete: flagIn(params, 'dueComplete') ?? card.dueComplete,
    start: pick(timeIn(params, 'start'), card.start),
    idLabels: labelsOn(state, list.idBoard, listIn(params, 'idLabels')) ?? labelsAfter(state, card, list.idBoard),
    idMembers: membersOn(state, list.idBoard, listIn(params, 'idMembers')) ?? membersAfter(state, card, list.idBoard),
    idList: list.id,
    idBoard: list.idBoard,
    pos: moved || params['pos'] !== undefined ? placeFor(params['pos'], inList(state, list.id)) : card.pos,
    dateLastActivity: new Date().toISOString()
  }
  Object.assign(card, changes)
}

const pick = (given: string | null | undefined, kept: string | null): string | null => (given === undefined ? kept : given)

export const inList = (state: State, list: string): Card[] => having(state.cards, ({ idList }) => idList === list)

/** The list to go to. A board alone means its first open list. */
function destination(state: State, card: Card, params: Params): List {
  const [idList, idBoard] = [textIn(params, 'idList'), textIn(params, 'idBoard')]
  if (idList === undefined && idBoard === undefined) return findIn(state.lists, card.idList)
  const board = idBoard === undefined ? card.idBoard : findBoard(state, idBoard).id
  if (idList === undefined) {
    const [first] = placed(having(state.lists, list => list.idBoard === board && !list.closed))
    if (!first) throw refuse(400, 'no list to move to')
    return first
  }
  const list = findIn(state.lists, idList)
  if (list.idBoard !== board) throw refuse(400, 'invalid value for idList')
  return list
}

export function labelsOn({ labels }: State, board: string, ids: string[] | undefined): string[] | undefined {
  if (ids?.some(id => labels.get(id)?.idBoard !== board)) throw refuse(400, 'invalid value for idLabels')
  return ids && [...new Set(ids)]
}

export function membersOn({ boards }: State, board: string, ids: string[] | undefined): string[] | undefined {
  if (ids?.some(id => !boards.get(board)?.idMembers.includes(id))) throw refuse(400, 'invalid value for idMembers')
  return ids && [...new Set(ids)]
}

/** On another board a card takes the labels of the same name and colour, which are made where they are lacking. */
function labelsAfter(state: State, card: Card, board: string): string[] {
  if (board === card.idBoard) return card.idLabels
  return card.idLabels.map(id => {
    const { name, color } = findIn(state.labels, id)
    const [same] = having(state.labels, label => label.idBoard === board && label.name === name && label.color === color)
    if (same) return same.id
    const made = { id: state.newId(), idBoard: board, name, color }
    state.labels.set(made.id, made)
    return made.id
  })
}

/** Who is not on the other board leaves the card. */
const membersAfter = ({ boards }: State, { idMembers }: Card, board: string): string[] =>
  idMembers.filter(id => boards.get(board)?.idMembers.includes(id))
