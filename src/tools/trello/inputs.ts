import { Type } from 'typebox'
import { words } from '../../contract/schema.ts'

const LONGEST_NAME = 512
/** Trello's own bound of every text. */
const LONGEST_TEXT = 16_384

const name = (description: string, options: { 'x-aliases'?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: LONGEST_NAME, pattern: '\\S', 'x-form': 'with something in it', description, ...options })

export const boardName = name('Board: its name, id, short link or address. A name that several boards have is refused', {
  'x-aliases': ['board_id', 'board_name']
})

export const listName = (what: string) =>
  name(`${what}: its id, or its name on the board. A name that several lists have is refused`, { 'x-aliases': ['list_id', 'list_name'] })

export const boardOfList = Type.Optional(
  name('Board of the list: its name, id, short link or address. Needed where list is a name', { 'x-aliases': ['board_id', 'board_name'] })
)

const aliases = { 'x-aliases': ['board_id', 'board_name'] }

export const destinationBoard = name('Board of the list: its name, id, short link or address. Absent: the board of the card', aliases)

export const searchBoard = name('Only cards of this board: its name, id, short link or address. Absent: all boards of the member', aliases)

export const labelName = (what: string) => name(`${what}: its id, its name on the board, or its colour where it has no name`)

export const memberName = (what: string) =>
  name(`${what}: user name, full name or id of a member of the board; me for whom the token belongs to`)

/** Trello's own bounds are higher: more than this nobody reads. */
const MOST_MARKS = 50

export const someLabels = (description: string) =>
  Type.Array(labelName('A label'), {
    maxItems: MOST_MARKS,
    description: `${description}: ids, names on the board, or colours of labels without name`
  })

export const someMembers = (description: string) =>
  Type.Array(memberName('A member'), {
    maxItems: MOST_MARKS,
    description: `${description}: user names, full names or ids; me for whom the token belongs to`
  })

export const cardId = Type.String({
  maxLength: LONGEST_NAME,
  pattern: '^(?:[0-9a-fA-F]{24}|[A-Za-z0-9]{8}|https://trello\\.com/c/[A-Za-z0-9]{8}(?:/\\S*)?)$',
  'x-form': 'an id of 24 hex digits, a short link of 8 letters and digits, or an address as https://trello.com/c/…',
  'x-aliases': ['card'],
  description: 'Card: its id, short link or address'
})

export const idOf = (what: string) =>
  Type.String({ pattern: '^[0-9a-fA-F]{24}$', 'x-form': 'an id of 24 hex digits', description: `Id of the ${what}, 24 hex digits` })

export const title = (description: string) =>
  Type.String({ minLength: 1, maxLength: LONGEST_TEXT, pattern: '\\S', 'x-form': 'with something in it', description })

export const longText = (description: string) =>
  Type.String({ maxLength: LONGEST_TEXT, description: `${description}. Markdown, at most 16,384 characters` })

export const commentText = title('What it says, Markdown; @username mentions a member')

export const when = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description: `${description}: ISO 8601 with offset, such as 2026-03-01T09:00:00Z` })

export const position = (description: string, options: { default?: 'top' | 'bottom' } = {}) =>
  Type.String({
    pattern: '^(?:top|bottom|\\d{1,12}(?:\\.\\d{1,6})?)$',
    'x-form': 'top, bottom or a number',
    description: `${description}: top, bottom, or a number between the position of two neighbours`,
    ...options
  })

export const status = (what: string) =>
  words(['open', 'archived', 'all'], { default: 'open', description: `Which ${what}: open, archived or all. Default open` })

/** Which cards of a board or a list: those that all of these fit. */
export const cardFilters = {
  board: Type.Optional(name('Board of the cards, or of the list: its name, id, short link or address', aliases)),
  list: Type.Optional(name('List of the cards: its id, or its name on the board', { 'x-aliases': ['list_id', 'list_name'] })),
  status: status('cards'),
  label: Type.Optional(labelName('Only cards with this label')),
  member: Type.Optional(memberName('Only cards that are assigned to this member')),
  due_before: Type.Optional(when('Only cards that are due before this time')),
  due_after: Type.Optional(when('Only cards that are due at this time or later')),
  due_complete: Type.Optional(Type.Boolean({ description: 'true: only cards whose due date is ticked off; false: only the others' })),
  name_contains: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'Only cards whose title contains this text, in whatever case' })
  )
}
