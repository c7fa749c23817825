import type { User } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { type ConfluenceCall, v2 } from '../request.ts'
import { rowsOf, userOf } from '../shapes-v1.ts'

/** Returns users by ID. Deleted users are omitted. */
export async function usersById(confluence: Confluence, ids: readonly string[], call: ConfluenceCall): Promise<Map<string, User>> {
  const accountIds = [...new Set(ids)]
  if (accountIds.length === 0) return new Map()
  const subject = { kind: 'user', name: accountIds.join(', ') } as const
  const body = await confluence.send({ method: 'POST', path: v2('users-bulk'), json: { accountIds }, reads: true, subject }, call)
  const users = rowsOf(body).flatMap(row => userOf(row) ?? [])
  return new Map(
    users.flatMap((user): [string, User][] =>
      user.account_id === null ? [] : [[user.account_id, { ...user, type: user.type ?? 'known' }]]
    )
  )
}
