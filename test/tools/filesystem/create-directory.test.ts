import { readdir, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { openDesk, snapshot } from '../../helpers/filesystem.ts'

t.test('creates a directory and its missing parents', async t => {
  const { call, inRoot } = await openDesk(t)
  const { status, data } = await call('create_directory', { path: 'a/b/c' })
  t.equal(status, 200)
  t.strictSame(data, { path: 'a/b/c', created: true, dry_run: false })
  t.ok((await stat(inRoot('a/b/c'))).isDirectory())
})

t.test('an existing directory is a success, even if it is a root', async t => {
  const { call, root } = await openDesk(t, { 'a/b.txt': '' })
  t.match((await call('create_directory', { path: 'a' })).data, { created: false })
  t.match((await call('create_directory', { path: root })).data, { created: false, path: '.' })
})

t.test('concurrent calls all succeed', async t => {
  const { call } = await openDesk(t)
  const calls = await Promise.all(Array.from({ length: 20 }, () => call('create_directory', { path: 'a/b/c/d' })))
  t.ok(calls.every(({ status }) => status === 200))
})

t.test('an existing file at the path is refused', async t => {
  const { call } = await openDesk(t, { 'a.txt': '' })
  const leaf = await call('create_directory', { path: 'a.txt' })
  t.equal(leaf.status, 409)
  t.equal(leaf.error.details.reason, 'already_exists')
  t.equal((await call('create_directory', { path: 'a.txt/b' })).error.details.reason, 'not_a_directory')
})

t.test('dry_run creates nothing', async t => {
  const { call, root } = await openDesk(t)
  t.match((await call('create_directory', { path: 'a/b', dry_run: true })).data, { created: true, dry_run: true })
  t.strictSame(await snapshot(root), {})
})

t.test('nothing is created outside the roots, neither by a path nor through a link', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(outside, inRoot('out'))
  await symlink(path.join(outside, 'new'), inRoot('dangling'))
  for (const wanted of ['../root-evil/new', 'out/new', 'dangling', 'dangling/deep', path.join(outside, 'new')])
    t.equal((await call('create_directory', { path: wanted })).status, 403, wanted)
  t.strictSame(await readdir(outside), ['secret.txt'])
})

t.test('a dangling link inside the roots is refused', async t => {
  const { call, inRoot } = await openDesk(t)
  await symlink('nowhere', inRoot('dangling'))
  t.equal((await call('create_directory', { path: 'dangling' })).error.details.reason, 'cannot_be_honoured')
})
