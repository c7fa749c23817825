import t from 'tap'
import { TOKEN } from '../../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../../sandbox/gitlab/server.ts'
import type { Caller } from '../../../src/contract/call.ts'
import type { AnyTool } from '../../../src/contract/tool.ts'
import { OPEN_PORTS } from '../../../src/pipeline/ports.ts'
import { callRunner } from '../../../src/pipeline/run-call.ts'
import { createConnections } from '../../../src/systems/connections.ts'
import updateIssues from '../../../src/tools/gitlab/bulk/update-issues.ts'
import lintCiConfig from '../../../src/tools/gitlab/operations/ci/lint-ci-config.ts'
import getIssue from '../../../src/tools/gitlab/operations/issues/get-issue.ts'
import listProjects from '../../../src/tools/gitlab/operations/projects/list-projects.ts'
import { gitlab } from '../../../src/tools/gitlab/tool.ts'
import { startApp, temporaryFolder } from '../../helpers/app.ts'
import { metered } from '../../helpers/budget.ts'
import { refusal, silentLog, startBulk } from '../../helpers/bulk.ts'
import { jobOperations } from '../../helpers/job-operations.ts'
import { rpc } from '../../helpers/mcp.ts'
import { unavailableRedis } from '../../helpers/redis.ts'
import { controlOf } from '../../helpers/sandbox-control.ts'
import { testSecrets } from '../../helpers/secrets.ts'

const server = buildServer()
const address = await server.listen({ host: '127.0.0.1', port: 0 })
t.teardown(() => server.close())
const { requests, clear } = controlOf(address)
const projects_by_key = [{ key: 'bound', projects: ['acme/web'] }]
const systems = { gitlab: { instances: { main: { url: `${address}${ROOT}`, token: TOKEN, max_retries: 0, projects_by_key } } } }

