import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { type BulkItem, type BulkPosition, type UndoItem, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemResult, ifMissing } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { Total } from '../../../../contract/schema.ts'
import { integerOrNull, isRow, type Row, text, textOrNull } from '../../../../lib/row.ts'
import { missing } from '../http/graphql.ts'
import { LEVELS, memberTarget, type Role } from '../projects/members.ts'
import { type Owner, ownerOf, projectOrGroup } from '../projects/projects.ts'
import { conflict, foundAs, type GitLabBulkCall, reconcileEach } from './call.ts'
import { countRows, describeWith, MAX_ROWS, NAMED, nextRows, notFound, type Source, sourceOf } from './selection.ts'

/** Items are usernames. `level` and `expires_at` are those to set; if they are absent, members keep theirs. */
export type MemberAction = { owner: Owner; level?: number; expires_at?: string | null }
export type MemberQuery = { source: Source; levels?: number[] }
type Kind = 'add' | 'update' | 'remove'

/** A membership, for undo. Without a level, the user is not a member. */
const Image = Type.Object({
  level: Type.Union([Type.Integer(), Type.Null()]),
  expires_at: Type.Union([Type.String(), Type.Null()])
})
type Image = Static<typeof Image>

const NO_MEMBER: Image = { level: null, expires_at: null }
const imageOf = (row: Row): Image => ({ level: integerOrNull(row, 'access_level'), expires_at: textOrNull(row, 'expires_at') })
const isSame = (a: Image, b: Image): boolean => a.level === b.level && a.expires_at === b.expires_at

/** A member who is copied, with the role there. */
const Copied = Type.Object({ level: Type.Integer(), user_id: Type.Integer() })

interface MemberInput extends Owner {
  role?: Role
  expires_at?: string
  clear?: string[]
}

/** Reads the project or group, so that a wrong name is refused at once: GitLab's 404 for a member does not state what is missing. */
async function checkOwner(owner: Owner, call: GitLabBulkCall): Promise<void> {
  await call.client.row(await projectOrGroup(call.client, owner, call), call)
}

export async function memberAction({ role, expires_at, clear, ...input }: MemberInput, call: GitLabBulkCall): Promise<MemberAction> {
  const owner = ownerOf(input)
  await checkOwner(owner, call)
  return {
    owner,
    ...(role && { level: LEVELS[role] }),
    ...(expires_at !== undefined && { expires_at }),
    ...(clear?.includes('expires_at') && { expires_at: null })
  }
}

/** Selects direct members of a project or group, by role. */
export async function selectMembers(
  { search, roles, ...owner }: Owner & { search?: string; roles?: Role[] },
  call: GitLabBulkCall
): Promise<MemberQuery> {
  if (owner.project === undefined && owner.group === undefined) return { source: NAMED }
  const { path, subject } = await projectOrGroup(call.client, owner, call)
  const source = sourceOf(`${path}/members`, subject, { query: search })
  return { source, ...(roles && { levels: roles.map(role => LEVELS[role]) }) }
}

/** Selects the direct members of another project or group. */
export async function selectCopied({ from_project, from_group }: { from_project?: string; from_group?: string }, call: GitLabBulkCall) {
  if (from_project === undefined && from_group === undefined) return { source: NAMED }
  const from = ownerOf({ project: from_project, group: from_group })
  await checkOwner(from, call)
  return await selectMembers(from, call)
}

/** Returns the membership after the change. `copied`: the level where the member is copied from. */
function imageAfter(kind: Kind, now: Image, { level, expires_at }: MemberAction, copied: BulkItem['data']): Image {
  if (kind === 'remove') return NO_MEMBER
  const own = kind === 'update' ? now.level : Check(Copied, copied) ? copied.level : null
  return { level: level ?? own, expires_at: expires_at === undefined ? now.expires_at : expires_at }
}

function foresee(kind: Kind, now: Image, action: MemberAction, copied: BulkItem['data']): Pick<BulkItem, 'foreseen'> {
  const isMember = now.level !== null
  if (kind === 'update' && !isMember) return willFail('the user is not a direct member')
  if (isSame(now, imageAfter(kind, now, action, copied))) return willBeSkipped(DONE[kind])
  return kind === 'add' && isMember ? willFail('the user is already a member, with another role or expiry date') : {}
}

const DONE = {
  add: 'the user is already a member',
  update: 'the member already has this role and expiry date',
  remove: 'the user is not a direct member'
} as const

const nextMembers =
  (kind: Kind) =>
  ({ source, levels }: MemberQuery, at: BulkPosition, call: GitLabBulkCall, action: MemberAction) =>
    nextRows(source, at, call, (row): BulkItem | undefined => {
      const [id, now] = [text(row, 'username'), imageOf(row)]
      if (id === '' || now.level === null || (levels && !levels.includes(now.level))) return undefined
      const data = { level: now.level, user_id: integerOrNull(row, 'id') }
      const item = { id, display_name: `${text(row, 'name')} (${id})` }
      return kind === 'add' ? { ...item, data } : { ...item, ...foresee(kind, now, action, null) }
    })

