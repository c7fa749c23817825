import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, link, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { undoLink } from '../../../src/tools/filesystem/client/files/move.ts'
import { asUnprivilegedUser, memoryDisk, newFolder, openDesk, putFiles, snapshot } from '../../helpers/filesystem.ts'

t.test('renames a file and creates missing directories', async t => {
  const { call, root } = await openDesk(t, { 'a.txt': 'text' })
  const { status, data } = await call('move_file', { source: 'a.txt', destination: 'new/dir/b.txt' })
  t.equal(status, 200)
  t.strictSame(data, { source: 'a.txt', destination: 'new/dir/b.txt', type: 'file', overwritten: false, dry_run: false })
  t.strictSame(await snapshot(root), { new: '(directory)', 'new/dir': '(directory)', 'new/dir/b.txt': 'text' })
})

t.test('moves a directory with everything in it', async t => {
  const { call, read } = await openDesk(t, { 'a/b/c.txt': 'text' })
  t.match((await call('move_file', { source: 'a', destination: 'z' })).data, { type: 'directory' })
  t.equal(await read('z/b/c.txt'), 'text')
})

t.test('an existing destination is refused', async t => {
  const { call, read, inRoot } = await openDesk(t, { 'a.txt': 'a', 'b.txt': 'b' })
  await mkdir(inRoot('dir'))
  const file = await call('move_file', { source: 'a.txt', destination: 'b.txt' })
  t.equal(file.status, 409)
  t.match(file.error.details, { reason: 'already_exists', suggestions: [/"overwrite": true/] })
  const directory = await call('move_file', { source: 'a.txt', destination: 'dir' })
  t.match(directory.error.details, { reason: 'already_exists', suggestions: [/complete new path/] })
  t.equal(await read('b.txt'), 'b')
})

t.test('overwrite replaces a file, never a directory', async t => {
  const { call, read, inRoot } = await openDesk(t, { 'a.txt': 'a', 'b.txt': 'b', 'dir/c.txt': 'c' })
  await mkdir(inRoot('empty'))
  t.match((await call('move_file', { source: 'a.txt', destination: 'b.txt', overwrite: true })).data, { overwritten: true })
  t.equal(await read('b.txt'), 'a')
  for (const [source, destination] of [
    ['b.txt', 'empty'],
    ['dir', 'b.txt'],
    ['dir', 'empty']
  ])
    t.equal((await call('move_file', { source, destination, overwrite: true })).status, 409)
})

t.test('of several concurrent moves to one name, only one succeeds', async t => {
  const { call, root } = await openDesk(t, { a: 'a', b: 'b', c: 'c', d: 'd' })
  const moves = await Promise.all(['a', 'b', 'c', 'd'].map(source => call('move_file', { source, destination: 'z' })))
  t.strictSame(moves.map(({ status }) => status).sort(), [200, 409, 409, 409])
  t.equal((await readdir(root)).length, 4)
})

t.test('concurrent moves in both directions do not deadlock', async t => {
  const { call } = await openDesk(t, { a: 'a' })
  const moves = Array.from({ length: 20 }, (_, index) =>
    call('move_file', index % 2 ? { source: 'a', destination: 'b' } : { source: 'b', destination: 'a' })
  )
  t.ok((await Promise.all(moves)).every(({ status }) => [200, 404, 409].includes(status)))
})

t.test(
  'a file that cannot be removed from its directory does not stay at the destination',
  { skip: process.geteuid?.() !== 0 && 'needs root' },
  async t => {
    const root = await newFolder(t)
    await chmod(root, 0o777)
    await putFiles(root, { 'from/a.txt': 'text', 'to/b.txt': 'text' })
    await chmod(path.join(root, 'from'), 0o1777) // only its owner may remove its files
    await chmod(path.join(root, 'from/a.txt'), 0o666)
    await chmod(path.join(root, 'to'), 0o777)
    const answer = asUnprivilegedUser(root, 'moveFile', { source: 'from/a.txt', destination: 'to/a.txt', overwrite: false, dry_run: false })
    t.equal(answer.reason, 'access_denied')
    t.strictSame(await readdir(path.join(root, 'to')), ['b.txt'])
  }
)