const shared = { log: silentLog, dataDirectory: await temporaryFolder(t), redis: unavailableRedis(t), allowPrivate: [] }
const connections = createConnections({
  secrets: testSecrets,
  ...shared,
  source: () => ({ environment: {}, systems, sandbox: undefined })
})
const runner = callRunner(getIssue, { connections, ports: OPEN_PORTS, callerOf: () => 'unknown', publicUrl: '' })
const fixture = await startBulk(t, [updateIssues, runner], { connections })
const callers = new Map<string, Caller>(['bound', 'free'].map(id => [id, { id, scopes: ['gitlab:write'] }]))
callers.set('limited', { id: 'limited', scopes: ['gitlab:write'], constraints: { gitlab: { project: ['ACME/web'] } } })
const { app } = await startApp(t, {
  definitions: [...(await jobOperations()), getIssue, lintCiConfig, listProjects, updateIssues],
  systems,
  jobs: fixture.jobs,
  auth: { identify: key => callers.get(key) ?? 'unknown', anonymous: undefined }
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
t.teardown(() => fixture.jobs.endWaits())
t.beforeEach(() => clear())

t.test('a CI configuration can include files of other projects, so a limited key cannot have it merged', async t => {
  const content = 'include: { project: acme/playground, file: /ci.yml }\nbuild: { script: make }'
  const check = async (key: string) => {
    const { error } = await post(key, '/v1/gitlab/ci/lint', { project: 'acme/web', content })
    return error?.details.reason
  }
  t.equal(await check('bound'), 'denied_by_policy')
  t.equal(await check('limited'), 'outside_constraints')
  t.notOk((await requests()).some(({ path }) => path.endsWith('/ci/lint')))
  t.equal(await check('free'), undefined)
})

const OTHER = { project: 'acme/playground', issue_iid: 1 }
const post = async (key: string, where: string, payload: object) =>
  (await app.inject({ method: 'POST', url: where, headers: { 'x-api-key': key }, payload })).json()
const get = async (key: string, where: string) => (await app.inject({ url: where, headers: { 'x-api-key': key } })).json()

/** Each way to call returns the result, or the reason of a refusal. */
const WAYS: Record<string, (key: string) => Promise<string>> = {
  async REST(key) {
    const { data, error } = await get(key, '/v1/gitlab/issues/1?project=acme/playground')
    return data?.reference ?? error.details.reason
  },
  async 'a call by name'(key) {
    const { data, error } = await post(key, '/v1/operations/gitlab_get_issue', OTHER)
    return data?.reference ?? error.details.reason
  },
  async MCP(key) {
    const { result } = await rpc(url, 'tools/call', { name: 'gitlab_get_issue', arguments: OTHER }, { key })
    return /denied_by_policy|outside_constraints|acme\/playground#1/.exec(JSON.stringify(result))?.[0] ?? JSON.stringify(result)
  },
  async 'a call as a job, in its worker'(key) {
    const answer = await post(key, '/v1/operations/gitlab_get_issue', { ...OTHER, mode: 'async', wait: 30 })
    return /denied_by_policy|outside_constraints|acme\/playground#1/.exec(JSON.stringify(answer))?.[0] ?? JSON.stringify(answer)
  }
}
for (const [way, ask] of Object.entries(WAYS))
  t.test(`callers are separate: the allowlist of a key applies to it and not to others, by ${way}`, async t => {
    t.equal(await ask('bound'), 'denied_by_policy')
    t.equal(await ask('limited'), 'outside_constraints')
    t.notOk((await requests()).some(({ path }) => path.includes('/issues/')))
    t.equal(await ask('free'), 'acme/playground#1')
  })

t.test("a list contains only projects on the key's own allowlist", async t => {
  const paths = async (key: string) =>
    (await get(key, '/v1/gitlab/projects?limit=100')).data.items.map(({ path }: { path: string }) => path).toSorted()
  for (const key of ['bound', 'limited']) t.strictSame(await paths(key), ['acme/web'])
  t.equal((await paths('free')).length, 5)
})

t.test('a bulk job is limited by the allowlist of its key, in the worker too', async t => {
  const outcomes = async (key: string) => {
    const action = { ids: ['acme/web#1', 'acme/playground#1'], add_labels: [`by-${key}`] }
    const { data: made } = await post(key, '/v1/gitlab/bulk/update_issues', action)
    await post(key, `/v1/jobs/${made.id}/confirm`, { confirm_token: made.confirm_token })
    for (let looks = 0; looks < 10 && (await get(key, `/v1/jobs/${made.id}?wait=10`)).data.status !== 'completed'; looks++);
    const { data } = await get(key, `/v1/jobs/${made.id}/items`)
    return data.items.map(({ item_id, outcome, error }: { item_id: string; outcome: string; error: { reason: string } | null }) => [
      item_id,
      error?.reason ?? outcome
    ])
  }
  t.strictSame(await outcomes('bound'), [
    ['acme/web#1', 'succeeded'],
    ['acme/playground#1', 'denied_by_policy']
  ])
  t.strictSame(await outcomes('limited'), [
    ['acme/web#1', 'succeeded'],
    ['acme/playground#1', 'outside_constraints']
  ])
  t.notOk((await requests()).some(({ path }) => path.includes('/acme%2Fplayground/issues')))
  t.strictSame(await outcomes('free'), [
    ['acme/web#1', 'succeeded'],
    ['acme/playground#1', 'succeeded']
  ])
})

t.test('to a limited key, projects elsewhere and those that do not exist are the same, by path and by ID', async t => {
  const known = (await get('free', '/v1/gitlab/projects?limit=100')).data.items
  const idOf = (path: string) => known.find((project: { path: string }) => project.path === path).id
  const errors = await Promise.all(
    ['acme/playground', 'acme/nothing', String(idOf('acme/playground')), '999999', 'acme/web-archive'].map(async project => {
      const { error } = await post('limited', '/v1/operations/gitlab_get_issue', { project, issue_iid: 1 })
      return [error.details.reason, error.message]
    })
  )
  for (const error of errors) t.strictSame(error, ['outside_constraints', 'This key may only use the projects ACME/web of GitLab.'])
  for (const project of ['acme/web', 'Acme/Web', 'acme%2Fweb', '/acme/web/', String(idOf('acme/web'))])
    t.match(
      await post('limited', '/v1/operations/gitlab_get_issue', { project, issue_iid: 1 }),
      { data: { reference: 'acme/web#1' } },
      project
    )
  t.match(await post('limited', '/v1/operations/gitlab_get_issue', { project: 'acme/web', issue_iid: 999 }), {
    error: { details: { reason: 'upstream_not_found' } }
  })
})

t.test("a bulk job for a project that is not on the key's allowlist is not created", async t => {
  for (const [key, reason] of [
    ['bound', 'denied_by_policy'],
    ['limited', 'outside_constraints']
  ] as const) {
    const { error } = await post(key, '/v1/gitlab/bulk/update_issues', { project: 'acme/playground', add_labels: ['x'] })
    t.equal(error.details.reason, reason)
  }
})

t.test('the token of GitLab is not in anything that Redis stores of a job', async t => {
  const redis = fixture.redis.client()
  await redis.config('SET', 'rdbcompression', 'no')
  const kept = await Promise.all((await redis.keys('*')).map(key => redis.dumpBuffer(key)))
  const holds = (text: string) => kept.some(value => value?.includes(text))
  t.ok(holds('acme/playground#1'), 'stored values can be read')
  t.notOk(holds(TOKEN))
})

t.test('a key that is created connects the systems whose settings name it, and no other connection is dropped', async t => {
  let managedKeys: string[] = []
  const all = { ...systems, metered: { instances: { main: { url: address } } } }
  const own = createConnections({
    secrets: testSecrets,
    ...shared,
    source: () => ({ environment: {}, systems: all, sandbox: undefined, keys: [], managedKeys })
  })
  const connect = async (tool: AnyTool) => await own.get(tool, undefined)
  const other = await connect(metered)
  await t.rejects(connect(gitlab), refusal('configuration_invalid', { message: /bound/ }))
  managedKeys = ['bound']
  own.resetNaming(['boun', 'free'])
  await t.rejects(connect(gitlab), refusal('configuration_invalid'))
  own.resetNaming(['bound'])
  t.match(await connect(gitlab), { instance: 'main' })
  t.equal((await connect(metered)).client, other.client)
})
