import type { Row } from '../../../lib/row.ts'
import type { Names } from './allowance.ts'
import type { GitLab } from './connection.ts'
import { type Listed, list, type Paging } from './paging.ts'
import type { Request, Turn } from './request.ts'

/** A list that may hold things of any project: only those of projects that the caller may use. How many others there are is not told either. */
export async function listShown<Item>(
  gitlab: GitLab,
  request: Request & { whole?: boolean; projectOf: (row: Row) => Names },
  paging: Paging,
  read: (row: Row) => Item,
  turn: Turn
): Promise<Listed<Item>> {
  const { projectOf, ...asked } = request
  if (gitlab.allowance.of(turn.caller).length === 0) return await list(gitlab, asked, paging, read, turn)
  const tells = (row: Row): boolean => gitlab.allowance.allows(turn.caller, projectOf(row))
  return await list(gitlab, { ...asked, tells }, paging, read, turn)
}
