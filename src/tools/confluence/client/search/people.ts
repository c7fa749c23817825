import { below } from '../../../../lib/row.ts'
import type { User } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from '../listing.ts'
import { type ConfluenceCall, v1 } from '../request.ts'
import { userOf } from '../shapes-v1.ts'
import { both, quoted } from './cql.ts'

/** Returns the users whose name contains the words. Cloud has a separate endpoint for this. */
export async function searchUsers(
  confluence: Confluence,
  { query, ...paging }: Paging & { query: string },
  call: ConfluenceCall
): Promise<Listed<User>> {
  const byName = `user.fullname ~ ${quoted(query)}`
  const isCloud = confluence.site.deployment === 'cloud'
  const cql = isCloud ? byName : both('type = user', byName)
  const fetchPage = async (position: Position, limit: number) => {
    // User search does not support cursors.
    const from = isCloud ? { start: position.start } : positionQuery(position)
    const path = v1(isCloud ? 'search/user' : 'search')
    const subject = { kind: 'search', name: cql } as const
    const body = await confluence.send({ path, query: { cql, limit, ...from }, subject, filtered: true }, call)
    const { next, ...page } = vendorPage(body, position)
    return { ...page, next: next && { start: next.start } }
  }
  return report(await list(paging, query, fetchPage, row => userOf(below(row, 'user')) ?? undefined), call)
}
