import t from 'tap'
import { DEFINITIONS } from '../../../sandbox/gitlab/graphql/definitions.ts'
import { execute } from '../../../sandbox/gitlab/graphql/execute.ts'
import { parseSchema } from '../../../sandbox/gitlab/graphql/schema.ts'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, clear, requests, state, failNext, operations } = await openGitlab(t)
t.beforeEach(() => clear())

const task = { project: 'acme/sandpit', type: 'task' }

t.test('an epic contains tasks, with status, iteration, dates and custom fields', async t => {
  const { data: epic } = await call('create_work_item', { group: 'acme', type: 'epic', title: 'Forms', start_date: '2026-03-01' })
  t.match(epic, { type: 'Epic', reference: 'acme&3', start_date: '2026-03-01' })
  const { data } = await call('create_work_item', {
    ...task,
    title: 'Keep the text',
    parent: epic.reference,
    status: 'in progress',
    iteration_id: 52,
    assignees: ['bea'],
    labels: ['feature'],
    custom_fields: [
      { name: 'team', values: ['Platform'] },
      { name: 'Customer', values: ['Acme'] }
    ]
  })
  t.match(data, {
    status: 'In progress',
    iteration: { id: 52, title: 'Forms' },
    assignees: [{ username: 'bea' }],
    labels: ['feature'],
    parent: { reference: 'acme&3', type: 'Epic' }
  })
  const whole = await call('get_work_item', { project: '4', iid: data.iid })
  t.match(whole.data, {
    custom_fields: [
      { name: 'Team', values: ['Platform'] },
      { name: 'Customer', values: ['Acme'] }
    ]
  })
  t.match((await call('get_work_item', { group: 'acme', iid: 3 })).data.children, [{ reference: data.reference, type: 'Task' }])
  const inside = await call('list_work_items', { group: 'acme', parent: 'acme&3', include_descendants: true })
  t.match(inside.data, { items: [{ title: 'Keep the text' }], total: { value: 1 } })
  const changed = { iid: data.iid, project: 'acme/sandpit' }
  const update = await call('update_work_item', { ...changed, clear: ['parent', 'iteration', 'assignees'], state_event: 'close' })
  t.match(update.data, { state: 'closed', parent: null, iteration: null, assignees: [] })
  t.equal((await call('set_work_item_type', { ...changed, type: 'incident', confirm: true })).data.type, 'Incident')
})

t.test('a change of the type, with which properties are lost, is destructive', async t => {
  t.equal(operations.find(({ id }) => id === 'gitlab_set_work_item_type')?.permission, 'destructive')
})

t.test('what has a value cannot be cleared', async t => {
  for (const both of [
    { milestone_id: 1, clear: ['milestone'] },
    { iteration_id: 52, clear: ['iteration'] },
    { weight: 2, clear: ['weight'] }
  ]) {
    const { status, error } = await call('update_work_item', { group: 'acme', iid: 1, ...both })
    t.match([status, error.details.issues], [400, [{ path: 'clear' }]])
  }
})

t.test('only one of the two dates is cleared', async t => {
  const { data } = await call('create_work_item', { ...task, title: 'Dates', start_date: '2026-03-01', due_date: '2026-03-31' })
  const { data: changed } = await call('update_work_item', { project: 'acme/sandpit', iid: data.iid, clear: ['start_date'] })
  t.match(changed, { start_date: null, due_date: '2026-03-31' })
})

t.test('names that do not exist are refused, with those that do', async t => {
  for (const [input, path, expected] of [
    [{ status: 'In progres' }, 'status', /In progress/],
    [{ labels: ['no such'] }, 'labels', /list_labels/],
    [{ custom_fields: [{ name: 'Squad', values: ['Web'] }] }, 'custom_fields', /Team, Customer/],
    [{ custom_fields: [{ name: 'Team', values: ['Wep'] }] }, 'custom_fields', /Web/],
    [{ assignees: ['nobody'] }, 'assignees', /usernames/],
    [{ type: 'epic' }, 'type', /list_work_item_types/]
  ] as const) {
    const { status, error } = await call('create_work_item', { ...task, title: 'New', ...input })
    t.equal(status, 400)
    t.match(error.details, { outcome: 'not_executed', issues: [{ path, expected }] })
  }
  t.equal((await call('create_work_item', { ...task, title: 'New', parent: 'acme&99' })).status, 404)
})

