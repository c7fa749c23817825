import { having, type State } from '../../sandbox/trello/state/model.ts'
import adapter from '../../src/tools/trello/bulk/create-cards.ts'
import type { AdapterContract } from '../jobs/adapter-contract.ts'
import { classify, opener, TO_DO } from './trello-bulk.ts'

const NAMES = ['Buy paper', 'Print it', 'Send it']
const HERE = { board: 'Playground', list: 'To do' }
const idOf = (name: unknown): string => `card-${NAMES.indexOf(String(name)) + 1}`
const nameOf = (id: string): string => NAMES[Number(id.slice('card-'.length)) - 1] ?? ''

/** Returns a card without the properties that differ each time it is created. */
const seen = ({ cards }: State): unknown =>
  [...cards.values()]
    .map(({ name, desc, due, idList, idLabels, idMembers }) => ({ name, desc, due, idList, idLabels, idMembers }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

const NO_SYSTEM = 'the new resources are in the input, so no request is sent'

/** create_cards: its items are in its input. */
export const CREATES: AdapterContract = {
  adapter,
  classify: request => (request.method === 'POST' ? { kind: 'write', ids: [idOf(Object(request.body).name)] } : classify(request)),
  open: async t => {
    const made: State[] = []
    const testSystem = await opener({ seen, first: state => void made.push(state), writes: id => ({ path: '/cards$', body: nameOf(id) }) })(
      t
    )
    return {
      ...testSystem,
      fail: {
        ...testSystem.fail,
        async changed(id) {
          for (const state of made)
            for (const card of having(state.cards, ({ name }) => name === nameOf(id))) card.dateLastActivity = '2027-01-01T00:00:00.000Z'
        }
      }
    }
  },
  good: {
    ...HERE,
    cards: [{ name: NAMES[0], labels: ['Urgent'], members: ['me'] }, { name: NAMES[1], due: '2026-12-24T12:00:00Z' }, { name: NAMES[2] }]
  },
  nothing: { board: 'Playground', list: 'Doing', cards: [{ name: 'Another' }] },
  names: [TO_DO, { name: 'Playground', id: '697951805eed000000000220' }, { name: 'Urgent', id: '697989c05eed000000000224' }],
  refused: [
    { input: { list: 'To do', cards: [{ name: 'A' }] }, path: 'board' },
    { input: { ...HERE, cards: [{ name: 'Long', description: '\u00e9'.repeat(1_400) }] }, path: 'cards[0]' },
    { input: { ...HERE, cards: [{ name: ' ' }] }, path: 'cards[0].name' }
  ],
  unknown_names: [
    { input: { ...HERE, list: 'Todo', cards: [{ name: 'A' }] }, path: 'list', suggestions: ['To do'] },
    { input: { board: 'Ideas', list: 'New', cards: [{ name: 'A' }] }, path: 'board', suggestions: ['697bbc405eed00000000024c'] },
    {
      input: { ...HERE, cards: [{ name: 'A' }, { name: 'B', labels: ['Urgent', 'Latr'] }] },
      path: 'cards[1].labels[1]',
      suggestions: ['Later']
    },
    { input: { ...HERE, cards: [{ name: 'A', members: ['amra'] }] }, path: 'cards[0].members[0]', suggestions: ['amara'] }
  ],
  without: {
    'nextBatch ends with a missing next, and returns nothing if nothing matches': 'a job of no cards is refused',
    "count throws the system's error if it fails": NO_SYSTEM,
    'a failed count is reported on the job': NO_SYSTEM,
    'undo returns one result for each item, even if one fails': 'the fault is set by the IDs of items, and the created cards have other IDs'
  }
}
