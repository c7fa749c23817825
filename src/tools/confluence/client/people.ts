import { below } from '../../../lib/row.ts'
import type { User } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { both, quoted } from './cql.ts'
import { type Listed, list, type Paging, type Place, placeQuery, tell, vendorPage } from './listing.ts'
import { type Turn, v1 } from './request.ts'
import { userOf } from './shapes-v1.ts'

/** People whose name holds the words. Cloud finds them at a place of its own. */
export async function searchUsers(
  confluence: Confluence,
  { query, ...paging }: Paging & { query: string },
  turn: Turn
): Promise<Listed<User>> {
  const byName = `user.fullname ~ ${quoted(query)}`
  const isCloud = confluence.site.deployment === 'cloud'
  const cql = isCloud ? byName : both('type = user', byName)
  const ask = async (place: Place, limit: number) => {
    // The search for people knows no cursors.
    const from = isCloud ? { start: place.start } : placeQuery(place)
    const body = await confluence.send(
      { path: v1(isCloud ? 'search/user' : 'search'), query: { cql, limit, ...from }, about: { kind: 'search', name: cql } },
      turn
    )
    const { next, ...page } = vendorPage(body, place)
    return { ...page, next: next && { start: next.start } }
  }
  return tell(await list(paging, query, ask, row => userOf(below(row, 'user')) ?? undefined), turn)
}
