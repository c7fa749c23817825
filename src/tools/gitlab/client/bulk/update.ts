import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { UndoItem } from '../../../../contract/bulk.ts'
import { type BulkItem, type BulkPosition, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemResult, ifInvisible } from '../../../../contract/each-item.ts'
import { below, integerOrNull, type Row, rows, text, textOrNull } from '../../../../lib/row.ts'
import { labelsOf, referenceOf } from '../mappers/issues.ts'
import { joinLabels } from '../request.ts'
import { conflict, foundAs, type GitLabBulkCall, reconcileEach } from './call.ts'
import { resolveItem } from './item-ids.ts'
import { countRows, describeWith, keepable, MAX_ROWS, nextRows, notFound, type Source } from './selection.ts'

/** The change to apply to each issue or merge request. Absent properties stay as they are; an empty list or null clears a property. */
export type Change = {
  add_labels?: string[]
  remove_labels?: string[]
  state?: 'opened' | 'closed'
  assignee_ids?: number[]
  reviewer_ids?: number[]
  milestone_id?: number | null
}

/** The state of an item before the change: every property that a change can affect. */
const Image = Type.Object({
  labels: Type.Array(Type.String()),
  state: Type.String(),
  assignee_ids: Type.Array(Type.Integer()),
  reviewer_ids: Type.Array(Type.Integer()),
  milestone_id: Type.Union([Type.Integer(), Type.Null()])
})
export type Image = Static<typeof Image>

const idsIn = (row: Row, name: string): number[] =>
  rows(row, name)
    .flatMap(one => integerOrNull(one, 'id') ?? [])
    .sort((a, b) => a - b)

const imageOf = (row: Row): Image => ({
  labels: labelsOf(row).sort(),
  state: text(row, 'state'),
  assignee_ids: idsIn(row, 'assignees'),
  reviewer_ids: idsIn(row, 'reviewers'),
  milestone_id: integerOrNull(below(row, 'milestone'), 'id')
})

/** Returns, as comparable text, the part of an image that the change affects. */
function affected(image: Image, { add_labels = [], remove_labels = [], ...change }: Change) {
  const labels = [...add_labels, ...remove_labels].sort()
  return JSON.stringify({
    labels: labels.filter(label => image.labels.includes(label)),
    // A merged merge request can be neither closed nor reopened.
    ...(change.state && { closed: image.state !== 'opened' }),
    ...(change.assignee_ids && { assignee_ids: image.assignee_ids }),
    ...(change.reviewer_ids && { reviewer_ids: image.reviewer_ids }),
    ...(change.milestone_id !== undefined && { milestone_id: image.milestone_id })
  })
}

/** Returns the image as it will be after the change. */
const imageAfter = (image: Image, { add_labels = [], remove_labels = [], ...change }: Change): Image => ({
  labels: [...image.labels.filter(label => !remove_labels.includes(label)), ...add_labels],
  state: change.state ?? image.state,
  assignee_ids: change.assignee_ids?.toSorted((a, b) => a - b) ?? image.assignee_ids,
  reviewer_ids: change.reviewer_ids?.toSorted((a, b) => a - b) ?? image.reviewer_ids,
  milestone_id: change.milestone_id === undefined ? image.milestone_id : change.milestone_id
})

const isDone = (image: Image, change: Change): boolean => affected(image, change) === affected(imageAfter(image, change), change)

/** Returns the request body. GitLab reads 0 as no user, and as no milestone. */
const bodyOf = ({ add_labels = [], remove_labels = [], state, assignee_ids, reviewer_ids, milestone_id }: Change): Row => ({
  ...(add_labels.length > 0 && { add_labels: joinLabels(add_labels) }),
  ...(remove_labels.length > 0 && { remove_labels: joinLabels(remove_labels) }),
  ...(state && { state_event: state === 'closed' ? 'close' : 'reopen' }),
  ...(assignee_ids && { assignee_ids: assignee_ids.length > 0 ? assignee_ids : [0] }),
  ...(reviewer_ids && { reviewer_ids: reviewer_ids.length > 0 ? reviewer_ids : [0] }),
  ...(milestone_id !== undefined && { milestone_id: milestone_id ?? 0 })
})

