import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, BulkPosition } from '../../../../contract/bulk.ts'
import type { UndoItem } from '../../../../contract/bulk-afterwards.ts'
import { below, integerOrNull, type Row, rows, text, textOrNull } from '../../../../lib/row.ts'
import { joined } from '../request.ts'
import { labelsOf, referenceOf } from '../shapes/issues.ts'
import { type BulkTurn, conflict, type Done, each, ifGone, look } from './each.ts'
import { placeIn } from './names.ts'
import { countRows, describeWith, keepable, MOST_ROWS, nextRows, type Source } from './select.ts'

/** What is to become of each issue or merge request; what is not said stays. An empty list of people, and no milestone, empty it. */
export type Change = {
  add_labels?: string[]
  remove_labels?: string[]
  state?: 'opened' | 'closed'
  assignee_ids?: number[]
  reviewer_ids?: number[]
  milestone_id?: number | null
}

/** All of a thing that a change may touch. */
const Image = Type.Object({
  labels: Type.Array(Type.String()),
  state: Type.String(),
  assignee_ids: Type.Array(Type.Integer()),
  reviewer_ids: Type.Array(Type.Integer()),
  milestone_id: Type.Union([Type.Integer(), Type.Null()])
})
type Image = Static<typeof Image>

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

/** Of an image what the change is about, and no more. */
function touched(image: Image, { add_labels = [], remove_labels = [], ...change }: Change) {
  const labels = [...add_labels, ...remove_labels].sort()
  return JSON.stringify({
    labels: labels.filter(label => image.labels.includes(label)),
    // What is merged can be neither closed nor opened.
    ...(change.state && { closed: image.state !== 'opened' }),
    ...(change.assignee_ids && { assignee_ids: image.assignee_ids }),
    ...(change.reviewer_ids && { reviewer_ids: image.reviewer_ids }),
    ...(change.milestone_id !== undefined && { milestone_id: image.milestone_id })
  })
}

const after = (image: Image, { add_labels = [], remove_labels = [], ...change }: Change): Image => ({
  labels: [...image.labels.filter(label => !remove_labels.includes(label)), ...add_labels],
  state: change.state ?? image.state,
  assignee_ids: change.assignee_ids?.toSorted((a, b) => a - b) ?? image.assignee_ids,
  reviewer_ids: change.reviewer_ids?.toSorted((a, b) => a - b) ?? image.reviewer_ids,
  milestone_id: change.milestone_id === undefined ? image.milestone_id : change.milestone_id
})

const isDone = (image: Image, change: Change): boolean => touched(image, change) === touched(after(image, change), change)

/** In GitLab's words: 0 stands for nobody, and for no milestone. */
const jsonOf = ({ add_labels = [], remove_labels = [], state, assignee_ids, reviewer_ids, milestone_id }: Change): Row => ({
  ...(add_labels.length > 0 && { add_labels: joined(add_labels) }),
  ...(remove_labels.length > 0 && { remove_labels: joined(remove_labels) }),
  ...(state && { state_event: state === 'closed' ? 'close' : 'reopen' }),
  ...(assignee_ids && { assignee_ids: assignee_ids.length > 0 ? assignee_ids : [0] }),
  ...(reviewer_ids && { reviewer_ids: reviewer_ids.length > 0 ? reviewer_ids : [0] }),
  ...(milestone_id !== undefined && { milestone_id: milestone_id ?? 0 })
})

/** What brings an image back, as far as the change touched it. */
function back(before: Image, { add_labels = [], remove_labels = [], ...change }: Change): Change {
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
  issues: { sign: '#', kind: 'issue' },
  merge_requests: { sign: '!', kind: 'merge request' }
} as const
export type Kind = keyof typeof KINDS

/** How a thing of such a list is named in a job; old servers tell the project by its id only. */
export const nameOf = (what: Kind, row: Row): string =>
  referenceOf(row) ?? `${integerOrNull(row, 'project_id')}${KINDS[what].sign}${integerOrNull(row, 'iid')}`

/** Where a thing of a job is, for a request. */
export async function requestFor(what: Kind, id: string, call: BulkTurn) {
  const { sign, kind } = KINDS[what]
  const { place, number } = await placeIn(id, sign, call)
  return { path: `${place.path}/${what}/${number}`, about: place.about(kind, `${sign}${number}`) }
}

/** How every action on issues or merge requests finds them. */
export function finding(what: Kind, dataOf: (row: Row) => BulkItem['data'] = () => null) {
  const read = async (id: string, call: BulkTurn): Promise<string> =>
    text(await call.client.row(await requestFor(what, id, call), call), 'title')
  return {
    max_batch: 1,
    concurrency: 4,
    page_size: MOST_ROWS,
    count: countRows,
    nextBatch: (source: Source, at: BulkPosition, call: BulkTurn) =>
      nextRows(source, at, call, row => {
        const [id, etag, data] = [nameOf(what, row), textOrNull(row, 'updated_at'), dataOf(row) ?? null]
        return { id, display_name: `${id} ${text(row, 'title')}`.trim(), ...(etag !== null && { etag }), ...(data !== null && { data }) }
      }),
    describe: describeWith((id, call) => read(id, call).then(title => `${id} ${title}`, ifGone(`${id} (not found)`)))
  } as const
}

/** The parts of a bulk action that changes issues or merge requests: each is read, then written. */
export function changing(what: Kind) {
  const read = async (id: string, call: BulkTurn): Promise<Image> => imageOf(await call.client.row(await requestFor(what, id, call), call))
  const write = async (id: string, change: Change, call: BulkTurn): Promise<void> =>
    void (await call.client.row({ method: 'PUT', ...(await requestFor(what, id, call)), json: jsonOf(change) }, call))

  async function change({ id, data, again }: BulkItem, wanted: Change, call: BulkTurn): Promise<Done> {
    const image = await read(id, call)
    if (isDone(image, wanted)) {
      const isOurs = again === true && Check(Image, data) && !isDone(data, wanted)
      return isOurs ? { outcome: 'succeeded', before: data } : { outcome: 'skipped' }
    }
    await write(id, wanted, call)
    return { outcome: 'succeeded', before: image }
  }

  async function restore({ id, before }: UndoItem, wanted: Change, call: BulkTurn): Promise<Done> {
    if (!Check(Image, before)) throw conflict(`Nobody can say what ${id} was before; it was left alone.`)
    const image = await read(id, call)
    if (touched(image, wanted) === touched(before, wanted)) return { outcome: 'skipped' }
    if (!isDone(image, wanted)) throw conflict(`Somebody changed ${id} since; it was left alone.`)
    await write(id, back(before, wanted), call)
    return { outcome: 'succeeded' }
  }

  return {
    ...finding(what, row => keepable(imageOf(row))),
    idempotent: true,
    keeps_data: true,
    cost_units: 2,
    executeBatch: (items: BulkItem[], wanted: Change, call: BulkTurn) => each(items, call, (item, single) => change(item, wanted, single)),
    reconcile: (items: BulkItem[], wanted: Change, call: BulkTurn) =>
      look(items, async ({ id }) => ({ outcome: isDone(await read(id, call), wanted) ? 'succeeded' : 'not_attempted' })),
    undo: {
      idempotent: true,
      executeBatch: (items: UndoItem[], wanted: Change, call: BulkTurn) =>
        each(items, call, (item, single) => restore(item, wanted, single))
    }
  }
}
