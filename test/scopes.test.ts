import t from 'tap'
import { Check } from 'typebox/schema'
import { holdsSpecial } from '../src/contract/caller.ts'
import { allows, requiredScope, SCOPE } from '../src/scopes.ts'

const reading = { id: 'filesystem_read_file', system: 'filesystem', permission: 'read' } as const
const writing = { id: 'filesystem_write_file', system: 'filesystem', permission: 'write' } as const
const deleting = { id: 'filesystem_delete_file', system: 'filesystem', permission: 'destructive' } as const
const labels = { id: 'gitlab_add_label', system: 'gitlab', group: 'labels', permission: 'write' } as const

t.test('destructive holds write holds read', async t => {
  const may = (scope: string): boolean[] => [reading, writing, deleting].map(operation => allows([scope], operation))
  t.strictSame(may('filesystem:read'), [true, false, false])
  t.strictSame(may('filesystem:write'), [true, true, false])
  t.strictSame(may('filesystem:destructive'), [true, true, true])
})

t.test('* and <system>:* hold every permission', async t => {
  for (const scope of ['*', 'filesystem:*']) t.ok(allows([scope], deleting), scope)
})

t.test('a scope of one system holds nothing of another', async t => {
  for (const scope of ['gitlab:*', 'gitlab:destructive', 'files:read']) t.notOk(allows([scope], reading), scope)
})

t.test('*:<permission> holds that permission of every system', async t => {
  t.ok(allows(['*:read'], reading))
  t.notOk(allows(['*:read'], labels))
  t.ok(allows(['*:write'], labels))
})

t.test('a group holds its operations and no others', async t => {
  t.ok(allows(['gitlab:labels'], labels))
  t.notOk(allows(['gitlab:issues'], labels))
  t.notOk(allows(['filesystem:labels'], labels))
})

t.test('an operation holds itself and nothing else', async t => {
  t.ok(allows(['filesystem_write_file'], writing))
  t.notOk(allows(['filesystem_write_file'], reading))
})

t.test('any one of several scopes is enough, and none allow nothing', async t => {
  t.ok(allows(['gitlab:read', 'filesystem:read'], reading))
  t.notOk(allows([], reading))
})

t.test('special scopes must be named, or everything allowed', async t => {
  t.ok(holdsSpecial({ id: 'ann', scopes: ['jobs:auto_confirm'] }, 'jobs:auto_confirm'))
  t.ok(holdsSpecial({ id: 'ann', scopes: ['*'] }, 'jobs:auto_confirm'))
  t.notOk(holdsSpecial({ id: 'ann', scopes: ['jobs:*', 'jobs:destructive'] }, 'jobs:auto_confirm'))
  t.notOk(allows(['gitlab:secrets'], { ...labels, group: 'secrets' }))
})

t.test('a refusal can name the scope that is missing', async t => {
  t.equal(requiredScope(deleting), 'filesystem:destructive')
})

t.test('the grammar takes what is a scope and nothing else', async t => {
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
