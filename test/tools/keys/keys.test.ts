import t from 'tap'
import { newKey } from '../../../src/access/keys.ts'
import { fieldOfKey } from '../../../src/access/managed/stored-key.ts'
import { runCommand } from '../../../src/cli.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { listen } from '../../helpers/listen.ts'
import { connect } from '../../helpers/mcp.ts'
import { everything } from '../../helpers/redis.ts'
import { readUntil } from '../../helpers/wait-until.ts'

const [ann, issuer, reader, carl] = [
  newKey({ id: 'ann', scopes: ['*'] }),
  newKey({ id: 'issuer', scopes: ['keys:admin', 'gitlab:read'] }),
  newKey({ id: 'reader', scopes: ['*:destructive', 'keys_list', 'keys_revoke'] }),
  newKey({ id: 'carl', scopes: ['gitlab:read'], expires: '2099-01-01' })
]
const dataDirectory = await temporaryFolder(t)
const logged: string[] = []
// A GitLab that is always busy.
const gitlab = await listen(t, response => void response.writeHead(429, { 'retry-after': '9' }).end())
const { url, redis } = await startGateway(t, {
  dataDirectory,
  roots: await temporaryFolder(t),
  environment: {
    TOOLGATE_KEYS: JSON.stringify([ann.entry, issuer.entry, reader.entry, carl.entry]),
    GITLAB_URL: gitlab.url,
    GITLAB_TOKEN: 'token'
  },
  onLog: line => logged.push(JSON.stringify(line))
})

interface Answer {
  status: number
  location: string | null
  connection: string | null
  // biome-ignore lint/suspicious/noExplicitAny: the response of any operation
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the error of any operation
  error: any
}

