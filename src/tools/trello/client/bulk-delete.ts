import type { BulkItem } from '../../../contract/bulk.ts'
import { conflict } from './bulk-change.ts'
import { type Done, each, ifGone, look } from './bulk-each.ts'
import type { BulkTurn } from './bulk-select.ts'
import { cardPath } from './card-path.ts'
import { time } from './row.ts'

/** One that was listed, and is gone when the job comes to it again, is its own doing. */
export const deleteEach = (items: BulkItem[], call: BulkTurn) =>
  each(items, call, item => {
    const gone = item.again && item.etag !== undefined ? ('succeeded' as const) : ('skipped' as const)
    return deleteUnchanged(item, call).catch(ifGone<Done>({ outcome: gone }))
  })

/** A card that is not what the preview showed is not what was confirmed. */
async function deleteUnchanged({ id, etag }: BulkItem, call: BulkTurn) {
  const path = cardPath(id)
  const card = await call.client.row({ path, query: { fields: 'dateLastActivity' } }, call)
  if (etag !== undefined && time(card, 'dateLastActivity') !== etag)
    throw conflict(`Somebody changed the card ${id} after it was listed; it was left alone.`)
  await call.client.send({ method: 'DELETE', path }, call)
  return { outcome: 'succeeded' } as const
}

export const findDeleted = (items: BulkItem[], call: BulkTurn) =>
  look(items, async ({ id }) => ({
    outcome: await call.client
      .row({ path: cardPath(id), query: { fields: 'name' } }, call)
      .then(() => 'not_attempted' as const, ifGone('succeeded' as const))
  }))
