import t from 'tap'
import { type KeyEntry, newKey } from '../../src/access/keys.ts'
import { storeEntryRows } from '../../src/access/managed/entry-rows.ts'
import { createKeys } from '../../src/access/managed/key-admin.ts'
import { createKeyUses } from '../../src/access/managed/key-uses.ts'
import { makersOf } from '../../src/access/managed/key-view.ts'
import { fieldOfEntry, fieldOfKey } from '../../src/access/managed/stored-key.ts'
import { checkKeys } from '../../src/config/cross-check.ts'
import type { Keys } from '../../src/contract/keys.ts'
import { connectionFromSignal } from '../../src/pipeline/context.ts'
import { refusal, silentLog } from '../helpers/bulk.ts'
import { openTestStore } from '../helpers/key-store.ts'
import { startTestRedis } from '../helpers/redis.ts'

const redis = await startTestRedis(t)
const { store, client } = await openTestStore(t, redis)
let entries: KeyEntry[] = []
let loss: Error | undefined
const uses = createKeyUses(client, silentLog)
const keysOf = createKeys({
  store,
  uses,
  entries: () => entries,
  unknownNames: () => [],
  cancelJobs: async () => 3,
  requireDurability: async () => {
    if (loss) throw loss
  }
})
const clientConnection = connectionFromSignal(new AbortController().signal)
const by = (id: string, scopes: string[]): Keys => keysOf({ caller: { id, scopes }, clientConnection })
const [root, issuer] = [by('root', ['*']), by('issuer', ['keys:admin', 'gitlab:read'])]
const ignore = (): void => undefined
const forbidden = refusal('insufficient_permissions')

t.test('a key that once had scopes which the caller lacks cannot be taken over by narrowing and rotating it', async t => {
  await root.create({ id: 'victim', scopes: ['trello:write', 'gitlab:read'] })
  t.match(await issuer.update('victim', { scopes: ['gitlab:read'] }), { scopes: ['gitlab:read'] })
  await t.rejects(issuer.rotate('victim', 60), forbidden)
  t.match(await root.rotate('victim', 60), { rotated_by: 'key:root', scopes: ['gitlab:read'] })
  await root.update('victim', { scopes: ['gitlab:read', 'gmail:read'] })
  await root.update('victim', { scopes: ['gitlab:read'] })
  await t.rejects(
    by('other', ['keys:admin', 'gitlab:read', 'trello:write']).rotate('victim', 60),
    forbidden,
    'scopes that it had in between'
  )
  t.match(await by('victim', ['keys:admin', 'gitlab:read']).rotate('victim', 60), { rotated_by: 'key:victim' }, 'its own holder')
})

t.test('a caller that enables a key or lengthens its life needs its scopes; one that disables it does not', async t => {
  await root.create({ id: 'late', scopes: ['trello:write'], expires_at: '2099-01-01T00:00:00Z' })
  t.match(await issuer.update('late', { disabled: true }), { status: 'disabled' })
  for (const change of [{ disabled: false }, { expires_at: '2099-02-01T00:00:00Z' }, { clear: ['expires_at' as const] }])
    await t.rejects(issuer.update('late', change), forbidden, JSON.stringify(change))
  t.match(await issuer.update('late', { expires_at: '2098-01-01T00:00:00Z' }), { expires_at: '2098-01-01T00:00:00.000Z' })
  t.match(await root.update('late', { disabled: false, clear: ['expires_at'] }), { status: 'active', expires_at: null })
})

