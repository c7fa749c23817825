import pMap from 'p-map'
import { type BulkBatch, type BulkCall, type BulkItem, type BulkPosition, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { Total } from '../../../../contract/schema.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { type ApiList, readLabel, readList, readMessage } from '../api.ts'
import type { GmailCall } from '../call.ts'
import type { Gmail } from '../connection.ts'
import { headerOf } from '../messages/headers.ts'
import { dateOf, undefinedIfMissing } from '../messages/messages.ts'
import { queryOf, type SearchFilters } from '../messages/search-query.ts'
import { MAX_CONCURRENT_REQUESTS } from '../quota.ts'

/** The call that a job passes to each part of an adapter. */
export type GmailBulkCall = GmailCall & BulkCall & { client: Gmail }

/** One search. `inbox`: whether all or none of its messages are in the inbox; absent if it does not matter. */
type QueryPart = { q: string; label_ids: string[]; inbox?: boolean }

/** The searches of a job, which run one after another. */
export type MessageQuery = { parts: QueryPart[]; spam_trash: boolean; list?: 'threads' }

export type MessageSelection = SearchFilters & { labels: string[]; include_spam_trash: boolean }

/** Further conditions of an action, which exclude messages that need no change. */
export interface Narrowing {
  label_ids?: string[]
  /** In Gmail's search syntax. */
  terms?: string[]
  /** List conversations in place of messages. */
  list?: 'threads'
  /** List messages in the inbox first, so that the job knows which messages were there. */
  by_inbox?: boolean
}

/** Maximum number of IDs that Gmail returns per page. */
export const MAX_PAGE = 500

/** Returns the searches of a job, and the metadata of its preview. */
export async function selectMessages(
  input: MessageSelection,
  call: GmailBulkCall,
  { label_ids = [], terms = [], by_inbox = false, list }: Narrowing = {}
) {
  const ids = [...new Set([...(await call.client.labels.ids(input.labels, 'labels', call)), ...label_ids])]
  const q = joined(queryOf(input), ...terms)
  const parts: QueryPart[] = by_inbox
    ? [
        { q, label_ids: [...new Set([...ids, 'INBOX'])], inbox: true },
        { q: joined(q, '-in:inbox'), label_ids: ids, inbox: false }
      ]
    : [{ q, label_ids: ids }]
  const query: MessageQuery = { parts, spam_trash: input.include_spam_trash, ...(list && { list }) }
  return { query, metadata: { search: q, labels: await call.client.labels.names(ids, call) } }
}

const joined = (...terms: string[]): string => terms.filter(term => term !== '').join(' ')

/** Counts the messages on one page of each part. Gmail's own estimate never exceeds 201. */
export async function countMessages(query: MessageQuery, call: GmailBulkCall): Promise<Total> {
  const pages = await pMap(query.parts, part => fetchPage(query, part, { size: MAX_PAGE, token: undefined }, call), {
    concurrency: MAX_CONCURRENT_REQUESTS
  })
  const value = pages.reduce((sum, page) => sum + listed(page).length, 0)
  if (pages.every(({ nextPageToken }) => nextPageToken === undefined)) return { value, relation: 'eq' }
  return (await countOfLabel(query, call)) ?? { value, relation: 'gte' }
}

/** Returns Gmail's count of a label if the query is exactly one label. It is an estimate, since it includes spam and trash. */
async function countOfLabel({ parts, list }: MessageQuery, call: GmailBulkCall): Promise<Total | undefined> {
  const [part, ...others] = parts
  const [id, ...more] = part?.label_ids ?? []
  if (part?.q !== '' || id === undefined || others.length + more.length > 0) return undefined
  const { messagesTotal, threadsTotal } = readLabel(await call.client.send({ path: `labels/${segment(id)}` }, call))
  const value = list === 'threads' ? threadsTotal : messagesTotal
  return value === undefined ? undefined : { value, relation: 'estimate' }
}

/** Returns one page of IDs, which may be empty. The cursor holds the index of the part and Gmail's page token. */
export async function nextMessages(query: MessageQuery, { size, cursor }: BulkPosition, call: GmailBulkCall): Promise<BulkBatch> {
  const [at, token] = parseCursor(cursor)
  const part = query.parts[at]
  if (!part) throw new Error(`the search has no part ${at}`)
  const page = await fetchPage(query, part, { size, token }, call)
  const { nextPageToken } = page
  const items = listed(page).map(({ id }): BulkItem => ({ id, display_name: id, ...(part.inbox !== undefined && { data: part.inbox }) }))
  return { items, next: nextPageToken !== undefined ? `${at} ${nextPageToken}` : at + 1 < query.parts.length ? `${at + 1} ` : undefined }
}

function parseCursor(cursor = '0 '): [number, string | undefined] {
  const space = cursor.indexOf(' ')
  return [Number(cursor.slice(0, space)), cursor.slice(space + 1) || undefined]
}

const listed = ({ messages, threads }: ApiList): { id: string }[] => threads ?? messages ?? []

async function fetchPage(
  { spam_trash, list }: MessageQuery,
  { q, label_ids }: QueryPart,
  { size, token }: { size: number; token: string | undefined },
  call: GmailBulkCall
): Promise<ApiList> {
  const query = {
    ...(q !== '' && { q }),
    ...(label_ids.length > 0 && { labelIds: label_ids }),
    ...(spam_trash && { includeSpamTrash: true }),
    maxResults: size,
    ...(token !== undefined && { pageToken: token })
  }
  return readList(await call.client.send({ path: list ?? 'messages', query }, call))
}

/** Returns the outcome that the current labels of a message imply. */
export type ForeseeOutcome = (labels: readonly string[]) => Pick<BulkItem, 'foreseen'>

const NO_MESSAGE = 'no such message'

/** Adds subject, sender, date and expected outcome to items that hold only an ID. `ifMissing`: the outcome of a message that does not exist. */
export const describeMessages = (
  items: BulkItem[],
  call: GmailBulkCall,
  foresee?: ForeseeOutcome,
  ifMissing: Pick<BulkItem, 'foreseen'> = willFail(NO_MESSAGE)
): Promise<BulkItem[]> =>
  pMap(items, async item => ({ ...item, ...(await describeMessage(item.id, call, foresee, ifMissing)) }), {
    concurrency: MAX_CONCURRENT_REQUESTS
  })

export const SKIP_MISSING = willBeSkipped(NO_MESSAGE)

async function describeMessage(
  id: string,
  call: GmailBulkCall,
  foresee: ForeseeOutcome | undefined,
  ifMissing: Pick<BulkItem, 'foreseen'>
): Promise<Pick<BulkItem, 'display_name' | 'foreseen'>> {
  const query = { format: 'metadata', metadataHeaders: ['Subject', 'From'] }
  try {
    const body = await undefinedIfMissing(call.client.send({ path: `messages/${segment(id)}`, query }, call))
    if (body === undefined) return { display_name: `${id} (not found)`, ...ifMissing }
    const message = readMessage(body)
    const date = dateOf(message)
    const title = `${headerOf(message.payload, 'subject') || '(no subject)'} — ${headerOf(message.payload, 'from') || '(no sender)'}`
    return { display_name: date === null ? title : `${title}, ${toMinutes(date)}`, ...foresee?.(message.labelIds ?? []) }
  } catch (error) {
    if (error instanceof OperationError && error.code === 'VALIDATION_ERROR')
      return { display_name: `${id} (not the ID of a message)`, ...willFail('not the ID of a message') }
    throw error
  }
}

/** `2026-01-05 09:30 UTC` */
export const toMinutes = (date: string): string => `${date.slice(0, 10)} ${date.slice(11, 16)} UTC`
