import { type CustomField, having, type State } from './model.ts'

const FIELDS: readonly [name: string, type: CustomField['type'], options?: readonly string[]][] = [
  ['Effort', 'number'],
  ['Stage', 'list', ['Idea', 'Ready', 'Blocked']],
  ['Approved', 'checkbox'],
  ['Review on', 'date'],
  ['Reviewer', 'text']
]

const BRIEF = 'Paint the fence green.\n'

/** Adds a workspace, custom fields and an uploaded file to the Playground, and a label that nothing uses. They come last, so that all other IDs stay. */
export function seedExtras(state: State, next: () => Date): void {
  const [board] = having(state.boards, ({ name }) => name === 'Playground')
  if (!board) return
  const organization = state.newId(next())
  state.organizations.set(organization, {
    id: organization,
    name: 'sandworks',
    displayName: 'Sandworks',
    desc: 'The team of the sandbox.',
    website: null
  })
  board.idOrganization = organization
  for (const [at, [name, type, options = []]] of FIELDS.entries()) {
    const id = state.newId(next())
    const pos = 16_384 * (at + 1)
    const choices = options.map((text, index) => ({ id: state.newId(next()), text, color: 'none', pos: 16_384 * (index + 1) }))
    state.customFields.set(id, { id, idBoard: board.id, name, type, pos, options: choices })
  }
  const label = state.newId(next())
  state.labels.set(label, { id: label, idBoard: board.id, name: 'Obsolete', color: 'black' })
  const [card] = having(state.cards, ({ idBoard, idShort }) => idBoard === board.id && idShort === 1)
  if (!card) return
  const at = next()
  const id = state.newId(at)
  card.attachments.push({
    id,
    bytes: BRIEF.length,
    date: at.toISOString(),
    idMember: state.idMe,
    isUpload: true,
    mimeType: 'text/plain',
    name: 'The brief',
    url: `https://trello.com/1/cards/${card.id}/attachments/${id}/download/brief.txt`,
    pos: 16_384,
    file: { fileName: 'brief.txt', bytes: new Uint8Array(Buffer.from(BRIEF)) }
  })
  const [effort] = having(state.customFields, ({ name }) => name === 'Effort')
  if (!effort) return
  const item = state.newId(next())
  state.customFieldItems.set(item, { id: item, idCard: card.id, idCustomField: effort.id, value: { number: '3' }, idValue: null })
}
