import type { Card, State } from './model.ts'

const STEPS = ['Look at what is there', 'Do it', 'Inform the others']
const REMARKS = ['I can take this one.', 'Is this still needed?', 'Done on my side. Please **look** at it.', 'Waits for an answer.']

/** Adds checklists, comments and links to every tenth card. */
export function seedDetails(state: State, next: () => Date): void {
  for (const card of state.cards.values()) {
    if (card.idShort % 10 !== 5) continue
    addChecklist(state, card, next())
    addComments(state, card, next)
    addLink(state, card, next())
  }
}

function addChecklist(state: State, { id: idCard, idBoard }: Card, at: Date): void {
  const id = state.newId(at)
  const checkItems = STEPS.map((name, index) => ({
    id: state.newId(at),
    name,
    pos: 16_384 * (index + 1),
    state: index === 0 ? ('complete' as const) : ('incomplete' as const),
    due: null,
    idMember: null
  }))
  state.checklists.set(id, { id, name: 'Steps', idCard, idBoard, pos: 16_384, checkItems })
}

function addComments(state: State, { id: idCard }: Card, next: () => Date): void {
  const people = [...state.members.keys()]
  for (const [index, text] of REMARKS.entries()) {
    const at = next()
    const id = state.newId(at)
    const idMemberCreator = people[index] ?? state.idMe
    state.actions.set(id, { id, idMemberCreator, type: 'commentCard', date: at.toISOString(), idCard, text, dateLastEdited: null })
  }
}

function addLink(state: State, card: Card, at: Date): void {
  card.attachments.push({
    id: state.newId(at),
    bytes: null,
    date: at.toISOString(),
    idMember: state.idMe,
    isUpload: false,
    mimeType: '',
    name: 'Notes',
    url: `https://example.com/notes/${card.idShort}`,
    pos: 16_384
  })
}
