/** What the stand-in knows, in the vendor's own names. All of it is in memory, and gone when the process ends. */
export interface Member {
  id: string
  username: string
  fullName: string
}

export interface Board {
  id: string
  name: string
  desc: string
  closed: boolean
  shortLink: string
  dateLastActivity: string
  idMembers: string[]
}

export interface List {
  id: string
  name: string
  closed: boolean
  pos: number
  idBoard: string
}

export interface Label {
  id: string
  idBoard: string
  name: string
  color: string | null
}

export interface Attachment {
  id: string
  bytes: number | null
  date: string
  idMember: string
  isUpload: boolean
  mimeType: string | null
  name: string
  url: string
  pos: number
}

export interface Card {
  id: string
  idShort: number
  shortLink: string
  name: string
  desc: string
  closed: boolean
  idBoard: string
  idList: string
  idLabels: string[]
  idMembers: string[]
  pos: number
  due: string | null
  dueComplete: boolean
  start: string | null
  dateLastActivity: string
  attachments: Attachment[]
}

export interface CheckItem {
  id: string
  name: string
  pos: number
  state: 'complete' | 'incomplete'
  due: string | null
  idMember: string | null
}

export interface Checklist {
  id: string
  name: string
  idCard: string
  idBoard: string
  pos: number
  checkItems: CheckItem[]
}

export interface Action {
  id: string
  idMemberCreator: string
  type: 'commentCard'
  date: string
  idCard: string
  text: string
  dateLastEdited: string | null
}

export interface State {
  /** Whose credential every caller has. */
  idMe: string
  members: Map<string, Member>
  boards: Map<string, Board>
  lists: Map<string, List>
  labels: Map<string, Label>
  cards: Map<string, Card>
  checklists: Map<string, Checklist>
  actions: Map<string, Action>
  /** The next id; the first eight digits tell the second of creation, as the vendor's do. */
  newId: (at?: Date) => string
}

export function emptyState(): State {
  let made = 0
  return {
    idMe: '',
    members: new Map(),
    boards: new Map(),
    lists: new Map(),
    labels: new Map(),
    cards: new Map(),
    checklists: new Map(),
    actions: new Map(),
    newId: (at = new Date()) => `${hex(Math.floor(at.getTime() / 1000), 8)}5eed${hex(++made, 12)}`
  }
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** Eight letters and digits of its own for every id. */
export function shortLinkOf(id: string): string {
  const number = Number.parseInt(id.slice(12), 16)
  return `${((number * 2_654_435_761) % 2 ** 32).toString(36).padStart(7, '0')}${(number % 36).toString(36)}`
}

/** The things of a map that fit. */
export const having = <T>(things: ReadonlyMap<string, T>, fits: (thing: T) => boolean): T[] => [...things.values()].filter(fits)

/** In the order in which the vendor shows things that have a place. */
export const placed = <T extends { pos: number }>(things: T[]): T[] => things.toSorted((a, b) => a.pos - b.pos)
