import t from 'tap'
import { createKeyring, newKey } from '../../src/access/keys.ts'
import type { PolicyRule } from '../../src/access/policy.ts'
import { userOf } from '../../src/access/users.ts'
import { revocationsOf } from '../../src/server/gateway.ts'
import { createPorts } from '../../src/server/ports.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'

// What the gateway remembers about a caller from an earlier call is dropped once the key, the token or the policy behind it changes.
const { key, entry } = newKey({ id: 'backend', scopes: ['workshop:read', 'users:act_as'] })

t.test('a key is accepted after its text was forgotten', async t => {
  const ring = createKeyring([entry])
  const caller = ring.identify(key)
  t.equal(ring.identify(key), caller)
  ring.forget()
  t.equal(ring.identify(key), caller)
  t.equal(ring.identify(`${key}x`), 'unknown')
})

t.test('a user has what the key of its backend has now', async t => {
  const callerOf = (scopes: string[]) => {
    const caller = createKeyring([{ ...entry, scopes }]).identify(key)
    if (typeof caller === 'string') throw new Error(caller)
    return caller
  }
  const backend = callerOf(entry.scopes)
  const alice = userOf(backend, ['alice'])
  t.match(alice, { id: 'user:backend/alice', scopes: ['workshop:read'] })
  t.equal(userOf(backend, ['alice']), alice)
  t.match(userOf(backend, ['bob']), { id: 'user:backend/bob' })
  t.match(userOf(backend, ['alice', 'bob']), { reason: 'invalid_field_value' })
  t.match(userOf(callerOf(['workshop:write', 'users:act_as']), ['alice']), { scopes: ['workshop:write'] })
  t.match(userOf(callerOf(['workshop:read']), ['alice']), { reason: 'insufficient_permissions' })
})

t.test('a backend may name any number of users', async t => {
  const backend = createKeyring([entry]).identify(key)
  if (typeof backend === 'string') throw new Error(backend)
  for (let number = 0; number < 1_000; number += 1) {
    const user = userOf(backend, [`user-${number}`])
    t.match(user, { id: `user:backend/user-${number}` })
    t.equal(userOf(backend, [`user-${number}`]), user)
  }
  t.match(userOf(backend, ['user-0']), { id: 'user:backend/user-0', scopes: ['workshop:read'] })
})

t.test('a caller that was accepted is refused after its key was revoked', async t => {
  const refused = new Set<string>()
  let announce: (credentials: readonly string[]) => void = () => undefined
  const whenRevoked = revocationsOf({
    isRefused: id => refused.has(id),
    onRevoked: listener => {
      announce = listener
    }
  })
  const [alice, bob] = [
    { id: 'user:backend/alice', scopes: ['workshop:read'] },
    { id: 'bob', scopes: ['workshop:read'] }
  ]
  const heard: string[] = []
  const listen = (caller: typeof alice, name: string) => whenRevoked(caller, () => heard.push(name))
  const [ended] = [listen(alice, 'ended'), listen(alice, 'running'), listen(bob, 'other')]
  ended()
  ended()
  refused.add(alice.id)
  announce(['backend'])
  t.strictSame(heard, ['running'])
  listen(alice, 'later')
  listen(alice, 'again')
  listen(bob, 'other')
  t.strictSame(heard, ['running', 'later', 'again'])
})

t.test('a decision holds for one policy, permission and instance', async t => {
  const operation = fakeOperation('look', {})
  const caller = { id: 'backend', scopes: ['workshop:write'] }
  let rules: PolicyRule[] = []
  const { policy } = createPorts({ policy: () => rules })
  const decide = (permission: 'read' | 'write', instance: string | null | undefined = undefined) =>
    policy({ operation, caller, permission, instance, costly: false }).decision
  const all = () => [
    decide('read'),
    decide('read', null),
    decide('read', 'work'),
    decide('read', 'home'),
    decide('write'),
    decide('write', null)
  ]
  t.strictSame([...all(), ...all()], Array(12).fill('allow'))
  rules = [
    { permission: 'write', decision: 'approval' },
    { instance: 'work', permission: 'read', decision: 'deny' }
  ]
  for (let time = 0; time < 2; time += 1) t.strictSame(all(), ['allow', 'allow', 'deny', 'allow', 'approval', 'approval'])
  t.equal(policy({ operation, caller: { ...caller, scopes: [] }, permission: 'read', instance: null, costly: false }).decision, 'forbid')
})
