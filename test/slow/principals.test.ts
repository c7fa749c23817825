// Users of a backend and subjects of tokens on a whole gateway, which stays the same for all tests: what each owns, and what narrows it.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { subjectId } from '../../src/contract/principal.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startGateway } from '../helpers/gateway.ts'
import { AUDIENCE, startIssuer } from '../helpers/issuer.ts'
import { listen } from '../helpers/listen.ts'
import { connect } from '../helpers/mcp.ts'
import { waitUntil } from '../helpers/wait-until.ts'

// One gateway with a backend that names users, and an issuer of tokens.
const folder = await temporaryFolder(t)
const roots = path.join(folder, 'files')
await mkdir(roots)
await writeFile(path.join(roots, 'a.txt'), 'old\n')
const issuer = await startIssuer(t)
const gitlab = await listen(t, (response, { url }) => {
  const [, project = ''] = /projects\/([^/?]+)/.exec(url) ?? []
  const body = JSON.stringify({ id: 1, iid: 1, path_with_namespace: decodeURIComponent(project) })
  response.setHeader('content-type', 'application/json').end(body)
})
const work = ['filesystem:destructive', 'memory:destructive', 'gitlab:read', 'calls:read']
const backend = newKey({ id: 'backend', scopes: [...work, 'users:act_as'] })
const other = newKey({ id: 'other', scopes: [...work, 'users:act_as'] })
const plain = newKey({ id: 'plain', scopes: work })
const manager = newKey({ id: 'manager', scopes: ['users:act_as', 'web:read', 'keys_list', 'keys_revoke', 'keys_create'] })
const root = newKey({ id: 'root', scopes: ['*'] })
const file = path.join(folder, 'toolgate.yaml')
const instance = { url: gitlab.url, token: 'token', max_retries: 0 }
await writeFile(
  file,
  JSON.stringify({
    keys: [backend.entry, other.entry, plain.entry, manager.entry, root.entry],
    issuers: [
      {
        issuer: issuer.url,
        audience: [AUDIENCE],
        scopes: [{ grants: work }],
        constraints: { instances: ['gitlab:open', 'filesystem:default', 'memory:default'] },
        request_scopes: ['openid']
      }
    ],
    policy: [
      { key: `jwt:${issuer.url}`, operation: 'memory_list_objects', permission: '*', decision: 'deny' },
      { key: 'plain', instance: 'closed', permission: '*', decision: 'deny' },
      { key: 'backend', system: 'memory', operation: 'memory_export', permission: '*', decision: 'deny' }
    ],
    systems: {
      gitlab: {
        default_instance: 'open',
        instances: {
          open: { ...instance, projects_by_key: ['backend', `jwt:${issuer.url}`].map(key => ({ key, projects: ['acme/*'] })) },
          closed: instance
        }
      }
    }
  })
)
const { url } = await startGateway(t, { roots, dataDirectory: path.join(folder, 'data'), environment: { TOOLGATE_CONFIG: file } })

type Headers = Record<string, string>
const by = (key: string, user?: string): Headers => ({
  authorization: `Bearer ${key}`,
  ...(user !== undefined && { 'toolgate-user': user })
})
const [alice, bob, self] = [by(backend.key, 'alice'), by(backend.key, 'bob'), by(backend.key)]
const ada = async (): Promise<Headers> => by(await issuer.sign())

