import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { UndoItem } from '../../../../contract/bulk.ts'
import { type BulkItem, type BulkPosition, type Json, willBeSkipped } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult, ifInvisible, lookUpEach } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { type Row, text } from '../../../../lib/row.ts'
import type { CardSource } from '../cards/list.ts'
import type { Request, TrelloBulkCall } from '../connection.ts'
import { cardPath } from './card-path.ts'
import { addTitles, countCards, isStorable, MAX_CARDS, nextCards } from './select.ts'

/** A write to a card, or to a path below it. */
export type Write = Pick<Request, 'method' | 'json'> & { below?: string }

/** An idempotent change of cards that is visible on the card and can be undone. */
export interface CardChange<Action extends Json, Image extends TSchema> {
  /** Fields of the card that the functions below need. */
  fields: string
  /** Schema of the data for undo. */
  Image: Image
  imageOf: (card: Row) => Static<Image> & Json
  isDone: (card: Row, action: Action) => boolean
  change: (action: Action) => Write
  isAsBefore: (card: Row, before: Static<Image>, action: Action) => boolean
  restore: (before: Static<Image>, action: Action) => Write
}

/** The part of a bulk adapter that lists cards. */
export const CARD_LISTING = {
  max_batch: 1,
  /** Trello allows ten requests per second, and each takes a fraction of a second. */
  concurrency: 4,
  page_size: MAX_CARDS,
  count: countCards,
  nextBatch: (query: CardSource, at: BulkPosition, call: TrelloBulkCall) => nextCards(query, at, call),
  describe: (items: BulkItem[], call: TrelloBulkCall) => addTitles(items, call)
} as const

/** The list of a card, if the job selected a list. */
const OfList = Type.Object({ in_list: Type.String() })

const listIdOf = ({ path }: CardSource): string | undefined => /^lists\/([^/]+)\/cards$/.exec(path)?.[1]

const dataOf =
  <Action extends Json, Image extends TSchema>({ imageOf }: CardChange<Action, Image>, in_list: string | undefined) =>
  (card: Row): Json => {
    const stored = { ...imageOf(card), ...(in_list !== undefined && { in_list }) }
    return isStorable(stored) ? stored : null
  }

/** Returns whether a card is still as the preview showed it. A card that was selected by ID was not listed, so any state is accepted. */
const isAsListed = <Action extends Json, Image extends TSchema>(
  { Image, isAsBefore }: CardChange<Action, Image>,
  card: Row,
  data: Json | undefined,
  action: Action
): boolean => (!Check(Image, data) || isAsBefore(card, data, action)) && (!Check(OfList, data) || text(card, 'idList') === data.in_list)

/**
 * Returns the part of a bulk adapter that reads each card, then changes it. The state of a card is stored when it is listed. After a lost response, it
 * shows whether the job changed the card or it was like that before. It is unknown for cards that were selected by ID.
 */
export function cardChangeAdapter<Action extends Json, Image extends TSchema>(spec: CardChange<Action, Image>) {
  const fields = [...new Set(`${spec.fields},idList`.split(','))].join()
  const read = (id: string, call: TrelloBulkCall) => call.client.row({ path: cardPath(id), query: { fields } }, call)

  const foresee = (card: Row, action: Action): Pick<BulkItem, 'foreseen'> =>
    spec.isDone(card, action) ? willBeSkipped('the card is already as requested') : {}

  /** Returns the result of a card that needs no change. If it differed before, an earlier attempt of this job changed it. */
  const done = (item: BulkItem, card: Row, action: Action) => foundDone(item, changedFrom(item, card, action))

  /** Returns the state that an earlier attempt or the listing stored, if the card differs from it now. */
  function changedFrom({ before, data }: BulkItem, card: Row, action: Action) {
    const image = Check(spec.Image, before) ? before : data
    return Check(spec.Image, image) && !spec.isAsBefore(card, image, action) && { before: image }
  }

  async function change(item: BulkItem, action: Action, call: TrelloBulkCall): Promise<ItemResult> {
    const { id, data } = item
    const card = await read(id, call)
    if (spec.isDone(card, action)) return done(item, card, action)
    if (!isAsListed(spec, card, data, action)) return skippedAsChanged(id)
    if (!Check(spec.Image, data)) await call.keepBefore?.(id, spec.imageOf(card))
    try {
      await write(id, spec.change(action), call)
    } catch (error) {
      // Trello refuses a change that is already in place: another client may have made it first.
      if (!wasRefused(error)) throw error
      const now = await read(id, call)
      if (!spec.isDone(now, action)) throw error
      return done(item, now, action)
    }
    return { outcome: 'succeeded', before: spec.imageOf(card) }
  }

  async function restore(item: UndoItem, action: Action, call: TrelloBulkCall): Promise<ItemResult> {
    const { id, before } = item
    if (!Check(spec.Image, before)) throw conflict(`The previous state of the card ${id} is unknown, so it was not restored.`)
    const card = await read(id, call)
    if (spec.isAsBefore(card, before, action)) return foundDone(item, {})
    if (!spec.isDone(card, action)) throw conflict(`Another user changed the card ${id} after the job changed it, so it was not restored.`)
    await write(id, spec.restore(before, action), call)
    return { outcome: 'succeeded' }
  }

  async function find(item: BulkItem, action: Action, call: TrelloBulkCall): Promise<ItemFinding> {
    const card = await read(item.id, call)
    if (!spec.isDone(card, action)) return { outcome: 'not_attempted' }
    const own = changedFrom(item, card, action)
    return own ? { outcome: 'succeeded', ...own } : { outcome: 'unknown' }
  }

  return {
    ...CARD_LISTING,
    idempotent: true,
    keeps_data: true,
    cost_units: 2,
    nextBatch: (query: CardSource, at: BulkPosition, call: TrelloBulkCall, action: Action) =>
      nextCards(query, at, call, { fields: spec.fields, dataOf: dataOf(spec, listIdOf(query)), foresee: card => foresee(card, action) }),
    describe: (items: BulkItem[], call: TrelloBulkCall, action: Action) =>
      addTitles(items, call, { fields: spec.fields, foresee: card => foresee(card, action) }),
    executeBatch: (items: BulkItem[], action: Action, call: TrelloBulkCall) => forEachItem(items, call, item => change(item, action, call)),
    keeps_before: ({ data }: BulkItem) => !Check(spec.Image, data),
    reconcile: (items: BulkItem[], action: Action, call: TrelloBulkCall) =>
      // The outcome of a card that no longer exists is unknown.
      lookUpEach(items, call, item => find(item, action, call).catch(ifInvisible<ItemFinding>({ outcome: 'unknown' }))),
    undo: {
      idempotent: true,
      executeBatch: (items: UndoItem[], action: Action, call: TrelloBulkCall) =>
        forEachItem(items, call, item => restore(item, action, call))
    }
  }
}

const write = (id: string, { below = '', ...request }: Write, call: TrelloBulkCall): Promise<void> =>
  call.client.send({ path: `${cardPath(id)}${below}`, ...request }, call)

const skippedAsChanged = (id: string) => {
  const { code, reason, message } = conflict(`Another user changed the card ${id} after it was listed, so it was skipped.`)
  return { outcome: 'skipped', error: { code, reason, message } } as const
}

const wasRefused = (error: unknown): boolean => error instanceof OperationError && error.reason === 'upstream_refused'

export const conflict = (message: string): OperationError =>
  new OperationError('version_conflict', message, { source: 'gateway', outcome: 'not_executed' })
