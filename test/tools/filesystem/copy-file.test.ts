import { execFileSync } from 'node:child_process'
import { chmod, link, lstat, mkdir, readdir, readFile, readlink, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { copyFile } from '../../../src/tools/filesystem/client/files/copy.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { attributesOf, canSetAttributes, setAttribute } from '../../helpers/attributes.ts'
import { newFolder, openDesk, putFiles, snapshot } from '../../helpers/filesystem.ts'
import { silentCall } from '../../helpers/silent-call.ts'

/** Names in a root, without the data folder of the gateway. */
const namesIn = async (root: string): Promise<string[]> => (await readdir(root)).filter(name => name !== '.data').sort()

t.test('copies a file and creates missing directories', async t => {
  const { call, root, inRoot } = await openDesk(t, { 'a.bin': Buffer.from([0, 255, 10, 13]) })
  await chmod(inRoot('a.bin'), 0o4750)
  const { status, data } = await call('copy_file', { source: 'a.bin', destination: 'new/dir/b.bin' })
  t.equal(status, 200)
  t.strictSame(data, { source: 'a.bin', destination: 'new/dir/b.bin', type: 'file', files: 1, overwritten: false, dry_run: false })
  t.strictSame(await readFile(inRoot('new/dir/b.bin')), Buffer.from([0, 255, 10, 13]))
  t.equal((await stat(inRoot('new/dir/b.bin'))).mode & 0o7777, 0o750, 'without the set-user-ID bit')
  t.strictSame(await namesIn(root), ['a.bin', 'new'])
})

t.test('copies a directory with its links, which are not followed', async t => {
  const { call, read, inRoot, outside } = await openDesk(t, { 'a/b/c.txt': 'text', 'a/d.txt': 'd' })
  await symlink(path.join(outside, 'secret.txt'), inRoot('a/out'))
  await symlink('b/c.txt', inRoot('a/in'))
  const { data } = await call('copy_file', { source: 'a', destination: 'z' })
  t.match(data, { type: 'directory', files: 2 })
  t.equal(await read('z/b/c.txt'), 'text')
  t.equal(await readlink(inRoot('z/out')), path.join(outside, 'secret.txt'))
  t.equal(await readlink(inRoot('z/in')), 'b/c.txt')
  t.equal((await call('read_file', { file_path: 'z/out' })).status, 403, 'the copied link leads nowhere')
})

t.test('a source that is a link is followed inside the roots only', async t => {
  const { call, inRoot, outside } = await openDesk(t, { 'real.txt': 'text' })
  await symlink('real.txt', inRoot('link'))
  await symlink(path.join(outside, 'secret.txt'), inRoot('out'))
  t.match((await call('copy_file', { source: 'link', destination: 'copy.txt' })).data, { source: 'real.txt', type: 'file' })
  t.ok((await lstat(inRoot('copy.txt'))).isFile())
  t.equal((await call('copy_file', { source: 'out', destination: 'mine.txt' })).status, 403)
  t.equal((await call('copy_file', { source: 'real.txt', destination: '../root-evil/a' })).status, 403)
})

t.test('an existing destination is refused, or overwritten on request if both are files', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'a', 'b.txt': 'b', 'dir/c.txt': 'c' })
  t.match(await call('copy_file', { source: 'a.txt', destination: 'b.txt' }), {
    status: 409,
    error: { details: { reason: 'already_exists' } }
  })
  t.equal((await call('copy_file', { source: 'a.txt', destination: 'dir', overwrite: true })).status, 409)
  t.equal(await read('b.txt'), 'b')
  t.match((await call('copy_file', { source: 'a.txt', destination: 'b.txt', overwrite: true })).data, { overwritten: true })
  t.equal(await read('b.txt'), 'a')
  t.equal(await read('a.txt'), 'a')
})

t.test('overwriting one of several hard links leaves the others', async t => {
  const { call, inRoot, read } = await openDesk(t, { 'a.txt': 'a', 'b.txt': 'b' })
  await link(inRoot('b.txt'), inRoot('other.txt'))
  await call('copy_file', { source: 'a.txt', destination: 'b.txt', overwrite: true })
  t.strictSame([await read('b.txt'), await read('other.txt')], ['a', 'b'])
})

t.test('a copy into itself, to its own path, or of a root is refused', async t => {
  const { call, inRoot } = await openDesk(t, { 'a/b.txt': 'b' })
  await symlink('b.txt', inRoot('a/link'))
  for (const [source, destination] of [
    ['a', 'a/c'],
    ['a/b.txt', 'a/b.txt'],
    ['.', 'c']
  ] as const)
    t.match(await call('copy_file', { source, destination }), { status: 422, error: { details: { reason: 'cannot_be_honoured' } } }, source)
})

t.test('a dry run copies nothing, and a missing source is reported with similar names', async t => {
  const { call, root } = await openDesk(t, { 'notes.txt': 'a' })
  t.match((await call('copy_file', { source: 'notes.txt', destination: 'b.txt', dry_run: true })).data, { files: null, dry_run: true })
  const { status, error } = await call('copy_file', { source: 'note.txt', destination: 'b.txt' })
  t.equal(status, 404)
  t.strictSame(error.details.suggestions, ['notes.txt'])
  t.strictSame(await readdir(root), ['notes.txt'])
})

t.test('a directory with a FIFO is refused, and nothing of the copy stays', async t => {
  const { call, root, inRoot } = await openDesk(t, { 'a/b.txt': 'b' })
  execFileSync('mkfifo', [inRoot('a/z')])
  const { status, error } = await call('copy_file', { source: 'a', destination: 'c' })
  t.equal(status, 422)
  t.match(error.message, /cannot be copied/)
  t.strictSame(await namesIn(root), ['a'])
})

t.test('a copy that is cancelled leaves nothing', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a/b.txt': 'b', 'a/c.txt': 'c' })
  const before = await snapshot(root)
  const stop = new AbortController()
  let reads = 0
  const signal = new Proxy(stop.signal, {
    get(target, name) {
      if (name === 'throwIfAborted' && ++reads === 4) stop.abort(new Error('gone'))
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    }
  })
  const request = { source: 'a', destination: 'z', overwrite: false, dry_run: false }
  const error = await copyFile(await openVolume(root), request, silentCall({ signal })).catch(error => error)
  t.equal(error.message, 'gone')
  t.strictSame(await snapshot(root), before)
})

const noAttributes = canSetAttributes() ? false : 'python3 or extended attributes are not available here'

t.test('extended attributes are copied', { skip: noAttributes }, async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': 'old' })
  await mkdir(inRoot('dir'))
  setAttribute(inRoot('a.txt'), 'user.note', 'x')
  const { metadata } = await call('copy_file', { source: 'a.txt', destination: 'dir/b.txt' })
  t.equal(metadata.warnings, undefined)
  t.strictSame(attributesOf(inRoot('dir/b.txt')), { 'user.note': 'x' })
})
