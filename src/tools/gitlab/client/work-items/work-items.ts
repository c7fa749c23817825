import { invalidField } from '../../../../lib/invalid-field.ts'
import { below, isRow, type Row, rows, text } from '../../../../lib/row.ts'
import type { WholeWorkItem, WorkItem } from '../../schemas/work-items.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import { connectionPage, globalId, missing, mutate, query } from '../http/graphql.ts'
import type { Paging } from '../http/pagination.ts'
import type { Owner } from '../projects/projects.ts'
import { userIdsOf } from '../projects/users.ts'
import type { GitLabCall } from '../request.ts'
import { WHOLE_WORK_ITEM, WORK_ITEM, wholeWorkItemOf, workItemOf } from './mappers.ts'
import { type Namespace, namespaceOf, parseReference, type WorkItemRef } from './namespaces.ts'
import { typesOf, type WorkItemTypeDetails } from './types.ts'

/** Which work items a list returns. */
export interface WorkItemsFilter extends Owner {
  types?: string[]
  state: string
  search?: string
  labels?: string[]
  assignee?: string
  author?: string
  milestone?: string
  iteration_id?: number
  parent?: string
  updated_after?: string
  include_descendants: boolean
  order_by: string
  sort: string
}

type WorkItemsQuery = WorkItemsFilter & Paging

/** The filters of a list as GraphQL takes them: the name, type and value of each. */
const filtersOf = (input: WorkItemsQuery, kind: Namespace['kind'], parentId: string | undefined): [string, string, unknown][] => {
  const filters: [string, string, unknown][] = [
    ['types', '[IssueType!]', input.types?.map(type => type.toUpperCase())],
    ['state', 'IssuableState', input.state],
    ['search', 'String', input.search],
    ['labelName', '[String!]', input.labels],
    ['assigneeUsernames', '[String!]', input.assignee === undefined ? undefined : [bareName(input.assignee)]],
    ['authorUsername', 'String', input.author === undefined ? undefined : bareName(input.author)],
    ['milestoneTitle', '[String!]', input.milestone === undefined ? undefined : [input.milestone]],
    ['iterationId', '[ID]', input.iteration_id === undefined ? undefined : [globalId('Iteration', input.iteration_id)]],
    ['parentIds', '[WorkItemID!]', parentId === undefined ? undefined : [parentId]],
    ['updatedAfter', 'Time', input.updated_after],
    ['includeDescendants', 'Boolean', kind === 'group' && input.include_descendants ? true : undefined],
    ['sort', 'WorkItemSort', `${input.order_by}_${input.sort}`.toUpperCase()]
  ]
  return filters.filter(([, , value]) => value !== undefined)
}

const bareName = (username: string): string => username.replace(/^@/, '')

export async function listWorkItems(gitlab: GitLab, input: WorkItemsQuery, call: GitLabCall) {
  const { kind, path, subject } = await namespaceOf(gitlab, input, call)
  const parent = input.parent === undefined ? undefined : await identify(gitlab, parseReference(input.parent, 'parent'), call)
  const filters = filtersOf(input, kind, parent?.id)
  const declared = filters.map(([name, type]) => `$${name}: ${type}`).join(', ')
  const given = filters.map(([name]) => `${name}: $${name}`).join(', ')
  const document = `query($path: ID!, $first: Int, $after: String, ${declared}) {
    ${kind}(fullPath: $path) { workItems(${given}, first: $first, after: $after) {
      nodes { ${WORK_ITEM} } count pageInfo { hasNextPage endCursor } } } }`
  const variables = { path, ...Object.fromEntries(filters.map(([name, , value]) => [name, value])) }
  const { limit, cursor } = input
  const paging = { limit, ...(cursor !== undefined && { cursor }) }
  const page = await connectionPage(gitlab, { document, variables, subject, at: [kind, 'workItems'] }, paging, workItemOf, call)
  return { ...page, items: page.items.map(item => withVisibleParent(gitlab, item, call)), untrusted: true }
}

