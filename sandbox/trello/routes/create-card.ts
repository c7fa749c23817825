import { findCard, findIn } from '../find.ts'
import { flagIn, listIn, nameIn, type Params, requiredIn, textIn, timeIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { type Card, having, isComment, record, type State, shortLinkOf } from '../state/model.ts'
import { positionFor } from '../state/position.ts'
import { checklistsOf } from '../views/card.ts'
import { inList, labelsOn, membersOn } from './update-card.ts'

const PARTS = ['attachments', 'checklists', 'comments', 'customFields', 'due', 'start', 'labels', 'members', 'stickers']

/** Creates a card, or a copy of a card with the parts in keepFromSource. */
export function createCard(state: State, params: Params): Card {
  const { id: idList, idBoard } = findIn(state.lists, requiredIn(params, 'idList'))
  const source = sourceOf(state, params)
  const parts = copiedParts(params)
  const original = (part: string): Card | undefined => (parts.includes(part) ? source : undefined)
  const id = state.newId()
  const card: Card = {
    id,
    idShort: having(state.cards, other => other.idBoard === idBoard).reduce((max, { idShort }) => Math.max(max, idShort), 0) + 1,
    shortLink: shortLinkOf(id),
    name: nameIn(params) ?? source?.name ?? '',
    desc: textIn(params, 'desc') ?? source?.desc ?? '',
    closed: false,
    idBoard,
    idList,
    idLabels:
      labelsOn(state, idBoard, listIn(params, 'idLabels')) ??
      original('labels')?.idLabels.filter(is => state.labels.get(is)?.idBoard === idBoard) ??
      [],
    idMembers: membersOn(state, idBoard, listIn(params, 'idMembers')) ?? [...(original('members')?.idMembers ?? [])],
    pos: positionFor(params['pos'], inList(state, idList)),
    due: timeIn(params, 'due') ?? original('due')?.due ?? null,
    dueComplete: flagIn(params, 'dueComplete') ?? false,
    start: timeIn(params, 'start') ?? original('start')?.start ?? null,
    dateLastActivity: new Date().toISOString(),
    attachments: (original('attachments')?.attachments ?? []).map(attachment => ({ ...attachment, id: state.newId() }))
  }
  state.cards.set(id, card)
  if (source) copyDetails(state, source, card, parts)
  record(state, 'createCard', id)
  return card
}

function sourceOf(state: State, params: Params): Card | undefined {
  const id = textIn(params, 'idCardSource')
  return id === undefined ? undefined : findCard(state, id)
}

function copiedParts(params: Params): string[] {
  const parts = listIn(params, 'keepFromSource') ?? ['all']
  if (parts.includes('all')) return PARTS
  if (parts.some(part => !PARTS.includes(part))) throw refuse(400, 'invalid value for keepFromSource')
  return parts
}

function copyDetails(state: State, source: Card, card: Card, parts: string[]): void {
  for (const checklist of parts.includes('checklists') ? checklistsOf(state, source) : []) {
    const checkItems = checklist.checkItems.map(item => ({ ...item, id: state.newId() }))
    const copy = { ...checklist, id: state.newId(), idCard: card.id, idBoard: card.idBoard, checkItems }
    state.checklists.set(copy.id, copy)
  }
  if (!parts.includes('comments')) return
  for (const action of having(state.actions, action => action.idCard === source.id && isComment(action))) {
    const copy = { ...action, id: state.newId(), idCard: card.id }
    state.actions.set(copy.id, copy)
  }
}
