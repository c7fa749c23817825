import { OperationError } from '../../../../contract/errors.ts'
import { rows, text } from '../../../../lib/row.ts'
import type { Trello, TrelloCall } from '../connection.ts'
import { MEMBER_FIELDS, toLabel, toMember } from '../mappers.ts'
import { cardRef, labelIds, memberIds } from '../resolve-names.ts'

type Kind = 'label' | 'member'

const PATHS = { label: 'idLabels', member: 'idMembers' } as const

interface CardAndName {
  card_id: string
  kind: Kind
  /** Label or member, as the caller named it. */
  name: string
}

/** Adds a label or member to a card, or removes it. If nothing has to change, `changed` is false. */
export async function setLabelOrMember(trello: Trello, { card_id, kind, name }: CardAndName, on: boolean, call: TrelloCall) {
  const before = await marksOf(trello, cardRef(card_id), call)
  const resolve = kind === 'label' ? labelIds : memberIds
  const [id = ''] = await resolve(trello, before.board_id, [{ path: kind, name }], call)
  if (before[kind].includes(id) === on) return { ...toResult(before), changed: false }
  const path = `cards/${before.id}/${PATHS[kind]}`
  try {
    if (on) await trello.send({ method: 'POST', path, json: { value: id } }, call)
    else await trello.send({ method: 'DELETE', path: `${path}/${id}` }, call)
  } catch (error) {
    // Trello refuses the request if another client has just made this change. Read the card to find out.
    if (!(error instanceof OperationError && error.reason === 'upstream_refused')) throw error
    const now = await marksOf(trello, before.id, call)
    if (now[kind].includes(id) !== on) throw error
    return { ...toResult(now), changed: false }
  }
  return { ...toResult(await marksOf(trello, before.id, call)), changed: true }
}

async function marksOf(trello: Trello, card: string, call: TrelloCall) {
  const query = { fields: 'name,idBoard,labels', members: true, member_fields: MEMBER_FIELDS }
  const row = await trello.row({ path: `cards/${card}`, query }, call)
  const labels = rows(row, 'labels').map(toLabel)
  const members = rows(row, 'members').map(toMember)
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

const toResult = ({ id, name, labels, members }: Awaited<ReturnType<typeof marksOf>>) => ({ card_id: id, name, labels, members })
