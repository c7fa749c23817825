import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { newFolder, openDesk, snapshot } from '../../helpers/filesystem.ts'

t.test('deletes a file', async t => {
  const { call, root } = await openDesk(t, { 'a.txt': 'text', 'b.txt': 'text' })
  const { status, data } = await call('delete_file', { file_path: 'a.txt' })
  t.equal(status, 200)
  t.strictSame(data, { path: 'a.txt', type: 'file', deleted: 1, dry_run: false })
  t.strictSame(await readdir(root), ['b.txt'])
})

t.test('deletes an empty directory and refuses one that is not empty', async t => {
  const { call, root, inRoot } = await openDesk(t, { 'full/a.txt': '', 'full/b.txt': '' })
  await mkdir(inRoot('empty'))
  t.match((await call('delete_file', { file_path: 'empty' })).data, { type: 'directory', deleted: 1 })
  const { status, error } = await call('delete_file', { file_path: 'full' })
  t.equal(status, 409)
  t.match(error.details, { reason: 'not_empty', entries: 2 })
  t.strictSame(await readdir(root), ['full'])
})

t.test('recursive deletes a directory with everything below it', async t => {
  const { call, root } = await openDesk(t, { 'a/b/c.txt': '', 'a/d.txt': '', 'a/.hidden': '' })
  t.equal((await call('delete_file', { file_path: 'a', recursive: true })).data.deleted, 5)
  t.strictSame(await readdir(root), [])
})

t.test('dry_run counts the entries and deletes nothing', async t => {
  const { call, root } = await openDesk(t, { 'a/b/c.txt': 'x', 'a/d.txt': 'x' })
  const before = await snapshot(root)
  t.strictSame((await call('delete_file', { file_path: 'a', recursive: true, dry_run: true })).data, {
    path: 'a',
    type: 'directory',
    deleted: 4,
    dry_run: true
  })
  t.equal((await call('delete_file', { file_path: 'a', dry_run: true })).status, 409)
  t.strictSame(await snapshot(root), before)
})

t.test('deletes a link, not its target', async t => {
  const { call, inRoot, root, outside } = await openDesk(t, { 'real/a.txt': 'x', 'dir/b.txt': 'x' })
  await symlink('real', inRoot('link'))
  await symlink(outside, inRoot('dir/out'))
  await symlink(path.join(outside, 'secret.txt'), inRoot('out'))
  t.match((await call('delete_file', { file_path: 'link' })).data, { type: 'symlink', deleted: 1 })
  t.equal((await call('delete_file', { file_path: 'out' })).status, 200)
  t.equal((await call('delete_file', { file_path: 'dir', recursive: true })).data.deleted, 3)
  t.strictSame(await readdir(root), ['real'])
  t.equal(await readFile(path.join(outside, 'secret.txt'), 'utf8'), 'SECRET\n')
})

t.test('a root is never deleted, and neither is a directory that contains one', async t => {
  const base = await newFolder(t)
  await mkdir(path.join(base, 'one/two'), { recursive: true })
  const { call } = await openDesk(t, {}, { roots: `${base}:${base}/one/two` })
  for (const file_path of ['.', base, 'one', 'one/two', 'one/..']) {
    const { status, error } = await call('delete_file', { file_path, recursive: true })
    t.equal(status, 422, file_path)
    t.equal(error.details.reason, 'cannot_be_honoured')
  }
  t.strictSame(await readdir(path.join(base, 'one')), ['two'])
})

t.test('nothing outside the roots is deleted', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(outside, inRoot('out'))
  for (const file_path of ['../root-evil', '../root-evil/secret.txt', 'out/secret.txt', outside])
    t.equal((await call('delete_file', { file_path, recursive: true })).status, 403, file_path)
  t.strictSame(await readdir(outside), ['secret.txt'])
})

t.test('a second call returns not found, with similar names', async t => {
  const { call } = await openDesk(t, { 'a.txt': '', 'b.txt': '' })
  await call('delete_file', { file_path: 'a.txt' })
  const { status, error } = await call('delete_file', { file_path: 'a.txt' })
  t.equal(status, 404)
  t.strictSame(error.details.suggestions, ['b.txt'])
})

t.test('deletes a FIFO', async t => {
  const { call, inRoot, root } = await openDesk(t)
  execFileSync('mkfifo', [inRoot('pipe')])
  t.match((await call('delete_file', { file_path: 'pipe' })).data, { type: 'other' })
  t.strictSame(await readdir(root), [])
})

t.test('a directory nested too deeply is refused, with the limit in the message', async t => {
  const { call, root } = await openDesk(t, { 'deep/a.txt': '' })
  await mkdir(path.join(root, 'deep', 'd/'.repeat(150)), { recursive: true })
  const { status, error } = await call('delete_file', { file_path: 'deep', recursive: true, confirm: true })
  t.equal(status, 422)
  t.match(error, { details: { reason: 'cannot_be_honoured' }, message: /more than 100 levels/ })
})

t.test('a name that is not UTF-8 is stated, not reported as missing', async t => {
  const { call, root, inRoot } = await openDesk(t, { 'a/b.txt': '', 'a/c/d.txt': '' })
  const inBytes = (...names: (string | number[])[]): Buffer =>
    Buffer.concat([Buffer.from(root), ...names.flatMap(name => [Buffer.from('/'), Buffer.from(name)])])
  await writeFile(inBytes('a', [0xff]), '')
  await mkdir(inBytes([0x66, 0xe9]))
  const not = { reason: 'cannot_be_honoured', outcome: 'not_executed' }
  for (const name of ['delete_file', 'get_file_info', 'read_file']) {
    const { error } = await call(name, { file_path: 'f\ufffd' })
    t.match(error, { message: /^f\ufffd has a name that is not UTF-8/, details: { reason: 'cannot_be_honoured' } }, name)
  }
  for (const dry_run of [true, false]) {
    const { error } = await call('delete_file', { file_path: 'a', recursive: true, dry_run })
    t.match(error, { message: /^a contains an entry whose name is not UTF-8/, details: not }, `dry_run: ${dry_run}`)
  }
  t.strictSame((await readdir(inRoot('a'))).length, 3, 'nothing was deleted')
  t.match((await call('get_file_info', { file_path: 'g\ufffd' })).error.details, { reason: 'file_not_found' })
})