async function send(key: string, method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...more }
  const response = await fetch(`${url}/v1/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const { data, error } = JSON.parse(await response.text())
  const [location, connection] = ['location', 'connection'].map(name => response.headers.get(name))
  return { status: response.status, location: location ?? null, connection: connection ?? null, data, error }
}
/** Calls with a key, confirmed. */
const as = (by: { key: string }) => ({
  get: (path: string) => send(by.key, 'GET', path),
  post: (path: string, body: object = {}, headers = {}) => send(by.key, 'POST', path, { confirm: true, ...body }, headers),
  patch: (path: string, body: object) => send(by.key, 'PATCH', path, { confirm: true, ...body }),
  remove: (path: string) => send(by.key, 'DELETE', `${path}?confirm=true`)
})
const admin = as(ann)

/** Creates a key and returns it. */
async function create(id: string, more: object = {}): Promise<{ key: string }> {
  const { status, data } = await admin.post('keys', { id, scopes: ['gitlab:read'], ...more })
  t.equal(status, 201, `created ${id}`)
  return { key: data.key }
}
/** The status of a call with a key, 200 if it is accepted. */
const statusWith = async (by: { key: string }) => (await as(by).get('jobs')).status

const refused = (status: number, reason: string) => ({ status, error: { details: { reason } } })

t.test('key_of_a_build_server, one_key: a key is created, shown once, accepted and listed', async t => {
  const created = await admin.post('keys', {
    id: 'ci',
    scopes: ['gitlab:read'],
    description: 'Build server',
    expires_at: '2099-01-01T01:00:00+01:00'
  })
  t.match(created, {
    status: 201,
    location: /\/v1\/keys\/ci$/,
    data: { id: 'ci', source: 'managed', status: 'active', created_by: 'key:ann' }
  })
  const { key, ...shown } = created.data
  t.match(key, /^tg_ci_[\w-]{43}$/)
  t.equal(shown.expires_at, '2099-01-01T00:00:00.000Z')
  t.equal(await statusWith({ key }), 200)
  const { last_used_at: used, ...found } = (await admin.get('keys/ci')).data
  t.match(shown, { last_used_at: null })
  t.ok(Date.parse(used) >= Date.parse(shown.created_at), 'the call above is its last use')
  t.strictSame({ ...found, last_used_at: null }, shown, 'the key is not shown again')
  const { items, total } = (await admin.get('keys')).data
  t.match(items, [
    { id: 'ann', source: 'file', status: 'active', created_at: null },
    { id: 'carl', expires_at: '2099-01-01T00:00:00.000Z' },
    { id: 'ci', source: 'managed' },
    { id: 'issuer' },
    { id: 'reader' }
  ])
  t.equal(total.value, 5)
  const first = (await admin.get('keys?limit=2')).data
  const second = (await admin.get(`keys?limit=2&cursor=${first.next_cursor}`)).data
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
  t.strictSame(ids, ['ann', 'carl', 'ci', 'issuer'])

  t.match(await admin.post('keys', { id: 'ci', scopes: ['gitlab:read'] }), refused(409, 'already_exists'))
  t.match(await admin.post('keys', { id: 'carl', scopes: ['gitlab:read'] }), refused(409, 'already_exists'), 'of the configuration')
  for (const id of ['local', 'anonymous'])
    t.match(await admin.post('keys', { id, scopes: ['gitlab:read'] }), refused(409, 'already_exists'), 'of callers without a key')
  for (const wrong of [
    { id: 'No' },
    { scopes: [] },
    { scopes: ['gitlab:reed'] },
    { expires_at: '2020-01-01T00:00:00Z' },
    { expires_at: 'soon' }
  ])
    t.match(
      await admin.post('keys', { id: 'other', scopes: ['gitlab:read'], ...wrong }),
      refused(400, 'invalid_field_value'),
      JSON.stringify(wrong)
    )
  for (const stored of [{ idempotency_key: 'x' }, { mode: 'async' }])
    t.match(
      await admin.post('keys', { id: 'other', scopes: ['gitlab:read'], ...stored }),
      refused(400, 'unknown_field'),
      'its result is never stored'
    )
})

t.test('keys are found by words of their ID, description and scopes', async t => {
  await create('found', { description: 'Nightly Report' })
  const idsOf = async (query: string) => {
    const { data } = await admin.get(`keys?query=${encodeURIComponent(query)}`)
    return data.items.map(({ id }: { id: string }) => id)
  }
  t.strictSame(await idsOf('report  NIGHTLY '), ['found'])
  t.strictSame(await idsOf('found gitlab:read'), ['found'])
  t.strictSame(await idsOf('found gitlab:write'), [])
})

t.test('a caller learns which scopes it can give to keys', async t => {
  const accessOf = async (by: { key: string }) => {
    const { status, data } = await as(by).get('access')
    t.equal(status, 200)
    const scopes = new Map(data.grantable.map((row: { scope: string }) => [row.scope, row]))
    return { principal: data.principal, own: data.scopes, scopes, kinds: new Set(data.grantable.map(({ kind }: { kind: string }) => kind)) }
  }
  const all = await accessOf(ann)
  t.strictSame([...all.kinds].sort(), ['general', 'operation', 'part', 'permission'])
  t.match(all.scopes.get('*'), { kind: 'general', allows: /^Everything/ })
  t.match(all.scopes.get('gitlab:read'), { kind: 'permission', allows: /only read/ })
  t.match(all.scopes.get('gitlab:issues'), { kind: 'part', allows: /one group/ })
  t.match(all.scopes.get('gitlab:secrets'), { kind: 'part', allows: /Secret values/ })
  t.match(all.scopes.get('keys_list'), { kind: 'operation', allows: 'List the keys of the gateway.' })
  const some = await accessOf(issuer)
  t.match(some, { principal: 'key:issuer', own: ['keys:admin', 'gitlab:read'] })
  t.strictSame([...some.scopes.keys()], ['gitlab:read', 'keys:admin'])
  t.equal((await fetch(`${url}/v1/access`)).status, 401)
})

t.test('a key is stored as its hash only', async t => {
  const { key } = await create('secretive')
  const rotated = (await admin.post('keys/secretive/rotate', {}, { 'idempotency-key': 'k1' })).data.key
  const stored = [...(await everything(redis.client())).values()].join('\n')
  t.match(stored, 'key:secretive')
  for (const secret of [key, rotated].map(text => text.slice(-43))) {
    t.notOk(stored.includes(secret), 'in Redis')
    t.notOk(logged.join('\n').includes(secret), 'in the log')
  }
})

t.test('only keys:admin, the ID of the operation and * manage keys', async t => {
  const others = as(reader)
  t.match(await others.post('keys', { id: 'x', scopes: ['gitlab:read'] }), refused(403, 'insufficient_permissions'))
  t.match(await others.get('keys/ci'), { status: 403, error: { details: { required_scope: 'keys:admin' } } })
  t.equal((await others.get('keys')).status, 200)
  const names = (await others.get('catalog?system=keys')).data.items.map(({ id }: { id: string }) => id)
  t.strictSame(names, ['keys_list', 'keys_revoke'], 'it sees those that it may call')
  t.equal((await as(issuer).get('keys/ci')).status, 200)
  t.equal((await send('tg_nobody_x', 'GET', 'keys')).status, 401)
})

t.test('a caller gives only scopes that it has itself', async t => {
  const { post, patch } = as(issuer)
  t.equal((await post('keys', { id: 'narrow', scopes: ['gitlab:read'] })).status, 201)
  for (const scope of ['*', 'gitlab:write', '*:read', 'metrics:read', 'jobs:auto_confirm'])
    t.match(
      await post('keys', { id: 'wide', scopes: ['gitlab:read', scope] }),
      { status: 403, error: { details: { reason: 'insufficient_permissions', required_scope: scope } } },
      scope
    )
  t.equal((await patch('keys/narrow', { scopes: ['gitlab:write'] })).status, 403)
  await create('wide', { scopes: ['gitlab:write', 'trello:read'] })
  t.equal((await post('keys/wide/rotate')).status, 403, 'it would get the scopes of the key')
  t.match(await patch('keys/wide', { scopes: ['trello:read'] }), { status: 200, data: { scopes: ['trello:read'] } }, 'narrowed')
  t.equal((await post('keys/wide/rotate')).status, 403, 'and what was done with those that it had')
  t.match(await post('keys/wide/revoke'), { status: 200, data: { status: 'revoked', revoked_by: 'key:issuer' } })
})

t.test('disabled_for_now: a key is disabled, enabled and changed', async t => {
  const key = await create('dora', { description: 'x' })
  t.match(await admin.patch('keys/dora', { disabled: true }), { status: 200, data: { status: 'disabled' } })
  t.match(await as(key).get('jobs'), { ...refused(401, 'key_unknown'), error: { message: /disabled/ } })
  t.match(await admin.patch('keys/dora', { disabled: false }), { data: { status: 'active' } })
  t.equal(await statusWith(key), 200)
  const changes = { scopes: ['trello:read'], expires_at: '2099-05-05T00:00:00.000Z', clear: ['description'] }
  t.match(await admin.patch('keys/dora', changes), { data: { scopes: ['trello:read'], expires_at: changes.expires_at, description: null } })
  t.match(await admin.patch('keys/dora', { clear: ['expires_at'] }), { data: { expires_at: null, scopes: ['trello:read'] } })
  t.match(await admin.patch('keys/dora', { scopes: ['trello:reed'] }), refused(400, 'invalid_field_value'))
})

t.test('limits of a key count its calls on every surface, with the fields of the draft', async t => {
  const limits = { requests_per_minute: 3, systems: [{ system: 'gitlab', concurrent_calls: 9 }] }
  const { key } = await create('limited', { limits })
  t.strictSame((await admin.get('keys/limited')).data.limits, limits)
  const get = () => fetch(`${url}/v1/jobs`, { headers: { authorization: `Bearer ${key}` } })
  const first = await get()
  t.equal(first.headers.get('ratelimit-policy'), '"minute";q=3;w=60')
  t.match(first.headers.get('ratelimit'), /^"minute";r=2;t=6[01]$/)
  t.equal((await send(key, 'POST', 'operations/jobs_list', {})).status, 200)
  const client = await connect(t, url, { key })
  t.notOk((await client.callTool({ name: 'jobs_list', arguments: {} })).isError)
  const refusal = await get()
  t.match([refusal.status, refusal.headers.get('ratelimit')], [429, /"minute";r=0/])
  t.ok(Number(refusal.headers.get('retry-after')) > 30)
  t.match(await refusal.json(), { error: { code: 'RATE_LIMIT_ERROR', details: { source: 'gateway', reason: 'rate_limit_exceeded' } } })
  const { results } = (await send(key, 'POST', 'operations', { calls: [{ operation: 'jobs_list', arguments: {} }] })).data
  t.match(results, [{ status: 429 }])
  t.match(await client.callTool({ name: 'jobs_list', arguments: {} }), { isError: true })
  const body = '{ "id": 1 }'.padEnd(500_000)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  t.equal((await fetch(`${url}/v1/operations/jobs_list`, { method: 'POST', headers, body })).status, 429, 'before the body is read')
  await admin.patch('keys/limited', { clear: ['limits'] })
  const free = await get()
  t.match([free.status, free.headers.get('ratelimit-policy')], [200, null])
  for (const wrong of [{ requests_per_second: 0 }, { per_second: 1 }, { systems: [{ system: 'gitlb', requests_per_second: 1 }] }])
    t.match(await admin.patch('keys/limited', { limits: wrong }), { status: 400 }, JSON.stringify(wrong))
})

t.test('rotated_with_overlap: both keys are accepted, then only the new one', async t => {
  const first = await create('rob')
  const second = await admin.post('keys/rob/rotate', { overlap_seconds: 3_600 })
  t.match(second, {
    status: 200,
    data: { id: 'rob', key: /^tg_rob_/, rotated_at: String, previous_until: String, scopes: ['gitlab:read'] }
  })
  for (const key of [first, second.data]) t.equal(await statusWith(key), 200)
  const third = (await admin.post('keys/rob/rotate', { overlap_seconds: 0 })).data
  t.equal(third.previous_until, null)
  t.strictSame(await Promise.all([first, second.data, third].map(statusWith)), [401, 401, 200])
  t.match(await admin.post('keys/rob/rotate'), { data: { previous_until: String } }, 'a day by default')
})

t.test('leaked_key, key_of_a_former_user: revoked and deleted keys stay so, and their IDs stay in use', async t => {
  const key = await create('eve')
  t.match(await admin.post('keys/eve/revoke', { cancel_jobs: true }), { status: 200, data: { status: 'revoked', cancelled_jobs: 0 } })
  t.match(await as(key).get('jobs'), { ...refused(401, 'key_unknown'), error: { message: /revoked/ } })
  const { revoked_at } = (await admin.get('keys/eve')).data
  t.match(await admin.post('keys/eve/revoke'), { status: 200, data: { revoked_at } }, 'again')
  t.match(await admin.patch('keys/eve', { disabled: false }), refused(409, 'already_revoked'))
  t.match(await admin.post('keys/eve/rotate'), refused(409, 'already_revoked'))
  t.match((await admin.get('keys?status=revoked')).data.items, [{ id: 'eve' }, { id: 'wide' }])
  for (const _ of ['first', 'again']) t.match(await admin.remove('keys/eve'), { status: 200, data: { id: 'eve', deleted: true } })
  t.match(await admin.get('keys/eve'), refused(404, 'key_not_found'))
  t.match(await admin.post('keys', { id: 'eve', scopes: ['gitlab:read'] }), refused(409, 'already_exists'))
  t.equal(await statusWith(key), 401)
  const live = await create('finn')
  t.equal((await admin.remove('keys/finn')).status, 200)
  t.equal(await statusWith(live), 401, 'deleting revokes')
})

t.test('a key of the configuration is only revoked; an unknown key is not found', async t => {
  const calls = (id: string) => [
    admin.patch(`keys/${id}`, { description: 'x' }),
    admin.post(`keys/${id}/rotate`),
    admin.remove(`keys/${id}`)
  ]
  const reasons = async (id: string) => (await Promise.all(calls(id))).map(({ status, error }) => [status, error.details.reason])
  t.strictSame(
    await reasons('carl'),
    Array.from({ length: 3 }, () => [409, 'key_in_file'])
  )
  t.strictSame(
    await reasons('nobody'),
    Array.from({ length: 3 }, () => [404, 'key_not_found'])
  )
  t.match(await admin.get('keys/nobody'), refused(404, 'key_not_found'))
  t.match(await admin.post('keys/nobody/revoke'), refused(404, 'key_not_found'))
  t.equal(await statusWith(carl), 200)
  for (const _ of ['first', 'again'])
    t.match(await admin.post('keys/carl/revoke'), { status: 200, data: { source: 'file', status: 'revoked' } })
  t.match(await as(carl).get('jobs'), refused(401, 'key_unknown'))
  t.match(await admin.get('keys/carl'), { data: { status: 'revoked', revoked_by: 'key:ann' } })
})

t.test('keys are managed by name and over MCP, too', async t => {
  t.match(await admin.post('operations/keys_create', { id: 'by-name', scopes: ['gitlab:read'] }), { status: 201, data: { key: String } })
  const client = await connect(t, url, { key: ann.key })
  const { structuredContent } = await client.callTool({ name: 'keys_get', arguments: { id: 'by-name' } })
  t.match(structuredContent, { id: 'by-name', status: 'active' })
})

t.test('what gives access, and deletion, needs confirmation', async t => {
  const { key } = await create('asked')
  const unconfirmed = refused(428, 'confirmation_required')
  t.match(await admin.post('keys', { id: 'unasked', scopes: ['gitlab:read'], confirm: false }), unconfirmed)
  t.match(await admin.post('keys/asked/rotate', { confirm: false }), unconfirmed)
  t.match(await admin.patch('keys/asked', { scopes: ['*'], confirm: false }), unconfirmed)
  t.match(await send(ann.key, 'DELETE', 'keys/asked'), unconfirmed)
  t.equal((await admin.get('keys/unasked')).status, 404)
  t.equal(await statusWith({ key }), 200)
  t.match(await admin.patch('keys/asked', { disabled: true, confirm: false }), { data: { status: 'disabled' } })
  t.match(await admin.post('keys/asked/revoke', { confirm: false }), { data: { status: 'revoked' } }, 'a kill switch does not ask')
})

t.test('a caller gets the response of a call that ends its own key, then its connection ends', async t => {
  const scopes = ['keys:admin', 'gitlab:read']
  const first = await create('self', { scopes })
  const answer = await as(first).post('keys/self/rotate', { overlap_seconds: 0 })
  t.match(answer, { status: 200, connection: 'close' })
  const second = answer.data
  t.equal(await statusWith(first), 401)
  t.equal(await statusWith(second), 200)
  const client = await connect(t, url, { key: second.key })
  const { structuredContent } = await client.callTool({ name: 'keys_rotate', arguments: { id: 'self', overlap_seconds: 0, confirm: true } })
  const third = { key: String(Object(structuredContent).key) }
  t.equal(await statusWith(second), 401)
  t.equal(await statusWith(third), 200)
  const calls = [
    { operation: 'keys_update', arguments: { id: 'self', disabled: true } },
    { operation: 'keys_get', arguments: { id: 'self' } }
  ]
  const results = [
    { success: true, data: { status: 'disabled' } },
    { success: false, error: { details: { reason: 'client_closed' } } }
  ]
  t.match(
    await send(third.key, 'POST', 'operations', { calls }),
    { status: 200, data: { results } },
    'no further call of the request starts'
  )
  await admin.patch('keys/self', { disabled: false })
  t.match(await as(third).post('keys/self/revoke'), { status: 200, data: { status: 'revoked' } })
  t.equal(await statusWith(third), 401)
})

t.test('a caller that rotates its own key twice keeps the text that it sends, over REST and MCP', async t => {
  const scopes = ['keys:admin', 'gitlab:read']
  for (const id of ['twice', 'twice-mcp']) {
    const used = await create(id, { scopes })
    const client = id === 'twice' ? undefined : await connect(t, url, { key: used.key })
    const rotate = async (): Promise<{ key: string }> => {
      if (!client) return (await as(used).post(`keys/${id}/rotate`)).data
      return Object((await client.callTool({ name: 'keys_rotate', arguments: { id, confirm: true } })).structuredContent)
    }
    const [first, second] = [await rotate(), await rotate()]
    t.equal(await statusWith(used), 200, 'the caller may still have to switch')
    t.equal(await statusWith(first), 401)
    t.equal(await statusWith(second), 200)
    t.match(await admin.post(`keys/${id}/rotate`), { data: { rotated_by: 'key:ann' } })
    t.equal(await statusWith(second), 200, 'another caller keeps the newest')
    t.equal(await statusWith(used), 401)
  }
})

t.test('a write that waits to be sent again is not sent once its key is revoked', async t => {
  const writes = () => gitlab.seen.filter(({ method }) => method === 'POST')
  const key = await create('patient', { scopes: ['gitlab:write'] })
  const ended = as(key)
    .post('operations/gitlab_create_issue', { project: 'acme/web', title: 'busy' })
    .catch(() => undefined)
  await readUntil(
    () => writes().length,
    sent => sent > 0,
    'it is sent'
  )
  t.match(await admin.post('keys/patient/revoke'), { status: 200 })
  t.equal(await ended, undefined, 'the connection ends')
  const calls = await readUntil(
    async () => (await admin.get('calls?principal=key:patient&operation=gitlab_create_issue')).data.items,
    items => items[0]?.reason === 'key_revoked',
    'the call ends'
  )
  t.match(calls, [{ outcome: 'failed' }])
  t.equal(writes().length, 1)
})

t.test('the command line creates, lists, rotates and revokes managed keys', async t => {
  const cli = (...words: string[]) => runCommand(['keys', ...words], { TOOLGATE_URL: url, TOOLGATE_KEY: ann.key })
  const keyIn = ({ out = '' }: { out?: string }) => ({ key: /tg_term_[\w-]{43}/.exec(out)?.[0] ?? '' })
  const created = await cli(
    'new',
    '--managed',
    '--id',
    'term',
    '--scopes',
    'gitlab:read, trello:read',
    '--expires',
    '2099-01-01',
    '--description',
    'CLI'
  )
  t.match(created, { code: 0, out: /shown only once/ })
  t.equal(await statusWith(keyIn(created)), 200)
  t.match(await admin.get('keys/term'), {
    data: { scopes: ['gitlab:read', 'trello:read'], expires_at: '2099-01-01T00:00:00.000Z', description: 'CLI', created_by: 'key:ann' }
  })
  const rotated = await cli('rotate', 'term', '--overlap', '0')
  t.match(rotated, { code: 0, out: /no longer accepted/ })
  t.strictSame(await Promise.all([created, rotated].map(said => statusWith(keyIn(said)))), [401, 200])
  t.match(await cli('revoke', 'term', '--cancel-jobs'), { code: 0, out: /Cancelled jobs: 0/ })
  t.equal(await statusWith(keyIn(rotated)), 401)
  t.match(await cli('revoke', 'nobody'), { code: 1, err: /No key has the ID nobody/ })
  t.match(await cli('rotate'), { code: 2 })
  for (const [option, value] of [['--group-readable'], ['--into', 'keys.yaml']])
    t.match(await cli('new', '--managed', '--id', 'x', '--scopes', '*', ...(value ? [option ?? '', value] : [option ?? ''])), {
      code: 2,
      err: new RegExp(`${option} cannot be combined`)
    })
  for (const time of ['2099-01-01T12:00:00', '1 January 2099', '2020-01-01'])
    t.match(await cli('new', '--managed', '--id', 'x', '--scopes', '*', '--expires', time), { code: 1, err: /--expires/ }, time)
  t.equal((await admin.get('keys/x')).status, 404)
})

t.test('the command line lists all keys, and those of one creator', async t => {
  const hash = 'f'.repeat(64)
  const many = Array.from({ length: 1_100 }, (_, n) => `many-${n}`).flatMap(id => [
    fieldOfKey(id),
    JSON.stringify({ kind: 'key', id, hash, scopes: ['gitlab:read'], ever_scopes: ['gitlab:read'], created_by: 'key:maker' })
  ])
  const client = redis.client()
  await client.hset('tg:{keys}:rows', ...many)
  await client.set('tg:{keys}:version', 'many')
  const list = async (...words: string[]) => {
    const { out = '' } = await runCommand(['keys', 'list', ...words], { TOOLGATE_URL: url, TOOLGATE_KEY: ann.key })
    return out
  }
  t.equal((await list('--created-by', 'key:maker')).split('\n').length, 1_100)
  const all: { id: string }[] = JSON.parse(await list('--json'))
  t.ok(all.length > 1_100)
  t.ok(all.some(({ id }) => id === 'ann'))
})
