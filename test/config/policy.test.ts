import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { decide, mismatches, type PolicyRule, type PolicySubject, ruleFor } from '../../src/access/policy.ts'
import { runCommand } from '../../src/cli.ts'
import { checkPolicy } from '../../src/config/cross-check.ts'
import { knownNames } from '../../src/config/known.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'

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

t.test('a rule about operations that policy does not decide on is reported', async t => {
  const { systems, operations, undecided } = knownNames(await loadCatalog())
  const problems = (part: Partial<PolicyRule>) =>
    checkPolicy([{ permission: '*', decision: 'deny', ...part }], () => 'here', { systems, operations, undecided, instances: [] })
  for (const part of [{ system: 'jobs' }, { operation: 'calls_replay' }, { operation: 'jobs_*' }, { operation: '*_replay' }])
    t.match(
      problems(part),
      [{ where: 'here', message: /only for operations of approvals or calls or jobs or usage,/ }],
      JSON.stringify(part)
    )
  for (const part of [{}, { system: 'gitlab' }, { operation: '*' }, { operation: '*_retry*' }, { operation: 'keys_revoke' }])
    t.strictSame(problems(part), [], JSON.stringify(part))
})

t.test('toolgate policy explain', async t => {
  const hash = newKey({ id: 'x', scopes: ['*'] }).entry.hash
  const file = path.join(t.testdir({}), 'toolgate.yaml')
  writeFileSync(
    file,
    `keys: [{ id: alice, hash: ${hash}, scopes: ['gitlab:*'] }, { id: bob, hash: ${hash.replace(/^./, '0')}, scopes: ['gitlab:read'] },
  { id: dora, hash: ${hash.replace(/^./, '1')}, scopes: ['gitlab:read'], constraints: { operations: ['gmail_*'] } },
  { id: emma, hash: ${hash.replace(/^./, '2')}, scopes: ['gitlab:read'], constraints: { gitlab: { project: ['acme/*'] } } }]
issuers: [{ issuer: 'https://login.example.com', audience: [x], scopes: [{ grants: ['gitlab:write'] }], constraints: { instances: ['gitlab:work'] } }]
systems: { gitlab: { default_instance: work, instances: { work: {}, home: {} } } }
policy:
  - { key: bob, permission: '*', decision: deny }
  - { operation: gitlab_delete_*, instance: work, permission: '*', decision: deny }
  - { system: gitlab, permission: write, key: alice, decision: confirm }
  - { system: gitlab, permission: write, key: 'jwt:https://login.example.com', decision: deny }
`
  )
  const explain = (...words: string[]) => runCommand(['policy', 'explain', ...words], { TOOLGATE_CONFIG: file })
  const issue = '{ "project": "acme/web", "issue_iid": 1 }'
  const atHome = '{ "project": "acme/web", "issue_iid": 1, "instance": "home" }'

  t.strictSame(await explain('alice', 'gitlab_delete_issue', issue), {
    code: 0,
    out: `gitlab_delete_issue by alice on the instance work, which is destructive:
  the scope gitlab:* allows it
  policy entry 1 does not match (key): {"key":"bob","permission":"*","decision":"deny"}
  deny: policy entry 2 decides on destructive calls: {"operation":"gitlab_delete_*","instance":"work","permission":"*","decision":"deny"}`
  })
  t.match(await explain('alice', 'gitlab_delete_issue', atHome), {
    out: /instance home.*entry 2 does not match \(instance\).*entry 3 does not match \(permission\).*confirm: no policy entry matches, so the default/s
  })
  t.match(await explain('alice', 'gitlab_update_issue', '{ "project": "acme/web", "issue_iid": 1, "title": "x" }'), {
    out: /entry 2 does not match \(operation\).*confirm: policy entry 3 decides on write calls/s
  })
  t.match(await explain('emma', 'gitlab_list_groups'), {
    out: /refused by a constraint of the key, which may only use the projects acme\/\* of GitLab$/
  })
  t.match(await explain('emma', 'gitlab_get_issue', issue), {
    out: /the call checks a constraint of the key, which may only use the projects acme\/\* of GitLab\n/
  })
  t.match(await explain('dora', 'gitlab_get_issue', issue), {
    code: 0,
    out: /refused by a constraint of the key, which may only call the operations gmail_\*$/
  })
  t.match(await explain('alice', 'gmail_list_labels'), { code: 0, out: /forbidden: the key lacks the scope gmail:read/ })
  t.match(await explain('local', 'gmail_list_labels'), { code: 0, out: /scope \* allows it\n.*allow: no policy entry matches/s })
  t.match(await explain('alice', 'jobs_list'), { code: 0, out: /every key may call/ })
  const token = 'jwt:https://login.example.com'
  const update = ['gitlab_update_issue', '{ "project": "acme/web", "issue_iid": 1, "title": "x" }'] as const
  t.match(await explain(token, ...update), {
    code: 0,
    out: /by jwt:https:\/\/login.example.com on .*the scope gitlab:write allows it\n.*deny: policy entry 4/s
  })
  const elsewhere = '{ "project": "acme/web", "issue_iid": 1, "title": "x", "instance": "home" }'
  t.match(await explain(token, 'gitlab_update_issue', elsewhere), {
    code: 0,
    out: /refused by a constraint of the key, which may only use the instances gitlab:work/
  })
  t.match(await explain(`${token}|ada`, ...update), { code: 1, err: /no key/ })
  t.match(await explain('carl', 'jobs_list'), { code: 1, err: /no key carl/ })
  t.match(await explain('alice', 'gitlab_delete_isue'), { code: 1, err: /Did you mean gitlab_delete_issue\?/ })
  t.match(await explain('alice', 'gitlab_delete_issue', '{}'), { code: 1, err: /project|issue_iid/ })
  t.match(await explain('alice', 'gitlab_delete_issue', '{'), { code: 2, err: /not JSON/ })
  t.match(await explain('alice'), { code: 2 })
})