t.test('a source whose removal reports an error is judged by what is there', async t => {
  const root = await newFolder(t)
  await putFiles(root, {
    'gone/b.txt': 'moved',
    'other/a.txt': 'source',
    'other/b.txt': 'of another program',
    'same/a.txt': 'source',
    'empty/c.txt': ''
  })
  await link(path.join(root, 'same/a.txt'), path.join(root, 'same/b.txt'))
  const error = Object.assign(new Error('disk'), { code: 'EIO', syscall: 'unlink' })
  const undo = (folder: string) => undoLink(path.join(root, folder, 'a.txt'), path.join(root, folder, 'b.txt'), error)
  const outcome = async (folder: string) => {
    const thrown = await undo(folder).then(
      () => 'moved',
      ({ message, details }) => [message, details.outcome]
    )
    return [thrown, (await readdir(path.join(root, folder))).toSorted()]
  }
  t.strictSame(await outcome('gone'), ['moved', ['b.txt']])
  t.match(await outcome('other'), [
    [/may be at the destination/, 'unknown'],
    ['a.txt', 'b.txt']
  ])
  t.match(await outcome('same'), [[/^The source /, 'not_executed'], ['a.txt']])
  t.match(await outcome('empty'), [[/may be at the destination/, 'unknown'], ['c.txt']])
})

t.test('moves a link itself, not its target', async t => {
  const { call, inRoot, outside } = await openDesk(t, { 'real.txt': 'text' })
  await symlink('real.txt', inRoot('link'))
  await symlink(path.join(outside, 'secret.txt'), inRoot('out'))
  t.match((await call('move_file', { source: 'link', destination: 'renamed' })).data, { type: 'symlink' })
  t.equal(await readlink(inRoot('renamed')), 'real.txt')
  t.equal((await call('move_file', { source: 'out', destination: 'still-out' })).status, 200)
  t.equal(await readFile(path.join(outside, 'secret.txt'), 'utf8'), 'SECRET\n')
})

t.test('both paths must be inside the roots', async t => {
  const { call, inRoot, outside } = await openDesk(t, { 'a.txt': 'a' })
  await symlink(outside, inRoot('out'))
  for (const [source, destination] of [
    ['a.txt', '../root-evil/a.txt'],
    ['a.txt', 'out/a.txt'],
    ['../root-evil/secret.txt', 'mine.txt'],
    ['out/secret.txt', 'mine.txt']
  ])
    t.equal((await call('move_file', { source, destination })).status, 403, `${source} to ${destination}`)
  t.strictSame(await readdir(outside), ['secret.txt'])
})

t.test('a root is never moved, and neither is a directory that contains one', async t => {
  const base = await newFolder(t)
  await mkdir(path.join(base, 'one/two'), { recursive: true })
  const { call } = await openDesk(t, {}, { roots: `${base}:${base}/one/two` })
  for (const source of [base, path.join(base, 'one'), path.join(base, 'one/two')]) {
    const { status, error } = await call('move_file', { source, destination: 'elsewhere' })
    t.equal(status, 422)
    t.equal(error.details.reason, 'cannot_be_honoured')
  }
})

t.test('a directory cannot be moved into itself or to its own path', async t => {
  const { call } = await openDesk(t, { 'a/b.txt': '' })
  t.equal((await call('move_file', { source: 'a', destination: 'a/inner' })).error.details.reason, 'cannot_be_honoured')
  t.equal((await call('move_file', { source: 'a', destination: './a' })).error.details.reason, 'cannot_be_honoured')
})

t.test('a missing source is reported with similar names', async t => {
  const { call } = await openDesk(t, { 'setup.md': '' })
  const { status, error } = await call('move_file', { source: 'setpu.md', destination: 'x' })
  t.equal(status, 404)
  t.strictSame(error.details.suggestions, ['setup.md'])
})

t.test('dry_run checks and moves nothing', async t => {
  const { call, root } = await openDesk(t, { 'a.txt': 'a', 'b.txt': 'b' })
  const before = await snapshot(root)
  t.match((await call('move_file', { source: 'a.txt', destination: 'x/y.txt', dry_run: true })).data, { dry_run: true })
  t.equal((await call('move_file', { source: 'a.txt', destination: 'b.txt', dry_run: true })).status, 409)
  t.strictSame(await snapshot(root), before)
})

const device = memoryDisk()
const skip = device === undefined && 'requires a second file system'

