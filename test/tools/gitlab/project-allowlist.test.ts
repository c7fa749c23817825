import t from 'tap'
import type { Operation } from '../../../src/contract/operation.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { openJobs } from '../../helpers/gitlab-bulk.ts'
import { ALIKE, EACH_KIND } from '../../helpers/gitlab-contracts.ts'
import { goodInput } from '../../helpers/trello.ts'

const settings = { projects: ['acme/web', 'acme/platform/*'] }
const FORBIDDEN = 'acme/playground'
const { call, sent, clear, operations, state } = await openGitlab(t, { settings })
t.beforeEach(() => clear())

const takes = (name: string) => operations.filter(({ input }) => name in input.properties)
/** Input of a good call, without its project or group. */
function goodElsewhere(operation: Operation): Record<string, unknown> {
  const { project: _, group: __, everywhere: ___, ...rest } = goodInput(operation)
  return rest
}
const refusedBy = async ({ name }: Operation, input: Record<string, unknown>) => {
  await clear()
  const { status, error } = await call(name, input)
  // The current path of the project is requested first; nothing of its content is.
  const asked = (await sent()).filter(line => !/^GET projects\/[^/?]+$/.test(line))
  return [name, status, error?.details.reason, asked]
}
const DENIED = [403, 'denied_by_policy', []]

t.test('every operation that names a project refuses one that is not allowed, and requests nothing of it from GitLab', async t => {
  const found = takes('project')
  t.ok(found.length > 90)
  for (const operation of found)
    t.strictSame(await refusedBy(operation, { ...goodElsewhere(operation), project: FORBIDDEN }), [operation.name, ...DENIED])
})

for (const other of ['to_project', 'target_project'])
  t.test(`every operation with ${other} refuses a project there that is not allowed`, async t => {
    const found = takes(other)
    t.ok(found.length > 0)
    for (const operation of found) {
      const input = { ...goodElsewhere(operation), project: 'acme/web', [other]: FORBIDDEN }
      t.strictSame(await refusedBy(operation, input), [operation.name, ...DENIED])
    }
  })

t.test('every operation over a group, over groups or over everything is refused', async t => {
  const found = takes('group')
  t.ok(found.length > 4)
  for (const operation of found)
    t.strictSame(await refusedBy(operation, { ...goodElsewhere(operation), group: 'acme' }), [operation.name, ...DENIED])
  for (const [name, input] of [
    ['list_groups', {}],
    ['create_project', { name: 'New' }],
    ['create_group', { name: 'New', path: 'new' }],
    ['list_namespaces', {}],
    ['get_namespace', { namespace: 'acme' }],
    ['check_namespace_path', { path: 'new' }],
    ['get_runner', { runner_id: 72 }],
    ['update_runner', { runner_id: 72, paused: true }],
    ['get_vulnerability', { vulnerability_id: 31 }],
    ['set_vulnerability_state', { vulnerability_id: 31, state: 'confirmed' }],
    ['list_reactions', { epic: 'acme&1' }],
    ['list_work_items', { project: 'acme/web', parent: 'acme&1' }],
    ['search', { everywhere: true, scope: 'issues', search: 'form' }]
  ] as const)
    t.equal((await call(name, input)).status, 403, name)
})

t.test('inputs without project or group are about people, the server, or lists that omit other projects', async t => {
  const others = operations.filter(({ input }) => !('project' in input.properties || 'group' in input.properties))
  t.strictSame(others.map(({ name }) => name).toSorted(), [
    'check_namespace_path',
    'create_group',
    'create_project',
    'get_current_user',
    'get_my_work',
    'get_namespace',
    'get_runner',
    'get_user',
    'get_version',
    'get_vulnerability',
    'list_groups',
    'list_namespaces',
    'list_projects',
    'list_todos',
    'list_user_projects',
    'mark_todos_done',
    'search_projects',
    'search_users',
    'set_vulnerability_state',
    'test_connection',
    'update_runner'
  ])
})

/** The count covers only what is shown. */
const countOf = ({ items }: { items: unknown[] }) => ({ value: items.length, relation: 'eq' })

for (const [name, input] of [
  ['list_projects', { limit: 100 }],
  ['search_projects', { search: 'a' }],
  ['list_user_projects', { user: 'ada' }]
] as const)
  t.test(`${name} returns neither other projects nor their number`, async t => {
    const { status, data, metadata } = await call(name, input)
    t.equal(status, 200)
    for (const { path } of data.items) t.match(path, /^acme\/(web|platform\/tools)$/)
    t.strictSame(data.total, countOf(data))
    t.match(metadata.pagination, { total_count: data.items.length })
  })

