import { now } from '../served.ts'
import { epicsOf } from '../state/epics.ts'
import { ITERATIONS } from '../state/iterations.ts'
import { ME } from '../state/me.ts'
import type { Group, Issue, Note, Project, State, User } from '../state/model.ts'
import { discussionId } from '../state/seed-merge-requests.ts'
import { GraphQLError } from './parse.ts'

type Args = Readonly<Record<string, unknown>>
type Owner = Project | Group

export const gid = (kind: string, id: number | string): string => `gid://gitlab/${kind}/${id}`
export const numberOf = (id: unknown): number => Number(String(id).split('/').at(-1))

/** GitLab's error for what does not exist, and for what the token cannot see. */
export const MISSING = "The resource that you are attempting to access does not exist or you don't have permission to perform this action"

const TYPES = ['Issue', 'Incident', 'Test Case', 'Requirement', 'Task', 'Objective', 'Key Result', 'Epic', 'Ticket']
const wordOf = (name: string): string => name.toLowerCase().replace(' ', '_')

const STATUSES = [
  ['To do', 'to_do'],
  ['In progress', 'in_progress'],
  ['Done', 'done'],
  ["Won't do", 'canceled'],
  ['Duplicate', 'canceled']
].map(([name = '', category = ''], index) => ({ id: gid('WorkItems::Statuses::SystemDefined::Status', index + 1), name, category }))

const OPTIONS = ['Web', 'Platform'].map((value, index) => ({ id: gid('Issuables::CustomFieldSelectOption', index + 1), value }))
const CUSTOM_FIELDS = [
  { id: gid('Issuables::CustomField', 1), name: 'Team', fieldType: 'SINGLE_SELECT', selectOptions: OPTIONS },
  { id: gid('Issuables::CustomField', 2), name: 'Customer', fieldType: 'TEXT', selectOptions: [] }
]

const WIDGETS = [
  { __typename: 'WorkItemWidgetDefinitionStatus', type: 'STATUS', allowedStatuses: STATUSES },
  {
    __typename: 'WorkItemWidgetDefinitionCustomFields',
    type: 'CUSTOM_FIELDS',
    customFieldValues: CUSTOM_FIELDS.map(customField => ({
      __typename: customField.fieldType === 'TEXT' ? 'WorkItemTextFieldValue' : 'WorkItemSelectFieldValue',
      customField
    }))
  }
]

const isGroup = (owner: Owner): owner is Group => 'full_path' in owner
const pathOf = (owner: Owner): string => (isGroup(owner) ? owner.full_path : owner.path)

