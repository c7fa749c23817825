import type { BulkItem, BulkPosition } from '../../../../contract/bulk.ts'
import { ifInvisible } from '../../../../contract/each-item.ts'
import type { Total } from '../../../../contract/schema.ts'
import { text } from '../../../../lib/row.ts'
import type { WorkItem } from '../../schemas/work-items.ts'
import { mutate } from '../http/graphql.ts'
import { workItemOf } from '../work-items/mappers.ts'
import { namespaceOf, parseReference } from '../work-items/namespaces.ts'
import { labelIds, listWorkItems, subjectOf, UPDATE, type WorkItemsFilter, workItemRow } from '../work-items/work-items.ts'
import type { GitLabBulkCall } from './call.ts'
import { describeWith, keepable, MAX_ROWS, notFound, withoutResponse } from './selection.ts'
import { type Change, changing, foresee, type Image } from './update.ts'

/** A change of work items: labels and state. The rest of `Change` is for issues and merge requests. */
export type WorkItemChange = Pick<Change, 'add_labels' | 'remove_labels' | 'state'>

/** The filter as a job stores it; null if the caller named the work items. */
type WorkItemSelection = { [name: string]: string | number | boolean | string[] } | null

const FIELDS = 'id title state reference(full: true) widgets { ... on WorkItemWidgetLabels { labels { nodes { title } } } }'

const imageOf = ({ labels, state }: WorkItem): Image => ({
  labels: labels.toSorted(),
  state: state ?? '',
  assignee_ids: [],
  reviewer_ids: [],
  milestone_id: null
})
const nameOf = ({ reference, title }: WorkItem): string => `${reference} ${title}`

/** Checks the project or group and the labels, so that a wrong name is refused before there is a job. */
export async function checkLabels(
  owner: { project?: string; group?: string },
  { add_labels = [], remove_labels = [] }: WorkItemChange,
  call: GitLabBulkCall
): Promise<void> {
  const namespace = await namespaceOf(call.client, owner, call)
  await labelIds(call.client, namespace, add_labels, 'add_labels', call)
  await labelIds(call.client, namespace, remove_labels, 'remove_labels', call)
}

/** Oldest first, so that new ones are appended to the list. */
const filterOf = (selection: NonNullable<WorkItemSelection>): WorkItemsFilter => ({
  include_descendants: false,
  state: 'opened',
  ...selection,
  order_by: 'created',
  sort: 'asc'
})

async function nextWorkItems(selection: WorkItemSelection, { size, cursor }: BulkPosition, call: GitLabBulkCall, wanted: WorkItemChange) {
  if (selection === null) return { items: [] }
  const page = { ...filterOf(selection), limit: size, ...(cursor !== undefined && { cursor }) }
  const { items, next_cursor } = await listWorkItems(call.client, page, withoutResponse(call))
  return {
    items: items.flatMap((item): BulkItem[] =>
      item.reference === null
        ? []
        : [{ id: item.reference, display_name: nameOf(item), data: keepable(imageOf(item)), ...foresee(imageOf(item), wanted) }]
    ),
    next: next_cursor ?? undefined
  }
}

async function countWorkItems(selection: WorkItemSelection, call: GitLabBulkCall): Promise<Total> {
  if (selection === null) return { value: 0, relation: 'eq' }
  const { items, total } = await listWorkItems(call.client, { ...filterOf(selection), limit: 1 }, withoutResponse(call))
  return total ?? { value: items.length, relation: 'gte' }
}

const read = async (id: string, call: GitLabBulkCall): Promise<WorkItem> =>
  workItemOf(await workItemRow(call.client, parseReference(id, 'ids'), FIELDS, call))

/** Labels are fetched for each work item: those of its group have different IDs from equal ones of a project. */
async function write(id: string, { add_labels = [], remove_labels = [], state }: WorkItemChange, call: GitLabBulkCall): Promise<void> {
  const reference = parseReference(id, 'ids')
  const namespace = await namespaceOf(call.client, reference, call)
  const [addLabelIds, removeLabelIds] = [
    await labelIds(call.client, namespace, add_labels, 'add_labels', call),
    await labelIds(call.client, namespace, remove_labels, 'remove_labels', call)
  ]
  const input = {
    id: text(await workItemRow(call.client, reference, 'id', call), 'id'),
    ...(addLabelIds.length + removeLabelIds.length > 0 && { labelsWidget: { addLabelIds, removeLabelIds } }),
    ...(state && { stateEvent: state === 'closed' ? 'CLOSE' : 'REOPEN' })
  }
  const subject = subjectOf(namespace, reference.iid)
  await mutate(call.client, { ...UPDATE, variables: { input }, namespace: namespace.path, subject, max_retries: 0 }, call)
}

/** The parts of an adapter that updates work items. */
export const updatingWorkItems = {
  max_batch: 1,
  concurrency: 4,
  page_size: MAX_ROWS,
  count: countWorkItems,
  nextBatch: nextWorkItems,
  describe: describeWith<WorkItemChange>(async (id, call, wanted) => {
    const item = await read(id, call).catch(ifInvisible(undefined))
    return item ? { display_name: nameOf(item), ...foresee(imageOf(item), wanted) } : notFound(id)
  }),
  ...changing({ read: async (id, call) => imageOf(await read(id, call)), write }),
  cost_units: 4
} as const
