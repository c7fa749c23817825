import t from 'tap'
import { decide, mismatches, type PolicyRule, type PolicySubject, ruleFor } from '../../src/access/policy.ts'

const subject: PolicySubject = { system: 'gitlab', instance: 'work', operation: 'gitlab_create_issue', keyId: 'alice', permission: 'write' }

t.test('without rules, destructive and costly wait for confirmation, and the rest is allowed', async t => {
  const decision = (permission: PolicySubject['permission']) => decide([], { ...subject, permission })
  t.strictSame([decision('read'), decision('write'), decision('destructive'), decision('costly')], ['allow', 'allow', 'confirm', 'confirm'])
})

t.test('a rule counts only for its system, instance, operation, key and permission', async t => {
  const rule = (part: Partial<PolicyRule>): PolicyRule => ({ permission: '*', decision: 'deny', ...part })
  const fitting: Partial<PolicyRule>[] = [
    ...[{}, { system: '*' }, { system: 'gitlab' }, { instance: 'work' }, { key: 'alice' }, { permission: 'write' as const }],
    ...['*', 'gitlab_*', 'gitlab_create_issue', '*_issue', 'g*create*e', '*gitlab_create_issue*'].map(operation => ({ operation }))
  ]
  const others: Partial<PolicyRule>[] = [
    ...[{ system: 'trello' }, { instance: 'home' }, { key: 'bob' }, { permission: 'read' as const }],
    ...['gitlab', 'gitlab_delete_*', '*_issues', 'gitlab_create_issue_v2', 'gitlab_create_issue*issue', 'create*'].map(operation => ({
      operation
    }))
  ]
  for (const part of fitting) t.equal(decide([rule(part)], subject), 'deny', JSON.stringify(part))
  for (const part of others) {
    t.equal(decide([rule(part)], subject), 'allow', JSON.stringify(part))
    t.strictSame(mismatches(rule(part), subject), Object.keys(part))
  }
})

t.test('the first matching rule decides, however specific the others are', async t => {
  const rules: PolicyRule[] = [
    { system: 'trello', permission: '*', decision: 'deny' },
    { permission: 'write', decision: 'confirm' },
    { key: 'alice', system: 'gitlab', permission: 'write', decision: 'allow' }
  ]
  t.equal(decide(rules, subject), 'confirm')
  t.equal(ruleFor(rules, subject), rules[1])
  t.equal(decide(rules.toReversed(), subject), 'allow')
})

t.test('before the instance is known, a rule that denies one instance does not decide', async t => {
  const deny: PolicyRule = { instance: 'work', permission: '*', decision: 'deny' }
  const unread = { ...subject, instance: undefined }
  t.equal(decide([deny], unread), 'allow')
  t.equal(decide([deny], subject), 'deny')
  t.equal(decide([deny, { permission: '*', decision: 'deny' }], unread), 'deny')
  t.equal(
    decide(
      [
        { ...deny, decision: 'allow' },
        { permission: '*', decision: 'deny' }
      ],
      unread
    ),
    'allow',
    'another instance is denied later'
  )
  t.equal(decide([deny], { ...subject, instance: null }), 'allow', 'a system without instances')
})

t.test('a rule that requires confirmation of everything does not apply to reads, which cannot be confirmed', async t => {
  t.equal(decide([{ permission: '*', decision: 'confirm' }], { ...subject, permission: 'read' }), 'allow')
  t.equal(decide([{ permission: '*', decision: 'confirm' }], subject), 'confirm')
})
