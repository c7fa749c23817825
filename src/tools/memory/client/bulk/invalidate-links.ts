import { Type } from 'typebox'
import {
  type BulkBatch,
  type BulkItem,
  type BulkPosition,
  type BulkResult,
  type Finding,
  willBeSkipped,
  willFail
} from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { Total } from '../../../../contract/schema.ts'
import type { Selection } from '../../graph/links/select.ts'
import { parseInstant, parseOptionalInstant } from '../../graph/time.ts'
import { requireNames, requireStorable } from '../../graph/validate-text.ts'
import { createCursor, readCursor } from '../cursor.ts'
import { graphOf, type MemoryCall } from '../memory.ts'

export interface LinkFilters {
  from?: string
  relation?: string
  to?: string
  source?: string
  recorded_before?: string
  recorded_after?: string
}

/** As stored with the job. */
export type LinkQuery = {
  from_id: string
  to_id: string
  relation: string
  source: string
  recorded_before: number
  recorded_after: number
}
export type LinkAction = { invalid_at: number }

/** Parses times and resolves names to IDs. */
export async function prepareLinks({ from, relation, to, source, ...times }: LinkFilters, call: MemoryCall): Promise<LinkQuery> {
  requireNames({ from, relation, to })
  requireStorable({ source })
  return {
    from_id: await idOf('from', from, call),
    to_id: await idOf('to', to, call),
    relation: relation ?? '',
    source: source ?? '',
    // Links that are recorded after the job was created are not selected.
    recorded_before: Math.min(Date.now() + 1, parseOptionalInstant('recorded_before', times.recorded_before) ?? Number.POSITIVE_INFINITY),
    recorded_after: parseOptionalInstant('recorded_after', times.recorded_after) ?? 0
  }
}

export const createAction = (invalid_at: string | undefined): LinkAction => ({
  invalid_at: parseInstant('invalid_at', invalid_at ?? 'now')
})

async function idOf(path: string, name: string | undefined, call: MemoryCall): Promise<string> {
  if (name === undefined) return ''
  const ids = await graphOf(call)
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

export async function countLinks(query: LinkQuery, call: MemoryCall): Promise<Total> {
  call.signal.throwIfAborted()
  return { value: await graphOf(call).read('countLinks', { selection: selectionOf(query) }), relation: 'eq' }
}

const Position = Type.Integer({ minimum: 1 })

export async function nextLinks(
  query: LinkQuery,
  { size, cursor }: BulkPosition,
  call: MemoryCall,
  { invalid_at }: LinkAction
): Promise<BulkBatch> {
  call.signal.throwIfAborted()
  const links = await graphOf(call).read('selectLinks', {
    selection: selectionOf(query),
    after: readCursor(Position, cursor) ?? 0,
    limit: size
  })
  const last = links.at(-1)
  return {
    items: links.map(link => itemOf(link, invalid_at)),
    next: links.length === size && last ? createCursor(Number(last.id)) : undefined
  }
}

export async function lookUpLinks(ids: string[], call: MemoryCall, { invalid_at }: LinkAction): Promise<BulkItem[]> {
  const numbers = ids.map(Number).filter(id => Number.isSafeInteger(id) && id > 0)
  const items: BulkItem[] = []
  for (let at = 0; at < numbers.length; at += BATCH_SIZE) {
    call.signal.throwIfAborted()
    items.push(
      ...(await graphOf(call).read('linksNamed', { ids: numbers.slice(at, at + BATCH_SIZE) })).map(link => itemOf(link, invalid_at))
    )
  }
  const known = new Set(items.map(({ id }) => id))
  const absent = ids.filter(id => !known.has(id))
  return [...items, ...absent.map(id => ({ id, display_name: `${id} (not found)`, ...willFail('there is no such link') }))]
}

const BATCH_SIZE = 500

interface ShownLink {
  id: string
  from: string
  relation: string
  to: string
  valid_at: string | null
  expired_at: string | null
}

const itemOf = (link: ShownLink, invalid_at: number): BulkItem => ({
  id: link.id,
  display_name: `${link.from} -[${link.relation}]-> ${link.to}`,
  ...expectedOutcome(link, invalid_at)
})

function expectedOutcome({ valid_at, expired_at }: ShownLink, invalid_at: number): Pick<BulkItem, 'foreseen'> {
  if (expired_at !== null) return willBeSkipped('the link has already ended')
  return valid_at !== null && invalid_at < Date.parse(valid_at) ? willFail('the link starts only after invalid_at') : {}
}

/**
 * Ends links one by one. A link that has already ended is not changed. An image of each open link is stored first: after a lost result, it shows
 * that this job ended the link.
 */
export async function* invalidateEach(items: BulkItem[], { invalid_at }: LinkAction, call: MemoryCall): AsyncGenerator<BulkResult> {
  const hasEnded = await readEnds(items, call)
  await Promise.all(items.map(({ id }) => hasEnded.get(id) === false && call.keepBefore?.(id, {})))
  yield* forEachItem(items, call, async item => {
    const { already_invalid } = await graphOf(call).write('invalidateLink', { which: { id: Number(item.id) }, invalid_at })
    if (!already_invalid) return { outcome: 'succeeded' }
    return foundDone(item, hasEnded.get(item.id) === true && item.before !== undefined && {})
  })
}

/** Finds out which links this job ended. */
export async function* findInvalidated(items: BulkItem[], call: MemoryCall): AsyncGenerator<Finding> {
  const hasEnded = await readEnds(items, call)
  for (const { id, before } of items)
    yield { item_id: id, outcome: !hasEnded.get(id) ? 'not_attempted' : before === undefined ? 'unknown' : 'succeeded' }
}

/** Returns whether each existing link has ended, by ID. */
async function readEnds(items: readonly BulkItem[], call: MemoryCall): Promise<Map<string, boolean>> {
  const ids = items.map(({ id }) => Number(id)).filter(id => Number.isSafeInteger(id) && id > 0)
  const links = await graphOf(call).read('linksNamed', { ids })
  return new Map(links.map(({ id, expired_at }) => [id, expired_at !== null]))
}