t.test('linked issues of projects that are not allowed are neither shown nor counted', async t => {
  const [web, , playground] = state.projects
  const [source, target] = [web?.issues[1], playground?.issues[0]]
  if (source && target) web?.links.push({ id: 9001, source, target, link_type: 'relates_to' })
  const { data, metadata, text } = await call('list_issue_links', { project: 'acme/web', issue_iid: 2 })
  t.match(data, { items: [{ issue: { reference: 'acme/web#1' } }], total: { value: 1, relation: 'eq' } })
  t.equal(data.items.length, 1)
  t.match(metadata.pagination, { total_count: 1, total_pages: 1 })
  t.notMatch(text, FORBIDDEN)
})

t.test('related merge requests of projects that are not allowed are neither shown nor counted', async t => {
  for (const one of state.projects.slice(1, 3).flatMap(({ merge_requests }) => merge_requests.slice(0, 1)))
    one.description = 'Goes with acme/web#1'
  const { data, text } = await call('list_related_merge_requests', { project: 'acme/web', issue_iid: 1 })
  const names = data.items.map(({ reference }: { reference: string }) => reference)
  t.strictSame(names.toSorted(), ['acme/platform/tools!1', 'acme/web!1'])
  t.strictSame(data.total, countOf(data))
  t.notMatch(text, FORBIDDEN)
})

/** An item of a project that is not allowed, as each bulk action names it. Null: its project is an input, even with `ids`. */
const ITEMS: Record<string, string | null> = {
  gitlab_bulk_update_issues: `${FORBIDDEN}#1`,
  gitlab_bulk_comment_issues: `${FORBIDDEN}#1`,
  gitlab_bulk_move_issues: `${FORBIDDEN}#1`,
  gitlab_bulk_update_merge_requests: `${FORBIDDEN}!1`,
  gitlab_bulk_close_merge_requests: `${FORBIDDEN}!1`,
  gitlab_bulk_resolve_discussions: `${FORBIDDEN}!1:6a9c1750b37d513a43987b574953fceb50b03ce7`,
  gitlab_bulk_delete_branches: `${FORBIDDEN}:old/merged`,
  gitlab_bulk_retry_jobs: `${FORBIDDEN}:3022`,
  gitlab_bulk_cancel_pipelines: `${FORBIDDEN}:302`,
  gitlab_bulk_update_files: FORBIDDEN,
  gitlab_bulk_update_work_items: `${FORBIDDEN}#1`,
  gitlab_bulk_add_members: null,
  gitlab_bulk_update_members: null,
  gitlab_bulk_remove_members: null,
  gitlab_bulk_set_ci_variables: null,
  gitlab_bulk_update_ci_variables: null,
  gitlab_bulk_delete_ci_variables: null
}

t.test('bulk actions', async t => {
  const contracts = [...EACH_KIND, ...ALIKE]
  const jobs = await openJobs(
    t,
    contracts.map(({ adapter }) => adapter),
    settings
  )
  const denied = { name: 'OperationError', reason: 'denied_by_policy' }
  const writes = async () => (await jobs.requests()).filter(({ method }) => method !== 'GET')

  t.test('none is missing', async t => {
    t.strictSame(contracts.map(({ adapter }) => adapter.id).toSorted(), Object.keys(ITEMS).toSorted())
  })

  for (const { adapter, good, named } of contracts) {
    const { group: _, ...ofProject } = good
    const { project: __, labels: ___, ...action } = ofProject
    const takesProject = 'project' in adapter.input.properties

    t.test(`${adapter.id} creates no job over a project or group that is not allowed`, async t => {
      if (takesProject) await t.rejects(jobs.preview(adapter, { ...ofProject, project: FORBIDDEN }), denied)
      if ('group' in adapter.input.properties) await t.rejects(jobs.preview(adapter, { ...action, group: 'acme' }), denied)
      if ('to_project' in adapter.input.properties)
        await t.rejects(jobs.preview(adapter, { ...good, project: 'acme/web', to_project: FORBIDDEN }), denied)
      if ('from_project' in adapter.input.properties)
        await t.rejects(jobs.preview(adapter, { project: 'acme/web', from_project: FORBIDDEN, role: 'guest' }), denied)
    })

    const id = ITEMS[adapter.id]
    if (typeof id !== 'string') continue
    t.test(`${adapter.id} does nothing to named items of a project that is not allowed`, async t => {
      await jobs.clear()
      const { scope: _, ref: ___, stale_before: ____, source_branch: _____, merge_request_iid: ______, ...wanted } = action
      const job = await jobs.preview(adapter, named ?? wanted, [id])
      t.strictSame(await jobs.outcomes(await jobs.run(job)), { [id]: 'failed denied_by_policy' })
      t.strictSame(await writes(), [])
    })
  }
})
