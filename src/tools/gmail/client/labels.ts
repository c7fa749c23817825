import { OperationError } from '../../../contract/errors.ts'
import type { ListInput } from '../../../contract/operation.ts'
import { cursorOf, placeOf, totalOf } from '../../../lib/google/cursor.ts'
import { type ApiLabel, readLabel, segment } from './api.ts'
import type { Gmail } from './gmail.ts'
import { candidates } from './label-book.ts'
import type { Turn } from './turn.ts'

export interface LabelLook {
  message_list_visibility?: 'show' | 'hide'
  label_list_visibility?: 'labelShow' | 'labelShowIfUnread' | 'labelHide'
  text_color?: string
  background_color?: string
}

const kindOf = ({ type }: ApiLabel): 'system' | 'user' => (type === 'system' ? 'system' : 'user')

const whole = (label: ApiLabel) => ({
  id: label.id,
  name: label.name,
  type: kindOf(label),
  message_list_visibility: known(['show', 'hide'] as const, label.messageListVisibility),
  label_list_visibility: known(['labelShow', 'labelShowIfUnread', 'labelHide'] as const, label.labelListVisibility),
  text_color: label.color?.textColor ?? null,
  background_color: label.color?.backgroundColor ?? null
})

const known = <Word extends string>(words: readonly Word[], given: string | undefined): Word | null =>
  words.find(word => word === given) ?? null

/** Gmail answers all labels at once; the pages are made here, in the order of the names. */
export async function listLabels(client: Gmail, input: ListInput & { name?: string; type: 'any' | 'system' | 'user' }, turn: Turn) {
  const question = [input.name, input.type]
  const { token, seen } = placeOf(input.cursor, question)
  const words = input.name?.toLowerCase() ?? ''
  const fitting = (await client.labels.all(turn))
    .filter(label => label.name.toLowerCase().includes(words) && (input.type === 'any' || kindOf(label) === input.type))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const from = token === undefined ? fitting : fitting.filter(({ name }) => name > token)
  const page = from.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: page.map(label => ({ id: label.id, name: label.name, type: kindOf(label) })),
    next_cursor: last && from.length > page.length ? cursorOf(last.name, seen + page.length, question) : null,
    total: totalOf(fitting.length, true)
  }
}

export async function getLabel(client: Gmail, given: string, turn: Turn) {
  const label = readLabel(await client.send({ path: await pathOf(client, given, turn) }, turn))
  return {
    ...whole(label),
    messages_total: label.messagesTotal ?? null,
    messages_unread: label.messagesUnread ?? null,
    threads_total: label.threadsTotal ?? null,
    threads_unread: label.threadsUnread ?? null
  }
}

export async function createLabel(client: Gmail, { name, ...look }: LabelLook & { name: string }, turn: Turn) {
  return await saved(client, name, turn, () => client.send({ path: 'labels', method: 'POST', json: { name, ...bodyOf(look) } }, turn))
}

export async function updateLabel(client: Gmail, given: string, { name, ...look }: LabelLook & { name?: string }, turn: Turn) {
  const path = await pathOf(client, given, turn)
  const json = { ...(name !== undefined && { name }), ...bodyOf(look) }
  return await saved(client, name ?? given, turn, () => client.send({ path, method: 'PATCH', json }, turn))
}

export async function deleteLabel(client: Gmail, given: string, turn: Turn) {
  const { id, name } = await labelOf(client, given, turn)
  await client.send({ path: `labels/${segment(id)}`, method: 'DELETE' }, turn)
  client.labels.forget()
  return { id, name, deleted: true }
}

async function saved(client: Gmail, name: string, turn: Turn, send: () => Promise<unknown>) {
  try {
    return whole(readLabel(await send()))
  } catch (error) {
    throw isTaken(error) ? taken(name, error, await client.labels.find(name, turn)) : error
  } finally {
    client.labels.forget()
  }
}

/** Gmail says so with 409 or 400; the words are the same. */
const isTaken = (error: unknown): error is OperationError =>
  error instanceof OperationError && /Label name exists or conflicts/i.test(error.message)

function taken(name: string, error: OperationError, label: ApiLabel | undefined): OperationError {
  const details = { ...error.details, ...(label && { current: { id: label.id, name: label.name } }) }
  return new OperationError('already_exists', `A label ${name} exists already, perhaps in other letter cases.`, details, { cause: error })
}

const bodyOf = ({ message_list_visibility, label_list_visibility, text_color, background_color }: LabelLook) => ({
  ...(message_list_visibility !== undefined && { messageListVisibility: message_list_visibility }),
  ...(label_list_visibility !== undefined && { labelListVisibility: label_list_visibility }),
  ...(text_color !== undefined && { color: { textColor: text_color, backgroundColor: background_color } })
})

const pathOf = async (client: Gmail, given: string, turn: Turn): Promise<string> =>
  `labels/${segment((await labelOf(client, given, turn)).id)}`

async function labelOf(client: Gmail, given: string, turn: Turn): Promise<ApiLabel> {
  const label = await client.labels.find(given, turn)
  if (label) return label
  throw new OperationError('upstream_not_found', `This account has no label ${given}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: candidates(given, await client.labels.all(turn))
  })
}
