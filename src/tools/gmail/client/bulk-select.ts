import type { BulkBatch, BulkItem, BulkPosition } from '../../../contract/bulk.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { Total } from '../../../contract/schema.ts'
import { type ApiList, readLabel, readList, readMessage, segment } from './api.ts'
import type { Gmail } from './gmail.ts'
import { inParallel } from './in-parallel.ts'
import { unlessGone } from './messages.ts'
import { queryOf, type Wish } from './query.ts'
import { headerOf } from './text.ts'
import type { Turn } from './turn.ts'

/** What a job hands to each part of an action. */
export type BulkTurn = Turn & { client: Gmail }

/** The messages of one search. `inbox`: whether all of them are in the inbox, or none; absent where nobody asks. */
export type MailPart = { q: string; label_ids: string[]; inbox?: boolean }

/** Where messages are looked for: one part after another. */
export type MailQuery = { parts: MailPart[]; spam_trash: boolean }

export type MailInput = Wish & { labels: string[]; include_spam_trash: boolean }

/** What an action asks of the messages besides: those that are so already are not listed. */
export interface Narrowed {
  label_ids?: string[]
  /** In the language of Gmail. */
  terms?: string[]
  /** Those of the inbox first, so that it is known of each message whether it was there. */
  by_inbox?: boolean
}

/** Gmail answers no more ids at once than this. */
export const MOST_MESSAGES = 500

/** The search, with labels by id, and what the preview tells of it. */
export async function selectMail(input: MailInput, call: BulkTurn, { label_ids = [], terms = [], by_inbox = false }: Narrowed = {}) {
  const ids = [...new Set([...(await call.client.labels.ids(input.labels, 'labels', call)), ...label_ids])]
  const q = joined(queryOf(input), ...terms)
  const parts: MailPart[] = by_inbox
    ? [
        { q, label_ids: [...new Set([...ids, 'INBOX'])], inbox: true },
        { q: joined(q, '-in:inbox'), label_ids: ids, inbox: false }
      ]
    : [{ q, label_ids: ids }]
  const query: MailQuery = { parts, spam_trash: input.include_spam_trash }
  return { query, metadata: { search: q, labels: await call.client.labels.names(ids, call) } }
}

const joined = (...terms: string[]): string => terms.filter(term => term !== '').join(' ')

/** Gmail's own estimate is no count: it says 201 of whatever is more. Counted is what one page of each part holds. */
export async function countMail(query: MailQuery, call: BulkTurn): Promise<Total> {
  const pages = await inParallel(query.parts, part => pageOf(query, part, { size: MOST_MESSAGES, token: undefined }, call))
  const value = pages.reduce((sum, { messages = [] }) => sum + messages.length, 0)
  if (pages.every(({ nextPageToken }) => nextPageToken === undefined)) return { value, relation: 'eq' }
  return (await countOfLabel(query, call)) ?? { value, relation: 'gte' }
}

/** Of a whole label Gmail keeps count, but counts spam and trash as well. */
async function countOfLabel({ parts }: MailQuery, call: BulkTurn): Promise<Total | undefined> {
  const [part, ...others] = parts
  const [id, ...more] = part?.label_ids ?? []
  if (part?.q !== '' || id === undefined || others.length + more.length > 0) return undefined
  const { messagesTotal } = readLabel(await call.client.send({ path: `labels/${segment(id)}` }, call))
  return messagesTotal === undefined ? undefined : { value: messagesTotal, relation: 'estimate' }
}

/** One page of a part, ids only. The cursor tells the part and Gmail's token; a page may be empty. */
export async function nextMail(query: MailQuery, { size, cursor }: BulkPosition, call: BulkTurn): Promise<BulkBatch> {
  const [at, token] = placeOf(cursor)
  const part = query.parts[at]
  if (!part) throw new Error(`there is no part ${at} of the search`)
  const { messages = [], nextPageToken } = await pageOf(query, part, { size, token }, call)
  const items = messages.map(({ id }): BulkItem => ({ id, display_name: id, ...(part.inbox !== undefined && { data: part.inbox }) }))
  return { items, next: nextPageToken !== undefined ? `${at} ${nextPageToken}` : at + 1 < query.parts.length ? `${at + 1} ` : undefined }
}

function placeOf(cursor = '0 '): [number, string | undefined] {
  const space = cursor.indexOf(' ')
  return [Number(cursor.slice(0, space)), cursor.slice(space + 1) || undefined]
}

async function pageOf(
  { spam_trash }: MailQuery,
  { q, label_ids }: MailPart,
  { size, token }: { size: number; token: string | undefined },
  call: BulkTurn
): Promise<ApiList> {
  const query = {
    ...(q !== '' && { q }),
    ...(label_ids.length > 0 && { labelIds: label_ids }),
    ...(spam_trash && { includeSpamTrash: true }),
    maxResults: size,
    ...(token !== undefined && { pageToken: token })
  }
  return readList(await call.client.send({ path: 'messages', query }, call))
}

/** Subjects and senders of messages that are known by id only. */
export const describeMail = (items: BulkItem[], call: BulkTurn): Promise<BulkItem[]> =>
  inParallel(items, async item => ({ ...item, display_name: await titleOf(item.id, call) }))

async function titleOf(id: string, call: BulkTurn): Promise<string> {
  const query = { format: 'metadata', metadataHeaders: ['Subject', 'From'] }
  try {
    const body = await unlessGone(call.client.send({ path: `messages/${segment(id)}`, query }, call))
    if (body === undefined) return `${id} (not found)`
    const { payload } = readMessage(body)
    return `${headerOf(payload, 'subject') || '(no subject)'} — ${headerOf(payload, 'from') || '(no sender)'}`
  } catch (error) {
    if (error instanceof OperationError && error.code === 'VALIDATION_ERROR') return `${id} (no id of a message)`
    throw error
  }
}