/** What belongs to a project that the caller may not use is left out, and so is every epic then. */
const isVisible = (gitlab: GitLab, { reference }: { reference: string | null }, call: GitLabCall): boolean =>
  !gitlab.access.isLimited(call.caller) ||
  (reference?.includes('#') === true && gitlab.access.allows(call.caller, { id: null, path: reference.replace(/#\d+$/, '') }))

function withVisibleParent<Item extends WorkItem>(gitlab: GitLab, item: Item, call: GitLabCall): Item {
  return item.parent === null || isVisible(gitlab, item.parent, call) ? item : { ...item, parent: null }
}

export const subjectOf = ({ kind, subject }: Namespace, iid: number) => ({
  kind: 'work item',
  name: `${kind === 'group' ? '&' : '#'}${iid} of ${subject.name}`
})

/** Returns the row of a work item, with these fields. */
export const workItemRow = async (gitlab: GitLab, { iid, ...owner }: WorkItemRef, fields: string, call: GitLabCall): Promise<Row> =>
  await rowIn(gitlab, await namespaceOf(gitlab, owner, call), iid, fields, call)

async function rowIn(gitlab: GitLab, namespace: Namespace, iid: number, fields: string, call: GitLabCall): Promise<Row> {
  const subject = subjectOf(namespace, iid)
  const document = `query($path: ID!, $iid: String!) { namespace(fullPath: $path) { workItem(iid: $iid) { ${fields} } } }`
  const data = await query(gitlab, { document, variables: { path: namespace.path, iid: String(iid) }, subject }, call)
  const { workItem } = below(data, 'namespace')
  if (!isRow(workItem)) throw missing(subject)
  return workItem
}

/** A work item as GraphQL names it: by its global ID. `namespace`: the path of its project or group. */
interface WorkItemIdentity {
  id: string
  type: string
  namespace: string
}

export async function identify(gitlab: GitLab, { iid, ...owner }: WorkItemRef, call: GitLabCall): Promise<WorkItemIdentity> {
  const namespace = await namespaceOf(gitlab, owner, call)
  const row = await rowIn(gitlab, namespace, iid, 'id workItemType { name }', call)
  return { id: text(row, 'id'), type: text(below(row, 'workItemType'), 'name'), namespace: namespace.path }
}

export async function getWorkItem(gitlab: GitLab, ref: WorkItemRef, call: GitLabCall) {
  const item: WholeWorkItem = withVisibleParent(gitlab, wholeWorkItemOf(await workItemRow(gitlab, ref, WHOLE_WORK_ITEM, call)), call)
  const visible = <One extends { reference: string | null }>(all: One[]): One[] => all.filter(one => isVisible(gitlab, one, call))
  return { ...item, children: visible(item.children), linked_items: visible(item.linked_items), untrusted: true }
}

interface WorkItemContent {
  title?: string
  description?: string
  assignees?: string[]
  milestone_id?: number
  iteration_id?: number
  start_date?: string
  due_date?: string
  weight?: number
  health_status?: string
  status?: string
  parent?: string
  confidential?: boolean
  custom_fields?: { name: string; values: string[] }[]
}

/** The widgets that set this content. Names of users, statuses and custom fields, and references, become the IDs that GitLab takes. */
async function widgetsOf(
  gitlab: GitLab,
  content: WorkItemContent,
  type: () => Promise<WorkItemTypeDetails>,
  call: GitLabCall
): Promise<Row> {
  const { description, assignees, milestone_id, iteration_id, start_date, due_date, weight, health_status, status, parent, custom_fields } =
    content
  const userIds = assignees && (await userIdsOf(gitlab, assignees, 'assignees', call))
  const dates = { ...(start_date !== undefined && { startDate: start_date }), ...(due_date !== undefined && { dueDate: due_date }) }
  return {
    ...(description !== undefined && { descriptionWidget: { description } }),
    ...(userIds && { assigneesWidget: { assigneeIds: userIds.map(id => globalId('User', id)) } }),
    ...(milestone_id !== undefined && { milestoneWidget: { milestoneId: globalId('Milestone', milestone_id) } }),
    ...(iteration_id !== undefined && { iterationWidget: { iterationId: globalId('Iteration', iteration_id) } }),
    ...(Object.keys(dates).length > 0 && { startAndDueDateWidget: dates }),
    ...(weight !== undefined && { weightWidget: { weight } }),
    ...(health_status !== undefined && { healthStatusWidget: { healthStatus: health_status } }),
    ...(status !== undefined && { statusWidget: { status: (await type()).statusId(status) } }),
    ...(parent !== undefined && { hierarchyWidget: { parentId: (await identify(gitlab, parseReference(parent, 'parent'), call)).id } }),
    ...(custom_fields && { customFieldsWidget: (await type()).fieldValues(custom_fields) })
  }
}

/** Returns the IDs of labels of a project or group, or of its parent groups. */
export async function labelIds(
  gitlab: GitLab,
  { kind, path, subject }: Namespace,
  names: readonly string[],
  property: string,
  call: GitLabCall
) {
  const ids: string[] = []
  for (const title of names) {
    const document = `query($path: ID!, $title: String) { ${kind}(fullPath: $path) { labels(title: $title, includeAncestorGroups: true, first: 1) { nodes { id } } } }`
    const data = await query(gitlab, { document, variables: { path, title }, subject }, call)
    if (!isRow(data[kind])) throw missing(subject)
    const [found] = rows(below(data, kind, 'labels'), 'nodes')
    if (!found)
      throw invalidField(property, `names a label that does not exist: ${title}`, 'names of labels, as gitlab_list_labels returns them')
    ids.push(text(found, 'id'))
  }
  return ids
}

export async function createWorkItem(
  gitlab: GitLab,
  { type, labels, ...content }: Owner & WorkItemContent & { title: string; type: string; labels?: string[] },
  call: GitLabCall
) {
  rejectQuickActions(content.description, 'description')
  const namespace = await namespaceOf(gitlab, content, call)
  const found = await typesOf(gitlab, namespace, type, call)
  const input = {
    namespacePath: namespace.path,
    title: content.title,
    workItemTypeId: found.id,
    ...(content.confidential !== undefined && { confidential: content.confidential }),
    ...(await widgetsOf(gitlab, content, async () => found, call)),
    ...(labels && { labelsWidget: { labelIds: await labelIds(gitlab, namespace, labels, 'labels', call) } })
  }
  const document = `mutation($input: WorkItemCreateInput!) { workItemCreate(input: $input) { workItem { ${WORK_ITEM} } errors } }`
  const payload = await mutate(gitlab, { name: 'workItemCreate', document, variables: { input }, subject: namespace.subject }, call)
  return withVisibleParent(gitlab, workItemOf(below(payload, 'workItem')), call)
}

/** Values that clear a property. */
const CLEARED = new Map<string, Row>([
  ['assignees', { assigneesWidget: { assigneeIds: [] } }],
  ['milestone', { milestoneWidget: { milestoneId: null } }],
  ['iteration', { iterationWidget: { iterationId: null } }],
  ['weight', { weightWidget: { weight: null } }],
  ['health_status', { healthStatusWidget: { healthStatus: null } }],
  ['parent', { hierarchyWidget: { parentId: null } }]
])

/** Both dates are in one widget, but only one of them may be cleared. */
const clearedDates = (clear: readonly string[]): Row => ({
  ...(clear.includes('start_date') && { startDate: null }),
  ...(clear.includes('due_date') && { dueDate: null })
})

export interface WorkItemChange extends WorkItemRef, WorkItemContent {
  add_labels?: string[]
  remove_labels?: string[]
  state_event?: 'close' | 'reopen'
  clear?: string[]
}

export async function updateWorkItem(gitlab: GitLab, { iid, clear = [], ...change }: WorkItemChange, call: GitLabCall) {
  rejectQuickActions(change.description, 'description')
  const namespace = await namespaceOf(gitlab, change, call)
  const { id, type } = await identify(gitlab, { ...change, iid }, call)
  const widgets = await widgetsOf(gitlab, change, () => typesOf(gitlab, namespace, type, call), call)
  const { add_labels, remove_labels, title, confidential, state_event } = change
  const labels = {
    ...(add_labels && { addLabelIds: await labelIds(gitlab, namespace, add_labels, 'add_labels', call) }),
    ...(remove_labels && { removeLabelIds: await labelIds(gitlab, namespace, remove_labels, 'remove_labels', call) })
  }
  const dates = { ...below(widgets, 'startAndDueDateWidget'), ...clearedDates(clear) }
  const input = Object.assign(
    { id, ...widgets },
    ...clear.map(name => CLEARED.get(name) ?? {}),
    Object.keys(dates).length > 0 && { startAndDueDateWidget: dates },
    Object.keys(labels).length > 0 && { labelsWidget: labels },
    title !== undefined && { title },
    confidential !== undefined && { confidential },
    state_event !== undefined && { stateEvent: state_event.toUpperCase() }
  )
  const payload = await mutate(
    gitlab,
    { ...UPDATE, variables: { input }, namespace: namespace.path, subject: subjectOf(namespace, iid) },
    call
  )
  return withVisibleParent(gitlab, workItemOf(below(payload, 'workItem')), call)
}

export const UPDATE = {
  name: 'workItemUpdate',
  document: `mutation($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { workItem { ${WORK_ITEM} } errors } }`
}

export async function convertWorkItem(gitlab: GitLab, { iid, type, ...owner }: WorkItemRef & { type: string }, call: GitLabCall) {
  const namespace = await namespaceOf(gitlab, owner, call)
  const { id } = await identify(gitlab, { ...owner, iid }, call)
  const { id: workItemTypeId } = await typesOf(gitlab, namespace, type, call)
  const document = `mutation($input: WorkItemConvertInput!) { workItemConvert(input: $input) { workItem { ${WORK_ITEM} } errors } }`
  const request = {
    name: 'workItemConvert',
    document,
    variables: { input: { id, workItemTypeId } },
    namespace: namespace.path,
    subject: subjectOf(namespace, iid)
  }
  return withVisibleParent(gitlab, workItemOf(below(await mutate(gitlab, request, call), 'workItem')), call)
}

export async function deleteWorkItem(gitlab: GitLab, ref: WorkItemRef, call: GitLabCall) {
  const namespace = await namespaceOf(gitlab, ref, call)
  const { id } = await identify(gitlab, ref, call)
  const document = 'mutation($input: WorkItemDeleteInput!) { workItemDelete(input: $input) { errors } }'
  const subject = subjectOf(namespace, ref.iid)
  await mutate(gitlab, { name: 'workItemDelete', document, variables: { input: { id } }, namespace: namespace.path, subject }, call)
  return { iid: ref.iid, deleted: true }
}
