import { createHash } from 'node:crypto'
import t from 'tap'
import { createKeyring, type KeyEntry, newKey } from '../src/access/keys.ts'

const { key, entry } = newKey({ id: 'alice-2', scopes: ['filesystem:read'], expires: '2027-01-01' })
const before = Date.parse('2026-12-31T23:59:59Z')

t.test('a new key contains its ID and is stored only as SHA-256', async t => {
  t.match(key, /^tg_alice-2_[\w-]{43}$/)
  t.equal(entry.hash, createHash('sha256').update(key).digest('hex'))
  t.notMatch(JSON.stringify(entry), key.slice(-43))
})

t.test('two keys are never equal', async t => {
  t.not(newKey({ id: 'a', scopes: ['*'] }).key, newKey({ id: 'a', scopes: ['*'] }).key)
})

t.test('a key is found with its ID and scopes', async t => {
  t.strictSame(createKeyring([entry]).identify(key, before), { id: 'alice-2', scopes: ['filesystem:read'] })
})

t.test('secrets with _ and - are distinguished from the ID', async t => {
  const keys = Array.from({ length: 200 }, () => newKey({ id: 'a-b', scopes: ['*'] }))
  for (const made of keys) t.match(createKeyring([made.entry]).identify(made.key), { id: 'a-b' })
})

t.test('only the complete key is known', async t => {
  const ring = createKeyring([entry])
  const others = [
    '',
    'tg_',
    key.slice(0, -1),
    `${key}x`,
    key.toUpperCase(),
    key.replace('alice-2', 'bob'),
    entry.hash,
    `tg_${'x'.repeat(100_000)}`
  ]
  for (const other of others) t.equal(ring.identify(other, before), 'unknown', other.slice(0, 60))
  t.equal(createKeyring([]).identify(key, before), 'unknown')
})

t.test('a key expires at the start of its day in UTC', async t => {
  const ring = createKeyring([entry])
  t.match(ring.identify(key, before), { id: 'alice-2' })
  t.equal(ring.identify(key, Date.parse('2027-01-01T00:00:00Z')), 'expired')
})

t.test('only a client with an expired key learns that it has expired', async t => {
  t.equal(createKeyring([entry]).identify(`${key.slice(0, -1)}~`, Date.parse('2028-01-01')), 'unknown')
})

t.test('an invalid date counts as expired', async t => {
  t.equal(createKeyring([{ ...entry, expires: 'soon' }]).identify(key), 'expired')
})

t.test('every one of many keys is found', async t => {
  const made = Array.from({ length: 500 }, (_, number) => newKey({ id: `k${number}`, scopes: ['*'] }))
  const ring = createKeyring(made.map((one): KeyEntry => one.entry))
  t.ok(made.every(one => typeof ring.identify(one.key) === 'object'))
})
