import { type Board, type Card, emptyState, type Label, type List, type Member, type State, shortLinkOf } from './model.ts'
import { seedDetails } from './seed-details.ts'
import { seedExtras } from './seed-extras.ts'

const FIRST_DAY = Date.UTC(2026, 0, 5, 8)
const HOUR_MS = 3_600_000

const PEOPLE = [
  ['samsandbox', 'Sam Sandbox'],
  ['amara', 'Amara Okafor'],
  ['bjorn', 'Björn Lindqvist'],
  ['chenwei', 'Chen Wei'],
  ['alexkim1', 'Alex Kim'],
  ['alexkim2', 'Alex Kim']
] as const

const VERBS = ['Fix', 'Design', 'Write', 'Review', 'Translate', 'Measure', 'Replace', 'Test']
const THINGS = ['the start page', 'the login form', 'the price list', 'the newsletter', 'the search', 'the contact page', 'the invoices']

interface Plan {
  name: string
  desc: string
  lists: string[]
  /** Name and color. */
  labels: [string, string | null][]
  cards: number
  closed?: boolean
}

const PLANS: Plan[] = [
  {
    name: 'Website Relaunch',
    desc: 'Everything for the new site, until it is live.',
    lists: ['Backlog', 'In progress', 'Review', 'Done'],
    labels: [
      ['Bug', 'red'],
      ['Feature', 'green'],
      ['Design', 'purple'],
      ['Content', 'sky'],
      ['', 'yellow']
    ],
    cards: 120
  },
  {
    name: 'Support',
    desc: 'Questions of customers.',
    lists: ['Inbox', 'Waiting', 'Solved'],
    labels: [
      ['Urgent', 'red'],
      ['Billing', 'orange'],
      ['Question', 'blue']
    ],
    cards: 400
  },
  {
    name: 'Playground',
    desc: 'Change whatever you like here.',
    lists: ['To do', 'Doing', 'Done'],
    labels: [
      ['Urgent', 'red'],
      ['Review', 'green'],
      ['Review', 'blue'],
      ['Later', null]
    ],
    cards: 36
  },
  { name: 'Ideas', desc: 'Of the marketing team.', lists: ['New'], labels: [], cards: 3 },
  { name: 'Ideas', desc: 'Of the product team.', lists: ['New'], labels: [], cards: 3 },
  { name: 'Archive 2025', desc: '', lists: ['Kept'], labels: [], cards: 4, closed: true }
]

/** Returns a state that always has the same boards. Tests and examples change only the board Playground. */
export function seedState(): State {
  const state = emptyState()
  let now = FIRST_DAY
  const next = (): Date => {
    now += HOUR_MS
    return new Date(now)
  }
  const people = PEOPLE.map(([username, fullName]): Member => ({ id: state.newId(next()), username, fullName }))
  for (const member of people) state.members.set(member.id, member)
  state.idMe = people[0]?.id ?? ''
  for (const plan of PLANS) seedBoard(state, plan, people, next)
  seedDetails(state, next)
  seedExtras(state, next)
  return state
}

function seedBoard(state: State, plan: Plan, people: Member[], next: () => Date): void {
  const at = next()
  const id = state.newId(at)
  const { name, desc, closed = false } = plan
  const board: Board = {
    id,
    name,
    desc,
    closed,
    shortLink: shortLinkOf(id),
    dateLastActivity: at.toISOString(),
    idMembers: people.map(({ id }) => id),
    idOrganization: null,
    permissionLevel: 'private',
    background: 'blue'
  }
  state.boards.set(id, board)
  const lists = plan.lists.map(
    (name, index): List => ({ id: state.newId(next()), name, closed: false, pos: 65_536 * (index + 1), idBoard: id })
  )
  for (const list of lists) state.lists.set(list.id, list)
  const labels = plan.labels.map(([name, color]): Label => ({ id: state.newId(next()), idBoard: id, name, color }))
  for (const label of labels) state.labels.set(label.id, label)
  for (let number = 1; number <= plan.cards; number++) seedCard(state, { board, lists, labels, people, number }, next())
}

interface CardContext {
  board: Board
  lists: List[]
  labels: Label[]
  people: Member[]
  number: number
}

/** Adds a card. Nothing is random, since examples show these cards. */
function seedCard(state: State, { board, lists, labels, people, number }: CardContext, at: Date): void {
  const id = state.newId(at)
  const list = lists[number % lists.length]
  const name = `${VERBS[number % VERBS.length]} ${THINGS[number % THINGS.length]}`
  const due = number % 3 === 0 ? new Date(at.getTime() + 14 * 24 * HOUR_MS).toISOString() : null
  const card: Card = {
    id,
    idShort: number,
    shortLink: shortLinkOf(id),
    name: number > VERBS.length * THINGS.length ? `${name} again` : name,
    desc: number % 2 === 0 ? `${name}, as agreed on ${at.toISOString().slice(0, 10)}.\n\n- plan\n- do\n- review` : '',
    closed: number % 17 === 0,
    idBoard: board.id,
    idList: list?.id ?? '',
    idLabels: labels.filter((_, index) => (number + index) % 4 === 0).map(label => label.id),
    idMembers: people.filter((_, index) => (number + index) % 5 === 0).map(member => member.id),
    pos: 16_384 * number,
    due,
    dueComplete: due !== null && number % 6 === 0,
    start: null,
    dateLastActivity: at.toISOString(),
    attachments: []
  }
  state.cards.set(id, card)
}
