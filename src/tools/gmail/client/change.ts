import { type ApiMessage, readMessage, segment } from './api.ts'
import type { Gmail, Turn } from './gmail.ts'

/** A message as it is labelled after a change. */
export interface Labelled {
  id: string
  thread_id: string
  labels: string[]
}

const labelled = async (client: Gmail, { id, threadId, labelIds = [] }: ApiMessage, turn: Turn): Promise<Labelled> => ({
  id,
  thread_id: threadId,
  labels: await client.labels.names(labelIds, turn)
})

export async function modifyLabels(
  client: Gmail,
  { message_id, add, remove }: { message_id: string; add: string[]; remove: string[] },
  turn: Turn
): Promise<Labelled> {
  const json = { addLabelIds: await client.labels.ids(add, 'add', turn), removeLabelIds: await client.labels.ids(remove, 'remove', turn) }
  const body = await client.send({ path: `messages/${segment(message_id)}/modify`, method: 'POST', json }, turn)
  return await labelled(client, readMessage(body), turn)
}

/** Moves a message to the trash, or back out of it. */
export async function moveTo(client: Gmail, where: 'trash' | 'untrash', id: string, turn: Turn): Promise<Labelled> {
  const body = await client.send({ path: `messages/${segment(id)}/${where}`, method: 'POST' }, turn)
  return await labelled(client, readMessage(body), turn)
}

export async function deleteMessage(client: Gmail, id: string, turn: Turn): Promise<{ id: string; deleted: boolean }> {
  await client.send({ path: `messages/${segment(id)}`, method: 'DELETE' }, turn)
  return { id, deleted: true }
}