/** Which of these users are members already is read in one request. */
async function nextCopied(query: MemberQuery, at: BulkPosition, call: GitLabBulkCall, action: MemberAction) {
  const page = await nextMembers('add')(query, at, call, action)
  const ids = page.items.flatMap(({ data }) => (Check(Copied, data) ? [data.user_id] : []))
  if (ids.length === 0) return page
  const { path, subject } = await projectOrGroup(call.client, action.owner, call)
  const request = { path: `${path}/members`, query: { 'user_ids[]': ids.map(String), per_page: MAX_ROWS }, subject }
  const { body } = await call.client.send(request, call)
  const members = new Map((Array.isArray(body) ? body.filter(isRow) : []).map(row => [integerOrNull(row, 'id'), imageOf(row)]))
  const nowOf = (data: BulkItem['data']): Image => (Check(Copied, data) ? members.get(data.user_id) : undefined) ?? NO_MEMBER
  return { ...page, items: page.items.map(item => ({ ...item, ...foresee('add', nowOf(item.data), action, item.data) })) }
}

/** GitLab cannot filter by role, so the members of one page are counted then. */
async function countMembers(query: MemberQuery, call: GitLabBulkCall): Promise<Total> {
  if (!query.levels) return await countRows(query.source, call)
  const { items, next } = await nextMembers('remove')(query, { size: MAX_ROWS, offset: 0, cursor: undefined }, call, { owner: {} })
  return { value: items.length, relation: next === undefined ? 'eq' : 'gte' }
}

type Target = Awaited<ReturnType<typeof memberTarget>>

const targetOf = (user: string, { owner }: MemberAction, call: GitLabBulkCall): Promise<Target> =>
  memberTarget(call.client, { ...owner, user }, call, 'ids')

const read = async ({ parent, user_id, subject }: Target, call: GitLabBulkCall): Promise<Image> =>
  await call.client.row({ path: `${parent}/${user_id}`, subject }, call).then(imageOf, ifMissing(NO_MEMBER))

/** GitLab removes the expiry date if it is set to an empty text. */
async function write({ parent, user_id, subject }: Target, from: Image, to: Image, call: GitLabBulkCall): Promise<void> {
  const path = `${parent}/${user_id}`
  const content = { access_level: to.level, ...(to.expires_at !== from.expires_at && { expires_at: to.expires_at ?? '' }) }
  if (to.level === null) await call.client.send({ method: 'DELETE', path, subject }, call)
  else if (from.level === null) await call.client.row({ method: 'POST', path: parent, json: { user_id, ...content }, subject }, call)
  else await call.client.row({ method: 'PUT', path, json: content, subject }, call)
}

/** Adapter parts that add members, update or remove them. The users are the items; the project or group is part of the action. */
export function changingMembers(kind: Kind) {
  /** The image that an earlier attempt stored before it changed the member. */
  const imageBefore = ({ before, data }: BulkItem, action: MemberAction) =>
    Check(Image, before) && !isSame(before, imageAfter(kind, before, action, data)) && { before }

  async function change(item: BulkItem, action: MemberAction, call: GitLabBulkCall): Promise<ItemResult> {
    const target = await targetOf(item.id, action, call)
    const now = await read(target, call)
    if (kind === 'update' && now.level === null) throw missing(target.subject)
    const wanted = imageAfter(kind, now, action, item.data)
    if (isSame(now, wanted)) return foundDone(item, imageBefore(item, action))
    if (kind === 'add' && now.level !== null)
      throw new OperationError(
        'already_exists',
        `${item.id} is already a member, with another role or expiry date: use bulk_update_members.`,
        {
          source: 'gateway',
          outcome: 'not_executed'
        }
      )
    await call.keepBefore?.(item.id, now)
    await write(target, now, wanted, call)
    return { outcome: 'succeeded', before: now }
  }

  async function restore({ id, before, data, ...item }: UndoItem, action: MemberAction, call: GitLabBulkCall): Promise<ItemResult> {
    if (!Check(Image, before)) throw conflict(`The previous membership of ${id} is unknown; it was left unchanged.`)
    const target = await targetOf(id, action, call)
    const now = await read(target, call)
    if (isSame(now, before)) return foundDone(item, {})
    if (!isSame(now, imageAfter(kind, before, action, data)))
      throw conflict(`The membership of ${id} was changed in the meantime; it was left unchanged.`)
    await write(target, now, before, call)
    return { outcome: 'succeeded' }
  }

  return {
    max_batch: 1,
    concurrency: 4,
    page_size: MAX_ROWS,
    keeps_data: kind === 'add',
    idempotent: true,
    cost_units: 3,
    count: countMembers,
    nextBatch: kind === 'add' ? nextCopied : nextMembers(kind),
    describe: describeWith<MemberAction>(async (id, call, action) => {
      const target = await targetOf(id, action, call).catch(ifUnknownUser)
      return target ? { display_name: id, ...foresee(kind, await read(target, call), action, null) } : notFound(id)
    }),
    executeBatch: (items: BulkItem[], action: MemberAction, call: GitLabBulkCall) =>
      forEachItem(items, call, item => change(item, action, call)),
    keeps_before: () => true,
    reconcile: (items: BulkItem[], action: MemberAction, call: GitLabBulkCall) =>
      reconcileEach(items, call, async item => {
        const now = await read(await targetOf(item.id, action, call), call)
        return foundAs(isSame(now, imageAfter(kind, now, action, item.data)), imageBefore(item, action))
      }),
    undo: {
      idempotent: true,
      executeBatch: (items: UndoItem[], action: MemberAction, call: GitLabBulkCall) =>
        forEachItem(items, call, item => restore(item, action, call))
    }
  } as const
}

function ifUnknownUser(error: unknown): undefined {
  if (error instanceof OperationError && error.reason === 'invalid_field_value') return undefined
  throw error
}