const send = (operation: string, input: object, headers: Headers): Promise<Response> =>
  fetch(`${url}/v1/operations/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input)
  })
async function call(operation: string, input: object, headers: Headers) {
  const response = await send(operation, input, headers)
  return { status: response.status, ...JSON.parse(await response.text()) }
}
const startJob = async (headers: Headers): Promise<string> => {
  const { data } = await call('filesystem_bulk_replace_in_files', { glob: '*', search: 'old', replacement: 'new' }, headers)
  return data.id
}

t.test('a user manages no keys, although its key does', async t => {
  const eve = by(manager.key, 'eve')
  for (const [operation, input] of [
    ['keys_list', {}],
    ['keys_revoke', { id: 'plain' }],
    ['keys_create', { id: 'mine', scopes: ['web:read'], confirm: true }]
  ] as const)
    t.match(await call(operation, input, eve), { status: 403, error: { details: { reason: 'denied_by_policy' } } }, operation)
  const unread = { method: 'POST', body: '{ not JSON', headers: { 'content-type': 'application/json', ...eve } }
  t.equal((await fetch(`${url}/v1/keys/plain/revoke`, unread)).status, 403, 'before anything is read')
  const shown = async (headers: Headers): Promise<string> => await (await fetch(`${url}/v1/catalog?system=keys`, { headers })).text()
  t.notMatch(await shown(eve), 'keys_revoke')
  t.match(await shown(by(manager.key)), 'keys_revoke')
  t.equal((await call('keys_list', {}, by(manager.key))).status, 200, 'the key itself does')
  t.equal((await call('jobs_list', {}, by(plain.key))).status, 200)
})

t.test('a key without the scope names nobody: refused before anything is read', async t => {
  for (const [path, body] of [
    ['/v1/operations/memory_search', '{ not JSON'],
    ['/v1/filesystem/read_file', '{}'],
    ['/mcp', '{ not JSON'],
    ['/v1/jobs', '']
  ] as const) {
    const response = await fetch(`${url}${path}`, {
      method: path === '/v1/jobs' ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...by(plain.key, 'alice') },
      ...(body !== '' && { body })
    })
    t.equal(response.status, 403, path)
    t.match(await response.json(), { error: { details: { reason: 'insufficient_permissions', required_scope: 'users:act_as' } } })
  }
  t.equal((await fetch(`${url}/v1/jobs`, { headers: by(plain.key, '') })).status, 403, 'an empty name, too')
  t.equal((await fetch(`${url}/docs`, { headers: { 'toolgate-user': 'alice' } })).status, 403, 'without a key')
  t.equal((await fetch(`${url}/v1/jobs`, { headers: { ...(await ada()), 'toolgate-user': 'alice' } })).status, 403, 'with a token')
})

t.test('a header that does not name one user is refused', async t => {
  for (const name of ['', 'a b', 'x'.repeat(129), 'é', 'alice, bob'])
    t.equal((await fetch(`${url}/v1/jobs`, { headers: by(backend.key, name) })).status, 400, name)
  const twice = new Headers(self)
  twice.append('toolgate-user', 'alice')
  twice.append('toolgate-user', 'alice')
  t.equal((await fetch(`${url}/v1/jobs`, { headers: twice })).status, 400)
  t.equal((await fetch(`${url}/v1/jobs`, { headers: by(backend.key, 'x'.repeat(128)) })).status, 200)
})

t.test('a job belongs to the user that started it', async t => {
  const id = await startJob(alice)
  t.equal((await call('jobs_get', { id }, alice)).status, 200)
  const strangers: [string, Headers][] = [
    ['another user', bob],
    ['the key itself', self],
    ['a user of this name at another key', by(other.key, 'alice')],
    ['a user whose name is a path', by(backend.key, '../backend/alice')],
    ['another key', by(plain.key)],
    ['the subject of a token', await ada()],
    ['a user of a key with every scope', by(root.key, 'alice')]
  ]
  for (const [who, headers] of strangers) {
    t.equal((await call('jobs_get', { id }, headers)).status, 404, who)
    t.equal((await call('jobs_cancel', { id }, headers)).status, 404, who)
    t.notOk(
      (await call('jobs_list', {}, headers)).data.items.some((job: { id: string }) => job.id === id),
      who
    )
  }
  t.equal((await call('jobs_get', { id }, by(root.key))).status, 200, 'a key with every scope sees it')
  t.equal((await call('jobs_cancel', { id }, alice)).status, 200)
})

t.test('each user has its own graph and idempotency keys', async t => {
  const input = { from: 'Alice', relation: 'likes', to: 'Tea', idempotency_key: 'once' }
  t.equal((await call('memory_add_link', input, alice)).status, 201)
  t.equal((await call('memory_get_object', { name: 'Tea' }, alice)).status, 200)
  for (const headers of [bob, self, by(other.key, 'alice'), await ada()])
    t.equal((await call('memory_get_object', { name: 'Tea' }, headers)).status, 404)
  const second = await send('memory_add_link', { ...input, to: 'Jazz' }, bob)
  t.equal(second.status, 201, 'the same idempotency key is another one')
  t.equal((await call('memory_add_link', { ...input, to: 'Jazz' }, alice)).status, 422)
})

t.test('the record shows on whose behalf a call ran, and shows it to nobody else', async t => {
  await call('filesystem_read_file', { file_path: 'a.txt' }, by(backend.key, 'carol@b.example'))
  const own = await call('calls_list', { operation: 'filesystem_read_file' }, by(backend.key, 'carol@b.example'))
  t.match(own.data.items, [{ principal: 'user:backend/carol@b.example' }])
  t.strictSame((await call('calls_list', { operation: 'filesystem_read_file' }, bob)).data.items, [])
  t.strictSame((await call('calls_list', { operation: 'filesystem_read_file' }, self)).data.items, [])
})

t.test('the keys and calls of the longest principal can be found', async t => {
  const longest = subjectId(`https://${'i'.repeat(240)}`, '€'.repeat(255))
  t.equal((await call('keys_list', { created_by: longest }, by(root.key))).status, 200)
  t.equal((await call('calls_list', { principal: longest }, by(root.key))).status, 200)
})

t.test('what narrows a key narrows its users', async t => {
  for (const headers of [alice, self]) {
    t.match(await call('memory_export', {}, headers), { error: { details: { reason: 'denied_by_policy' } } })
    t.match(await call('gitlab_get_issue', { project: 'other/x', issue_iid: 1 }, headers), { status: 403 })
  }
  t.not((await call('gitlab_get_issue', { project: 'other/x', issue_iid: 1 }, by(other.key, 'alice'))).status, 403)
})

t.test('the secret of webhooks is that of the key, and users do not get it', async t => {
  t.equal((await fetch(`${url}/v1/webhooks/secret`, { headers: self })).status, 200)
  t.equal((await fetch(`${url}/v1/webhooks/secret`, { headers: alice })).status, 403)
})

