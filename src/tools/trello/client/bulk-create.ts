import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkBatch, BulkItem, BulkPosition } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { isSameText } from '../../../lib/format.ts'
import { type Row, text, time } from '../../../lib/row.ts'
import { conflict } from './bulk-change.ts'
import { each, ifGone, look } from './bulk-each.ts'
import { isKeepable, MOST_BYTES, MOST_CARDS } from './bulk-select.ts'
import type { BulkTurn } from './connection.ts'
import { misnamed } from './failures.ts'
import { labelIds, memberIds, type Named } from './resolve.ts'

/** A card to be made, as a caller says it. */
export interface NewCard {
  name: string
  description?: string
  due?: string
  labels?: string[]
  members?: string[]
}

/** In Trello's words, and how many equal ones the same job makes. */
const Payload = Type.Object({
  name: Type.String(),
  desc: Type.String(),
  due: Type.Optional(Type.String()),
  idLabels: Type.Optional(Type.String()),
  idMembers: Type.Optional(Type.String()),
  equal: Type.Integer()
})
export type Payload = Static<typeof Payload>

/** What undo needs: the card, and when it changed last. */
const Image = Type.Object({ card_id: Type.String(), changed: Type.String() })
const imageOf = (card: Row): Static<typeof Image> => ({ card_id: text(card, 'id'), changed: time(card, 'dateLastActivity') ?? '' })

/** Before every id. */
const NONE = '0'.repeat(24)

export async function payloadsOf(cards: NewCard[], board_id: string, call: BulkTurn): Promise<Payload[]> {
  const labels = await idsOf(cards, 'labels', names => labelIds(call.client, board_id, names, call))
  const members = await idsOf(cards, 'members', names => memberIds(call.client, board_id, names, call))
  const contents = cards.map(({ name, description: desc = '', due }, at) => ({
    name,
    desc,
    ...(due !== undefined && { due: new Date(due).toISOString() }),
    ...(labels[at] && { idLabels: labels[at] }),
    ...(members[at] && { idMembers: members[at] })
  }))
  return contents.map((content, at) => {
    const payload = { ...content, equal: contents.filter(other => isSame(other, content)).length }
    if (isKeepable(payload)) return payload
    const bytes = Buffer.byteLength(JSON.stringify(payload))
    throw misnamed(`cards[${at}]`, `takes ${bytes} bytes, and a job keeps ${MOST_BYTES} of each card: shorten its description`, [])
  })
}

/** The ids that the names of each card mean, with commas between; all names are looked up together. */
async function idsOf(cards: NewCard[], property: 'labels' | 'members', resolve: (names: Named[]) => Promise<string[]>): Promise<string[]> {
  const named = cards.map((card, at) => (card[property] ?? []).map((name, place) => ({ path: `cards[${at}].${property}[${place}]`, name })))
  const ids = (await resolve(named.flat())).values()
  return named.map(names => names.map(() => ids.next().value ?? '').join(','))
}

/** What was on the board before is told apart by the newest card there: an id begins with the time of its making, by Trello's own clock. */
export async function nextPayloads(
  cards: Payload[],
  board_id: string,
  { size, cursor = '0' }: BulkPosition,
  call: BulkTurn
): Promise<BulkBatch> {
  const [newest] = await newestCards(board_id, 1, call)
  const from = Number(cursor)
  const items = cards.slice(from, from + size).map((data, place) => ({
    id: `card-${from + place + 1}`,
    display_name: data.name,
    data,
    etag: newest ? text(newest, 'id') : NONE
  }))
  return { items, next: from + size < cards.length ? String(from + size) : undefined }
}

export const createEach = (items: BulkItem[], list_id: string, position: string, call: BulkTurn) =>
  each(items, call, async ({ data }) => {
    const { equal: _equal, ...content } = payloadIn(data)
    const json = { ...content, idList: list_id, pos: position }
    const before = imageOf(await call.client.row({ method: 'POST', path: 'cards', json }, call))
    return { outcome: 'succeeded', before, data: { card_id: before.card_id } }
  })

/** A card is taken for the one that was to be made where as many are equal to it, made since, as the job was to make. */
export async function* findCreated(items: BulkItem[], board_id: string, call: BulkTurn) {
  const cards = await newestCards(board_id, MOST_CARDS, call)
  yield* look(items, async ({ data, etag = NONE }) => {
    const payload = payloadIn(data)
    const all = cards.length < MOST_CARDS || cards.some(card => text(card, 'id') <= etag)
    const since = cards.filter(card => secondOf(card) >= etag.slice(0, SECOND) && text(card, 'id') !== etag)
    const [found, ...others] = since.filter(card => isSame(contentOf(card), payload))
    if (!found) return { outcome: all ? 'not_attempted' : 'unknown' }
    // Within one second the order of ids says nothing.
    const certain = all && others.length + 1 === payload.equal && [found, ...others].every(card => secondOf(card) > etag.slice(0, SECOND))
    if (!certain) return { outcome: 'unknown' }
    return { outcome: 'succeeded', ...(others.length === 0 && { before: imageOf(found), data: { card_id: text(found, 'id') } }) }
  })
}

/** The first digits of an id tell the second of its making. */
const SECOND = 8
const secondOf = (card: Row): string => text(card, 'id').slice(0, SECOND)

const newestCards = (board_id: string, limit: number, call: BulkTurn): Promise<Row[]> =>
  call.client.rows({ path: `boards/${board_id}/cards`, query: { filter: 'all', limit, fields: 'name,desc,due,dateLastActivity' } }, call)

type Content = Pick<Payload, 'name' | 'desc'> & { due?: string | undefined }

const contentOf = (card: Row): Content => ({ name: text(card, 'name'), desc: text(card, 'desc'), due: time(card, 'due') ?? undefined })

const isSame = (a: Content, b: Content): boolean => isSameText(a.name, b.name) && isSameText(a.desc, b.desc) && a.due === b.due

export const takeBackCards = (items: UndoItem[], call: BulkTurn) =>
  each(items, call, item => takeBack(item, call).catch(ifGone({ outcome: 'skipped' as const })))

/** Deleted only as it was made: what somebody wrote on it since would be lost. */
async function takeBack({ id, before }: UndoItem, call: BulkTurn) {
  if (!Check(Image, before)) throw conflict(`Nobody can say which card was made of ${id}; none was deleted.`)
  const path = `cards/${before.card_id}`
  const card = await call.client.row({ path, query: { fields: 'dateLastActivity' } }, call)
  if (imageOf(card).changed !== before.changed) throw conflict(`Somebody changed the card ${before.card_id} since; it was left alone.`)
  await call.client.send({ method: 'DELETE', path }, call)
  return { outcome: 'succeeded' } as const
}

/** The job keeps what it was given. */
function payloadIn(data: BulkItem['data']): Payload {
  if (Check(Payload, data)) return data
  throw misnamed('cards', 'were not kept with the job', [])
}
