import { sql } from 'kysely'
import type { Session } from '../store/session.ts'

/** No job lives so long. */
const KEPT_MS = 90 * 86_400_000

/** Tokens that a job has spent so far, whichever process did. */
export async function spentOf({ db, namespace }: Session, { id }: { id: string }): Promise<number> {
  const found = await db
    .selectFrom('memory_budgets')
    .select('tokens')
    .where('namespace_id', '=', namespace)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(found?.tokens ?? 0)
}

export async function spend({ db, namespace, now }: Session, { id, tokens }: { id: string; tokens: number }): Promise<null> {
  await db
    .deleteFrom('memory_budgets')
    .where('namespace_id', '=', namespace)
    .where('updated_at', '<', now - KEPT_MS)
    .execute()
  await db
    .insertInto('memory_budgets')
    .values({ namespace_id: namespace, id, tokens, updated_at: now })
    .onConflict(conflict =>
      conflict.columns(['namespace_id', 'id']).doUpdateSet({ tokens: sql`memory_budgets.tokens + ${tokens}`, updated_at: now })
    )
    .execute()
  return null
}
