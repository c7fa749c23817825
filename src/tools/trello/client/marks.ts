import { OperationError } from '../../../contract/errors.ts'
import { rows, text } from '../../../lib/row.ts'
import type { Trello, Turn } from './connection.ts'
import { cardRef, labelIds, memberIds } from './resolve.ts'
import { labelOf, MEMBER_FIELDS, memberOf } from './shapes.ts'

/** A label or a member on a card. */
export type Mark = 'label' | 'member'

const KINDS = { label: 'idLabels', member: 'idMembers' } as const

interface Marking {
  card_id: string
  mark: Mark
  /** As the caller named it. */
  name: string
}

/** Puts a mark on the card, or takes it off. It is no error where it is there, or gone, already. */
export async function setMark(trello: Trello, { card_id, mark, name }: Marking, on: boolean, turn: Turn) {
  const before = await marksOf(trello, cardRef(card_id), turn)
  const resolve = mark === 'label' ? labelIds : memberIds
  const [id = ''] = await resolve(trello, before.board_id, [{ path: mark, name }], turn)
  if (before[mark].includes(id) === on) return { ...shown(before), changed: false }
  const path = `cards/${before.id}/${KINDS[mark]}`
  try {
    if (on) await trello.send({ method: 'POST', path, json: { value: id } }, turn)
    else await trello.send({ method: 'DELETE', path: `${path}/${id}` }, turn)
  } catch (error) {
    // Somebody else was quicker, or Trello refuses for another reason: the card knows.
    if (!(error instanceof OperationError && error.reason === 'upstream_refused')) throw error
    const now = await marksOf(trello, before.id, turn)
    if (now[mark].includes(id) !== on) throw error
    return { ...shown(now), changed: false }
  }
  return { ...shown(await marksOf(trello, before.id, turn)), changed: true }
}

async function marksOf(trello: Trello, card: string, turn: Turn) {
  const query = { fields: 'name,idBoard,labels', members: true, member_fields: MEMBER_FIELDS }
  const row = await trello.row({ path: `cards/${card}`, query }, turn)
  const labels = rows(row, 'labels').map(labelOf)
  const members = rows(row, 'members').map(memberOf)
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    board_id: text(row, 'idBoard'),
    labels,
    members,
    label: labels.map(({ id }) => id),
    member: members.map(({ id }) => id)
  }
}

const shown = ({ id, name, labels, members }: Awaited<ReturnType<typeof marksOf>>) => ({ card_id: id, name, labels, members })