t.test('lists continue by cursor, and refuse one of another list', async t => {
  const web = { project: 'acme/web', limit: 20, types: ['issue'] }
  const first = await call('list_work_items', web)
  t.match(first.data, { total: { value: 36 } })
  t.equal(first.data.items.length, 20)
  const second = await call('list_work_items', { ...web, cursor: first.data.next_cursor })
  t.equal(second.data.items.length, 16)
  t.equal(second.data.next_cursor, null)
  t.equal((await call('list_work_items', { ...web, search: 'form', cursor: first.data.next_cursor })).status, 400)
})

t.test('values are sent as variables, never as a part of the document', async t => {
  const title = '") { id } } #'
  t.equal((await call('create_work_item', { ...task, title })).data.title, title)
  for (const { body, path } of await requests()) if (path.endsWith('/graphql')) t.notMatch(JSON.parse(JSON.stringify(body)).query, title)
})

t.test('a mutation whose response is lost is unknown, and a query is not', async t => {
  await failNext({ path: '/api/graphql' }, { cut: true, after: true })
  t.match((await call('get_work_item', { group: 'acme', iid: 1 })).error.details, { outcome: 'not_executed' })
  const before = state.groups[0]?.epics?.[0]?.notes.length ?? 0
  // The first request finds the ID of the work item.
  await failNext({ path: '/api/graphql' }, { status: 502 })
  const { error } = await call('add_work_item_comment', { group: 'acme', iid: 1, body: 'Hello' })
  t.match(error.details, { outcome: 'not_executed' })
  t.equal(state.groups[0]?.epics?.[0]?.notes.length, before)
})

t.test('comments of an epic are threads', async t => {
  const epic = { group: 'acme', iid: 2 }
  const { data } = await call('list_work_item_comments', epic)
  const [thread] = data.items
  await call('add_work_item_comment', { ...epic, body: 'In March.', discussion_id: thread.id })
  const after = await call('list_work_item_comments', { ...epic, limit: 1 })
  t.match(after.data.items, [{ id: thread.id, comments: [{ body: 'When do we begin?' }, { body: 'In March.' }] }])
})

t.test('errors of GraphQL become reasons', async t => {
  const answer = (body: object) => failNext({ path: '/api/graphql' }, { status: 200, body })
  await answer({ errors: [{ message: "Field 'workItem' doesn't exist on type 'Namespace'" }] })
  t.match((await call('get_work_item', { group: 'acme', iid: 1 })).error.details, { reason: 'cannot_be_honoured' })
  await answer({ errors: [{ message: 'Query has complexity of 300, which exceeds max complexity of 250' }] })
  t.match((await call('get_work_item', { group: 'acme', iid: 1 })).error.details, { reason: 'upstream_refused' })
})

t.test('a key that may use certain projects sees no parents and children elsewhere', async t => {
  await call('create_work_item', { ...task, title: 'Child', parent: 'acme&1' })
  const iid = state.projects[3]?.issues.at(-1)?.iid
  const limited = await openGitlab(t, { state, settings: { projects: ['acme/sandpit'] } })
  const { data } = await limited.call('get_work_item', { project: 'acme/sandpit', iid })
  t.equal(data.parent, null)
  t.equal((await limited.call('get_work_item', { group: 'acme', iid: 1 })).status, 403)
})

