import type { BulkItem } from '../../../contract/bulk.ts'
import { conflict } from './bulk-change.ts'
import { each, ifGone, look, once } from './bulk-each.ts'
import type { BulkTurn } from './bulk-select.ts'
import { cardPath } from './card-path.ts'
import { time } from './row.ts'

export const deleteEach = (items: BulkItem[], call: BulkTurn) =>
  each(items, call, item => deleteUnchanged(item, call).catch(ifGone({ outcome: 'skipped' as const })))

/** A card that is not what the preview showed is not what was confirmed. */
async function deleteUnchanged({ id, etag }: BulkItem, call: BulkTurn) {
  const path = cardPath(id)
  const card = await call.client.row({ path, query: { fields: 'dateLastActivity' } }, call)
  if (etag !== undefined && time(card, 'dateLastActivity') !== etag)
    throw conflict(`Somebody changed the card ${id} after it was listed; it was left alone.`)
  await call.client.send(once({ method: 'DELETE', path }), call)
  return { outcome: 'succeeded' } as const
}

export const findDeleted = (items: BulkItem[], call: BulkTurn) =>
  look(items, async ({ id }) => ({
    outcome: await call.client
      .row({ path: cardPath(id), query: { fields: 'name' } }, call)
      .then(() => 'not_attempted' as const, ifGone('succeeded' as const))
  }))
