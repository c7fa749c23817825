import { OperationError } from '../../../contract/errors.ts'
import type { ListInput } from '../../../contract/operation.ts'
import { type Row, text } from '../../../lib/row.ts'
import type { Checklist } from '../schemas.ts'
import { boardOfCard } from './cards.ts'
import type { Trello, Turn } from './connection.ts'
import { pageOf } from './cursor.ts'
import { cardRef, memberIds } from './resolve.ts'
import { checklistOf, itemOf } from './shapes.ts'

export interface ItemContent {
  name?: string
  complete?: boolean
  due?: string
  member?: string
  position?: string
}

export async function listChecklists(trello: Trello, { card_id, ...page }: ListInput & { card_id: string }, turn: Turn) {
  const rows = await trello.rows({ path: `cards/${cardRef(card_id)}/checklists` }, turn)
  return pageOf(rows.map(checklistOf), page, checklist => checklist.position ?? 0)
}

/** The checklist, and then its items one by one: Trello takes them no other way. */
export async function createChecklist(
  trello: Trello,
  { card_id, name, items, position }: { card_id: string; name: string; items: string[]; position: string },
  turn: Turn
) {
  const path = `cards/${cardRef(card_id)}/checklists`
  const checklist = checklistOf(await trello.row({ method: 'POST', path, json: { name, pos: position } }, turn))
  for (const item of items) {
    const added = postItem(trello, checklist.id, { name: item, pos: 'bottom' }, turn)
    checklist.items.push(await added.catch((error: unknown) => Promise.reject(halfDone(error, checklist))))
  }
  return checklist
}

/** Who repeats the call would make a second checklist. */
function halfDone(error: unknown, { id, items }: Checklist): unknown {
  if (!(error instanceof OperationError)) return error
  const message = `The checklist ${id} was made, with its first ${items.length} items; the next one failed: ${error.message}`
  return new OperationError(error.reason, message, { ...error.details, outcome: 'executed', retryable: false }, { cause: error })
}

export async function addItem(trello: Trello, { checklist_id, ...content }: ItemContent & { checklist_id: string }, turn: Turn) {
  const { complete: checked } = content
  const card =
    content.member === undefined
      ? ''
      : text(await trello.row({ path: `checklists/${checklist_id}`, query: { fields: 'idCard' } }, turn), 'idCard')
  return await postItem(trello, checklist_id, { ...(await inTrelloWords(trello, card, content, turn)), checked }, turn)
}

const postItem = async (trello: Trello, checklist: string, json: Row, turn: Turn) =>
  itemOf(await trello.row({ method: 'POST', path: `checklists/${checklist}/checkItems`, json }, turn))

/** How each property is emptied. */
const EMPTY: Readonly<Record<'due' | 'member', Row>> = { due: { due: null }, member: { idMember: null } }

export async function updateItem(
  trello: Trello,
  { card_id, item_id, clear = [], ...content }: ItemContent & { card_id: string; item_id: string; clear?: ('due' | 'member')[] },
  turn: Turn
) {
  const card = cardRef(card_id)
  const state = content.complete === undefined ? undefined : content.complete ? 'complete' : 'incomplete'
  const json = Object.assign({ ...(await inTrelloWords(trello, card, content, turn)), state }, ...clear.map(name => EMPTY[name]))
  return itemOf(await trello.row({ method: 'PUT', path: `cards/${card}/checkItem/${item_id}`, json }, turn))
}

export async function deleteChecklist(trello: Trello, checklist_id: string, turn: Turn) {
  await trello.send({ method: 'DELETE', path: `checklists/${checklist_id}` }, turn)
  return { id: checklist_id, deleted: true }
}

async function inTrelloWords(trello: Trello, card: string, { name, due, member, position: pos }: ItemContent, turn: Turn): Promise<Row> {
  if (member === undefined) return { name, due, pos }
  const [idMember] = await memberIds(trello, await boardOfCard(trello, card, turn), [{ path: 'member', name: member }], turn)
  return { name, due, pos, idMember }
}
