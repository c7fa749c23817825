import { segment } from '../../../../lib/http/segment.ts'
import { type ApiMessage, writtenMessage } from '../api.ts'
import type { GmailCall } from '../call.ts'
import type { Gmail } from '../connection.ts'

/** A message with its labels after a change. */
export interface LabeledMessage {
  id: string
  thread_id: string
  labels: string[]
}

/** Converts Gmail's response to a change, with label names in place of IDs. */
export const withLabelNames = async (
  client: Gmail,
  { id, threadId, labelIds = [] }: ApiMessage,
  call: GmailCall
): Promise<LabeledMessage> => ({
  id,
  thread_id: threadId,
  labels: await namesAfter(client, labelIds, call)
})

/** The change is already applied, so a failure to read the label names must not fail the call. */
async function namesAfter(client: Gmail, labelIds: string[], call: GmailCall): Promise<string[]> {
  try {
    return await client.labels.names(labelIds, call)
  } catch {
    call.warn('Labels are returned by ID, because their names could not be read')
    return labelIds
  }
}

export async function modifyLabels(
  client: Gmail,
  { message_id, add, remove }: { message_id: string; add: string[]; remove: string[] },
  call: GmailCall
): Promise<LabeledMessage> {
  const json = { addLabelIds: await client.labels.ids(add, 'add', call), removeLabelIds: await client.labels.ids(remove, 'remove', call) }
  const body = await client.send({ path: `messages/${segment(message_id, 'message_id')}/modify`, method: 'POST', json }, call)
  return await withLabelNames(client, writtenMessage(body), call)
}

/** Moves a message to the trash or out of it. */
export async function setTrashed(client: Gmail, action: 'trash' | 'untrash', id: string, call: GmailCall): Promise<LabeledMessage> {
  const body = await client.send({ path: `messages/${segment(id)}/${action}`, method: 'POST' }, call)
  return await withLabelNames(client, writtenMessage(body), call)
}

export async function deleteMessage(client: Gmail, id: string, call: GmailCall): Promise<{ id: string; deleted: boolean }> {
  await client.send({ path: `messages/${segment(id)}`, method: 'DELETE' }, call)
  return { id, deleted: true }
}
