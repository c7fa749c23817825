import { createServer } from 'node:https'
import t, { type Test } from 'tap'
import { JOB_TOKEN, OAUTH, READER, REVOKED, TOKEN } from '../../../sandbox/gitlab/credentials.ts'
import type { ServerOptions } from '../../../sandbox/gitlab/server.ts'
import { type Settings, siteOf } from '../../../src/tools/gitlab/client/site.ts'
import { startApp } from '../../helpers/app.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../../helpers/certificate.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { listen } from '../../helpers/listen.ts'

const given = (settings: Partial<Settings>): Settings => ({
  url: 'https://gitlab.example.com',
  token: TOKEN,
  timeout: 30,
  max_retries: 3,
  verify_ssl: true,
  ...settings
})

for (const url of ['https://git.example.com/root', 'https://git.example.com/root/', 'https://git.example.com/root/api/v4/']) {
  t.test(`the address is resolved once, below its root: ${url}`, async t => {
    t.equal(siteOf(given({ url })).api, 'https://git.example.com/root/api/v4')
  })
}

const WAYS: [what: string, settings: Partial<Settings>, headers: Record<string, string>][] = [
  ['a personal token', { token: TOKEN }, { 'private-token': TOKEN }],
  ['an OAuth token', { token: OAUTH, auth: 'oauth' }, { authorization: `Bearer ${OAUTH}` }],
  ['a job token, known by its beginning', { token: JOB_TOKEN }, { 'job-token': JOB_TOKEN }]
]
for (const [what, settings, headers] of WAYS) {
  t.test(`${what} is sent in its own header`, async t => t.strictSame(siteOf(given(settings)).headers, headers))
}

t.test('a fully configured gateway', async t => {
  const lines: unknown[] = []
  const settings = { default_project: 'acme/web' }
  const { call, sent, clear, failNext } = await openGitlab(t, { settings, limits: { requests: 10_000 }, onLog: line => lines.push(line) })
  t.beforeEach(() => clear())

  t.test('default_project is used if project is absent', async t => {
    t.match((await call('get_issue', { issue_iid: 1 })).data, { reference: 'acme/web#1' })
    t.strictSame(await sent(), ['GET projects/acme%2Fweb/issues/1'])
  })

  for (const project of ['acme/platform/tools', 'acme%2Fplatform%2Ftools', '/acme/platform/tools/']) {
    t.test(`a project path is encoded exactly once: ${project}`, async t => {
      t.equal((await call('get_project', { project })).data.path, 'acme/platform/tools')
      t.strictSame(await sent(), ['GET projects/acme%2Fplatform%2Ftools'])
    })
  }

  t.test('a project is also named by its id', async t => {
    t.equal((await call('get_project', { project: '2' })).data.path, 'acme/platform/tools')
  })

  t.test('a moved project is found under its old path', async t => {
    t.match((await call('get_project', { project: 'acme/website' })).data, { path: 'acme/web' })
  })

  t.test('a write with the old path of a moved project is refused with advice', async t => {
    const { status, error } = await call('create_issue', { project: 'acme/website', title: 'X' })
    t.equal(status, 422)
    t.match(error.details, { reason: 'cannot_be_honoured', outcome: 'not_executed', suggestions: [/gitlab_get_project/] })
  })

  t.test('the rate limit is returned, its epoch converted to ISO 8601', async t => {
    const { metadata } = await call('get_issue', { issue_iid: 1 })
    t.match(metadata, { rate_limit: { limit: 10_000, remaining: Number, used: Number }, rate_limit_reset: /^\d{4}-.*Z$/ })
    t.ok(Math.abs(Date.parse(metadata.rate_limit_reset) - Date.now()) < 61_000)
  })

  t.test('runners_token is never returned, not even in the raw response', async t => {
    const { data, text } = await call('get_project', { full: true })
    t.equal(data.raw.runners_token, '[redacted]')
    t.notMatch(text, 'GR1348941')
  })

  t.test('the token is in no log and in no error', async t => {
    await failNext({ path: 'issues/1' }, { status: 500, body: { message: `no: ${TOKEN}` } })
    const { text, error } = await call('get_issue', { issue_iid: 1 })
    t.match(error.details.upstream.message, 'no: [redacted]')
    t.notMatch(text + JSON.stringify(lines), TOKEN)
  })

  t.test('the seed: a call is one line of the log, with tool, duration, success and parameters', async t => {
    lines.length = 0
    await call('get_issue', { issue_iid: 1 })
    await call('get_issue', { issue_iid: 9999 })
    const calls = lines.filter((line): line is Record<string, unknown> => Object(line).tool === 'gitlab_get_issue')
    t.match(calls, [
      { level: 30, duration_ms: Number, success: true, params: { issue_iid: 1 } },
      { level: 40, duration_ms: Number, success: false, params: { issue_iid: 9999 }, error: { code: 'NOT_FOUND_ERROR' } }
    ])
    t.equal(calls.length, 2)
  })

  t.test('the seed: a response has success, data, and the execution time', async t => {
    const { text } = await call('get_issue', { issue_iid: 1 })
    t.match(JSON.parse(text), { success: true, data: { iid: 1 }, metadata: { rate_limit_remaining: Number, execution_time_ms: Number } })
  })

  t.test('gitlab_test_connection returns version, user and scopes', async t => {
    const { data } = await call('test_connection')
    t.match(data, { version: '18.5.1-ee', user: { username: 'sam' }, scopes: ['api'], default_project: 'acme/web' })
    t.ok(data.checks.every(({ works }: { works: boolean }) => works))
  })
})

