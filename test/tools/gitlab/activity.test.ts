import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, clear, state, sent } = await openGitlab(t)
t.beforeEach(() => clear())

t.test('one call returns the work of the user in all projects, with the status of pipelines', async t => {
  await call('create_issue', { project: 'acme/sandpit', title: 'Mine', assignees: ['sam'] })
  await call('update_merge_request', { project: 'acme/web', merge_request_iid: 1, reviewers: ['sam'] })
  await call('update_merge_request', { project: 'acme/playground', merge_request_iid: 2, assignees: ['sam'], reviewers: ['sam'] })
  const sandpit = { project: 'acme/sandpit', source_branch: 'docs/more', target_branch: 'old/merged', title: 'My change' }
  const { data: own } = await call('create_merge_request', sandpit)
  const failed = state.projects[3]?.pipelines.find(({ ref }) => ref === 'feature/dark-mode')
  Object.assign(failed ?? {}, { ref: 'docs/more' })
  await clear()
  const { data } = await call('get_my_work')
  t.match(data, {
    user: { username: 'sam' },
    issues: [{ title: 'Mine', description: null }],
    assigned_merge_requests: [{ reference: 'acme/playground!2', pipeline_status: 'running' }],
    own_merge_requests: [{ iid: own.iid, pipeline_status: 'failed', description: null }],
    has_more: false,
    untrusted: true
  })
  t.strictSame(data.review_requests.map(({ reference }: { reference: string }) => reference).toSorted(), [
    'acme/playground!2',
    'acme/web!1'
  ])
  t.match(data.todos, [{ id: 501, target_iid: 1 }, { id: 502 }])
  const read = (await sent()).filter(line => /merge_requests\/\d+$/.test(line))
  t.equal(read.length, 3, 'a merge request that is in two lists is read once')
  t.equal((await call('get_my_work', { per_list: 1 })).data.has_more, true)
})

t.test('a key that may use certain projects sees only their work', async t => {
  const limited = await openGitlab(t, { settings: { projects: ['acme/web'] } })
  const { data } = await limited.call('get_my_work')
  t.match(data.todos, [{ id: 501, project: 'acme/web' }])
  t.equal(data.todos.length, 1)
  t.equal((await limited.call('mark_todos_done', { all: true })).status, 403)
  t.equal((await limited.call('list_events')).status, 403)
  t.equal((await limited.call('list_events', { project: 'acme/web' })).status, 200)
})

t.test('to-do items are marked one by one, or all of them', async t => {
  t.match((await call('mark_todos_done', { todo_ids: [501] })).data, { done: [501], all: false })
  t.match((await call('list_todos')).data.items, [{ id: 502, action: 'mentioned', project: 'acme/playground' }])
  t.match((await call('list_todos', { state: 'done' })).data.items, [{ id: 501, target_title: 'Add a dark mode' }])
  const partly = await call('mark_todos_done', { todo_ids: [502, 999_999] })
  t.match(partly, { status: 404, error: { message: /The items before it are done: 502\./, details: { outcome: 'executed' } } })
  t.match(await call('mark_todos_done', { all: false }), { status: 400, error: { details: { issues: [{ path: 'all' }] } } })
  t.match((await call('mark_todos_done', { all: true })).data, { done: [], all: true })
  t.equal((await call('list_todos')).data.items.length, 0)
  t.equal((await call('mark_todos_done', { todo_ids: [999] })).status, 404)
})

t.test('events are those of a project, of a user or of the user of the token, by day', async t => {
  const { data } = await call('list_events', {
    project: 'acme/web',
    target_type: 'issue',
    after: '2026-01-20',
    before: '2026-01-23',
    sort: 'asc'
  })
  t.match(data, { untrusted: true, items: [{ action: 'opened', project_id: 1, created_at: /^2026-01-21/ }, { created_at: /^2026-01-22/ }] })
  const users = async (input: object) =>
    new Set(
      (await call('list_events', { ...input, limit: 50 })).data.items.map((one: { author: { username: string } }) => one.author.username)
    )
  t.strictSame(await users({ user: '@chen' }), new Set(['chen']))
  t.strictSame(await users({}), new Set(['sam']))
})

const SECRET = 'a-secret-value-1'

t.test('a variable is set and deleted, and its value is never returned', async t => {
  const texts: string[] = []
  const ask = async (name: string, input: object) => {
    const answer = await call(name, { ...input })
    texts.push(answer.text)
    return answer
  }
  for (const owner of [{ project: 'acme/web' }, { group: 'acme' }]) {
    t.match((await ask('set_ci_variable', { ...owner, key: 'NEW', value: SECRET, masked: true })).data, {
      key: 'NEW',
      masked: true,
      created: true
    })
    t.match((await ask('set_ci_variable', { ...owner, key: 'NEW', value: `${SECRET}2`, protected: true })).data, {
      protected: true,
      masked: true,
      created: false
    })
    const kept = 'project' in owner ? state.projects[0]?.variables : state.groups[0]?.variables
    t.match(kept?.at(-1), { key: 'NEW', value: `${SECRET}2` })
    t.match((await ask('list_ci_variables', owner)).data.items.at(-1), { key: 'NEW', environment_scope: '*' })
    t.match((await ask('delete_ci_variable', { ...owner, key: 'NEW', confirm: true })).data, { key: 'NEW', deleted: true })
    t.equal((await ask('delete_ci_variable', { ...owner, key: 'NEW', confirm: true })).status, 404)
  }
  await ask('set_ci_variable', { project: 'acme/web', key: 'NEW', value: 'a b', masked: true })
  for (const text of texts) t.notMatch(text, /a-secret-value|sandbox-secret-value/)
})

t.test('a key with several environments needs the environment', async t => {
  const of = { project: 'acme/web', key: 'HOST' }
  await call('set_ci_variable', { ...of, value: 'a.example.com', environment_scope: 'production' })
  await call('set_ci_variable', { ...of, value: 'b.example.com', environment_scope: 'review/*' })
  const values = () => state.projects[0]?.variables?.filter(({ key }) => key === 'HOST').map(({ value }) => value)
  t.strictSame(values(), ['a.example.com', 'b.example.com'])
  t.match((await call('set_ci_variable', { ...of, value: 'c.example.com' })).status, 409)
  await call('set_ci_variable', { ...of, value: 'c.example.com', environment_scope: 'review/*' })
  t.strictSame(values(), ['a.example.com', 'c.example.com'])
  await call('delete_ci_variable', { ...of, environment_scope: 'production', confirm: true })
  t.strictSame(values(), ['c.example.com'])
})
