import t from 'tap'
import { Check } from 'typebox/schema'
import { allows, commonScopes, requiredScope, SCOPE } from '../src/access/scopes.ts'
import { hasSpecialScope } from '../src/contract/call.ts'

const reading = { id: 'filesystem_read_file', system: 'filesystem', permission: 'read' } as const
const writing = { id: 'filesystem_write_file', system: 'filesystem', permission: 'write' } as const
const deleting = { id: 'filesystem_delete_file', system: 'filesystem', permission: 'destructive' } as const
const labels = { id: 'gitlab_add_label', system: 'gitlab', group: 'labels', permission: 'write' } as const

t.test('destructive includes write, which includes read', async t => {
  const may = (scope: string): boolean[] => [reading, writing, deleting].map(operation => allows([scope], operation))
  t.strictSame(may('filesystem:read'), [true, false, false])
  t.strictSame(may('filesystem:write'), [true, true, false])
  t.strictSame(may('filesystem:destructive'), [true, true, true])
})

t.test('* and <system>:* include every permission', async t => {
  for (const scope of ['*', 'filesystem:*']) t.ok(allows([scope], deleting), scope)
})

t.test('a scope of one system grants nothing of another', async t => {
  for (const scope of ['gitlab:*', 'gitlab:destructive', 'files:read']) t.notOk(allows([scope], reading), scope)
})

t.test('*:<permission> includes that permission of every system', async t => {
  t.ok(allows(['*:read'], reading))
  t.notOk(allows(['*:read'], labels))
  t.ok(allows(['*:write'], labels))
})

t.test('a group includes its operations and no others', async t => {
  t.ok(allows(['gitlab:labels'], labels))
  t.notOk(allows(['gitlab:issues'], labels))
  t.notOk(allows(['filesystem:labels'], labels))
})

t.test('an operation grants only itself', async t => {
  t.ok(allows(['filesystem_write_file'], writing))
  t.notOk(allows(['filesystem_write_file'], reading))
})

t.test('any of several scopes is enough, and no scope grants nothing', async t => {
  t.ok(allows(['gitlab:read', 'filesystem:read'], reading))
  t.notOk(allows([], reading))
})

t.test('special scopes must be listed, or everything allowed', async t => {
  t.ok(hasSpecialScope({ id: 'ann', scopes: ['jobs:auto_confirm'] }, 'jobs:auto_confirm'))
  t.ok(hasSpecialScope({ id: 'ann', scopes: ['*'] }, 'jobs:auto_confirm'))
  t.notOk(hasSpecialScope({ id: 'ann', scopes: ['jobs:*', 'jobs:destructive'] }, 'jobs:auto_confirm'))
  t.notOk(allows(['gitlab:secrets'], { ...labels, group: 'secrets' }))
})

t.test('a refusal can name the missing scope', async t => {
  t.equal(requiredScope(deleting), 'filesystem:destructive')
})

t.test('the grammar accepts only scopes', async t => {
  for (const scope of [
    '*',
    '*:read',
    'gitlab:write',
    'gitlab:*',
    'gitlab:labels',
    'gitlab_add_label',
    'jobs:auto_confirm',
    'gcloud:secrets'
  ]) {
    t.ok(Check(SCOPE, scope), scope)
  }
  for (const scope of ['', 'Gitlab:read', '*:*', '*:labels', 'gitlab:', ':read', 'gitlab:read ', 'a b', 'gitlab:read:x', 'ab']) {
    t.notOk(Check(SCOPE, scope), scope)
  }
})

t.test('the intersection of two lists of scopes', async t => {
  const CASES: [a: string, b: string, common: string][] = [
    ['*', 'gitlab:read,jobs:auto_confirm', 'gitlab:read,jobs:auto_confirm'],
    ['gitlab:write', 'gitlab:read', 'gitlab:read'],
    ['*:read', 'gitlab:destructive', 'gitlab:read'],
    ['*:write', '*:destructive', '*:write'],
    ['gitlab:*', '*:read', 'gitlab:read'],
    ['gitlab:*', 'gitlab:issues', 'gitlab:issues'],
    ['*:destructive', 'gitlab:issues', 'gitlab:issues'],
    ['gitlab:*', 'gitlab:secrets', ''],
    ['gitlab:destructive', 'gitlab:secrets', ''],
    ['gitlab:secrets', 'gitlab:secrets', 'gitlab:secrets'],
    ['gitlab:read', 'confluence:read', ''],
    ['gitlab:read', 'gitlab:issues', ''],
    ['gitlab:issues', 'gitlab:labels', ''],
    ['gitlab:*', 'gitlab_get_issue', 'gitlab_get_issue'],
    ['gitlab:destructive', 'gitlab_get_issue', 'gitlab_get_issue'],
    ['gitlab:read', 'gitlab_get_issue', ''],
    ['git:*', 'gitlab_get_issue', ''],
    ['gitlab_get_issue', 'gitlab_get_issue,*:read', 'gitlab_get_issue'],
    ['a:read,b:write', 'a:write,b:read,c:read', 'a:read,b:read']
  ]
  for (const [a, b, common] of CASES) {
    t.equal(commonScopes(a.split(','), b.split(',')).join(), common, `${a} and ${b}`)
    t.equal(commonScopes(b.split(','), a.split(',')).toSorted().join(), common.split(',').toSorted().join(), `${b} and ${a}`)
  }
})