/** Returns the change that restores an image, as far as the original change affected it. */
function inverseOf(before: Image, { add_labels = [], remove_labels = [], ...change }: Change): Change {
  const had = (label: string): boolean => before.labels.includes(label)
  const labels = [...add_labels, ...remove_labels]
  return {
    add_labels: labels.filter(had),
    remove_labels: labels.filter(label => !had(label)),
    ...(change.state && { state: before.state === 'opened' ? 'opened' : 'closed' }),
    ...(change.assignee_ids && { assignee_ids: before.assignee_ids }),
    ...(change.reviewer_ids && { reviewer_ids: before.reviewer_ids }),
    ...(change.milestone_id !== undefined && { milestone_id: before.milestone_id })
  }
}

const KINDS = {
  issues: { separator: '#', noun: 'issue' },
  merge_requests: { separator: '!', noun: 'merge request' }
} as const
export type Kind = keyof typeof KINDS

/** Returns the item ID of a row. Old servers return only the ID of the project, not its path. */
export const nameOf = (kind: Kind, row: Row): string =>
  referenceOf(row) ?? `${integerOrNull(row, 'project_id')}${KINDS[kind].separator}${integerOrNull(row, 'iid')}`

/** Returns path and subject of requests for an item. */
export async function itemRequest(kind: Kind, id: string, call: GitLabBulkCall) {
  const { separator, noun } = KINDS[kind]
  const { project, number } = await resolveItem(id, separator, call)
  return { path: `${project.path}/${kind}/${number}`, subject: project.subject(noun, `${separator}${number}`) }
}

/** The parts of an adapter that select and describe issues or merge requests. */
export function selectionParts<Action>(
  kind: Kind,
  dataOf: (row: Row) => BulkItem['data'] = () => null,
  foresee: (row: Row, action: Action) => Pick<BulkItem, 'foreseen'> = () => ({})
) {
  return {
    max_batch: 1,
    concurrency: 4,
    page_size: MAX_ROWS,
    count: countRows,
    nextBatch: (source: Source, at: BulkPosition, call: GitLabBulkCall, action: Action) =>
      nextRows(source, at, call, row => {
        const [id, etag, data] = [nameOf(kind, row), textOrNull(row, 'updated_at'), dataOf(row) ?? null]
        const name = `${id} ${text(row, 'title')}`.trim()
        return { id, display_name: name, ...(etag !== null && { etag }), ...(data !== null && { data }), ...foresee(row, action) }
      }),
    describe: describeWith<Action>(async (id, call, action) => {
      const row = await call.client.row(await itemRequest(kind, id, call), call).catch(ifInvisible(undefined))
      return row ? { display_name: `${id} ${text(row, 'title')}`, ...foresee(row, action) } : notFound(id)
    })
  } as const
}

/** GitLab cannot reopen a merged merge request; closing one changes nothing. */
export function foresee(image: Image, wanted: Change): Pick<BulkItem, 'foreseen'> {
  if (isDone(image, wanted)) return willBeSkipped('it already has these values')
  return image.state === 'merged' && wanted.state === 'opened' ? willFail('it is merged and cannot be reopened') : {}
}

/** The parts of an adapter that updates issues or merge requests. */
export const updating = (kind: Kind) => ({
  ...selectionParts<Change>(
    kind,
    row => keepable(imageOf(row)),
    (row, wanted) => foresee(imageOf(row), wanted)
  ),
  ...changing({
    read: async (id, call) => imageOf(await call.client.row(await itemRequest(kind, id, call), call)),
    write: async (id, change, call) =>
      void (await call.client.row({ method: 'PUT', ...(await itemRequest(kind, id, call)), json: bodyOf(change) }, call))
  })
})

interface Access {
  read: (id: string, call: GitLabBulkCall) => Promise<Image>
  write: (id: string, change: Change, call: GitLabBulkCall) => Promise<void>
}