t.test('without a reported limit, it is null and not 0', async t => {
  const { call } = await openGitlab(t)
  const { metadata } = await call('get_current_user')
  t.equal(metadata.rate_limit_remaining ?? null, null)
})

t.test('without a default project, project is required', async t => {
  const { call, sent } = await openGitlab(t)
  const { status, error } = await call('get_issue', { issue_iid: 1 })
  t.equal(status, 400)
  t.match(error.details, { reason: 'missing_required_field', issues: [{ path: 'project' }], suggestions: [/GITLAB_DEFAULT_PROJECT/] })
  t.strictSame(await sent(), [])
})

t.test('GitLab below 15.0 is reported by test_connection and as a warning', async t => {
  const { call } = await openGitlab(t, { version: '14.10.5' })
  t.match((await call('get_issue', { project: 'acme/web', issue_iid: 1 })).metadata.warnings, [/GitLab 14\.10\.5/])
  const { data } = await call('test_connection')
  t.match(data.checks[0], { name: 'version', works: false, message: /15\.0/ })
})

t.test('a version that could not be read is read again, and then adds a warning to every call', async t => {
  const { call, failNext } = await openGitlab(t, { version: '14.10.5' })
  await failNext({ path: '/version$' }, { status: 503, body: { message: 'Starting' } })
  const log = { project: 'acme/web', job_id: 1022 }
  const warningsOf = async (name: string, input: Record<string, unknown>): Promise<string> =>
    JSON.stringify((await call(name, input)).metadata.warnings ?? [])
  t.notMatch(await warningsOf('get_job_log', log), /GitLab 14/)
  t.match(await warningsOf('get_job_log', log), /GitLab 14\.10\.5/)
  t.match(await warningsOf('get_issue', { project: 'acme/web', issue_iid: 1 }), /GitLab 14\.10\.5/)
})

t.test('a call returns before the version is known', async t => {
  const { call, failNext, requests } = await openGitlab(t, { version: '14.10.5' })
  await failNext({ path: '/version$' }, { delay_ms: 4000, cut: true })
  const { status, metadata } = await call('get_issue', { project: 'acme/web', issue_iid: 1 })
  t.strictSame([status, metadata.warnings], [200, undefined])
  t.match(
    (await requests()).filter(({ path }) => path.endsWith('/version')),
    [{ status: null }]
  )
})

t.test('a read-only token is reported, and its writes name the missing scope', async t => {
  const { call } = await openGitlab(t, { settings: { token: READER } })
  t.match((await call('test_connection')).data.checks[2], { name: 'scopes', works: false, message: /no scope api/ })
  const { status, error } = await call('create_issue', { project: 'acme/web', title: 'X' })
  t.equal(status, 403)
  t.match(error.details, { reason: 'insufficient_permissions', required_scope: 'api', outcome: 'not_executed' })
})

type Checked = Record<string, [works: boolean, message: string | null]>

/** Results of the connection test, by name. */
async function checked(t: Test, settings: Record<string, unknown>, options: ServerOptions = {}): Promise<[Checked, string[] | null]> {
  const { call } = await openGitlab(t, { settings, ...options })
  const { checks, scopes } = (await call('test_connection')).data
  return [
    Object.fromEntries(
      checks.map(({ name, works, message }: { name: string; works: boolean; message: string }) => [name, [works, message]])
    ),
    scopes
  ]
}

t.test('test_connection with a CI job token reports what will not work, and why', async t => {
  const [checks, scopes] = await checked(t, { token: JOB_TOKEN })
  t.match(checks, { version: [true, null], user: [false, /CI job token belongs to no user.*most operations will be refused/] })
  t.equal(scopes, null)
})

t.test('test_connection with an OAuth token returns its scopes', async t => {
  const [checks, scopes] = await checked(t, { token: OAUTH, auth: 'oauth' })
  t.match(checks, { user: [true, null], scopes: [true, null] })
  t.strictSame(scopes, ['api'])
})

t.test('a server that does not report the scopes of its tokens is reported as such', async t => {
  const [checks] = await checked(t, {}, { version: '15.1.0' })
  t.match(checks, { version: [true, null], scopes: [false, /since 15\.5/], projects: [true, null] })
})

t.test('test_connection checks the default project and the allowlist', async t => {
  t.match(await checked(t, { default_project: 'acme/web' }), [{ default_project: [true, null] }])
  t.match(await checked(t, { default_project: 'acme/gone' }), [{ default_project: [false, /no project acme\/gone/] }])
  t.match(await checked(t, { default_project: 'acme/web', projects: ['acme/sandpit'] }), [{ default_project: [false, /not among those/] }])
})

