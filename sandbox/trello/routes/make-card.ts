import { findCard, findIn } from '../find.ts'
import { flagIn, listIn, nameIn, type Params, requiredIn, textIn, timeIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { type Card, having, type State, shortLinkOf } from '../state/model.ts'
import { placeFor } from '../state/place.ts'
import { checklistsOf } from '../views/card.ts'
import { inList, labelsOn, membersOn } from './change-card.ts'

const KEPT = ['attachments', 'checklists', 'comments', 'customFields', 'due', 'start', 'labels', 'members', 'stickers']

/** A new card, or a copy of one with as much of it as is to be kept. */
export function makeCard(state: State, params: Params): Card {
  const { id: idList, idBoard } = findIn(state.lists, requiredIn(params, 'idList'))
  const source = sourceOf(state, params)
  const keeps = kept(params)
  const original = (part: string): Card | undefined => (keeps.includes(part) ? source : undefined)
  const id = state.newId()
  const card: Card = {
    id,
    idShort: having(state.cards, other => other.idBoard === idBoard).reduce((most, { idShort }) => Math.max(most, idShort), 0) + 1,
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
    pos: placeFor(params['pos'], inList(state, idList)),
    due: timeIn(params, 'due') ?? original('due')?.due ?? null,
    dueComplete: flagIn(params, 'dueComplete') ?? false,
    start: timeIn(params, 'start') ?? original('start')?.start ?? null,
    dateLastActivity: new Date().toISOString(),
    attachments: (original('attachments')?.attachments ?? []).map(attachment => ({ ...attachment, id: state.newId() }))
  }
  state.cards.set(id, card)
  if (source) copyBelow(state, source, card, keeps)
  return card
}

function sourceOf(state: State, params: Params): Card | undefined {
  const id = textIn(params, 'idCardSource')
  return id === undefined ? undefined : findCard(state, id)
}

function kept(params: Params): string[] {
  const words = listIn(params, 'keepFromSource') ?? ['all']
  if (words.includes('all')) return KEPT
  if (words.some(word => !KEPT.includes(word))) throw refuse(400, 'invalid value for keepFromSource')
  return words
}

function copyBelow(state: State, source: Card, card: Card, keeps: string[]): void {
  for (const checklist of keeps.includes('checklists') ? checklistsOf(state, source) : []) {
    const checkItems = checklist.checkItems.map(item => ({ ...item, id: state.newId() }))
    const copy = { ...checklist, id: state.newId(), idCard: card.id, idBoard: card.idBoard, checkItems }
    state.checklists.set(copy.id, copy)
  }
  if (!keeps.includes('comments')) return
  for (const action of having(state.actions, ({ idCard }) => idCard === source.id)) {
    const copy = { ...action, id: state.newId(), idCard: card.id }
    state.actions.set(copy.id, copy)
  }
}
