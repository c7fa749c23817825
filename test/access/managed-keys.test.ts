import Fastify from 'fastify'
import t from 'tap'
import { createAccess } from '../../src/access/access.ts'
import { createKeyring, newKey } from '../../src/access/keys.ts'
import { type KeyStore, openKeyStore } from '../../src/access/managed/key-store.ts'
import { fieldOfEntry, fieldOfKey, type ManagedKey, readStoredKey } from '../../src/access/managed/stored-key.ts'
import { loadConfig } from '../../src/config/config.ts'
import { auth } from '../../src/server/plugins/auth.ts'
import { silentLog } from '../helpers/bulk.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { readUntil, waitUntil } from '../helpers/wait-until.ts'

const alice = newKey({ id: 'alice', scopes: ['gitlab:read'] })
const other = newKey({ id: 'alice', scopes: [] })
const row: ManagedKey = {
  kind: 'key',
  id: 'alice',
  hash: alice.entry.hash,
  scopes: ['gitlab:read'],
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'key:local'
}
const noon = Date.parse('2026-06-01T12:00:00Z')
const identify = (key: Partial<ManagedKey>, presented = alice.key) => createKeyring([], [{ ...row, ...key }]).identify(presented, noon)

t.test('a managed key is accepted until it expires, is disabled or revoked', async t => {
  t.strictSame(identify({}), { id: 'alice', scopes: ['gitlab:read'] })
  t.equal(identify({ expires_at: '2026-06-01T11:00:00Z' }), 'expired')
  t.match(identify({ expires_at: '2026-06-01T13:00:00Z' }), { id: 'alice' })
  t.equal(identify({ disabled: true }), 'disabled')
  t.equal(identify({ disabled: true, revoked_at: '2026-06-01T11:00:00Z' }), 'revoked')
  t.equal(identify({ revoked_at: '2026-06-01T11:00:00Z' }, `${alice.key.slice(0, -1)}~`), 'unknown', 'only its holder learns why')
})

t.test('the previous key is accepted during the overlap, but no longer than the key itself', async t => {
  const rotated = { hash: other.entry.hash, previous: { hash: row.hash, until: '2026-06-01T13:00:00Z' } }
  t.match(identify(rotated), { id: 'alice' })
  t.match(identify(rotated, other.key), { id: 'alice' })
  t.equal(identify({ ...rotated, previous: { ...rotated.previous, until: '2026-06-01T11:00:00Z' } }), 'expired')
  t.equal(identify({ ...rotated, expires_at: '2026-06-01T11:59:00Z' }), 'expired')
})

t.test('the configuration takes precedence over a managed key of the same ID', async t => {
  const ring = createKeyring([{ ...other.entry, scopes: ['*'] }], [row])
  t.strictSame(ring.identify(other.key), { id: 'alice', scopes: ['*'] })
  t.equal(ring.identify(alice.key), 'unknown')
})

t.test('the revocation of an entry holds for its hash only', async t => {
  const revoked = { kind: 'revoked_entry', id: 'alice', hash: alice.entry.hash, revoked_at: 'x', revoked_by: 'key:local' } as const
  t.equal(createKeyring([alice.entry], [revoked]).identify(alice.key), 'revoked')
  t.match(createKeyring([other.entry], [revoked]).identify(other.key), { id: 'alice' })
})

t.test('a row of another version is no key', async t => {
  t.equal(readStoredKey('{"kind":"key","id":"alice"}'), undefined)
  t.equal(readStoredKey(JSON.stringify({ ...row, hash: 'short' })), undefined)
  t.equal(readStoredKey('nothing'), undefined)
})

