import Fastify from 'fastify'
import t from 'tap'
import { createAccess } from '../../src/access/access.ts'
import { createKeyring, newKey } from '../../src/access/keys.ts'
import { storeEntryRows } from '../../src/access/managed/entry-rows.ts'
import type { KeyStore } from '../../src/access/managed/key-store.ts'
import { fieldOfEntry, fieldOfEntryId, fieldOfKey, type ManagedKey, readRow } from '../../src/access/managed/stored-key.ts'
import { loadConfig } from '../../src/config/config.ts'
import { auth } from '../../src/server/plugins/auth.ts'
import { silentLog } from '../helpers/bulk.ts'
import { openTestStore } from '../helpers/key-store.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { readUntil, waitUntil } from '../helpers/wait-until.ts'

const alice = newKey({ id: 'alice', scopes: ['gitlab:read'] })
const other = newKey({ id: 'alice', scopes: [] })
const row: ManagedKey = {
  kind: 'key',
  id: 'alice',
  hash: alice.entry.hash,
  scopes: ['gitlab:read'],
  ever_scopes: ['gitlab:read'],
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

t.test('a row of another version refuses what its field names', async t => {
  const unreadable = { kind: 'unreadable_key', id: 'alice' } as const
  for (const text of [
    '{"kind":"key","id":"alice"}',
    JSON.stringify({ ...row, hash: 'short' }),
    JSON.stringify({ ...row, id: 'bob' }),
    'nothing'
  ])
    t.strictSame(readRow('key:alice', text), unreadable, text)
  const { hash } = alice.entry
  const tombstone = readRow(fieldOfEntry(hash), '{"kind":"revoked_entry","version":2}')
  t.strictSame(tombstone, { kind: 'unreadable_entry', hash })
  t.equal(createKeyring([alice.entry], tombstone && [tombstone]).identify(alice.key), 'revoked')
  t.equal(createKeyring([], [unreadable]).callerOf('alice'), undefined)
  t.equal(createKeyring([], [unreadable]).identify(alice.key), 'unknown')
})

t.test('processes over one Redis', async t => {
  const redis = await startTestRedis(t)
  const open = () => openTestStore(t, redis)
  const [one, two] = [await open(), await open()]
  const field = fieldOfKey('alice')
  /** What was revoked stays revoked, so tests that revoke have a key of their own. */
  const put = async (key: Partial<ManagedKey>) => await one.store.change(fieldOfKey(key.id ?? 'alice'), () => ({ ...row, ...key }))
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
    const rita = { id: 'rita' }
    await put(rita)
    await two.store.refresh()
    const access = createAccess(
      loadConfig({ TOOLGATE_KEYS: JSON.stringify([{ ...other.entry, id: 'bob', scopes: ['*'] }]) }),
      two.store,
      silentLog
    )
    t.teardown(access.close)
    const ended: string[] = []
    access.onRevoked(ids => ended.push(...ids))
    const reduced: string[] = []
    access.onReduced(ids => reduced.push(...ids))
    await put({ ...rita, hash: other.entry.hash, previous: { hash: row.hash, until: '2999-01-01T00:00:00Z' } })
    await two.store.refresh()
    t.strictSame(ended, [])
    await put({ ...rita, hash: other.entry.hash })
    await waitUntil(() => ended.length > 0, 'the end of the overlap')
    await put({ ...rita, hash: other.entry.hash, scopes: ['gitlab:read', 'jira:read'] })
    await two.store.refresh()
    t.strictSame(ended, ['rita'], 'a key with more scopes loses nothing')
    t.strictSame(reduced, [], 'one whose overlap has ended keeps its rights')
    await put({ ...rita, hash: other.entry.hash, scopes: ['trello:read'] })
    await waitUntil(() => ended.length > 1, 'the change of scopes')
    t.strictSame(access.callerOf('rita'), { id: 'rita', scopes: ['trello:read'] })
    await put({ ...rita, revoked_at: '2026-01-01T00:00:00Z' })
    await waitUntil(() => ended.length > 2, 'the revocation')
    t.strictSame(ended, ['rita', 'rita', 'rita'])
    t.strictSame(reduced, ['rita', 'rita'])
    t.ok(access.isRevoked('rita'))
    t.equal(access.callerOf('rita'), undefined)
    const entry = fieldOfEntry(other.entry.hash)
    const tombstone = { kind: 'revoked_entry', id: 'bob', hash: other.entry.hash, revoked_at: 'x', revoked_by: 'key:local' } as const
    await one.store.change(entry, () => tombstone)
    await waitUntil(() => ended.includes('bob'), 'the revocation of a key of the configuration')
    t.ok(reduced.includes('bob'))
    access.change(access.config())
    t.equal(access.callerOf('bob'), undefined, 'it outlives a reload of the configuration')
    t.ok(access.isRevoked('bob'))
    t.notOk(access.isRevoked('nobody'))
    await put({ disabled: true })
    await two.store.refresh()
    t.equal(access.callerOf('alice'), undefined)
    t.notOk(access.isRevoked('alice'), 'it may be enabled again')
  })

  await t.test('on a process without the configuration, a revoked key that got another hash is not refused', async t => {
    const old = newKey({ id: 'carl', scopes: ['*'] }).entry
    const worker = createAccess(loadConfig({}), two.store, silentLog)
    t.teardown(worker.close)
    await storeEntryRows(one.store, [old])
    await two.store.refresh()
    t.equal(worker.callerOf('carl'), 'unknown', 'an entry that is not revoked')
    const tombstone = { kind: 'revoked_entry', id: 'carl', hash: old.hash, revoked_at: 'x', revoked_by: 'key:local' } as const
    await one.store.change(fieldOfEntry(old.hash), () => tombstone)
    await storeEntryRows(one.store, [old])
    await two.store.refresh()
    t.equal(worker.callerOf('carl'), undefined)
    await storeEntryRows(one.store, [newKey({ id: 'carl', scopes: ['*'] }).entry])
    await two.store.refresh()
    t.equal(worker.callerOf('carl'), 'unknown', 'the new key runs its jobs')
    t.notOk(worker.isRevoked('carl'))
    t.equal(createKeyring([old], two.store.rows()).callerOf('carl'), undefined, 'the old text stays revoked')
    await storeEntryRows(one.store, [old])
    await two.store.refresh()
    t.equal(worker.callerOf('carl'), undefined, 'the entry has the old hash again')
  })

  await t.test('a rotation without an overlap leaves the former holder no approval', async t => {
    await put({ id: 'otto' })
    const access = createAccess(loadConfig({}), one.store, silentLog)
    t.teardown(access.close)
    const reduced: string[] = []
    access.onReduced(ids => reduced.push(...ids))
    await put({ id: 'otto', hash: other.entry.hash })
    t.strictSame(reduced, ['otto'])
  })

  await t.test('an entry of the configuration whose hash differs from that of the last start is reported, once', async t => {
    const [former, changed] = [newKey({ id: 'dora', scopes: ['*'] }).entry, newKey({ id: 'dora', scopes: ['*'] }).entry]
    await one.store.change(fieldOfEntryId('dora'), () => ({ kind: 'entry_id', id: 'dora' }))
    t.strictSame(await storeEntryRows(one.store, [former]), [], 'stored by a version without hashes')
    t.strictSame(await storeEntryRows(one.store, [former]), [])
    t.strictSame(await storeEntryRows(one.store, [changed]), ['dora'])
    t.strictSame(await storeEntryRows(one.store, [changed]), [])
  })

  await t.test('a change is in force in the process that made it although Redis fails right after it', async t => {
    const field = fieldOfKey('sam')
    await put({ id: 'sam' })
    const { client, store } = await open()
    const get = client.get.bind(client)
    Reflect.set(client, 'get', () => Promise.reject(new Error('lost')))
    const changes: unknown[] = []
    store.onChange(() => changes.push(store.get(field)))
    await store.change(field, () => ({ ...row, id: 'sam', revoked_at: '2026-01-01T00:00:00Z' }))
    t.match(changes, [{ revoked_at: String }])
    Reflect.set(client, 'get', get)
  })

  await t.test('rows that cannot be read are refused, and can be revoked', async t => {
    const { client, store } = await open()
    const [field, entry] = [fieldOfKey('ulla'), fieldOfEntry(alice.entry.hash)]
    await client.hset('tg:{keys}:rows', field, '{"kind":"key","version":2}', entry, 'nothing')
    await client.set('tg:{keys}:version', 'other')
    await store.refresh()
    const access = createAccess(loadConfig({ TOOLGATE_KEYS: JSON.stringify([{ ...alice.entry, id: 'file' }]) }), store, silentLog)
    t.teardown(access.close)
    t.equal(access.callerOf('file'), undefined)
    t.equal(access.callerOf('ulla'), undefined)
    const revoked = { ...row, id: 'ulla', revoked_at: 'x' }
    const replaced = await store.change(field, before => (before?.kind === 'unreadable_key' ? revoked : undefined))
    t.match(replaced, { kind: 'key', revoked_at: 'x' })
  })

  await t.test('if Redis loses its data, what was revoked or deleted stays so, and is stored again', async t => {
    const { client, store } = await open()
    const [field, gone, entry] = [fieldOfKey('lena'), fieldOfKey('gone'), fieldOfEntry('a'.repeat(64))]
    const tombstone = { kind: 'revoked_entry', id: 'dan', hash: 'a'.repeat(64), revoked_at: 'x', revoked_by: 'key:local' } as const
    await put({ id: 'lena', revoked_at: '2026-01-01T00:00:00Z' })
    await store.change(gone, () => ({ kind: 'deleted', id: 'gone', deleted_at: 'x', deleted_by: 'key:local' }))
    await store.change(entry, () => tombstone)
    const fields = [field, gone, entry]
    const isKnown = (rows: (name: string) => unknown): boolean => fields.every(name => rows(name) !== undefined)
    let wasLost = false
    store.onChange(() => {
      wasLost ||= !isKnown(store.get)
    })
    await client.flushall()
    await waitUntil(async () => (await client.hmget('tg:{keys}:rows', ...fields)).every(text => text !== null), 'the rows are stored again')
    t.notOk(wasLost)
    await client.hset('tg:{keys}:rows', field, JSON.stringify({ ...row, id: 'lena' })) // an older backup
    await client.set('tg:{keys}:version', 'older')
    await waitUntil(async () => /revoked_at/.test((await client.hget('tg:{keys}:rows', field)) ?? ''), 'the revocation is stored again')
    t.match(store.get(field), { revoked_at: String })
  })

  await t.test('keys beyond the maximum are not created; what exists can be changed and revoked', async t => {
    const small = await startTestRedis(t)
    const { store } = await openTestStore(t, small, { live: 2, rows: 3 })
    const set = (id: string, more: Partial<ManagedKey> = {}) =>
      store.change(fieldOfKey(id), () => ({ ...row, id, ...more })).catch((error: { reason: string }) => error.reason)
    await set('a')
    await set('b')
    t.equal(await set('c'), 'too_many_keys')
    t.match(await set('a', { description: 'x' }), { description: 'x' })
    await set('a', { revoked_at: 'x' })
    t.match(await set('c'), { id: 'c' })
    await set('b', { revoked_at: 'x' })
    t.equal(await set('d'), 'too_many_keys', 'revoked and deleted keys count, too, with a maximum of their own')
    t.match(await set('c', { revoked_at: 'x' }), { revoked_at: 'x' })
  })

  await t.test('without Redis, managed keys are refused with 503 after a second, and keys of the configuration are not', async t => {
    const file = newKey({ id: 'file', scopes: ['*'] })
    await put({})
    const access = createAccess(loadConfig({ TOOLGATE_KEYS: JSON.stringify([file.entry]) }), one.store, silentLog)
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