t.test('a group is given by its path, encoded or not, and encoded exactly once', async t => {
  const { call, sent } = await openGitlab(t)
  for (const group of ['acme/platform', 'acme%2Fplatform', '/acme/platform/'])
    t.equal((await call('get_group', { group })).data.path, 'acme/platform', group)
  t.equal((await call('list_group_members', { group: 'acme%2Fplatform' })).status, 200)
  t.equal((await call('search_code', { group: 'acme%2Fplatform', search: 'x' })).error?.details.reason, 'upstream_refused')
  t.equal((await call('list_issues', { group: 'acme%2Fplatform' })).status, 200)
  for (const line of await sent()) t.match(line, /^GET groups\/acme%2Fplatform/)
})

t.test('a server with an untrusted certificate is refused, unless ca_file or verify_ssl allows it', async t => {
  const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"id":1,"username":"sam"}')
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const address = server.address()
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const ca_file = `${t.testdir({ 'ca.pem': CERTIFICATE })}/ca.pem`
  const resultWith = async (more: object) => {
    const instances = { main: { url, token: TOKEN, max_retries: 0, ...more } }
    const { app } = await startApp(t, { system: 'gitlab', systems: { gitlab: { instances } } })
    const { data, error } = (await app.inject({ url: '/v1/gitlab/user' })).json()
    return data?.username ?? error.code
  }
  t.equal(await resultWith({}), 'NETWORK_ERROR')
  t.equal(await resultWith({ ca_file }), 'sam')
  t.equal(await resultWith({ verify_ssl: false }), 'sam')
})

t.test('a revoked token is 424, with the setting to change', async t => {
  const { call } = await openGitlab(t, { settings: { token: REVOKED } })
  const { status, error } = await call('get_current_user')
  t.equal(status, 424)
  t.match(error, { code: 'AUTHENTICATION_ERROR', details: { reason: 'token_expired', suggestions: [/GITLAB_TOKEN/] } })
})

t.test('an instance with an allowlist', async t => {
  const { call } = await openGitlab(t, { settings: { projects: ['acme/web', 'acme/platform/*'] } })

  t.test('allows its projects, by path and by id', async t => {
    for (const project of ['acme/web', 'ACME/Web', '1', 'acme/platform/tools', 'acme/website'])
      t.equal((await call('get_project', { project })).status, 200, project)
  })

  t.test('refuses others, by path and by id', async t => {
    for (const project of ['acme/playground', '3']) {
      const { status, error } = await call('list_issues', { project })
      t.equal(status, 403, project)
      t.match(error.details, { reason: 'denied_by_policy', outcome: 'not_executed' })
    }
  })

  t.test('omits others from lists and from their totals', async t => {
    const { data } = await call('list_projects', { limit: 100 })
    t.strictSame(data.items.map(({ path }: { path: string }) => path).sort(), ['acme/platform/tools', 'acme/web'])
    t.strictSame(data.total, { value: 2, relation: 'eq' })
  })

  t.test('refuses operations on a whole group, and the creation of projects', async t => {
    t.equal((await call('list_issues', { group: 'acme' })).status, 403)
    t.equal((await call('create_project', { name: 'New' })).status, 403)
  })
})

t.test('a second allowlist for a key disables the instance with the reason', async t => {
  const projects_by_key = ['a/b', 'c/d'].map(project => ({ key: 'alice', projects: [project] }))
  const instance = { url: 'http://127.0.0.1:1', token: TOKEN, projects_by_key }
  const { app } = await startApp(t, { system: 'gitlab', systems: { gitlab: { instances: { main: instance } } } })
  t.match((await app.inject({ url: '/v1/gitlab/user' })).json().error, { code: 'CONFIGURATION_ERROR', message: /repeats alice/ })
})

t.test('a redirect to another host does not contain the token', async t => {
  const other = await listen(t, response => response.setHeader('content-type', 'application/json').end('{}'))
  const first = await listen(t, response => response.writeHead(301, { location: `${other.url}/api/v4/user` }).end())
  const { app } = await startApp(t, {
    system: 'gitlab',
    allowPrivate: [new URL(other.url).host],
    systems: { gitlab: { instances: { main: { url: first.url, token: TOKEN, max_retries: 0 } } } }
  })
  await app.inject({ url: '/v1/gitlab/user' })
  t.ok(other.seen.length > 0)
  t.strictSame(
    other.seen.flatMap(({ headers }) => headers['private-token'] ?? []),
    []
  )
})

for (const timeout of [0, 301]) {
  t.test(`a timeout of ${timeout} s makes the instance unusable, and is reported`, async t => {
    const { app } = await startApp(t, {
      systems: { gitlab: { instances: { main: { url: 'http://127.0.0.1:1', token: TOKEN, timeout } } } }
    })
    const { error } = (await app.inject({ url: '/v1/gitlab/user' })).json()
    t.match(error, { code: 'CONFIGURATION_ERROR', message: /timeout/ })
  })
}
