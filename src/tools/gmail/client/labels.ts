import { OperationError } from '../../../contract/errors.ts'
import type { ListInput } from '../../../contract/operation.ts'
import { countedTotal, decodePageCursor, encodePageCursor } from '../../../lib/google/page-cursor.ts'
import { segment } from '../../../lib/http/segment.ts'
import { type ApiLabel, readLabel, writtenLabel } from './api.ts'
import type { GmailCall } from './call.ts'
import type { Gmail } from './connection.ts'
import { candidates } from './label-cache.ts'

export interface LabelDisplay {
  message_list_visibility?: 'show' | 'hide'
  label_list_visibility?: 'labelShow' | 'labelShowIfUnread' | 'labelHide'
  text_color?: string
  background_color?: string
}

const kindOf = ({ type }: ApiLabel): 'system' | 'user' => (type === 'system' ? 'system' : 'user')

const labelDetails = (label: ApiLabel) => ({
  id: label.id,
  name: label.name,
  type: kindOf(label),
  message_list_visibility: knownValue(['show', 'hide'] as const, label.messageListVisibility),
  label_list_visibility: knownValue(['labelShow', 'labelShowIfUnread', 'labelHide'] as const, label.labelListVisibility),
  text_color: label.color?.textColor ?? null,
  background_color: label.color?.backgroundColor ?? null
})

const knownValue = <Value extends string>(values: readonly Value[], nameOrId: string | undefined): Value | null =>
  values.find(value => value === nameOrId) ?? null

/** Returns one page of the labels, sorted by name. Gmail returns all labels at once. */
export async function listLabels(client: Gmail, input: ListInput & { name?: string; type: 'any' | 'system' | 'user' }, call: GmailCall) {
  const listQuery = [input.name, input.type]
  const { token, seen } = decodePageCursor(input.cursor, listQuery)
  const text = input.name?.toLowerCase() ?? ''
  const matching = (await client.labels.all(call))
    .filter(label => label.name.toLowerCase().includes(text) && (input.type === 'any' || kindOf(label) === input.type))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const rest = token === undefined ? matching : matching.filter(({ name }) => name > token)
  const page = rest.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: page.map(label => ({ id: label.id, name: label.name, type: kindOf(label) })),
    next_cursor: last && rest.length > page.length ? encodePageCursor(last.name, seen + page.length, listQuery) : null,
    total: countedTotal(matching.length, true)
  }
}

export async function getLabel(client: Gmail, nameOrId: string, call: GmailCall) {
  const label = readLabel(await client.send({ path: await pathOf(client, nameOrId, call) }, call))
  return {
    ...labelDetails(label),
    messages_total: label.messagesTotal ?? null,
    messages_unread: label.messagesUnread ?? null,
    threads_total: label.threadsTotal ?? null,
    threads_unread: label.threadsUnread ?? null
  }
}

export async function createLabel(client: Gmail, { name, ...display }: LabelDisplay & { name: string }, call: GmailCall) {
  return await save(client, name, call, () => client.send({ path: 'labels', method: 'POST', json: { name, ...bodyOf(display) } }, call))
}

export async function updateLabel(
  client: Gmail,
  nameOrId: string,
  { name, ...display }: LabelDisplay & { name?: string },
  call: GmailCall
) {
  const path = await pathOf(client, nameOrId, call)
  const json = { ...(name !== undefined && { name }), ...bodyOf(display) }
  return await save(client, name ?? nameOrId, call, () => client.send({ path, method: 'PATCH', json }, call))
}

export async function deleteLabel(client: Gmail, nameOrId: string, call: GmailCall) {
  const { id, name } = await labelOf(client, nameOrId, call)
  await client.send({ path: `labels/${segment(id)}`, method: 'DELETE' }, call)
  client.labels.clear()
  return { id, name, deleted: true }
}

async function save(client: Gmail, name: string, call: GmailCall, send: () => Promise<unknown>) {
  try {
    return labelDetails(writtenLabel(await send()))
  } catch (error) {
    throw isNameTaken(error) ? nameTaken(name, error, await client.labels.find(name, call)) : error
  } finally {
    client.labels.clear()
  }
}

/** Gmail uses status 409 or 400 for this, with the same message. */
const isNameTaken = (error: unknown): error is OperationError =>
  error instanceof OperationError && /Label name exists or conflicts/i.test(error.message)

function nameTaken(name: string, error: OperationError, label: ApiLabel | undefined): OperationError {
  const details = { ...error.details, ...(label && { current: { id: label.id, name: label.name } }) }
  return new OperationError('already_exists', `A label named ${name} already exists, possibly in another letter case.`, details, {
    cause: error
  })
}

const bodyOf = ({ message_list_visibility, label_list_visibility, text_color, background_color }: LabelDisplay) => ({
  ...(message_list_visibility !== undefined && { messageListVisibility: message_list_visibility }),
  ...(label_list_visibility !== undefined && { labelListVisibility: label_list_visibility }),
  ...(text_color !== undefined && { color: { textColor: text_color, backgroundColor: background_color } })
})

const pathOf = async (client: Gmail, nameOrId: string, call: GmailCall): Promise<string> =>
  `labels/${segment((await labelOf(client, nameOrId, call)).id)}`

async function labelOf(client: Gmail, nameOrId: string, call: GmailCall): Promise<ApiLabel> {
  const label = await client.labels.find(nameOrId, call)
  if (label) return label
  throw new OperationError('upstream_not_found', `This account has no label ${nameOrId}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: candidates(nameOrId, await client.labels.all(call))
  })
}