t.test('across devices, a file is copied with its mode and times, then deleted', { skip }, async t => {
  const [here, there] = [await newFolder(t), await newFolder(t, device)]
  await putFiles(here, { 'run.sh': 'text' })
  await chmod(path.join(here, 'run.sh'), 0o750)
  await utimes(path.join(here, 'run.sh'), 1_700_000_000, 1_700_000_000)
  const { call } = await openDesk(t, {}, { roots: `${here}:${there}` })
  const target = path.join(there, 'new/run.sh')
  t.equal((await call('move_file', { source: 'run.sh', destination: target })).status, 200)
  t.equal(await readFile(target, 'utf8'), 'text')
  t.equal((await stat(target)).mode & 0o7777, 0o750)
  t.equal((await stat(target)).mtimeMs, 1_700_000_000_000)
  t.strictSame(await readdir(here), [])
  t.strictSame(await readdir(path.join(there, 'new')), ['run.sh'])
})

t.test('across devices, a directory keeps its links, and an existing name is refused', { skip }, async t => {
  const [here, there] = [await newFolder(t), await newFolder(t, device)]
  await putFiles(here, { 'dir/a/b.txt': 'text', 'c.txt': 'mine' })
  await putFiles(there, { 'c.txt': 'theirs' })
  await symlink('a/b.txt', path.join(here, 'dir/link'))
  const { call } = await openDesk(t, {}, { roots: `${here}:${there}` })
  t.equal((await call('move_file', { source: 'dir', destination: path.join(there, 'dir') })).status, 200)
  t.equal(await readFile(path.join(there, 'dir/link'), 'utf8'), 'text')
  t.equal((await call('move_file', { source: 'c.txt', destination: path.join(there, 'c.txt') })).status, 409)
  t.equal((await call('move_file', { source: 'c.txt', destination: path.join(there, 'c.txt'), overwrite: true })).status, 200)
  t.equal(await readFile(path.join(there, 'c.txt'), 'utf8'), 'mine')
  t.strictSame(await readdir(here), [])
})

t.test('across devices, a directory with a FIFO is refused and left unchanged', { skip }, async t => {
  const [here, there] = [await newFolder(t), await newFolder(t, device)]
  await putFiles(here, { 'dir/a.txt': 'text' })
  execFileSync('mkfifo', [path.join(here, 'dir/pipe')])
  const { call } = await openDesk(t, {}, { roots: `${here}:${there}` })
  const { error } = await call('move_file', { source: 'dir', destination: path.join(there, 'dir') })
  t.equal(error.details.reason, 'cannot_be_honoured')
  t.strictSame(await readdir(there), [])
  t.strictSame(await readdir(path.join(here, 'dir')), ['a.txt', 'pipe'])
})

/** Replaces a directory and a file with links to the outside and back, as fast as it can. */
const SWAPPER = `
  const fs = require('node:fs')
  const [dir, outside] = process.argv.slice(1)
  const attempt = work => { try { work() } catch {} }
  const swap = (name, target) => {
    attempt(() => fs.renameSync(dir + '/' + name, dir + '-' + name))
    attempt(() => fs.symlinkSync(target, dir + '/' + name))
    attempt(() => fs.unlinkSync(dir + '/' + name))
    attempt(() => fs.renameSync(dir + '-' + name, dir + '/' + name))
  }
  const until = Date.now() + 2000
  while (Date.now() < until) { swap('sub', outside); swap('file.txt', outside + '/secret.txt') }
`

t.test('across devices, nothing outside is copied or deleted while links are swapped in', { skip }, async t => {
  const [here, there] = [await newFolder(t), await newFolder(t, device)]
  const { call, outside } = await openDesk(t, {}, { roots: `${here}:${there}` })
  const swapper = spawn(process.execPath, ['-e', SWAPPER, path.join(here, 'dir'), outside])
  const over = once(swapper, 'exit').then(() => true)
  for (let round = 0; !(await Promise.race([over, setImmediate(false)])); round++) {
    // Created elsewhere and renamed: the test itself must not write through the links.
    await putFiles(here, { [`new-${round}/sub/a.txt`]: 'a', [`new-${round}/sub/b.txt`]: 'b', [`new-${round}/file.txt`]: 'f' })
    await rename(path.join(here, 'dir'), path.join(here, `old-${round}`)).catch(() => undefined)
    await rename(path.join(here, `new-${round}`), path.join(here, 'dir')).catch(() => undefined)
    await call('move_file', { source: 'dir', destination: path.join(there, `dir-${round}`) })
    if (Object.values(await snapshot(there)).includes('SECRET\n')) t.fail('a file from outside was copied')
    await Promise.all((await readdir(there)).map(name => rm(path.join(there, name), { recursive: true, force: true })))
  }
  t.strictSame(await snapshot(outside), { 'secret.txt': 'SECRET\n' })
})
