import { findBoard, findIn } from '../find.ts'
import { flagIn, nameIn, type Params, textIn, timeIn, listIn as valuesIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { byPosition, type Card, having, type List, record, type State } from '../state/model.ts'
import { positionFor } from '../state/position.ts'

/** Updates a card. Reads all parameters before anything changes. */
export function updateCard(state: State, card: Card, params: Params): void {
  const list = destination(state, card, params)
  const moved = list.id !== card.idList
  const changes: Partial<Card> = {
    name: nameIn(params) ?? card.name,
    desc: textIn(params, 'desc') ?? card.desc,
    closed: flagIn(params, 'closed') ?? card.closed,
    due: pick(timeIn(params, 'due'), card.due),
    dueComplete: flagIn(params, 'dueComplete') ?? card.dueComplete,
    start: pick(timeIn(params, 'start'), card.start),
    idLabels: labelsOn(state, list.idBoard, valuesIn(params, 'idLabels')) ?? labelsAfter(state, card, list.idBoard),
    idMembers: membersOn(state, list.idBoard, valuesIn(params, 'idMembers')) ?? membersAfter(state, card, list.idBoard),
    idList: list.id,
    idBoard: list.idBoard,
    pos: moved || params['pos'] !== undefined ? positionFor(params['pos'], inList(state, list.id)) : card.pos,
    dateLastActivity: new Date().toISOString()
  }
  recordChanges(state, card, changes)
  Object.assign(card, changes)
}

/** Properties whose changes the history of a card shows. */
const RECORDED = ['name', 'desc', 'closed', 'due', 'dueComplete', 'start', 'idList'] as const

function recordChanges(state: State, card: Card, changes: Partial<Card>): void {
  for (const property of RECORDED) {
    if (changes[property] === undefined || changes[property] === card[property]) continue
    const lists = property === 'idList' && { listBefore: listIn(state, card.idList), listAfter: listIn(state, changes.idList ?? '') }
    record(state, 'updateCard', card.id, { old: { [property]: card[property] }, ...lists })
  }
}

const listIn = ({ lists }: State, id: string): object => ({ id, name: lists.get(id)?.name ?? '' })

const pick = (value: string | null | undefined, current: string | null): string | null => (value === undefined ? current : value)

export const inList = (state: State, list: string): Card[] => having(state.cards, ({ idList }) => idList === list)

/** Returns the destination list. A board without a list means its first open list. */
function destination(state: State, card: Card, params: Params): List {
  const [idList, idBoard] = [textIn(params, 'idList'), textIn(params, 'idBoard')]
  if (idList === undefined && idBoard === undefined) return findIn(state.lists, card.idList)
  const board = idBoard === undefined ? card.idBoard : findBoard(state, idBoard).id
  if (idList === undefined) {
    const [first] = byPosition(having(state.lists, list => list.idBoard === board && !list.closed))
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

/** On another board, a card gets the labels with the same name and color. Missing ones are created. */
function labelsAfter(state: State, card: Card, board: string): string[] {
  if (board === card.idBoard) return card.idLabels
  return card.idLabels.map(id => {
    const { name, color } = findIn(state.labels, id)
    const [same] = having(state.labels, label => label.idBoard === board && label.name === name && label.color === color)
    if (same) return same.id
    const created = { id: state.newId(), idBoard: board, name, color }
    state.labels.set(created.id, created)
    return created.id
  })
}

/** Members who are not on the other board are removed from the card. */
const membersAfter = ({ boards }: State, { idMembers }: Card, board: string): string[] =>
  idMembers.filter(id => boards.get(board)?.idMembers.includes(id))
