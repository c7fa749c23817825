import { Type } from 'typebox'
import { stringEnum, withForm } from '../../contract/schema.ts'

const MAX_NAME = 512
/** Trello's limit for every text. */
const MAX_TEXT = 16_384

const name = (description: string, options: { 'x-aliases'?: string[] } = {}) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_NAME,
    pattern: '\\S',
    'x-form': 'with at least one visible character',
    description,
    ...options
  })

export const boardName = name('Board: its name, ID, short link or URL. A name that several boards share is refused', {
  'x-aliases': ['board_id', 'board_name']
})

export const workspaceName = (what: string) =>
  name(withForm(what, ': its ID, name or short name'), { 'x-aliases': ['workspace_id', 'organization', 'team'] })

export const listName = (what: string) =>
  name(withForm(what, ': its ID, or its name on the board. A name that several lists share is refused'), {
    'x-aliases': ['list_id', 'list_name']
  })

export const boardOfList = Type.Optional(
  name('Board of the list: its name, ID, short link or URL. Required if list is a name', { 'x-aliases': ['board_id', 'board_name'] })
)

const aliases = { 'x-aliases': ['board_id', 'board_name'] }

export const destinationBoard = name('Board of the list: its name, ID, short link or URL. Default: the board of the card', aliases)

export const boardOfTarget = name('Board of to_list: its name, ID, short link or URL. Default: the board of the selected cards', aliases)

export const searchBoard = name('Only cards of this board: its name, ID, short link or URL. Default: all boards of the member', aliases)

export const labelName = (what: string) => name(`${what}: its ID, its name on the board, or its color if it has no name`)

export const memberName = (what: string) => name(`${what}: username, full name or ID of a board member; \`me\` for the owner of the token`)

export const boardOfLabel = Type.Optional(name('Board of the label: its name, ID, short link or URL. Required if label is a name', aliases))

export const boardCopy = name('Board to copy the lists from: its name, ID, short link or URL', { 'x-aliases': ['copy_board'] })

/** Making a board public cannot be undone for what others have read, so it needs confirmation. */
export const publicIsDestructive = {
  minimum: 'write',
  maximum: 'destructive',
  of: ({ visibility }: { visibility?: string }) => (visibility === 'public' ? 'destructive' : 'write')
} as const

export const visibility = (options: { default?: 'private' }) =>
  stringEnum(['private', 'workspace', 'public'], {
    description: `private: its members; workspace: everyone in its workspace; public: everyone on the internet${options.default === undefined ? '' : '. Default private'}`,
    ...options
  })

const BACKGROUNDS = ['blue', 'orange', 'green', 'red', 'purple', 'pink', 'lime', 'sky', 'grey']

/** Trello also accepts the ID of an image that a member uploaded. */
export const background = (description: string, byDefault = '') =>
  Type.String({
    pattern: `^(?:${BACKGROUNDS.join('|')}|[0-9a-f]{24})$`,
    'x-form': `${BACKGROUNDS.join(', ')} or the ID of an image`,
    'x-aliases': ['background_color', 'color'],
    description: `${description}: ${BACKGROUNDS.join(', ')}, or the ID of a background image, as get_board returns it${byDefault}`
  })

export const labelTitle = (description: string) => Type.String({ maxLength: 512, description })

const COLORS = ['green', 'yellow', 'orange', 'red', 'purple', 'blue', 'sky', 'lime', 'pink', 'black'] as const

export const labelColor = (otherwise?: 'none') =>
  stringEnum(['none', ...COLORS], {
    description: `Color, or none${otherwise === undefined ? '' : `. Default ${otherwise}`}`,
    ...(otherwise !== undefined && { default: otherwise })
  })

export const shortName = Type.String({
  maxLength: 100,
  pattern: '^[a-z0-9_]{3,100}$',
  'x-form': 'of at least 3 lowercase letters, digits or _',
  description: 'Unique short name, as in URLs: at least 3 lowercase letters, digits or _'
})

export const website = Type.String({
  maxLength: 500,
  pattern: '^https?://\\S+$',
  'x-form': 'a URL that begins with http:// or https://',
  description: 'Website, http:// or https://'
})

/** Trello's own limits are higher. */
const MAX_LABELS_OR_MEMBERS = 50

export const someLabels = (description: string) =>
  Type.Array(labelName('A label'), {
    maxItems: MAX_LABELS_OR_MEMBERS,
    description: `${description}: IDs, names on the board, or colors of labels without a name`
  })

export const someMembers = (description: string) =>
  Type.Array(memberName('A member'), {
    maxItems: MAX_LABELS_OR_MEMBERS,
    description: `${description}: usernames, full names or IDs; \`me\` for the owner of the token`
  })

export const cardId = Type.String({
  maxLength: MAX_NAME,
  pattern: '^(?:[0-9a-fA-F]{24}|[A-Za-z0-9]{8}|https://trello\\.com/c/[A-Za-z0-9]{8}(?:/\\S*)?)$',
  'x-form': 'an ID of 24 hex digits, a short link of 8 letters and digits, or a URL such as https://trello.com/c/…',
  'x-aliases': ['card'],
  description: 'Card: its ID, short link or URL'
})

export const idOf = (what: string) =>
  Type.String({ pattern: '^[0-9a-fA-F]{24}$', 'x-form': 'an ID of 24 hex digits', description: `ID of the ${what}, 24 hex digits` })

export const title = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: '\\S', 'x-form': 'with at least one visible character', description })

export const longText = (description: string) =>
  Type.String({ maxLength: MAX_TEXT, description: `${description}, Markdown, at most 16,384 characters` })

export const commentText = title('Text of the comment, Markdown; @username mentions a member')

export const when = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description: `${description}, such as 2026-03-01T09:00:00Z` })

export const position = (description: string, options: { default?: 'top' | 'bottom' } = {}) =>
  Type.String({
    pattern: '^(?:top|bottom|\\d{1,12}(?:\\.\\d{1,6})?)$',
    'x-form': 'top, bottom or a number',
    description: `${description}: top, bottom, or a number between the positions of two neighbors${options.default === undefined ? '' : `. Default ${options.default}`}`,
    ...options
  })

export const status = (what: string) =>
  stringEnum(['open', 'archived', 'all'], { default: 'open', description: `Which ${what}: open, archived or all. Default open` })

/** Filters of the cards of a board or list. A card must match all of them. */
export const cardFilters = {
  board: Type.Optional(name('Board of the cards, or of the list: its name, ID, short link or URL', aliases)),
  list: Type.Optional(name('List of the cards: its ID, or its name on the board', { 'x-aliases': ['list_id', 'list_name'] })),
  status: status('cards'),
  label: Type.Optional(labelName('Only cards with this label')),
  member: Type.Optional(memberName('Only cards assigned to this member')),
  due_before: Type.Optional(when('Only cards due before this time')),
  due_after: Type.Optional(when('Only cards due at or after this time')),
  due_complete: Type.Optional(
    Type.Boolean({ description: 'true: only cards whose due date is marked complete; false: only the other cards' })
  ),
  name_contains: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'Only cards whose title contains this text, case-insensitive' })
  )
}