t.test('a token that is constrained to instances gives no key more than it has', async t => {
  const limited = keysOf({
    caller: { id: 'jwt:https://i.example|ada', scopes: ['*'], constraints: { instances: ['gitlab:work'] } },
    clientConnection
  })
  await t.rejects(limited.create({ id: 'escape', scopes: ['gitlab:read'] }), forbidden)
  await root.create({ id: 'held', scopes: ['gitlab:write'], expires_at: '2099-01-01T00:00:00Z' })
  await t.rejects(limited.rotate('held', 60), forbidden)
  await t.rejects(limited.update('held', { scopes: ['gitlab:write', 'web:read'] }), forbidden)
  await t.rejects(limited.update('held', { clear: ['expires_at'] }), forbidden)
  t.match(await limited.update('held', { scopes: ['gitlab:read'], disabled: true }), { status: 'disabled' })
  await t.rejects(limited.update('held', { disabled: false }), forbidden)
  t.match(await limited.revoke('held', false, ignore), { status: 'revoked' })
})

t.test('a constrained caller sees the constraints only of keys within its own', async t => {
  const own = { filesystem: { path: ['docs/'] } }
  const limited = keysOf({ caller: { id: 'limited', scopes: ['*'], constraints: own }, clientConnection })
  await root.create({ id: 'seen-inner', scopes: ['filesystem:read'], constraints: { filesystem: { path: ['docs/a/'] } } })
  await root.create({ id: 'seen-outer', scopes: ['filesystem:read'], constraints: { filesystem: { path: ['canary/'] } } })
  await root.create({ id: 'seen-free', scopes: ['filesystem:read'] })
  const withheld = { constraints: null, constraints_withheld: true }
  const shown = { constraints: { filesystem: { path: ['docs/a/'] } }, constraints_withheld: false }
  const free = { constraints: null, constraints_withheld: false }
  t.match(await limited.list({ query: 'seen-', limit: 10 }), {
    items: [
      { id: 'seen-free', ...free },
      { id: 'seen-inner', ...shown },
      { id: 'seen-outer', ...withheld }
    ]
  })
  t.match(await limited.get('seen-outer'), withheld)
  t.match(await limited.update('seen-outer', { description: 'x' }), withheld)
  t.match(await limited.revoke('seen-outer', false, ignore), withheld)
  t.match(await root.get('seen-outer'), { constraints: { filesystem: { path: ['canary/'] } }, constraints_withheld: false })
})

t.test('no key gets the ID of a key that is or was in the configuration, or of callers without a key', async t => {
  const [former, revoked] = [newKey({ id: 'former', scopes: ['*'] }).entry, newKey({ id: 'was-revoked', scopes: ['*'] }).entry]
  entries = [former, revoked]
  await storeEntryRows(store, [former])
  await root.revoke('was-revoked', false, ignore)
  entries = []
  const reservedLater = newKey({ id: 'reserved-later', scopes: ['*'] }).entry
  for (const id of ['former', 'was-revoked', 'local', 'anonymous'])
    await t.rejects(issuer.create({ id, scopes: ['gitlab:read'] }), refusal('already_exists'), id)
  await storeEntryRows(store, [reservedLater])
  const stale = createKeys({
    store: { ...store, rows: () => [].values(), refresh: async () => undefined },
    uses,
    entries: () => [],
    unknownNames: () => [],
    cancelJobs: async () => 0
  })
  await t.rejects(
    stale({ caller: { id: 'root', scopes: ['*'] }, clientConnection }).create({ id: 'reserved-later', scopes: ['*'] }),
    refusal('already_exists'),
    'even if this process does not know of it yet'
  )
  for (const id of ['local', 'anonymous']) t.match(checkKeys([newKey({ id, scopes: ['*'] }).entry], {}), [{ where: `key ${id}` }])
})

t.test('revoking an ID that is an entry and a managed key revokes both', async t => {
  await root.create({ id: 'both', scopes: ['gitlab:read'] })
  const { entry } = newKey({ id: 'both', scopes: ['*'] })
  entries = [entry]
  t.match(await root.revoke('both', false, ignore), { source: 'file', status: 'revoked' })
  entries = []
  t.match(await root.get('both'), { source: 'managed', status: 'revoked', revoked_by: 'key:root' })
  t.match(store.get(fieldOfEntry(entry.hash)), { kind: 'revoked_entry' })
})

