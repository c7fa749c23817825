import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, state } = await openGitlab(t)
const project = 'acme/sandpit'

t.test('a branch is protected, and its protection removed', async t => {
  await call('create_branch', { project, branch: 'next', ref: 'main' })
  const { status, data } = await call('protect_branch', { project, name: 'next', push: 'no_one', merge: 'developer' })
  t.equal(status, 201)
  t.match(data, { name: 'next', push: [{ access_level: 0 }], merge: [{ access_level: 30 }], allow_force_push: false })
  t.equal((await call('get_branch', { project, branch: 'next' })).data.protected, true)
  t.equal((await call('protect_branch', { project, name: 'next' })).status, 409)
  t.match((await call('list_protected_branches', { project, search: 'next' })).data.items, [{ name: 'next' }])
  t.equal((await call('unprotect_branch', { project, name: 'next', confirm: true })).data.unprotected, true)
  t.equal((await call('get_branch', { project, branch: 'next' })).data.protected, false)
  t.equal((await call('unprotect_branch', { project, name: 'next', confirm: true })).status, 404)
})

t.test('a pattern with a slash is protected and unprotected', async t => {
  await call('protect_branch', { project, name: 'hotfix/*' })
  t.equal((await call('unprotect_branch', { project, name: 'hotfix/*', confirm: true })).status, 200)
})

for (const owner of [{ project }, { group: 'acme/platform' }])
  t.test(`a member is added, changed and removed: ${Object.keys(owner)}`, async t => {
    const of = { ...owner, user: '@ada' }
    const { status, data } = await call('add_member', { ...of, role: 'reporter', expires_at: '2027-01-01' })
    t.match([status, data], [201, { username: 'ada', role: 'reporter', expires_at: '2027-01-01' }])
    t.equal((await call('add_member', { ...of, role: 'owner' })).status, 409)
    t.match((await call('update_member', { ...of, role: 'maintainer' })).data, { access_level: 40, expires_at: '2027-01-01' })
    t.match((await call('remove_member', { ...of, confirm: true })).data, { removed: true })
    t.equal((await call('update_member', { ...of, role: 'guest' })).status, 404)
  })

t.test('a user who does not exist is refused before anything is changed', async t => {
  const before = structuredClone(state.projects[3]?.members)
  const { status, error } = await call('add_member', { project, user: 'no-one-here', role: 'guest' })
  t.match([status, error.details.issues], [400, [{ path: 'user' }]])
  t.strictSame(state.projects[3]?.members, before)
})

t.test('a key that may use certain projects cannot change members of a group', async t => {
  const limited = await openGitlab(t, { settings: { projects: [project] } })
  t.equal((await limited.call('add_member', { group: 'acme', user: 'sam', role: 'owner' })).status, 403)
})
