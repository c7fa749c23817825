import t from 'tap'
import { Type } from 'typebox'
import { TOKEN } from '../../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../../sandbox/gitlab/server.ts'
import { defineOperation } from '../../../src/contract/operation.ts'
import { connect, type GitLab } from '../../../src/tools/gitlab/client/connection.ts'
import { query } from '../../../src/tools/gitlab/client/http/graphql.ts'
import { limitToProjects } from '../../../src/tools/gitlab/client/projects/limit.ts'
import { limitedAccess } from '../../../src/tools/gitlab/client/projects/project-access.ts'
import { listProjects } from '../../../src/tools/gitlab/client/projects/projects.ts'
import type { GitLabCall, GitLabRequest } from '../../../src/tools/gitlab/client/request.ts'
import { project } from '../../../src/tools/gitlab/inputs/common.ts'
import { gitlab as tool } from '../../../src/tools/gitlab/tool.ts'
import { startApp } from '../../helpers/app.ts'
import { refusal, silentLog } from '../../helpers/bulk.ts'
import { controlOf } from '../../helpers/sandbox-control.ts'

const server = buildServer()
const address = await server.listen({ host: '127.0.0.1', port: 0 })
t.teardown(() => server.close())
const settings = { url: `${address}${ROOT}`, token: TOKEN, max_retries: 0 }
const { requests, clear } = controlOf(address)
t.beforeEach(() => clear())

const SUBJECT = { kind: 'test', name: '' }
const LIMITED = { id: 'limited', scopes: ['*'], constraints: { gitlab: { project: ['acme/web'] } } }
const outside = refusal('outside_constraints', { message: 'This key may only use the projects acme/web of GitLab.' })

t.test('an operation that forgets to check what it was given reaches nothing of another project', async t => {
  const forgetful = defineOperation(tool, {
    name: 'copy_first_issue',
    group: 'issues',
    summary: 'Copy an issue',
    description: 'Returns the title of an issue of another project. It checks only one of its projects.',
    permission: 'read',
    http: 'GET /copied_issue',
    input: Type.Object({ project, source: Type.String({ description: 'Another project' }), by: Type.String({ description: 'How' }) }),
    output: Type.Object({ title: Type.String({ description: 'Title' }) }),
    errors: {},
    examples: [],
    message: () => 'Copy an issue',
    async handler({ project, source, by }, call) {
      await call.client.project(project, call)
      const path = by === 'group' ? 'groups/acme/issues' : `projects/${encodeURIComponent(source)}/issues`
      const { body } = await call.client.send({ path, subject: SUBJECT }, call)
      return { title: JSON.stringify(body) }
    }
  })
  const { app } = await startApp(t, {
    definitions: [forgetful],
    systems: { gitlab: { instances: { main: settings } } },
    auth: { identify: key => (key === 'limited' ? LIMITED : { id: 'free', scopes: ['*'] }), anonymous: undefined }
  })
  const call = async (key: string, source: string, by = 'project') => {
    const url = `/v1/gitlab/copied_issue?project=acme/web&source=${encodeURIComponent(source)}&by=${by}`
    const { statusCode, body } = await app.inject({ url, headers: { 'x-api-key': key } })
    return [statusCode, JSON.parse(body).error?.details.reason]
  }
  t.strictSame(await call('free', 'acme/playground'), [200, undefined])
  t.strictSame(await call('limited', 'acme/web'), [200, undefined])
  await clear()
  for (const source of ['acme/playground', 'acme/nothing', '3', '999999'])
    t.strictSame(await call('limited', source), [403, 'outside_constraints'], source)
  t.strictSame(await call('limited', 'acme/web', 'group'), [403, 'outside_constraints'])
  t.notOk((await requests()).some(({ path }) => path.endsWith('/issues')))
})