/** The parts of an adapter that reads each item, then writes it. */
export function changing({ read, write }: Access) {
  /** The image stored by an earlier attempt, or when the item was listed, if the change was not yet applied then. */
  function imageBefore({ before, data }: BulkItem, wanted: Change) {
    const image = Check(Image, before) ? before : data
    return Check(Image, image) && !isDone(image, wanted) && { before: image }
  }

  async function change(item: BulkItem, wanted: Change, call: GitLabBulkCall): Promise<ItemResult> {
    const { id, data } = item
    const image = await read(id, call)
    if (isDone(image, wanted)) return foundDone(item, imageBefore(item, wanted))
    if (!Check(Image, data)) await call.keepBefore?.(id, image)
    await write(id, wanted, call)
    return { outcome: 'succeeded', before: image }
  }

  async function restore(item: UndoItem, wanted: Change, call: GitLabBulkCall): Promise<ItemResult> {
    const { id, before } = item
    if (!Check(Image, before)) throw conflict(`The previous state of ${id} is unknown; it was left unchanged.`)
    const image = await read(id, call)
    if (affected(image, wanted) === affected(before, wanted)) return foundDone(item, {})
    if (!isDone(image, wanted)) throw conflict(`${id} was changed in the meantime; it was left unchanged.`)
    await write(id, inverseOf(before, wanted), call)
    return { outcome: 'succeeded' }
  }

  return {
    idempotent: true,
    keeps_data: true,
    cost_units: 2,
    executeBatch: (items: BulkItem[], wanted: Change, call: GitLabBulkCall) => forEachItem(items, call, item => change(item, wanted, call)),
    keeps_before: ({ data }: BulkItem) => !Check(Image, data),
    reconcile: (items: BulkItem[], wanted: Change, call: GitLabBulkCall) =>
      reconcileEach(items, call, async item => {
        return foundAs(isDone(await read(item.id, call), wanted), imageBefore(item, wanted))
      }),
    undo: {
      idempotent: true,
      executeBatch: (items: UndoItem[], wanted: Change, call: GitLabBulkCall) =>
        forEachItem(items, call, item => restore(item, wanted, call))
    }
  }
}

/** The change as the input describes it. */
interface ChangeInput {
  /** Usernames, in place of IDs. */
  assignees?: string[]
  reviewers?: string[]
  add_labels?: string[]
  remove_labels?: string[]
  set_state?: 'opened' | 'closed'
  assignee_ids?: number[]
  reviewer_ids?: number[]
  milestone_id?: number
  clear?: string[]
}

export const changeOf = ({
  add_labels,
  remove_labels,
  set_state,
  assignee_ids,
  reviewer_ids,
  milestone_id,
  clear = []
}: ChangeInput): Change => ({
  ...(add_labels && { add_labels }),
  ...(remove_labels && { remove_labels }),
  ...(set_state && { state: set_state }),
  ...(assignee_ids && { assignee_ids }),
  ...(reviewer_ids && { reviewer_ids }),
  ...(milestone_id !== undefined && { milestone_id }),
  ...(clear.includes('milestone') && { milestone_id: null })
})

/** Describes the change for the user who confirms it. */
export function describeChange({
  add_labels,
  remove_labels,
  set_state,
  assignees,
  reviewers,
  assignee_ids,
  reviewer_ids,
  milestone_id,
  clear = []
}: ChangeInput): string {
  const people = (what: string, ids: readonly (number | string)[] | undefined) => ids && `${what} ${ids.join(', ') || 'none'}`
  const parts = [
    set_state && `state ${set_state}`,
    add_labels && `add labels ${add_labels.join(', ')}`,
    remove_labels && `remove labels ${remove_labels.join(', ')}`,
    people('assignees', assignees ?? assignee_ids),
    people('reviewers', reviewers ?? reviewer_ids),
    milestone_id !== undefined && `milestone ${milestone_id}`,
    clear.includes('milestone') && 'no milestone'
  ]
  return parts.filter(Boolean).join(', ')
}
