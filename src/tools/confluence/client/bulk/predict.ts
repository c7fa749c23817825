import { type BulkItem, mayFail, willFail } from '../../../../contract/bulk.ts'
import type { Row } from '../../../../lib/row.ts'
import type { Page, User } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { restrictionsIn, withParts } from '../pages/page-parts.ts'
import { currentUser } from '../probe.ts'
import type { ConfluenceCall } from '../request.ts'
import { pageOf } from '../shapes-v1.ts'

export type Prediction = Pick<BulkItem, 'foreseen'>

/** Predicts the outcome of an action from the current state of a page. */
export type Predict = (page: Page) => Prediction

/** Additional fields of a listing: labels, parents and editors. */
export const SHOWN = [
  'metadata.labels',
  'ancestors',
  'restrictions.update.restrictions.user',
  'restrictions.update.restrictions.group'
].join()

/** Predicts the outcome of an action for each row of a listing. */
export async function predictRows(
  rows: readonly Row[],
  predict: Predict,
  call: ConfluenceCall & { client: Confluence }
): Promise<Prediction[]> {
  const editors = rows.map(row => restrictionsIn(row).update)
  const me = editors.some(isRestricted) ? await currentUser(call.client, call) : undefined
  return rows.map((row, at) => ({ ...(me && ifLocked(editors[at], me)), ...predict(pageOf(row, '')) }))
}

/** Predicts the outcome for one page that the caller listed. */
export async function predictPage(page: Page, predict: Predict, call: ConfluenceCall & { client: Confluence }): Promise<Prediction> {
  const { restrictions } = await withParts(call.client, page, { restrictions: true, properties: false }, call)
  const { update }: { update?: unknown } = restrictions ?? {}
  const editors = isEditors(update) ? update : undefined
  const locked = isRestricted(editors) ? ifLocked(editors, await currentUser(call.client, call)) : {}
  return { ...locked, ...predict(page) }
}

/** Users and groups that may edit a page; everyone if both are empty. */
type Editors = ReturnType<typeof restrictionsIn>['update']

const isEditors = (value: unknown): value is Editors => typeof value === 'object' && value !== null && 'users' in value && 'groups' in value

const isRestricted = (editors: Editors | undefined): boolean => editors !== undefined && editors.users.length + editors.groups.length > 0

/** Group membership of the account is unknown. */
function ifLocked(editors: Editors | undefined, me: User): Prediction {
  if (!editors || !isRestricted(editors) || editors.users.some(user => isSamePerson(user, me))) return {}
  return editors.groups.length > 0
    ? mayFail('only some groups and users can edit the page')
    : willFail('the page is locked: only some users can edit it, and this account is not one of them')
}

const isSamePerson = (a: User, b: User): boolean =>
  (['account_id', 'user_key', 'username'] as const).some(name => a[name] !== null && a[name] === b[name])
