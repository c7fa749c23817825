import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, BulkPosition, Json } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { OperationError } from '../../../contract/errors.ts'
import { type Row, text } from '../../../lib/row.ts'
import { each, look } from './bulk-each.ts'
import { countCards, describeCards, isKeepable, MOST_CARDS, nextCards } from './bulk-select.ts'
import type { CardSource } from './card-list.ts'
import { cardPath } from './card-path.ts'
import type { BulkTurn, Request } from './connection.ts'

/** A request below the address of a card. */
export type Write = Pick<Request, 'method' | 'json'> & { below?: string }

/** A change of cards that can be seen on the card, made again without harm, and taken back. */
export interface CardChange<Action extends Json, Image extends TSchema> {
  /** Fields of the card that tell all of this. */
  fields: string
  /** What undo needs of a card. */
  Image: Image
  imageOf: (card: Row) => Static<Image> & Json
  isDone: (card: Row, action: Action) => boolean
  change: (action: Action) => Write
  isAsBefore: (card: Row, before: Static<Image>, action: Action) => boolean
  restore: (before: Static<Image>, action: Action) => Write
}

/** How every action on cards finds them. */
export const ON_CARDS = {
  max_batch: 1,
  /** Ten requests a second are allowed, and one takes a part of a second. */
  concurrency: 4,
  page_size: MOST_CARDS,
  count: countCards,
  nextBatch: nextCards,
  describe: describeCards
} as const

/** Of a card that was chosen as one of a list: which list. */
const OfList = Type.Object({ in_list: Type.String() })

const listOf = ({ path }: CardSource): string | undefined => /^lists\/([^/]+)\/cards$/.exec(path)?.[1]

const dataOf =
  <Action extends Json, Image extends TSchema>({ imageOf }: CardChange<Action, Image>, in_list: string | undefined) =>
  (card: Row): Json => {
    const kept = { ...imageOf(card), ...(in_list !== undefined && { in_list }) }
    return isKeepable(kept) ? kept : null
  }

/** A card that is not what was listed is not what was confirmed. Nothing is known of one that the caller named. */
const isAsListed = <Action extends Json, Image extends TSchema>(
  { Image, isAsBefore }: CardChange<Action, Image>,
  card: Row,
  data: Json | undefined,
  action: Action
): boolean => (!Check(Image, data) || isAsBefore(card, data, action)) && (!Check(OfList, data) || text(card, 'idList') === data.in_list)

/**
 * The parts of a bulk action that makes the change: it reads a card, then writes it. What a card was is kept when it is listed: after a lost
 * answer that tells what the job did from what was so before. Of cards that the caller names nobody knows what they were.
 */
export function changing<Action extends Json, Image extends TSchema>(what: CardChange<Action, Image>) {
  const fields = [...new Set(`${what.fields},idList`.split(','))].join()
  const read = (id: string, call: BulkTurn) => call.client.row({ path: cardPath(id), query: { fields } }, call)

  async function change({ id, data, again }: BulkItem, action: Action, call: BulkTurn) {
    const card = await read(id, call)
    if (what.isDone(card, action)) {
      const isOurs = again === true && Check(what.Image, data) && !what.isAsBefore(card, data, action)
      return isOurs ? ({ outcome: 'succeeded', before: data } as const) : ({ outcome: 'skipped' } as const)
    }
    if (!isAsListed(what, card, data, action)) return leftAlone(id)
    try {
      await write(id, what.change(action), call)
    } catch (error) {
      // Trello refuses what is so already: somebody may have been quicker.
      if (!wasRefused(error) || !what.isDone(await read(id, call), action)) throw error
      return { outcome: 'skipped' } as const
    }
    return { outcome: 'succeeded', before: what.imageOf(card) } as const
  }

  async function restore({ id, before }: UndoItem, action: Action, call: BulkTurn) {
    if (!Check(what.Image, before)) throw conflict(`Nobody can say what the card ${id} was before; it was left alone.`)
    const card = await read(id, call)
    if (what.isAsBefore(card, before, action)) return { outcome: 'skipped' } as const
    if (!what.isDone(card, action)) throw conflict(`Somebody changed the card ${id} since; it was left alone.`)
    await write(id, what.restore(before, action), call)
    return { outcome: 'succeeded' } as const
  }

  return {
    ...ON_CARDS,
    idempotent: true,
    keeps_data: true,
    cost_units: 2,
    nextBatch: (query: CardSource, at: BulkPosition, call: BulkTurn) =>
      nextCards(query, at, call, { fields: what.fields, dataOf: dataOf(what, listOf(query)) }),
    executeBatch: (items: BulkItem[], action: Action, call: BulkTurn) => each(items, call, item => change(item, action, call)),
    reconcile: (items: BulkItem[], action: Action, call: BulkTurn) =>
      look(items, async ({ id }) => ({ outcome: what.isDone(await read(id, call), action) ? 'succeeded' : 'not_attempted' })),
    undo: {
      idempotent: true,
      executeBatch: (items: UndoItem[], action: Action, call: BulkTurn) => each(items, call, item => restore(item, action, call))
    }
  }
}

const write = (id: string, { below = '', ...request }: Write, call: BulkTurn): Promise<void> =>
  call.client.send({ path: `${cardPath(id)}${below}`, ...request }, call)

const leftAlone = (id: string) => {
  const { code, reason, message } = conflict(`Somebody changed the card ${id} after it was listed; it was left alone.`)
  return { outcome: 'skipped', error: { code, reason, message } } as const
}

const wasRefused = (error: unknown): boolean => error instanceof OperationError && error.reason === 'upstream_refused'

export const conflict = (message: string): OperationError =>
  new OperationError('version_conflict', message, { source: 'gateway', outcome: 'not_executed' })
