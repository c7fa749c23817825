import type { ListInput } from '../../../contract/operation.ts'
import { cursorOf, placeOf, totalOf } from '../../../lib/google/cursor.ts'
import { readList } from './api.ts'
import type { Gmail } from './gmail.ts'
import { inParallel } from './in-parallel.ts'
import { type Summary, summaryOf } from './messages.ts'
import { queryOf, type Wish } from './query.ts'
import type { Turn } from './turn.ts'

type SearchInput = Wish & ListInput & { labels: string[]; include_spam_trash: boolean; ids_only: boolean }
type Found = Pick<Summary, 'id' | 'thread_id'> & Partial<Summary>

export async function searchMessages(client: Gmail, input: SearchInput, turn: Turn) {
  const labelIds = await client.labels.ids(input.labels, 'labels', turn)
  const q = queryOf(input)
  const question = [q, labelIds, input.include_spam_trash]
  const { token, seen } = placeOf(input.cursor, question)
  const query = {
    ...(q !== '' && { q }),
    ...(labelIds.length > 0 && { labelIds }),
    ...(input.include_spam_trash && { includeSpamTrash: true }),
    maxResults: input.limit,
    ...(token !== undefined && { pageToken: token })
  }
  const { messages = [], nextPageToken } = readList(await client.send({ path: 'messages', query }, turn))
  const listed = seen + messages.length
  return {
    items: input.ids_only
      ? messages.map(({ id, threadId }): Found => ({ id, thread_id: threadId }))
      : await summaries(client, messages, turn),
    next_cursor: nextPageToken === undefined ? null : cursorOf(nextPageToken, listed, question),
    total: totalOf(listed, nextPageToken === undefined),
    query: q,
    untrusted: true
  }
}

async function summaries(client: Gmail, messages: readonly { id: string }[], turn: Turn): Promise<Found[]> {
  const found = await inParallel(messages, ({ id }) => summaryOf(client, id, turn))
  const there = found.filter(summary => summary !== undefined)
  if (there.length < found.length) turn.warn(`${found.length - there.length} messages were deleted while they were listed`)
  return there
}
