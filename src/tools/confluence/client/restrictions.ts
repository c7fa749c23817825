import type { OperationError } from '../../../contract/errors.ts'
import { segment } from '../../../lib/http/segment.ts'
import { flagOrNull, integerOrNull, rows, text } from '../../../lib/row.ts'
import type { User } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { impossible, onlyCloud } from './failures.ts'
import { restrictionsOf } from './pages/page-parts.ts'
import { findPage } from './pages/pages.ts'
import { currentUser } from './probe.ts'
import { type ConfluenceCall, v1 } from './request.ts'

/** Throws if the token reaches the API only through Atlassian's gateway, which has removed these endpoints of version 1 and has no others. */
function requireVersion1({ site }: Confluence): void {
  if (!site.gateway) return
  throw impossible(
    "Atlassian's API gateway has no endpoint for the restrictions and permissions of a page.",
    'Do it in Confluence, or configure the instance with an email address and an API token without scopes.'
  )
}

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'

/** Returns who may read and edit a page. */
export async function getRestrictions(confluence: Confluence, page_id: string, call: ConfluenceCall) {
  requireVersion1(confluence)
  const { title } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  return { page_id, title, ...(await restrictionsOf(confluence, page_id, call)) }
}

export interface RestrictionChange {
  page_id: string
  read_users?: readonly string[]
  read_groups?: readonly string[]
  edit_users?: readonly string[]
  edit_groups?: readonly string[]
}

/** Replaces the given lists. Confluence replaces all restrictions at once, so the others are sent as they are. */
export async function setRestrictions(confluence: Confluence, { page_id, ...change }: RestrictionChange, call: ConfluenceCall) {
  requireVersion1(confluence)
  const { title } = await findPage(confluence, { page_id }, { format: undefined }, call)
  const { read_users, read_groups, edit_users, edit_groups } = change
  const keepsSome = [read_users, read_groups, edit_users, edit_groups].includes(undefined)
  const now = await restrictionsOf(confluence, page_id, call, () => {
    if (keepsSome) throw wouldBeLost(`Confluence did not return all restrictions of the page ${page_id}.`, 'the missing ones')
  })
  const named = (names: readonly string[]) => names.map(name => (isCloud(confluence) ? { accountId: name } : { username: name }))
  const kept = (users: readonly User[]) => users.map(user => referenceTo(user, confluence))
  const names = (groups: (typeof now)['read']['groups']): string[] => groups.map(({ name }) => name)
  const json = [
    restriction('read', read_users ? named(read_users) : kept(now.read.users), read_groups ?? names(now.read.groups)),
    restriction('update', edit_users ? named(edit_users) : kept(now.update.users), edit_groups ?? names(now.update.groups))
  ]
  const subject = { kind: 'page', name: page_id } as const
  await confluence.send({ method: 'PUT', path: `${v1('content')}/${segment(page_id, 'page_id')}/restriction`, json, subject }, call)
  return { page_id, title, ...(await restrictionsOf(confluence, page_id, call)) }
}

interface UserReference {
  accountId?: string
  username?: string
  userKey?: string
}

/** Returns how a request names a user. Throws if Confluence did not return an ID. */
function referenceTo({ account_id, username, user_key, display_name }: User, confluence: Confluence): UserReference {
  if (isCloud(confluence) && account_id !== null) return { accountId: account_id }
  if (!isCloud(confluence) && username !== null) return { username }
  if (!isCloud(confluence) && user_key !== null) return { userKey: user_key }
  throw wouldBeLost(`Confluence did not return the ID of a user in the restrictions (${display_name ?? 'without a name'}).`, 'this user')
}

const wouldBeLost = (message: string, lost: string): OperationError =>
  impossible(`${message} The change would remove ${lost}.`, 'Set all four lists, or change the restrictions in Confluence.')

/** An empty list of groups is refused, an empty list of users is not. */
const restriction = (operation: 'read' | 'update', users: readonly UserReference[], groups: readonly string[]) => ({
  operation,
  restrictions: {
    user: users.map(user => ({ type: 'known', ...user })),
    ...(groups.length > 0 && { group: groups.map(name => ({ type: 'group', name })) })
  }
})

/** Returns whether a user may read, update or delete a page. Default: the account of the gateway. */
export async function checkPermission(
  confluence: Confluence,
  { page_id, operation, user_id }: { page_id: string; operation: 'read' | 'update' | 'delete'; user_id?: string },
  call: ConfluenceCall
) {
  requireVersion1(confluence)
  const { title } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  if (!isCloud(confluence)) throw onlyCloud('Checking permissions')
  const identifier = user_id ?? (await currentUser(confluence, call)).account_id ?? ''
  const subject = { kind: 'page', name: page_id } as const
  const path = `${v1('content')}/${segment(page_id, 'page_id')}/permission/check`
  const row = await confluence.row(
    { method: 'POST', path, json: { subject: { type: 'user', identifier }, operation }, reads: true, subject },
    call
  )
  const reasons = rows(row, 'errors').map(error => text(error, 'translation') || text(error, 'message'))
  return { page_id, title, user_id: identifier, operation, allowed: flagOrNull(row, 'hasPermission') === true, reasons }
}

/** Returns how often a page was viewed, and by how many people. */
export async function getPageViews(confluence: Confluence, { page_id, since }: { page_id: string; since?: string }, call: ConfluenceCall) {
  const { title } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  if (!isCloud(confluence)) throw onlyCloud('Counting views')
  const subject = { kind: 'page', name: page_id } as const
  const count = async (what: 'views' | 'viewers'): Promise<number | null> => {
    const path = `${v1('analytics/content')}/${segment(page_id, 'page_id')}/${segment(what)}`
    return integerOrNull(await confluence.row({ path, query: { fromDate: since }, subject }, call), 'count')
  }
  return { page_id, title, since: since ?? null, views: await count('views'), viewers: await count('viewers') }
}