/** Work items are issues of projects, and epics of groups. */
export function workItemRoots(state: State, base: string) {
  const itemsOf = (owner: Owner): Issue[] => (isGroup(owner) ? epicsOf(owner) : owner.issues)
  const owners = (): Owner[] => [...state.groups, ...state.projects]
  const ownerAt = (path: unknown): Owner | undefined => owners().find(owner => pathOf(owner).toLowerCase() === String(path).toLowerCase())
  const all = (): [Owner, Issue][] => owners().flatMap(owner => itemsOf(owner).map((item): [Owner, Issue] => [owner, item]))
  const byId = (id: unknown): [Owner, Issue] => {
    const found = all().find(([, item]) => item.id === numberOf(id))
    if (!found) throw new GraphQLError(MISSING)
    return found
  }
  const user = (id: number) => {
    const found = state.users.find(one => one.id === id)
    return found ? { id: gid('User', id), username: found.username, name: found.name } : null
  }
  const labelsAt = (owner: Owner) => {
    const own = isGroup(owner) ? state.projects.find(({ path }) => path.startsWith(`${owner.full_path}/`))?.labels : owner.labels
    return (own ?? []).map(({ id, name }) => ({ id: gid('ProjectLabel', id), title: name }))
  }

  const showType = (issue_type: string) => {
    const index = TYPES.findIndex(name => wordOf(name) === issue_type)
    return { id: gid('WorkItems::Type', index + 1), name: TYPES[index] ?? 'Issue', widgetDefinitions: WIDGETS }
  }

  const show = (owner: Owner, one: Issue): Record<string, unknown> => {
    const sign = one.issue_type === 'epic' ? '&' : '#'
    const iteration = ITERATIONS.find(({ id }) => id === one.work?.iteration_id)
    const milestone = isGroup(owner) ? undefined : owner.milestones.find(({ id }) => id === one.milestone_id)
    const children = all().filter(([, item]) => item.work?.parent_id === one.id)
    const links = state.projects.flatMap(({ links }) => links).filter(({ source, target }) => source === one || target === one)
    return {
      __typename: 'WorkItem',
      id: gid('WorkItem', one.id),
      iid: String(one.iid),
      title: one.title,
      description: one.description,
      state: one.state === 'opened' ? 'OPEN' : 'CLOSED',
      confidential: one.confidential,
      reference: ({ full }: Args) => `${full === true ? pathOf(owner) : ''}${sign}${one.iid}`,
      author: user(one.author_id),
      namespace: () => namespace(owner),
      workItemType: showType(one.issue_type),
      createdAt: one.created_at,
      updatedAt: one.updated_at,
      closedAt: one.closed_at,
      webUrl: `${base}/${isGroup(owner) ? 'groups/' : ''}${pathOf(owner)}/-/work_items/${one.iid}`,
      widgets: () => [
        { __typename: 'WorkItemWidgetAssignees', assignees: { nodes: one.assignee_ids.map(user) } },
        { __typename: 'WorkItemWidgetLabels', labels: { nodes: one.labels.map(title => ({ id: gid('ProjectLabel', title), title })) } },
        {
          __typename: 'WorkItemWidgetMilestone',
          milestone: milestone ? { id: gid('Milestone', milestone.id), title: milestone.title } : null
        },
        {
          __typename: 'WorkItemWidgetIteration',
          iteration: iteration
            ? { id: gid('Iteration', iteration.id), title: iteration.title, startDate: iteration.start_date, dueDate: iteration.due_date }
            : null
        },
        { __typename: 'WorkItemWidgetStartAndDueDate', startDate: one.work?.start_date ?? null, dueDate: one.due_date },
        { __typename: 'WorkItemWidgetWeight', weight: one.weight },
        { __typename: 'WorkItemWidgetHealthStatus', healthStatus: one.work?.health_status ?? null },
        {
          __typename: 'WorkItemWidgetStatus',
          status: STATUSES.find(({ name }) => name === (one.work?.status ?? (one.state === 'closed' ? 'Done' : 'To do')))
        },
        {
          __typename: 'WorkItemWidgetHierarchy',
          parent: () => (one.work?.parent_id === undefined ? null : show(...byId(one.work.parent_id))),
          children: { nodes: () => children.map(([of, item]) => show(of, item)), count: children.length, pageInfo: LAST }
        },
        {
          __typename: 'WorkItemWidgetLinkedItems',
          linkedItems: {
            nodes: () =>
              links.map(({ source, target, link_type }) => {
                const other = source === one ? target : source
                return { linkType: link_type, workItem: show(...byId(other.id)) }
              })
          }
        },
        {
          __typename: 'WorkItemWidgetCustomFields',
          customFieldValues: CUSTOM_FIELDS.map(customField => {
            const value = one.work?.fields?.get(customField.id)
            return customField.fieldType === 'TEXT'
              ? { __typename: 'WorkItemTextFieldValue', customField, value: value ?? null }
              : {
                  __typename: 'WorkItemSelectFieldValue',
                  customField,
                  selectedOptions: OPTIONS.filter(({ id }) => [value].flat().includes(id))
                }
          })
        },
        { __typename: 'WorkItemWidgetNotes', discussions: (args: Args) => discussions(one, args) }
      ]
    }
  }

  const discussions = (one: Issue, { filter, ...args }: Args) => {
    const notes = one.notes.filter(({ system }) => filter !== 'ONLY_COMMENTS' || !system)
    const threads = [...Map.groupBy(notes, note => note.thread ?? discussionId(note.id))]
    return connection(threads, args, ([id, notes]) => ({
      id: gid('Discussion', id),
      notes: (args: Args) => connection(notes, args, showNote)
    }))
  }
  const showNote = ({ id, body, author_id, system, internal, created_at, updated_at }: Note) => ({
    id: gid('Note', id),
    body,
    author: user(author_id),
    system,
    internal,
    createdAt: created_at,
    updatedAt: updated_at
  })

  const workItems = (owner: Owner, args: Args) => {
    const inner = isGroup(owner) && args['includeDescendants'] === true
    const found = inner
      ? all().filter(([of]) => of === owner || pathOf(of).startsWith(`${owner.full_path}/`))
      : itemsOf(owner).map((item): [Owner, Issue] => [owner, item])
    const sorted = found
      .filter(([, one]) => matches(one, args, state))
      .toSorted(([, a], [, b]) => compare(a, b, String(args['sort'] ?? 'CREATED_ASC')))
    return { ...connection(sorted, args, ([of, one]) => show(of, one)), count: sorted.length }
  }

  const namespace = (owner: Owner) => ({
    id: gid(isGroup(owner) ? 'Group' : 'Namespaces::ProjectNamespace', owner.id),
    fullPath: pathOf(owner),
    workItem: ({ iid }: Args) => {
      const found = itemsOf(owner).find(one => String(one.iid) === iid)
      return found ? show(owner, found) : null
    },
    workItemTypes: ({ name }: Args) => {
      const words = TYPES.map(wordOf).filter(word => isGroup(owner) === (word === 'epic') || word === 'issue')
      return { nodes: words.filter(word => name === undefined || word === String(name).toLowerCase()).map(showType) }
    }
  })

  const labels = (owner: Owner) => ({
    labels: ({ title }: Args) => ({ nodes: labelsAt(owner).filter(one => title === undefined || one.title === title) })
  })
  const container = (owner: Owner) => ({
    id: gid(isGroup(owner) ? 'Group' : 'Project', owner.id),
    fullPath: pathOf(owner),
    ...labels(owner),
    workItems: (args: Args) => workItems(owner, args)
  })

  function change(owner: Owner, one: Issue, input: Args): void {
    const widget = (name: string): Args => Object(input[name])
    const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(numberOf) : [])
    const labelsIn = (value: unknown): string[] =>
      labelsAt(owner)
        .filter(({ id }) => idsIn(value).includes(numberOf(id)))
        .map(({ title }) => title)
    if (input['title'] !== undefined) one.title = String(input['title'])
    if (input['confidential'] !== undefined) one.confidential = input['confidential'] === true
    if (input['stateEvent'] !== undefined)
      Object.assign(one, input['stateEvent'] === 'CLOSE' ? { state: 'closed', closed_at: now() } : { state: 'opened', closed_at: null })
    const { description } = widget('descriptionWidget')
    if (description !== undefined) one.description = String(description)
    if (input['assigneesWidget'] !== undefined) one.assignee_ids = idsIn(widget('assigneesWidget')['assigneeIds'])
    const { labelIds, addLabelIds, removeLabelIds } = widget('labelsWidget')
    const removed = labelsIn(removeLabelIds)
    one.labels = [...new Set([...one.labels, ...labelsIn(labelIds), ...labelsIn(addLabelIds)])].filter(title => !removed.includes(title))
    const { milestoneId } = widget('milestoneWidget')
    if (milestoneId !== undefined) one.milestone_id = milestoneId === null ? null : numberOf(milestoneId)
    const { startDate, dueDate } = widget('startAndDueDateWidget')
    if (dueDate !== undefined) one.due_date = dueDate === null ? null : String(dueDate)
    const { weight } = widget('weightWidget')
    if (weight !== undefined) one.weight = weight === null ? null : Number(weight)
    one.work ??= {}
    if (startDate !== undefined) one.work.start_date = startDate === null ? undefined : String(startDate)
    const { iterationId } = widget('iterationWidget')
    if (iterationId !== undefined) one.work.iteration_id = iterationId === null ? undefined : numberOf(iterationId)
    const { healthStatus } = widget('healthStatusWidget')
    if (healthStatus !== undefined) one.work.health_status = healthStatus === null ? undefined : String(healthStatus)
    const { status } = widget('statusWidget')
    if (status !== undefined) one.work.status = STATUSES.find(({ id }) => id === status)?.name
    const { parentId } = widget('hierarchyWidget')
    if (parentId !== undefined) one.work.parent_id = parentId === null ? undefined : byId(parentId)[1].id
    const { customFieldsWidget } = input
    if (Array.isArray(customFieldsWidget))
      for (const { customFieldId, textValue, selectedOptionIds } of customFieldsWidget)
        one.work.fields = new Map([...(one.work.fields ?? []), [String(customFieldId), selectedOptionIds ?? textValue]])
    one.updated_at = now()
  }

  const inputOf = (args: Args): Args => Object(args['input'])
  const typeWord = (id: unknown): string => wordOf(TYPES[numberOf(id) - 1] ?? '')
  const mutation = {
    workItemCreate(args: Args) {
      const input = inputOf(args)
      const owner = ownerAt(input['namespacePath'])
      if (!owner) throw new GraphQLError(MISSING)
      const items = itemsOf(owner)
      const created: Issue = {
        id: state.nextId(),
        iid: Math.max(0, ...items.map(({ iid }) => iid)) + 1,
        title: '',
        description: '',
        state: 'opened',
        labels: [],
        milestone_id: null,
        author_id: ME,
        assignee_ids: [],
        due_date: null,
        confidential: false,
        issue_type: typeWord(input['workItemTypeId']),
        weight: null,
        discussion_locked: false,
        moved_to_id: null,
        created_at: now(),
        updated_at: now(),
        closed_at: null,
        notes: []
      }
      if (isGroup(owner) !== (created.issue_type === 'epic')) return { workItem: null, errors: ['Work item type is not allowed here'] }
      change(owner, created, input)
      items.push(created)
      return { workItem: show(owner, created), errors: [] }
    },
    workItemUpdate(args: Args) {
      const [owner, one] = byId(inputOf(args)['id'])
      change(owner, one, inputOf(args))
      return { workItem: show(owner, one), errors: [] }
    },
    workItemConvert(args: Args) {
      const { id, workItemTypeId } = inputOf(args)
      const [owner, one] = byId(id)
      one.issue_type = typeWord(workItemTypeId)
      return { workItem: show(owner, one), errors: [] }
    },
    workItemDelete(args: Args) {
      const [owner, one] = byId(inputOf(args)['id'])
      const items = itemsOf(owner)
      items.splice(items.indexOf(one), 1)
      return { errors: [] }
    },
    createNote(args: Args) {
      const { noteableId, body, internal, discussionId: thread } = inputOf(args)
      const [, one] = byId(noteableId)
      const times = { created_at: now(), updated_at: now() }
      const note: Note = { id: state.nextId(), body: String(body), author_id: ME, system: false, internal: internal === true, ...times }
      if (thread !== undefined) {
        note.thread = String(thread).split('/').at(-1) ?? ''
        for (const other of one.notes) if (discussionId(other.id) === note.thread) other.thread = note.thread
        if (!one.notes.some(other => other.thread === note.thread)) throw new GraphQLError(MISSING)
      }
      one.notes.push(note)
      return { note: showNote(note), errors: [] }
    }
  }
  const at = (path: unknown, wanted: 'group' | 'project'): Owner | undefined => {
    const owner = ownerAt(path)
    return owner && isGroup(owner) === (wanted === 'group') ? owner : undefined
  }
  const query = {
    namespace: ({ fullPath }: Args) => {
      const owner = ownerAt(fullPath)
      return owner ? namespace(owner) : null
    },
    workItem: ({ id }: Args) => show(...byId(id))
  }
  return { query, mutation, container, at }
}