t.test('a deleted key can still be revoked, to cancel its jobs', async t => {
  await root.create({ id: 'gone', scopes: ['gitlab:read'] })
  await root.delete('gone')
  t.match(await root.revoke('gone', true, ignore), { status: 'revoked', revoked_by: 'key:root', cancelled_jobs: 3 })
  await t.rejects(root.revoke('nobody', true, ignore), refusal('key_not_found'))
})

t.test('keys are listed by who created them', async t => {
  await issuer.create({ id: 'by-issuer', scopes: ['gitlab:read'] })
  const { items, total } = await root.list({ created_by: 'key:issuer', limit: 10 })
  t.match(items, [{ id: 'by-issuer' }])
  t.equal(total?.value, 1)
})

t.test('a key of another version is shown, refused, and only revoked or deleted', async t => {
  await client.hset('tg:{keys}:rows', fieldOfKey('newer'), '{"kind":"key","version":2}', fieldOfKey('newest'), '{}')
  await client.set('tg:{keys}:version', 'other')
  t.match(await root.get('newer'), { id: 'newer', status: 'unreadable', scopes: [] })
  t.match((await root.list({ status: ['unreadable'], limit: 10 })).items, [{ id: 'newer' }, { id: 'newest' }])
  await t.rejects(root.update('newer', { disabled: false }), refusal('key_unreadable'))
  await t.rejects(root.rotate('newer', 0), refusal('key_unreadable'))
  t.match(await root.revoke('newer', false, ignore), { status: 'revoked', revoked_by: 'key:root', created_at: null })
  await root.delete('newest')
  await t.rejects(root.get('newest'), refusal('key_not_found'))
})

t.test('if Redis could lose a change, keys are not created or changed; a revocation is made, with a warning', async t => {
  await root.create({ id: 'doubtful', scopes: ['gitlab:read'] })
  loss = new Error('it is not written to disk')
  const changes: (() => Promise<unknown>)[] = [
    () => root.create({ id: 'never', scopes: ['gitlab:read'] }),
    () => root.update('doubtful', { disabled: true }),
    () => root.rotate('doubtful', 0),
    () => root.delete('doubtful')
  ]
  for (const change of changes) await t.rejects(change(), loss)
  const warnings: string[] = []
  t.match(await root.revoke('doubtful', false, text => warnings.push(text)), { status: 'revoked' })
  t.match(warnings, [/could lose this revocation/])
  loss = undefined
})

t.test('the last use of a key is the newest call in any process', async t => {
  await root.create({ id: 'used', scopes: ['gitlab:read'] })
  t.match(await root.get('used'), { last_used_at: null })
  const [other, at] = [createKeyUses(client, silentLog), Date.parse('2026-06-01T12:00:00.000Z')]
  uses.note('used', at)
  other.note('used', at - 1_000)
  t.match(await root.get('used'), { last_used_at: '2026-06-01T12:00:00.000Z' })
  await other.close()
  const shown = { last_used_at: '2026-06-01T12:00:00.000Z' }
  t.match(
    (await root.list({ limit: 1_000 })).items.find(({ id }) => id === 'used'),
    shown
  )
  t.match(await root.update('used', { disabled: true }), shown)
  t.match(await root.revoke('used', false, ignore), shown)
})

t.test('who created or rotated a key stays known after later rotations, and after its deletion', async t => {
  const makers = (id: string): string[] => makersOf(store.get(fieldOfKey(id))).sort()
  await root.create({ id: 'made', scopes: ['keys:admin', 'gitlab:read'] })
  await issuer.rotate('made', 0)
  t.strictSame(makers('made'), ['key:issuer', 'key:root'])
  for (let count = 0; count < 2; count += 1) await by('made', ['keys:admin', 'gitlab:read']).rotate('made', 0)
  t.strictSame(makers('made'), ['key:issuer', 'key:made', 'key:root'])
  t.notOk(Object.hasOwn(await root.get('made'), 'former_rotated_by'))
  await root.delete('made')
  t.strictSame(makers('made'), ['key:issuer', 'key:made', 'key:root'])
})
