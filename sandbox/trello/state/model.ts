/** The state of the sandbox, with Trello's names. It is in memory only. */
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
  idOrganization: string | null
  permissionLevel: string
  /** A color, or the ID of an image. */
  background: string
}

/** A workspace. */
export interface Organization {
  id: string
  name: string
  displayName: string
  desc: string
  website: string | null
}

export interface CustomField {
  id: string
  idBoard: string
  name: string
  type: 'text' | 'number' | 'date' | 'checkbox' | 'list'
  pos: number
  options: { id: string; text: string; color: string; pos: number }[]
}

/** The value of a custom field on a card: of a list, the ID of an option. */
export interface CustomFieldItem {
  id: string
  idCard: string
  idCustomField: string
  value: Record<string, string> | null
  idValue: string | null
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
  /** The content of an uploaded file, and its name. */
  file?: { fileName: string; bytes: Uint8Array }
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
  /** Such as commentCard, createCard or updateCard. */
  type: string
  date: string
  idCard: string
  text: string
  dateLastEdited: string | null
  /** Further data of an action that is not a comment. */
  data?: Record<string, unknown>
}

export interface State {
  /** The member who owns every token. */
  idMe: string
  members: Map<string, Member>
  boards: Map<string, Board>
  lists: Map<string, List>
  labels: Map<string, Label>
  cards: Map<string, Card>
  checklists: Map<string, Checklist>
  actions: Map<string, Action>
  organizations: Map<string, Organization>
  customFields: Map<string, CustomField>
  customFieldItems: Map<string, CustomFieldItem>
  /** IDs of the boards, lists and cards that the owner of the tokens watches. */
  watched: Set<string>
  /** Returns the next ID. Its first eight digits are the second of creation, as in Trello's IDs. */
  newId: (at?: Date) => string
}

export function emptyState(): State {
  let count = 0
  return {
    idMe: '',
    members: new Map(),
    boards: new Map(),
    lists: new Map(),
    labels: new Map(),
    cards: new Map(),
    checklists: new Map(),
    actions: new Map(),
    organizations: new Map(),
    customFields: new Map(),
    customFieldItems: new Map(),
    watched: new Set(),
    newId: (at = new Date()) => `${hex(Math.floor(at.getTime() / 1000), 8)}5eed${hex(++count, 12)}`
  }
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** Returns the short link of an ID: eight letters and digits. */
export function shortLinkOf(id: string): string {
  const number = Number.parseInt(id.slice(12), 16)
  return `${((number * 2_654_435_761) % 2 ** 32).toString(36).padStart(7, '0')}${(number % 36).toString(36)}`
}

/** Records what was done to a card. */
export function record(state: State, type: string, idCard: string, data: Record<string, unknown> = {}): void {
  const now = new Date()
  const id = state.newId(now)
  state.actions.set(id, { id, idMemberCreator: state.idMe, type, date: now.toISOString(), idCard, text: '', dateLastEdited: null, data })
}

export const isComment = ({ type }: Action): boolean => type === 'commentCard'

/** Returns the resources of a map that match. */
export const having = <T>(resources: ReadonlyMap<string, T>, matches: (resource: T) => boolean): T[] =>
  [...resources.values()].filter(matches)

/** Returns resources sorted by position. */
export const byPosition = <T extends { pos: number }>(resources: T[]): T[] => resources.toSorted((a, b) => a.pos - b.pos)
