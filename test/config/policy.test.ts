import t from 'tap'
import { decide, type PolicyRule, type PolicySubject, ruleFor } from '../../src/access/policy.ts'

const subject: PolicySubject = { system: 'gitlab', keyId: 'alice', permission: 'write' }

t.test('without rules, destructive and costly wait for confirmation, and the rest is allowed', async t => {
  const decision = (permission: PolicySubject['permission']) => decide([], { ...subject, permission })
  t.strictSame([decision('read'), decision('write'), decision('destructive'), decision('costly')], ['allow', 'allow', 'confirm', 'confirm'])
})

t.test('a rule counts only for its system, key and permission', async t => {
  const rule = (part: Partial<PolicyRule>): PolicyRule => ({ permission: '*', decision: 'deny', ...part })
  for (const part of [{}, { system: '*' }, { system: 'gitlab' }, { key: 'alice' }, { permission: 'write' as const }]) {
    t.equal(decide([rule(part)], subject), 'deny', JSON.stringify(part))
  }
  for (const part of [{ system: 'trello' }, { key: 'bob' }, { permission: 'read' as const }]) {
    t.equal(decide([rule(part)], subject), 'allow', JSON.stringify(part))
  }
})

t.test('the more specific rule wins, wherever it is: key before system before permission', async t => {
  const rising: PolicyRule[] = [
    { permission: '*', decision: 'deny' },
    { permission: 'write', decision: 'confirm' },
    { system: 'gitlab', permission: '*', decision: 'deny' },
    { system: 'gitlab', permission: 'write', decision: 'confirm' },
    { key: 'alice', permission: '*', decision: 'deny' },
    { key: 'alice', system: 'gitlab', permission: 'write', decision: 'allow' }
  ]
  for (let most = 1; most <= rising.length; most++) {
    const rules = rising.slice(0, most)
    t.equal(decide(rules.toReversed(), subject), rules.at(-1)?.decision, JSON.stringify(rules.at(-1)))
  }
})

t.test('of equally specific rules the last wins', async t => {
  const rules: PolicyRule[] = [
    { permission: 'write', decision: 'deny' },
    { permission: 'write', decision: 'confirm' }
  ]
  t.equal(decide(rules, subject), 'confirm')
  t.equal(ruleFor(rules, subject), rules[1])
})

t.test('a rule that requires confirmation of everything does not apply to reads, which cannot be confirmed', async t => {
  t.equal(decide([{ permission: '*', decision: 'confirm' }], { ...subject, permission: 'read' }), 'allow')
  t.equal(decide([{ permission: '*', decision: 'confirm' }], subject), 'confirm')
})