const LAST = { hasNextPage: false, endCursor: null }

/** The cursor is the position of the last item, encoded. */
export function connection<T>(all: readonly T[], { first, after }: Args, show: (item: T) => unknown) {
  const from = after === undefined || after === null ? 0 : Number(Buffer.from(String(after), 'base64').toString())
  const to = from + Math.min(typeof first === 'number' ? first : 100, 100)
  return {
    nodes: all.slice(from, to).map(show),
    pageInfo: { hasNextPage: to < all.length, endCursor: to < all.length ? Buffer.from(String(to)).toString('base64') : null }
  }
}

function matches(one: Issue, args: Args, { users }: State): boolean {
  const listed = (name: string): string[] | undefined => (Array.isArray(args[name]) ? args[name].map(String) : undefined)
  const username = (id: number): string => users.find((user: User) => user.id === id)?.username ?? ''
  const [types, labels, assignees, parents, iterations] = ['types', 'labelName', 'assigneeUsernames', 'parentIds', 'iterationId'].map(
    listed
  )
  const { state, search, authorUsername, confidential, updatedAfter } = args
  return (
    (types === undefined || types.includes(one.issue_type.toUpperCase())) &&
    (state === undefined || state === 'all' || one.state === state) &&
    (search === undefined || `${one.title} ${one.description}`.toLowerCase().includes(String(search).toLowerCase())) &&
    (labels === undefined || labels.every(label => one.labels.includes(label))) &&
    (assignees === undefined || assignees.every(name => one.assignee_ids.some(id => username(id) === name))) &&
    (authorUsername === undefined || username(one.author_id) === authorUsername) &&
    (parents === undefined || parents.some(id => numberOf(id) === one.work?.parent_id)) &&
    (iterations === undefined || iterations.some(id => numberOf(id) === one.work?.iteration_id)) &&
    (confidential === undefined || one.confidential === confidential) &&
    (updatedAfter === undefined || one.updated_at >= String(updatedAfter))
  )
}

function compare(a: Issue, b: Issue, sort: string): number {
  const sign = sort.endsWith('_DESC') ? -1 : 1
  const key = ({ created_at, updated_at, title }: Issue): string =>
    sort.startsWith('UPDATED') ? updated_at : sort.startsWith('TITLE') ? title : created_at
  return sign * (key(a).localeCompare(key(b)) || a.id - b.id)
}