t.test('over MCP, a header names the user, too', async t => {
  const client = await connect(t, url, { headers: alice })
  const id = await startJob(alice)
  const { structuredContent } = await client.callTool({ name: 'jobs_get', arguments: { id } })
  t.match(structuredContent, { id })
  const stranger = await connect(t, url, { headers: bob })
  t.match(await stranger.callTool({ name: 'jobs_get', arguments: { id } }), { isError: true })
})

t.test('a token is a caller of its own, over REST and MCP', async t => {
  const headers = await ada()
  const { data } = await call('filesystem_read_file', { file_path: 'a.txt', mode: 'async' }, headers)
  const ended = await call('jobs_get', { id: data.id, wait: 20, until: 'ended' }, headers)
  t.match(ended.data, { status: 'completed', result: { status: 200 } }, 'a job runs with the scopes of the token that started it')
  const { items } = (await call('calls_list', { limit: 1, operation: 'filesystem_read_file' }, headers)).data
  t.match(items, [{ principal: `jwt:${issuer.url}|ada` }])
  const client = await connect(t, url, { headers })
  t.match(await client.callTool({ name: 'jobs_get', arguments: { id: data.id } }), { structuredContent: { id: data.id } })
  t.equal((await call('jobs_get', { id: data.id }, by(await issuer.sign({ sub: 'eve' })))).status, 404)
})

t.test('lists by key and policy narrow the tokens of an issuer', async t => {
  const headers = await ada()
  t.match(await call('gitlab_get_issue', { project: 'locked/x', issue_iid: 1 }, headers), {
    error: { details: { reason: 'denied_by_policy' } }
  })
  t.match(await call('memory_list_objects', {}, headers), { error: { details: { reason: 'denied_by_policy' } } })
})

t.test('a token sees and tests only the instances of its issuer', async t => {
  const headers = await ada()
  const { items } = JSON.parse(await (await fetch(`${url}/v1/instances`, { headers })).text()).data
  const shown = items.filter(({ system }: { system: string }) => system === 'gitlab')
  t.match(shown, [{ name: 'open' }])
  t.equal(shown.length, 1)
  const tool = JSON.parse(await (await fetch(`${url}/v1/tools/gitlab`, { headers })).text())
  t.match(tool.data.instances, [{ name: 'open' }])
  t.equal(tool.data.instances.length, 1)
  const seen = gitlab.seen.length
  for (const name of ['closed', 'none']) {
    const response = await fetch(`${url}/v1/instances/gitlab/${name}/test`, { method: 'POST', headers })
    t.equal(response.status, 403, name)
    t.match(await response.json(), { error: { details: { reason: 'outside_constraints' } } })
  }
  t.equal(gitlab.seen.length, seen, 'nothing is sent')
  const blocked = await fetch(`${url}/v1/instances/gitlab/closed/test`, { method: 'POST', headers: by(plain.key) })
  t.equal(blocked.status, 403, 'neither does a key that policy denies the instance')
  t.equal((await fetch(`${url}/v1/instances/gitlab/open/test`, { method: 'POST', headers })).status, 200)
})

t.test('a token uses only the instances of its issuer', async t => {
  const headers = await ada()
  const issue = { project: 'acme/x', issue_iid: 1 }
  t.not((await call('gitlab_get_issue', issue, headers)).status, 403)
  t.match(await call('gitlab_get_issue', { ...issue, instance: 'closed' }, headers), {
    error: { details: { reason: 'outside_constraints' } }
  })
})

t.test('a refused token names the metadata of the resource, which names the authorization server', async t => {
  for (const path of ['/mcp', '/v1/jobs']) {
    const response = await fetch(`${url}${path}`, { headers: by(await issuer.sign({ aud: 'https://other.example' })) })
    t.equal(response.status, 401)
    const metadata = `${url}/.well-known/oauth-protected-resource/mcp`
    t.equal(response.headers.get('www-authenticate'), `Bearer realm="toolgate", error="invalid_token", resource_metadata="${metadata}"`)
    t.match(await (await fetch(metadata)).json(), {
      resource: `${url}/mcp`,
      authorization_servers: [issuer.url],
      scopes_supported: ['openid']
    })
  }
})

t.test('revoking a key ends the work of its users', async t => {
  const ids = [await startJob(alice), await startJob(bob), await startJob(self)]
  const kept = await startJob(by(other.key, 'alice'))
  const status = async (id: string): Promise<string> => (await call('jobs_get', { id }, by(root.key))).data.status
  await waitUntil(async () => (await Promise.all([...ids, kept].map(status))).every(one => one === 'awaiting_confirmation'), 'the previews')
  const { data } = await call('keys_revoke', { id: 'backend', cancel_jobs: true, confirm: true }, by(root.key))
  t.match(data, { status: 'revoked' })
  t.strictSame(await Promise.all(ids.map(status)), ['cancelled', 'cancelled', 'cancelled'])
  t.equal(await status(kept), 'awaiting_confirmation')
  t.equal((await call('jobs_list', {}, alice)).status, 401)
})
