import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { UndoItem } from '../../../../contract/bulk.ts'
import { type BulkBatch, type BulkItem, type BulkPosition, mayFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, ifMissing, lookUpEach } from '../../../../contract/each-item.ts'
import { isSameText } from '../../../../lib/format.ts'
import { type Row, text, time } from '../../../../lib/row.ts'
import type { TrelloBulkCall } from '../connection.ts'
import { invalidField } from '../errors.ts'
import { labelIds, memberIds, type NameReference } from '../resolve-names.ts'
import { conflict } from './change.ts'
import { BOARD_CLOSED, isClosed, isStorable, MAX_BYTES, MAX_CARDS } from './select.ts'

/** A card to create, as the caller describes it. */
export interface NewCard {
  name: string
  description?: string
  due?: string
  labels?: string[]
  members?: string[]
}

/** The card in the form of Trello's API. `equal`: the number of equal cards that the job creates. */
const Payload = Type.Object({
  name: Type.String(),
  desc: Type.String(),
  due: Type.Optional(Type.String()),
  idLabels: Type.Optional(Type.String()),
  idMembers: Type.Optional(Type.String()),
  equal: Type.Integer()
})
export type Payload = Static<typeof Payload>

/** Data for undo: the card and the time of its last change. */
const Image = Type.Object({ card_id: Type.String(), changed: Type.String() })
const imageOf = (card: Row): Static<typeof Image> => ({ card_id: text(card, 'id'), changed: time(card, 'dateLastActivity') ?? '' })

/** Smaller than any ID. */
const NONE = '0'.repeat(24)

/** Returns the payloads of the cards, with names resolved to IDs. Throws if one is too large to be stored. */
export async function payloadsOf(cards: NewCard[], board_id: string, call: TrelloBulkCall): Promise<Payload[]> {
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
    if (isStorable(payload)) return payload
    const bytes = Buffer.byteLength(JSON.stringify(payload))
    throw invalidField(
      `cards[${at}]`,
      `has ${bytes} bytes, and a job stores at most ${MAX_BYTES} per card: shorten its description`,
      [],
      `at most ${MAX_BYTES} bytes`
    )
  })
}

/** Returns the IDs for the names of each card, separated by commas. All names are resolved in one step. */
async function idsOf(
  cards: NewCard[],
  property: 'labels' | 'members',
  resolve: (names: NameReference[]) => Promise<string[]>
): Promise<string[]> {
  const named = cards.map((card, at) => (card[property] ?? []).map((name, place) => ({ path: `cards[${at}].${property}[${place}]`, name })))
  const ids = (await resolve(named.flat())).values()
  return named.map(names => names.map(() => ids.next().value ?? '').join(','))
}

/** Returns the next batch of cards. Their etag is the newest card on the board: IDs begin with the creation time, so newer cards may be the created ones. */
export async function nextPayloads(
  cards: Payload[],
  board_id: string,
  { size, cursor = '0' }: BulkPosition,
  call: TrelloBulkCall
): Promise<BulkBatch> {
  const [newest] = await newestCards(board_id, 1, call)
  const closed = await isClosed(board_id, call)
  const from = Number(cursor)
  const items = cards.slice(from, from + size).map((data, place) => ({
    id: `card-${from + place + 1}`,
    display_name: data.name,
    data,
    etag: newest ? text(newest, 'id') : NONE,
    ...(closed && mayFail(BOARD_CLOSED))
  }))
  return { items, next: from + size < cards.length ? String(from + size) : undefined }
}

export const createCards = (items: BulkItem[], list_id: string, position: string, call: TrelloBulkCall) =>
  forEachItem(items, call, async ({ data }) => {
    const { equal: _equal, ...content } = payloadIn(data)
    const json = { ...content, idList: list_id, pos: position }
    const before = imageOf(await call.client.row({ method: 'POST', path: 'cards', json }, call))
    return { outcome: 'succeeded', before, data: { card_id: before.card_id } }
  })

/** Finds created cards: they count as created if as many equal cards were created since the listing as the job creates. */
export async function* findCreated(items: BulkItem[], board_id: string, call: TrelloBulkCall) {
  const cards = await newestCards(board_id, MAX_CARDS, call)
  yield* lookUpEach(items, call, async ({ data, etag = NONE }) => {
    const payload = payloadIn(data)
    const all = cards.length < MAX_CARDS || cards.some(card => text(card, 'id') <= etag)
    const since = cards.filter(card => secondOf(card) >= etag.slice(0, SECOND) && text(card, 'id') !== etag)
    const [found, ...others] = since.filter(card => isSame(contentOf(card), payload))
    if (!found) return { outcome: all ? 'not_attempted' : 'unknown' }
    // The order of IDs within one second is meaningless.
    const certain = all && others.length + 1 === payload.equal && [found, ...others].every(card => secondOf(card) > etag.slice(0, SECOND))
    if (!certain) return { outcome: 'unknown' }
    return { outcome: 'succeeded', ...(others.length === 0 && { before: imageOf(found), data: { card_id: text(found, 'id') } }) }
  })
}

/** The first digits of an ID are the second of its creation. */
const SECOND = 8
const secondOf = (card: Row): string => text(card, 'id').slice(0, SECOND)

const newestCards = (board_id: string, limit: number, call: TrelloBulkCall): Promise<Row[]> =>
  call.client.rows({ path: `boards/${board_id}/cards`, query: { filter: 'all', limit, fields: 'name,desc,due,dateLastActivity' } }, call)

type Content = Pick<Payload, 'name' | 'desc'> & { due?: string | undefined }

const contentOf = (card: Row): Content => ({ name: text(card, 'name'), desc: text(card, 'desc'), due: time(card, 'due') ?? undefined })

const isSame = (a: Content, b: Content): boolean => isSameText(a.name, b.name) && isSameText(a.desc, b.desc) && a.due === b.due

export const deleteCreated = (items: UndoItem[], call: TrelloBulkCall) =>
  forEachItem(items, call, item => deleteIfUnchanged(item, call).catch(ifMissing(foundDone(item, {}))))

/** Deletes a created card unless it changed since, which would lose someone's work. */
async function deleteIfUnchanged({ id, before }: UndoItem, call: TrelloBulkCall) {
  if (!Check(Image, before)) throw conflict(`It is unknown which card the job created for ${id}, so none was deleted.`)
  const path = `cards/${before.card_id}`
  const card = await call.client.row({ path, query: { fields: 'dateLastActivity' }, was_seen: true }, call)
  if (imageOf(card).changed !== before.changed)
    throw conflict(`Another user changed the card ${before.card_id} after the job created it, so it was not deleted.`)
  await call.client.send({ method: 'DELETE', path }, call)
  return { outcome: 'succeeded' } as const
}

/** Returns the stored payload. */
function payloadIn(data: BulkItem['data']): Payload {
  if (Check(Payload, data)) return data
  throw invalidField('cards', 'were not stored with the job', [])
}