t.test('the sandbox refuses documents that GitLab would refuse', async t => {
  const schema = parseSchema(DEFINITIONS)
  const problem = (document: string, variables = {}) =>
    execute(schema, document, variables, { query: {}, mutation: {} }).errors?.[0]?.message ?? 'accepted'
  t.equal(problem('query($p: ID!) { namespace(fullPath: $p) { id } }', { p: 'acme' }), 'accepted')
  t.match(problem('query($p: ID!) { namespace(fullPath: $p) { name } }', { p: 'a' }), /Field 'name' doesn't exist on type 'Namespace'/)
  t.match(problem('query($p: ID!) { namespace(fullPath: $p, x: 1) { id } }', { p: 'a' }), /doesn't accept argument 'x'/)
  t.match(problem('query { namespace { id } }'), /missing required arguments: fullPath/)
  t.match(problem('query($p: ID!) { namespace(fullPath: $p) }', { p: 'a' }), /must have selections/)
  t.match(problem('query($p: Int) { namespace(fullPath: $p) { id } }', { p: 1 }), /Type mismatch/)
  t.match(problem('query($p: ID!, $q: Int) { namespace(fullPath: $p) { id } }', { p: 'a' }), /\$q is declared .* not used/)
  t.match(problem('query($p: ID!) { namespace(fullPath: $p) { ... on Group { id } } }', { p: 'a' }), /can't be spread/)
  const create = 'mutation($input: WorkItemCreateInput!) { workItemCreate(input: $input) { errors } }'
  t.match(problem(create, { input: { title: 'x' } }), /workItemTypeId/)
  t.match(problem(create, { input: { title: 'x', workItemTypeId: '1', name: 'y' } }), /not defined on WorkItemCreateInput: name/)
})

t.test('what a server of another version or plan does not know is left out', async t => {
  const unknown_types = ['WorkItemWidgetStatus', 'WorkItemWidgetCustomFields', 'WorkItemSelectFieldValue', 'WorkItemWidgetDefinitionStatus']
  const older = await openGitlab(t, { state, unknown_types })
  const epic = { group: 'acme', iid: 1 }
  t.match((await older.call('get_work_item', epic)).data, { type: 'Epic', status: null, custom_fields: [] })
  await older.clear()
  t.match((await older.call('list_work_items', { group: 'acme' })).data.items, [{ type: 'Epic' }])
  t.equal((await older.sent()).length, 1, 'it is remembered')
  const { data } = await older.call('create_work_item', { ...task, title: 'Without a status' })
  t.match(data, { title: 'Without a status', status: null })
  t.equal(state.projects[3]?.issues.filter(({ title }) => title === 'Without a status').length, 1)
})

t.test('a property that a server does not know cannot be honored', async t => {
  const message = 'Variable $input of type WorkItemUpdateInput! was provided invalid value for statusWidget (Field is not defined on X)'
  await failNext({ path: '/api/graphql', body: 'workItemUpdate(' }, { status: 200, body: { errors: [{ message }] } })
  const { error } = await call('update_work_item', { group: 'acme', iid: 1, title: 'A fast site' })
  t.match(error.details, { reason: 'cannot_be_honoured', outcome: 'not_executed' })
})

t.test('a mutation with a payload has run, and one without either is unexpected', async t => {
  const epic = { group: 'acme', iid: 1 }
  const answer = (mutation: string, body: object) => failNext({ path: '/api/graphql', body: `${mutation}(` }, { status: 200, body })
  const errors = [{ message: 'Internal server error' }]
  await answer('workItemUpdate', { data: { workItemUpdate: { workItem: { iid: '1', title: 'Forms' }, errors: [] } }, errors })
  const { status, data, metadata } = await call('update_work_item', { ...epic, title: 'Forms' })
  t.match({ status, data }, { status: 200, data: { iid: 1, title: 'Forms' } })
  t.match(metadata.warnings, [/Internal server error/])
  await answer('workItemDelete', { data: { workItemDelete: null }, errors })
  t.match((await call('delete_work_item', { ...epic, confirm: true })).error.details, { outcome: 'not_executed' })
  await answer('workItemDelete', { data: { workItemDelete: null } })
  const unclear = await call('delete_work_item', { ...epic, confirm: true })
  t.not(unclear.status, 200)
  t.not(unclear.error.details.outcome, 'not_executed')
})

t.test('of a long thread, the first comments are returned, with a warning', async t => {
  const epic = state.groups[0]?.epics?.find(({ iid }) => iid === 2)
  const [first] = epic?.notes ?? []
  if (!epic || !first) throw new Error('the epic has no comments')
  const thread = (await call('list_work_item_comments', { group: 'acme', iid: 2 })).data.items[0].id
  for (let count = 0; count < 120; count++) epic.notes.push({ ...first, id: 700_000 + count, thread })
  const { data, metadata } = await call('list_work_item_comments', { group: 'acme', iid: 2, max_items: 1000, max_chars: 1_000_000 })
  t.equal(data.items[0].comments.length, 100)
  t.match(metadata.warnings, [/more than 100 comments/])
})
