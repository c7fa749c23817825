import { connect } from 'node:net'
import Fastify from 'fastify'
import t from 'tap'
import { Type } from 'typebox'
import { createAccess } from '../../src/access/access.ts'
import { userOf } from '../../src/access/users.ts'
import { loadConfig } from '../../src/config/config.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { credentialOf, issuerId, principalOf, subjectId, userId } from '../../src/contract/principal.ts'
import { auth } from '../../src/server/plugins/auth.ts'
import { createPorts } from '../../src/server/ports.ts'
import { startApp } from '../helpers/app.ts'
import { silentLog } from '../helpers/bulk.ts'
import { fakeOperation, fakeTool } from '../helpers/fake-tool.ts'
import { AUDIENCE } from '../helpers/issuer.ts'
import { openTestStore } from '../helpers/key-store.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const ISSUER = 'https://login.example.com'

t.test('no principal can be taken for another', async t => {
  const names = ['a', 'A', 'a/b', 'a%2Fb', 'a|b', '..', '{x}', '}:x', 'key:root', 'user:backend/a', 'a@b.example', '*', '%']
  const ids = [...names.map(name => userId('backend', name)), ...names.map(name => subjectId('https://i.example', name)), 'backend', 'root']
  t.equal(new Set(ids).size, ids.length)
  for (const id of ids) t.match(id, /^(?:user:[a-z0-9-]+\/|jwt:[\w:/.]+\|)?[\w.!~*'()%@-]+$/)
  t.strictSame(
    names.map(name => credentialOf(userId('backend', name))),
    names.map(() => 'backend')
  )
  t.strictSame(
    names.map(name => credentialOf(subjectId('https://i.example', name))),
    names.map(() => 'jwt:https://i.example')
  )
  t.equal(principalOf({ id: 'backend' }), 'key:backend')
  t.equal(principalOf({ id: userId('backend', 'a b') }), 'user:backend/a%20b')
})

t.test('a user has the scopes of its key that concern only the user', async t => {
  const scopesOf = (scopes: string[]) => {
    const user = userOf({ id: 'backend', scopes }, ['alice'])
    return user instanceof OperationError ? user.reason : user.scopes
  }
  t.strictSame(scopesOf(['*']), ['*:destructive', 'jobs:auto_confirm'])
  t.strictSame(scopesOf(['users:act_as', 'web:read', 'calls:read_all', 'keys:admin', 'metrics:read']), ['web:read'])
  t.equal(scopesOf(['users:act_as']), 'insufficient_permissions')
  t.equal(scopesOf(['*:destructive', 'users:write']), 'insufficient_permissions')
})

t.test('a response that is still open ends with its token', async t => {
  const app = Fastify()
  t.teardown(() => app.close())
  const caller = { id: subjectId(ISSUER, 'ada'), scopes: ['*'] }
  auth(app, { identify: () => 'unknown', anonymous: undefined, verifyToken: async () => ({ caller, until: Date.now() + 20 }) })
  app.get('/', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('begun')
  })
  const response = await fetch(await app.listen({ port: 0 }), { headers: { authorization: 'Bearer eyJ' } }).catch(() => undefined)
  await response?.text().catch(() => undefined)
  t.pass('it does not wait for ever')
})

t.test('a job of a token has the scopes that its issuer still grants', async t => {
  const entry = (...grants: string[]) => ({ issuer: ISSUER, audience: [AUDIENCE], scopes: grants.map(grant => ({ grants: [grant] })) })
  const configOf = (...issuers: ReturnType<typeof entry>[]) => ({ ...loadConfig({}), issuers })
  const access = createAccess(
    configOf(entry('gitlab:destructive', 'web:read')),
    (await openTestStore(t, await startTestRedis(t))).store,
    silentLog
  )
  t.teardown(access.close)
  const ended: string[] = []
  access.onRevoked(ids => ended.push(...ids))
  access.onReduced(ids => ended.push(...ids))
  const id = subjectId(ISSUER, 'ada')
  t.strictSame(access.callerOf(id), { id, scopes: ['gitlab:destructive', 'web:read'] })
  t.strictSame(access.callerOf(id, ['gitlab:destructive']), { id, scopes: ['gitlab:destructive'] })
  access.change(configOf(entry('gitlab:read', 'web:read')))
  t.strictSame(ended, [issuerId(ISSUER), issuerId(ISSUER)])
  t.strictSame(access.callerOf(id), { id, scopes: ['gitlab:read', 'web:read'] })
  t.strictSame(access.callerOf(id, ['gitlab:destructive']), { id, scopes: ['gitlab:read'] })
  access.change(configOf())
  t.equal(access.callerOf(id), undefined)
})

t.test('a user has no operation that manages the gateway, not even by its ID', t => {
  const revoke = fakeOperation('revoke', {}, undefined, { tool: { ...fakeTool, access: 'admin' } })
  const scopes = ['workshop_revoke']
  const { policy, visible } = createPorts({ policy: () => [] })
  const ask = (caller: { id: string; scopes: string[] }) =>
    policy({ operation: revoke, caller, permission: 'read', instance: null, costly: false }).decision
  t.equal(ask({ id: 'backend', scopes }), 'allow')
  t.equal(ask({ id: userId('backend', 'eve'), scopes }), 'deny')
  t.ok(visible(revoke, { id: 'backend', scopes }))
  t.notOk(visible(revoke, { id: userId('backend', 'eve'), scopes }))
  t.end()
})

/** Keys `backend` and `other` name users, and each token is of another subject. */
const identities = {
  identify: (key: string) => ({ id: key, scopes: ['users:act_as', 'workshop:read'] }),
  anonymous: undefined,
  verifyToken: async (token: string) => ({ caller: { id: subjectId(ISSUER, token), scopes: ['workshop:read'] }, until: Infinity })
}

t.test('the default limit of open streams is that of a key and its users together, and of each subject', async t => {
  let running = 0
  const wait = fakeOperation(
    'wait',
    {},
    (_input, { signal }) => {
      running += 1
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    { http: 'GET /wait' }
  )
  const { app } = await startApp(t, { definitions: [wait], auth: identities })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const controller = new AbortController()
  const responses: Response[] = [] // fetch closes the connection of a response that the garbage collector takes
  const open = async (key: string, user?: string): Promise<number> => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...(user !== undefined && { 'toolgate-user': user }) }
    const response = await fetch(`${url}/v1/workshop/wait`, { headers, signal: controller.signal })
    responses.push(response)
    return response.status
  }
  const statuses = await Promise.all(Array.from({ length: 32 }, (_, number) => open('backend', `user-${number}`)))
  t.strictSame(new Set(statuses), new Set([200]))
  await waitUntil(() => running === 32, 'the streams')
  t.equal(await open('backend', 'another'), 429)
  t.equal(await open('backend'), 429, 'the key itself')
  t.equal(await open('other', 'user-1'), 200, 'a user of another key')
  t.strictSame(await Promise.all(['eyJa', 'eyJb'].map(token => open(token))), [200, 200])
  controller.abort()
})

t.test('the limit of JSON bodies in memory is that of a key and its users together', async t => {
  const take = fakeOperation('take', { text: Type.Optional(Type.String()) }, undefined, { max_body: 2 ** 20 })
  const { app } = await startApp(t, { definitions: [take], auth: identities, uploads: { bodies: 2 ** 20 } })
  const { hostname, port, origin } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const path = '/v1/workshop/take'
  const send = async (key: string, user: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, 'toolgate-user': user, 'content-type': 'application/json' }
    const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify({ text: 'x'.repeat(200_000) }) })
    await response.arrayBuffer()
    return response.status
  }
  t.equal(await send('backend', 'alice'), 200)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  t.teardown(() => socket.destroy())
  const head = ['authorization: Bearer backend', 'toolgate-user: bob', 'content-type: application/json', 'content-length: 900000']
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${head.join('\r\n')}\r\n\r\n`)
  await waitUntil(async () => (await send('backend', 'alice')) === 429, 'bob sends a large body')
  t.equal(await send('other', 'alice'), 200, 'a user of another key')
})
