import { addressParser } from 'postal-mime'
import { headerIn, type Part, parseMime } from './mime.ts'

/** A message as it was sent, and what a mailbox reads in it. */
interface Content {
  raw: Buffer
  part: Part
  snippet: string
}

export interface Message extends Content {
  id: string
  threadId: string
  labelIds: string[]
  /** Milliseconds since 1970. */
  internalDate: number
  historyId: number
}

export interface Label {
  id: string
  name: string
  type: 'system' | 'user'
  messageListVisibility?: string
  labelListVisibility?: string
  color?: { textColor: string; backgroundColor: string }
}

export interface Draft {
  id: string
  messageId: string
}

/** A change of a message, for history.list. */
export interface Change {
  id: number
  kind: 'messagesAdded' | 'messagesDeleted' | 'labelsAdded' | 'labelsRemoved'
  message: { id: string; threadId: string }
  labelIds: string[]
}

/** Reads a message for a mailbox. */
export function readMessage(raw: Buffer): Content {
  const part = parseMime(raw)
  return { raw, part, snippet: snippetOf(part) }
}

export type Mailbox = ReturnType<typeof createMailbox>

const SYSTEM_LABELS = [
  ...['INBOX', 'SENT', 'DRAFT', 'TRASH', 'SPAM', 'UNREAD', 'STARRED', 'IMPORTANT', 'CHAT'],
  ...['CATEGORY_PERSONAL', 'CATEGORY_SOCIAL', 'CATEGORY_PROMOTIONS', 'CATEGORY_UPDATES', 'CATEGORY_FORUMS']
]

const FIRST_ID = 0x19b0000000000000n
const MAX_CHANGES = 10_000

/** Records the last changes of messages. */
function createHistory() {
  const changes: Change[] = []
  let last = 1000
  return {
    changes,
    last: (): number => last,
    add(kind: Change['kind'], { id, threadId }: Message, labelIds: readonly string[]): void {
      changes.push({ id: ++last, kind, message: { id, threadId }, labelIds: [...labelIds] })
      if (changes.length > MAX_CHANGES) changes.shift()
    }
  }
}

/** One account: its messages, labels, drafts and the history of changes. */
export function createMailbox(address: string) {
  const messages = new Map<string, Message>()
  const labels = new Map<string, Label>(SYSTEM_LABELS.map(id => [id, { id, name: id, type: 'system' }]))
  const drafts = new Map<string, Draft>()
  const history = createHistory()
  let messageCount = 0n
  let labelCount = 0

  return {
    address,
    messages,
    labels,
    drafts,
    history,
    add(sent: Buffer | Content, labelIds: readonly string[], internalDate: number, threadId?: string): Message {
      const id = (FIRST_ID + ++messageCount * 0x10001n).toString(16)
      const content = Buffer.isBuffer(sent) ? readMessage(sent) : sent
      const message = { id, threadId: threadId ?? id, labelIds: [...labelIds], internalDate, historyId: 0, ...content }
      messages.set(id, message)
      history.add('messagesAdded', message, labelIds)
      message.historyId = history.last()
      return message
    },
    remove(message: Message): void {
      messages.delete(message.id)
      history.add('messagesDeleted', message, message.labelIds)
    },
    relabel(message: Message, add: readonly string[], remove: readonly string[]): void {
      const added = add.filter(id => !message.labelIds.includes(id))
      const removed = remove.filter(id => message.labelIds.includes(id))
      message.labelIds = [...message.labelIds.filter(id => !remove.includes(id)), ...added]
      if (added.length > 0) history.add('labelsAdded', message, added)
      if (removed.length > 0) history.add('labelsRemoved', message, removed)
      message.historyId = history.last()
    },
    addLabel: (label: Omit<Label, 'id' | 'type'>): Label => addLabel(labels, `Label_${++labelCount}`, label),
    addDraft: (messageId: string): Draft => addDraft(drafts, messageId)
  }
}

function addLabel(labels: Map<string, Label>, id: string, label: Omit<Label, 'id' | 'type'>): Label {
  const created: Label = { id, type: 'user', ...label }
  labels.set(id, created)
  return created
}

function addDraft(drafts: Map<string, Draft>, messageId: string): Draft {
  const draft = { id: `r${messageId}`, messageId }
  drafts.set(draft.id, draft)
  return draft
}

/** Returns the subject without reply prefixes. Gmail adds a reply to a conversation only if it matches. */
export const subjectOf = ({ part }: Message): string => headerIn(part.headers, 'subject').replace(/^((re|fwd?|aw):\s*)+/i, '')

export const recipientsOf = (part: Part): string[] =>
  ['to', 'cc', 'bcc'].flatMap(name => addressParser(headerIn(part.headers, name), { flatten: true })).map(({ address }) => address ?? '')

export function* leavesOf(part: Part): Generator<Part> {
  if (part.parts.length === 0) yield part
  for (const below of part.parts) yield* leavesOf(below)
}

/** Returns the text that a search without an operator covers. */
export const textOf = (part: Part): string =>
  [...leavesOf(part)]
    .filter(({ mimeType, filename }) => mimeType.startsWith('text/') && filename === '')
    .map(({ content, mimeType }) => (mimeType === 'text/html' ? stripTags(content.toString()) : content.toString()))
    .join(' ')

const stripTags = (html: string): string => html.replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]+>/g, ' ')

/** Returns the snippet, with HTML entities like Gmail's. */
const snippetOf = (part: Part): string =>
  textOf(part)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll("'", '&#39;')
    .replaceAll('"', '&quot;')
