import { createHash } from 'node:crypto'
import t from 'tap'
import { createKeyring, type KeyEntry, newKey } from '../src/keys.ts'

const { key, entry } = newKey({ id: 'alice-2', scopes: ['filesystem:read'], expires: '2027-01-01' })
const before = Date.parse('2026-12-31T23:59:59Z')

t.test('a new key names its holder and is stored as its SHA-256 alone', async t => {
  t.match(key, /^tg_alice-2_[\w-]{43}$/)
  t.equal(entry.hash, createHash('sha256').update(key).digest('hex'))
  t.notMatch(JSON.stringify(entry), key.slice(-43))
})

t.test('no two keys are alike', async t => {
  t.not(newKey({ id: 'a', scopes: ['*'] }).key, newKey({ id: 'a', scopes: ['*'] }).key)
})

t.test('a key is known by its holder and scopes', async t => {
  t.strictSame(createKeyring([entry]).identify(key, before), { id: 'alice-2', scopes: ['filesystem:read'] })
})

t.test('secrets with _ and - in them are told from the id', async t => {
  const keys = Array.from({ length: 200 }, () => newKey({ id: 'a-b', scopes: ['*'] }))
  for (const made of keys) t.match(createKeyring([made.entry]).identify(made.key), { id: 'a-b' })
})

t.test('anything but the whole key is unknown', async t => {
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

t.test('only the holder of an expired key learns that it has expired', async t => {
  t.equal(createKeyring([entry]).identify(`${key.slice(0, -1)}~`, Date.parse('2028-01-01')), 'unknown')
})

t.test('a date that cannot be read is in the past', async t => {
  t.equal(createKeyring([{ ...entry, expires: 'soon' }]).identify(key), 'expired')
})

t.test('each of many keys is found', async t => {
  const made = Array.from({ length: 500 }, (_, number) => newKey({ id: `k${number}`, scopes: ['*'] }))
  const ring = createKeyring(made.map((one): KeyEntry => one.entry))
  t.ok(made.every(one => typeof ring.identify(one.key) === 'object'))
})
