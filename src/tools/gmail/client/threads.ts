import pMap from 'p-map'
import type { ListInput } from '../../../contract/operation.ts'
import { countedTotal, decodePageCursor, encodePageCursor } from '../../../lib/google/page-cursor.ts'
import { segment } from '../../../lib/http/segment.ts'
import { cleaned } from '../../../lib/invisible.ts'
import { type ApiMessage, readList, readThread, writtenThread } from './api.ts'
import type { GmailCall } from './call.ts'
import type { Gmail } from './connection.ts'
import { headerOf, snippetOf } from './messages/headers.ts'
import { type BodyOptions, dateOf, getThread, undefinedIfMissing } from './messages/messages.ts'
import { queryOf, type SearchFilters } from './messages/search-query.ts'
import { MAX_CONCURRENT_REQUESTS } from './quota.ts'

type SearchInput = SearchFilters & ListInput & { labels: string[]; include_spam_trash: boolean }

/** Returns one page of the conversations with a message that matches, the one with the newest such message first. */
export async function searchThreads(client: Gmail, input: SearchInput, call: GmailCall) {
  const labelIds = await client.labels.ids(input.labels, 'labels', call)
  const q = queryOf(input)
  const listQuery = ['threads', q, labelIds, input.include_spam_trash]
  const { token, seen } = decodePageCursor(input.cursor, listQuery)
  const query = {
    ...(q !== '' && { q }),
    ...(labelIds.length > 0 && { labelIds }),
    ...(input.include_spam_trash && { includeSpamTrash: true }),
    maxResults: input.limit,
    ...(token !== undefined && { pageToken: token })
  }
  const { threads = [], nextPageToken } = readList(await client.send({ path: 'threads', query }, call))
  const found = await pMap(threads, ({ id }) => undefinedIfMissing(summaryOf(client, id, call)), { concurrency: MAX_CONCURRENT_REQUESTS })
  const items = found.filter(thread => thread !== undefined)
  if (items.length < found.length) call.warn(`${found.length - items.length} conversations were deleted while they were listed`)
  const listed = seen + threads.length
  return {
    items,
    next_cursor: nextPageToken === undefined ? null : encodePageCursor(nextPageToken, listed, listQuery),
    total: countedTotal(listed, nextPageToken === undefined),
    query: q,
    untrusted: true
  }
}

const MAX_PARTICIPANTS = 20

/** Returns a conversation in the form for a list. */
async function summaryOf(client: Gmail, id: string, call: GmailCall) {
  const query = { format: 'metadata', metadataHeaders: ['Subject', 'From'] }
  const { messages = [] } = readThread(await client.send({ path: `threads/${segment(id)}`, query }, call))
  const last = messages.at(-1)
  const summary = {
    id,
    subject: headerOf(messages[0]?.payload, 'subject'),
    from: [...new Set(messages.map(({ payload }) => headerOf(payload, 'from')))].slice(0, MAX_PARTICIPANTS),
    messages_total: messages.length,
    last_message_id: last?.id ?? '',
    last_date: last ? dateOf(last) : null,
    snippet: snippetOf(last?.snippet),
    labels: await client.labels.names(labelsOf(messages), call),
    unread: messages.some(({ labelIds = [] }) => labelIds.includes('UNREAD'))
  }
  return cleaned(summary, warning => call.warn(`Conversation ${id}: ${warning}`))
}

/** Returns the IDs of the labels that at least one of the messages has. */
const labelsOf = (messages: readonly ApiMessage[]): string[] => [...new Set(messages.flatMap(({ labelIds = [] }) => labelIds))]

/** Returns several conversations, and the IDs of those that do not exist. */
export async function getThreads(client: Gmail, ids: readonly string[], options: BodyOptions & { max_messages: number }, call: GmailCall) {
  // One conversation after another: the messages of each are read at the same time.
  const found = await pMap(ids, id => undefinedIfMissing(getThread(client, id, { ...options, in_list: true }, call)), { concurrency: 2 })
  const threads = found.filter(thread => thread !== undefined).map(({ untrusted: _, ...thread }) => thread)
  return { threads, not_found: ids.filter((_, index) => found[index] === undefined), untrusted: true }
}

/** A conversation with its labels after a change. */
interface LabeledThread {
  id: string
  messages_total: number
  labels: string[]
}

export async function modifyThread(
  client: Gmail,
  { thread_id, add, remove }: { thread_id: string; add: string[]; remove: string[] },
  call: GmailCall
): Promise<LabeledThread> {
  const json = { addLabelIds: await client.labels.ids(add, 'add', call), removeLabelIds: await client.labels.ids(remove, 'remove', call) }
  return await afterChange(client, thread_id, await client.send({ path: `${pathOf(thread_id)}/modify`, method: 'POST', json }, call), call)
}

/** Moves all messages of a conversation to the trash or out of it. */
export async function setThreadTrashed(
  client: Gmail,
  action: 'trash' | 'untrash',
  thread_id: string,
  call: GmailCall
): Promise<LabeledThread> {
  return await afterChange(client, thread_id, await client.send({ path: `${pathOf(thread_id)}/${action}`, method: 'POST' }, call), call)
}

const pathOf = (thread_id: string): string => `threads/${segment(thread_id, 'thread_id')}`

/** Gmail documents that it returns the conversation, but not whether with its messages: if not, they are read. */
async function afterChange(client: Gmail, thread_id: string, body: unknown, call: GmailCall): Promise<LabeledThread> {
  const { id, messages: returned } = writtenThread(body)
  try {
    const read = async () => readThread(await client.send({ path: pathOf(thread_id), query: { format: 'minimal' } }, call)).messages ?? []
    const messages = returned ?? (await read())
    return { id, messages_total: messages.length, labels: await client.labels.names(labelsOf(messages), call) }
  } catch {
    call.warn('The change is applied, but the current labels could not be read')
    return { id, messages_total: returned?.length ?? 0, labels: labelsOf(returned ?? []) }
  }
}