t.test('processes over one Redis', async t => {
  const redis = await startTestRedis(t)
  const quick = { enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false, commandTimeout: 2_000 }
  const open = async (): Promise<{ store: KeyStore; subscriber: ReturnType<typeof redis.client> }> => {
    const [client, subscriber] = [redis.client(quick), redis.client()]
    await waitUntil(() => client.status === 'ready', 'the connection')
    const store = await openKeyStore({ redis: client, subscriber, log: silentLog })
    t.teardown(store.close)
    return { store, subscriber }
  }
  const [one, two] = [await open(), await open()]
  const field = fieldOfKey('alice')
  const put = async (key: Partial<ManagedKey>) => await one.store.change(field, () => ({ ...row, ...key }))
  const isDisabled = (store: KeyStore) => {
    const found = store.get(field)
    return found?.kind === 'key' && found.disabled === true
  }

  await t.test('a change is in force at once in the process that makes it, and is announced to others', async t => {
    const changes: string[] = []
    one.store.onChange(() => changes.push('one'))
    await put({})
    t.match(one.store.get(field), row)
    t.strictSame(changes, ['one'])
    await readUntil(
      () => two.store.get(field),
      found => found !== undefined,
      'the other process knows the key'
    )
    t.strictSame(two.store.ids(), ['alice'])
  })

  await t.test('a change whose announcement is lost is found by the check', async t => {
    two.subscriber.disconnect()
    await put({ disabled: true })
    await waitUntil(() => isDisabled(two.store), 'the other process finds the change')
    t.ok(two.store.isCurrent())
  })

  await t.test('of concurrent changes of one key, each sees the one before', async t => {
    await put({ description: '' })
    const append = (store: KeyStore, letter: string) =>
      store.change(field, found => (found?.kind === 'key' ? { ...found, description: `${found.description}${letter}` } : undefined))
    await Promise.all([append(one.store, 'a'), append(two.store, 'b'), append(one.store, 'c')])
    await one.store.refresh()
    const found = one.store.get(field)
    t.equal(found?.kind === 'key' && found.description?.length, 3)
  })

  await t.test('rotation with an overlap ends nothing; a narrower key ends what it runs, in every process', async t => {
    await put({})
    await two.store.refresh()
    const access = createAccess(loadConfig({ TOOLGATE_KEYS: JSON.stringify([{ ...other.entry, id: 'bob', scopes: ['*'] }]) }), two.store)
    t.teardown(access.close)
    const ended: string[] = []
    access.onRevoked(ids => ended.push(...ids))
    await put({ hash: other.entry.hash, previous: { hash: row.hash, until: '2999-01-01T00:00:00Z' } })
    await two.store.refresh()
    t.strictSame(ended, [])
    await put({ hash: other.entry.hash })
    await waitUntil(() => ended.length > 0, 'the end of the overlap')
    await put({ hash: other.entry.hash, scopes: ['trello:read'] })
    await waitUntil(() => ended.length > 1, 'the change of scopes')
    t.strictSame(access.callerOf('alice'), { id: 'alice', scopes: ['trello:read'] })
    await put({ revoked_at: '2026-01-01T00:00:00Z' })
    await waitUntil(() => ended.length > 2, 'the revocation')
    t.strictSame(ended, ['alice', 'alice', 'alice'])
    t.equal(access.callerOf('alice'), undefined)
    const entry = fieldOfEntry(other.entry.hash)
    const tombstone = { kind: 'revoked_entry', id: 'bob', hash: other.entry.hash, revoked_at: 'x', revoked_by: 'key:local' } as const
    await one.store.change(entry, () => tombstone)
    await waitUntil(() => ended.includes('bob'), 'the revocation of a key of the configuration')
    access.change(access.config())
    t.equal(access.callerOf('bob'), undefined, 'it outlives a reload of the configuration')
  })

  await t.test('without Redis, managed keys are refused with 503 after a second, and keys of the configuration are not', async t => {
    const file = newKey({ id: 'file', scopes: ['*'] })
    await put({})
    const access = createAccess(loadConfig({ TOOLGATE_KEYS: JSON.stringify([file.entry]) }), one.store)
    t.teardown(access.close)
    const app = Fastify()
    t.teardown(() => app.close())
    app.setErrorHandler((error: Error & { status?: number; reason?: string }, _request, reply) =>
      reply.code(error.status ?? 500).send({ reason: error.reason })
    )
    auth(app, access.auth)
    app.get('/', async ({ caller }) => caller.id)
    const call = async (key: string) => {
      const { statusCode, body } = await app.inject({ url: '/', headers: { 'x-api-key': key } })
      return [statusCode, body]
    }
    t.strictSame(await call(alice.key), [200, 'alice'])
    await redis.kill9()
    await waitUntil(() => !one.store.isCurrent(), 'a second without Redis')
    t.strictSame(await call(alice.key), [503, '{"reason":"redis_unavailable"}'])
    t.strictSame(await call(file.key), [200, 'file'])
    t.equal((await call('tg_alice_wrong'))[0], 401)
    t.match(await put({}).catch((error: unknown) => error), { reason: 'redis_unavailable' })
    await redis.restart()
    await waitUntil(async () => (await call(alice.key))[0] === 200, 'Redis is back')
  })
})
