import { Type } from 'typebox'
import type { BulkBatch, BulkItem, BulkPosition, BulkResult } from '../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { Total } from '../../../contract/schema.ts'
import { instantIn, instantOr } from '../graph/moment.ts'
import type { Selection } from '../graph/selection.ts'
import { requireNames, requireSound } from '../graph/sound.ts'
import { cursorFor, placeIn } from './cursor.ts'
import { graphOf, type Turn } from './turn.ts'

export interface LinksWanted {
  from?: string
  relation?: string
  to?: string
  source?: string
  recorded_before?: string
  recorded_after?: string
}

/** As a job keeps it. */
export type LinkQuery = {
  from_id: string
  to_id: string
  relation: string
  source: string
  recorded_before: number
  recorded_after: number
}
export type LinkAction = { invalid_at: number }

/** Reads times and makes ids of names, and looks no further. */
export async function prepareLinks({ from, relation, to, source, ...times }: LinksWanted, turn: Turn): Promise<LinkQuery> {
  requireNames({ from, relation, to })
  requireSound({ source })
  return {
    from_id: await idOf('from', from, turn),
    to_id: await idOf('to', to, turn),
    relation: relation ?? '',
    source: source ?? '',
    // Links that are recorded after the job was made are none of its business.
    recorded_before: Math.min(Date.now() + 1, instantOr('recorded_before', times.recorded_before) ?? Number.POSITIVE_INFINITY),
    recorded_after: instantOr('recorded_after', times.recorded_after) ?? 0
  }
}

export const endOf = (invalid_at: string | undefined): LinkAction => ({ invalid_at: instantIn('invalid_at', invalid_at ?? 'now') })

async function idOf(path: string, name: string | undefined, turn: Turn): Promise<string> {
  if (name === undefined) return ''
  const ids = await graphOf(turn)
    .read('idsOfNames', { names: [name] })
    .catch(error => {
      throw error instanceof OperationError ? new OperationError(error.reason, error.message, { ...error.details, path }) : error
    })
  return String(ids[0] ?? '')
}

const selectionOf = ({ from_id, to_id, relation, source, recorded_before, recorded_after }: LinkQuery): Selection => ({
  from_id: from_id === '' ? undefined : Number(from_id),
  to_id: to_id === '' ? undefined : Number(to_id),
  relation: relation === '' ? undefined : relation,
  source: source === '' ? undefined : source,
  recorded_before,
  recorded_after
})

export async function countLinks(query: LinkQuery, turn: Turn): Promise<Total> {
  turn.signal.throwIfAborted()
  return { value: await graphOf(turn).read('countLinks', { selection: selectionOf(query) }), relation: 'eq' }
}

const Place = Type.Integer({ minimum: 1 })

export async function nextLinks(query: LinkQuery, { size, cursor }: BulkPosition, turn: Turn): Promise<BulkBatch> {
  turn.signal.throwIfAborted()
  const links = await graphOf(turn).read('selectLinks', { selection: selectionOf(query), after: placeIn(Place, cursor) ?? 0, limit: size })
  const last = links.at(-1)
  return { items: links.map(itemOf), next: links.length === size && last ? cursorFor(Number(last.id)) : undefined }
}

export async function linksNamed(ids: string[], turn: Turn): Promise<BulkItem[]> {
  const numbers = ids.map(Number).filter(id => Number.isSafeInteger(id) && id > 0)
  const items: BulkItem[] = []
  for (let at = 0; at < numbers.length; at += AT_A_TIME) {
    turn.signal.throwIfAborted()
    items.push(...(await graphOf(turn).read('linksNamed', { ids: numbers.slice(at, at + AT_A_TIME) })).map(itemOf))
  }
  return items
}

const AT_A_TIME = 500

const itemOf = ({ id, from, relation, to }: { id: string; from: string; relation: string; to: string }): BulkItem => ({
  id,
  display_name: `${from} -[${relation}]-> ${to}`
})

/** One after another. A link that has ended already, in this job or before, is left as it is. */
export async function* endEach(items: BulkItem[], { invalid_at }: LinkAction, turn: Turn): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(turn.signal)
    yield await graphOf(turn)
      .write('invalidateLink', { which: { id: Number(item.id) }, invalid_at })
      .then(
        ({ already_invalid }): BulkResult => ({ item_id: item.id, outcome: already_invalid ? 'skipped' : 'succeeded' }),
        error => failedItem(item, error)
      )
  }
}
