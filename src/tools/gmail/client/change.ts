import { type ApiMessage, readMessage, segment } from './api.ts'
import type { Gmail } from './gmail.ts'
import type { Turn } from './turn.ts'

/** A message as it is labelled after a change. */
export interface Labelled {
  id: string
  thread_id: string
  labels: string[]
}

/** What Gmail answers to a change, its labels by name. */
export const labelled = async (client: Gmail, { id, threadId, labelIds = [] }: ApiMessage, turn: Turn): Promise<Labelled> => ({
  id,
  thread_id: threadId,
  labels: await namesAfter(client, labelIds, turn)
})

/** The deed is done: that its labels cannot be named must not make it look as if it were not. */
async function namesAfter(client: Gmail, labelIds: string[], turn: Turn): Promise<string[]> {
  try {
    return await client.labels.names(labelIds, turn)
  } catch {
    turn.warn('Labels are given by id: their names could not be read')
    return labelIds
  }
}

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