const ignore = (): void => undefined
const call: GitLabCall = {
  signal: new AbortController().signal,
  observe: ignore,
  warn: ignore,
  truncate: ignore,
  respond: ignore,
  caller: LIMITED
}

t.test('every request of a limited key is checked, whatever sends it', async t => {
  const whole: GitLab = await connect(
    { ...settings, timeout: 30, verify_ssl: true },
    { instance: 'main', log: silentLog, budget: undefined, lane: 'calls' }
  )
  const limited = limitToProjects(whole, new Map([['project', ['acme/web']]]))
  const WEB = 'projects/acme%2Fweb'
  const POST = { method: 'POST' } as const
  const refused: Omit<GitLabRequest, 'subject'>[] = [
    { path: 'projects/acme%2Fplayground' },
    { path: 'projects/3/issues' },
    { path: 'projects' },
    { ...POST, path: 'projects', json: { name: 'x' }, filtered: true },
    { path: 'groups/acme/issues' },
    { path: 'search', query: { scope: 'issues', search: 'x' } },
    { path: 'namespaces' },
    { path: 'runners/72' },
    { path: 'users/2/events' },
    { ...POST, path: 'user/keys', json: {} },
    { ...POST, path: `${WEB}/issues/1/links`, json: { target_project_id: 'acme/playground', target_issue_iid: 1 } },
    { ...POST, path: `${WEB}/issues/1/move`, json: { to_project_id: 3 } },
    { ...POST, path: `${WEB}/anything`, json: { of: [{ source_projects: ['acme/playground'] }] } },
    { ...POST, path: `${WEB}/anything`, form: { project_id: '3' } },
    { path: `${WEB}/repository/compare`, query: { from: 'a', to: 'b', from_project_id: 3 } },
    { path: WEB, levels_up: 1 },
    { path: 'user', levels_up: 1 }
  ]
  for (const request of refused)
    for (const send of ['row', 'send', 'download'] as const)
      await t.rejects(async () => await limited[send]({ ...request, subject: SUBJECT }, call), outside, JSON.stringify(request))

  const ofPath = 'query($path: ID!) { project(fullPath: $path) { id } }'
  const mutation = 'mutation($input: X!) { workItemDelete(input: $input) { errors } }'
  const byId = { id: 'gid://gitlab/WorkItem/3' }
  for (const [document, variables, namespace] of [
    [ofPath, { path: 'acme/playground' }],
    [ofPath, { path: 'acme' }],
    [mutation, { input: byId }],
    [mutation, { input: byId }, 'acme/playground'],
    [mutation, { input: { ...byId, namespacePath: 'acme/playground' } }, 'acme/web'],
    [mutation, { input: { ...byId, projectPath: 'acme/playground' } }, 'acme/web']
  ] as const)
    await t.rejects(
      query(limited, { document, variables, subject: SUBJECT, ...(namespace !== undefined && { namespace }) }, call),
      outside,
      JSON.stringify([variables, namespace])
    )
  // What names something is read, to find out what it is called now; nothing else is sent.
  t.strictSame(
    (await requests()).filter(({ method, path }) => method !== 'GET' || !/\/(?:projects\/[^/]+|version)$/.test(path)),
    []
  )
  for (const path of [WEB, 'projects/1', 'projects/ACME%2Fweb', 'user', 'users/2', 'version'])
    t.ok(await limited.row({ path, subject: SUBJECT }, call), path)
  const { items } = await listProjects(limited, { limit: 100, order_by: 'created_at', sort: 'desc' }, call)
  t.strictSame(
    items.map(({ path }) => path),
    ['acme/web']
  )
})

t.test('an entry "null" does not stand for what belongs to no project', async t => {
  const whole = await connect(
    { ...settings, timeout: 30, verify_ssl: true },
    { instance: 'main', log: silentLog, budget: undefined, lane: 'calls' }
  )
  t.notOk(limitedAccess(whole.access, ['null']).allows(LIMITED, { id: null, path: '' }))
})
