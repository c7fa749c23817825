import pMap from 'p-map'
import type { ListInput } from '../../../../contract/operation.ts'
import { countedTotal, decodePageCursor, encodePageCursor } from '../../../../lib/google/page-cursor.ts'
import { readList } from '../api.ts'
import type { GmailCall } from '../call.ts'
import type { Gmail } from '../connection.ts'
import { MAX_CONCURRENT_REQUESTS } from '../quota.ts'
import { type Summary, summaryOf } from './messages.ts'
import { queryOf, type SearchFilters } from './search-query.ts'

type SearchInput = SearchFilters & ListInput & { labels: string[]; include_spam_trash: boolean; ids_only: boolean }
type Found = Pick<Summary, 'id' | 'thread_id'> & Partial<Summary>

/** Returns one page of the messages that match, newest first. */
export async function searchMessages(client: Gmail, input: SearchInput, call: GmailCall) {
  const labelIds = await client.labels.ids(input.labels, 'labels', call)
  const q = queryOf(input)
  const listQuery = [q, labelIds, input.include_spam_trash]
  const { token, seen } = decodePageCursor(input.cursor, listQuery)
  const query = {
    ...(q !== '' && { q }),
    ...(labelIds.length > 0 && { labelIds }),
    ...(input.include_spam_trash && { includeSpamTrash: true }),
    maxResults: input.limit,
    ...(token !== undefined && { pageToken: token })
  }
  const { messages = [], nextPageToken } = readList(await client.send({ path: 'messages', query }, call))
  const listed = seen + messages.length
  return {
    items: input.ids_only
      ? messages.map(({ id, threadId }): Found => ({ id, thread_id: threadId }))
      : await summaries(client, messages, call),
    next_cursor: nextPageToken === undefined ? null : encodePageCursor(nextPageToken, listed, listQuery),
    total: countedTotal(listed, nextPageToken === undefined),
    query: q,
    untrusted: true
  }
}

async function summaries(client: Gmail, messages: readonly { id: string }[], call: GmailCall): Promise<Found[]> {
  const found = await pMap(messages, ({ id }) => summaryOf(client, id, call), { concurrency: MAX_CONCURRENT_REQUESTS })
  const existing = found.filter(summary => summary !== undefined)
  if (existing.length < found.length) call.warn(`${found.length - existing.length} messages were deleted while they were listed`)
  return existing
}
