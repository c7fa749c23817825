import { OperationError } from '../../../contract/errors.ts'
import type { ListInput } from '../../../contract/operation.ts'
import { countedTotal, decodePageCursor, encodePageCursor } from '../../../lib/google/page-cursor.ts'
import { type ApiHistory, readHistory } from './api.ts'
import type { GmailCall } from './call.ts'
import type { Gmail } from './connection.ts'

export const CHANGE_TYPES = ['message_added', 'message_deleted', 'label_added', 'label_removed'] as const

interface HistoryInput extends ListInput {
  start_history_id: string
  label?: string
  types: (typeof CHANGE_TYPES)[number][]
}

const API_TYPES = {
  message_added: 'messageAdded',
  message_deleted: 'messageDeleted',
  label_added: 'labelAdded',
  label_removed: 'labelRemoved'
} as const

/** Returns one page of the changes of the mailbox since a history ID, oldest first. */
export async function listHistory(client: Gmail, { start_history_id, label, types, limit, cursor }: HistoryInput, call: GmailCall) {
  const labelId = label === undefined ? undefined : (await client.labels.one(label, 'label', call)).id
  const listQuery = ['history', start_history_id, labelId, types]
  const { token, seen } = decodePageCursor(cursor, listQuery)
  const query = {
    startHistoryId: start_history_id,
    maxResults: limit,
    ...(types.length > 0 && { historyTypes: types.map(type => API_TYPES[type]) }),
    ...(labelId !== undefined && { labelId }),
    ...(token !== undefined && { pageToken: token })
  }
  const { history = [], historyId, nextPageToken } = readHistory(await client.send({ path: 'history', query }, call).catch(expired))
  const names = await namesOf(client, history, call)
  const listed = seen + history.length
  return {
    items: history.map(record => toRecord(record, names)),
    next_cursor: nextPageToken === undefined ? null : encodePageCursor(nextPageToken, listed, listQuery),
    total: countedTotal(listed, nextPageToken === undefined),
    history_id: historyId ?? null
  }
}

/** Gmail returns 404 for a history ID that it no longer has. */
function expired(error: unknown): never {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') throw error
  throw new OperationError(
    'upstream_gone',
    'Gmail no longer has the changes since this history ID.',
    {
      ...error.details,
      suggestions: ['Get the history_id from get_profile, list the messages again with search_messages, and continue from that history_id.']
    },
    { cause: error }
  )
}

type Names = ReadonlyMap<string, string>

const KINDS = ['messagesAdded', 'messagesDeleted', 'labelsAdded', 'labelsRemoved'] as const

/** Returns the names of all labels in the records. */
async function namesOf(client: Gmail, history: readonly ApiHistory[], call: GmailCall): Promise<Names> {
  const changes = history.flatMap(record => KINDS.flatMap(kind => record[kind] ?? []))
  const ids = [...new Set(changes.flatMap(({ message, labelIds = [] }) => [...(message.labelIds ?? []), ...labelIds]))]
  const names = ids.length === 0 ? [] : await client.labels.names(ids, call)
  return new Map(ids.map((id, index) => [id, names[index] ?? id]))
}

function toRecord(record: ApiHistory, names: Names) {
  const changed = (kind: (typeof KINDS)[number], labelsOf: 'message' | 'change') =>
    (record[kind] ?? []).map(({ message, labelIds = [] }) => ({
      id: message.id,
      thread_id: message.threadId,
      labels: (labelsOf === 'message' ? (message.labelIds ?? []) : labelIds).map(id => names.get(id) ?? id)
    }))
  return {
    history_id: record.id,
    messages_added: changed('messagesAdded', 'message'),
    messages_deleted: changed('messagesDeleted', 'message'),
    labels_added: changed('labelsAdded', 'change'),
    labels_removed: changed('labelsRemoved', 'change')
  }
}
