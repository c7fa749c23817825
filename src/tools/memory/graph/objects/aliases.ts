import { MAX_LENGTH } from '../../limits.ts'
import { keyOf } from '../../store/fold.ts'
import type { Session } from '../../store/session.ts'

/** Other names of an object, such as those of objects that were merged into it. */
export const aliasesIn = (json: string): string[] => JSON.parse(json)

/** Joins lists of aliases: each once, without the object's own name. The latest ones are kept if there are too many. */
export function joinAliases(name: string, ...lists: readonly string[][]): string[] {
  const byKey = new Map(lists.flat().map(alias => [keyOf(alias), alias]))
  byKey.delete(keyOf(name))
  return [...byKey.values()].slice(-MAX_LENGTH.aliases)
}

/** Makes exactly these names find the object, besides its own. */
export async function storeAliases({ db, namespace }: Session, id: number, aliases: readonly string[]): Promise<void> {
  await db.deleteFrom('memory_object_aliases').where('object_id', '=', id).execute()
  if (aliases.length === 0) return
  const rows = aliases.map(alias => ({ namespace_id: namespace, key: keyOf(alias), object_id: id }))
  await db.insertInto('memory_object_aliases').values(rows).execute()
}
