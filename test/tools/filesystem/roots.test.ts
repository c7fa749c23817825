import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { withPathErrors } from '../../../src/tools/filesystem/client/errors.ts'
import { openDirectory, openFile, resolvePath } from '../../../src/tools/filesystem/client/paths.ts'
import { checkAvailability, openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { asUnprivilegedUser, newFolder, openDesk, putFiles, snapshot } from '../../helpers/filesystem.ts'

t.test('a folder whose name starts with the name of a root is outside (CVE-2025-53110)', async t => {
  const { call, root, outside } = await openDesk(t)
  t.equal(outside, `${root}-evil`)
  for (const file_path of [path.join(outside, 'secret.txt'), '../root-evil/secret.txt']) {
    const { status, error } = await call('read_file', { file_path })
    t.equal(status, 403)
    t.equal(error.details.reason, 'outside_roots')
  }
})

t.test('a link to the outside is not followed (CVE-2025-53109)', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(outside, inRoot('dir'))
  await symlink(path.join(outside, 'secret.txt'), inRoot('file'))
  await symlink('../root-evil/secret.txt', inRoot('relative'))
  await symlink('relative', inRoot('chain'))
  for (const file_path of ['dir/secret.txt', 'file', 'relative', 'chain', 'dir', 'dir/../root-evil/secret.txt'])
    t.not((await call('read_file', { file_path })).status, 200, file_path)
  t.equal((await call('read_file', { file_path: 'chain' })).status, 403)
})

t.test('a dangling link reveals nothing about the outside', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(path.join(outside, 'secret.txt'), inRoot('there'))
  await symlink(path.join(outside, 'absent.txt'), inRoot('not-there'))
  const [there, notThere] = await Promise.all(['there', 'not-there'].map(file_path => call('read_file', { file_path })))
  t.strictSame([there?.status, notThere?.status], [403, 403])
})

t.test('a path outside the roots reveals nothing about what exists there', async t => {
  const { call, outside } = await openDesk(t)
  const [there, notThere] = await Promise.all(
    ['secret.txt', 'absent.txt'].map(name => call('read_file', { file_path: path.join(outside, name) }))
  )
  t.strictSame([there?.status, notThere?.status], [403, 403])
})

t.test('a root that is itself a link is reachable by both of its names', async t => {
  const base = await newFolder(t)
  await putFiles(path.join(base, 'real'), { 'a.txt': 'a\n' })
  await symlink('real', path.join(base, 'link'))
  const { call } = await openDesk(t, {}, { roots: path.join(base, 'link') })
  for (const file_path of ['a.txt', path.join(base, 'link/a.txt'), path.join(base, 'real/a.txt')]) {
    const { status, data } = await call('read_file', { file_path })
    t.equal(status, 200, file_path)
    t.equal(data.metadata.path, 'a.txt')
  }
  t.equal((await call('write_file', { file_path: path.join(base, 'link/b/c.txt'), content: 'x' })).data.path, 'b/c.txt')
})

t.test('an absolute link into a root is followed, even if it names the root by a link', async t => {
  const base = await newFolder(t)
  await putFiles(path.join(base, 'real'), { 'a.txt': 'a\n' })
  await symlink('real', path.join(base, 'link'))
  await symlink(path.join(base, 'link/a.txt'), path.join(base, 'real/to-a'))
  const { call } = await openDesk(t, {}, { roots: path.join(base, 'link') })
  t.equal((await call('read_file', { file_path: 'to-a' })).status, 200)
})

t.test('a link from one root into another is followed', async t => {
  const [first, second] = [await newFolder(t), await newFolder(t)]
  await putFiles(second, { 'a.txt': 'a\n' })
  await symlink(second, path.join(first, 'other'))
  const { call } = await openDesk(t, {}, { roots: `${first}:${second}` })
  const { data } = await call('read_file', { file_path: 'other/a.txt' })
  t.equal(data.metadata.path, path.join(second, 'a.txt'))
})

t.test('a loop of links is refused', async t => {
  const { call, inRoot } = await openDesk(t)
  await symlink('b', inRoot('a'))
  await symlink('a', inRoot('b'))
  await symlink('self/x', inRoot('self'))
  for (const file_path of ['a', 'self']) {
    const { status, error } = await call('read_file', { file_path })
    t.equal(status, 422)
    t.equal(error.details.reason, 'cannot_be_honoured')
  }
})

t.test('a path that goes up inside the root is accepted', async t => {
  const { call, root } = await openDesk(t, { 'docs/a.txt': 'a\n', 'b.txt': 'b\n' })
  t.equal((await call('read_file', { file_path: 'docs/../b.txt' })).status, 200)
  t.equal((await call('read_file', { file_path: `../${path.basename(root)}/b.txt` })).status, 200)
  t.equal((await call('read_file', { file_path: './/docs///a.txt' })).status, 200)
})

t.test('a link through a parent directory resolves as in the operating system', async t => {
  const { call, inRoot } = await openDesk(t, { 'x/y/z.txt': 'z\n', 'x/up.txt': 'up\n' })
  await symlink('x/y', inRoot('deep'))
  await symlink('deep/../up.txt', inRoot('link'))
  t.equal((await call('read_file', { file_path: 'link' })).data.content, '1\tup')
})

t.test('errors do not reveal the location of the roots', async t => {
  const { call, root, inRoot, outside } = await openDesk(t, { 'a.txt': 'x', 'dir/b.txt': 'x' })
  await symlink(path.join(outside, 'secret.txt'), inRoot('out'))
  execFileSync('mkfifo', [inRoot('pipe')])
  const calls = ['absent.txt', 'dir', 'out', 'pipe', 'a.txt/b', '../x', 'x'.repeat(300)].map(file_path => call('read_file', { file_path }))
  for (const { text, status } of await Promise.all(calls)) {
    t.ok(status >= 400)
    t.notOk(text.includes(path.dirname(root)), text)
  }
})

t.test('an inaccessible file is refused without its absolute path', async t => {
  const root = await newFolder(t)
  await writeFile(path.join(root, 'private.txt'), 'x', { mode: 0o000 })
  await mkdir(path.join(root, 'closed'), { mode: 0o000 })
  execFileSync('chmod', ['755', root])
  const file = asUnprivilegedUser(root, 'readFile', { file_path: 'private.txt', limit: 10, offset: 0 })
  t.match(file, { reason: 'access_denied', message: 'private.txt is not accessible to this gateway.' })
  t.match(asUnprivilegedUser(root, 'listDirectory', { path: 'closed', limit: 10 }), { reason: 'access_denied' })
  t.match(asUnprivilegedUser(root, 'readFile', { file_path: 'closed/x', limit: 10, offset: 0 }), { reason: 'access_denied' })
})

t.test('a directory that becomes a link before it is opened is not followed', async t => {
  const base = await newFolder(t)
  await putFiles(path.join(base, 'root/dir'), { 'secret.txt': 'mine\n' })
  await putFiles(path.join(base, 'outside'), { 'secret.txt': 'SECRET\n' })
  const volume = await openVolume(path.join(base, 'root'))
  const place = await resolvePath(volume, 'dir/secret.txt')
  await rename(path.join(base, 'root/dir'), path.join(base, 'root/was'))
  await symlink(path.join(base, 'outside'), path.join(base, 'root/dir'))
  const opened = await openFile(volume, place).catch(error => error)
  t.equal(opened.reason, 'outside_roots')
  const pinned = await openDirectory(volume, `${base}/root/dir/.`, 'dir').catch(error => error)
  t.equal(pinned.reason, 'outside_roots')
})

t.test('a file that becomes a link before it is opened is not followed', async t => {
  const base = await newFolder(t)
  await putFiles(path.join(base, 'root'), { 'a.txt': 'mine\n' })
  await putFiles(path.join(base, 'outside'), { 'secret.txt': 'SECRET\n' })
  const volume = await openVolume(path.join(base, 'root'))
  const place = await resolvePath(volume, 'a.txt')
  await rm(path.join(base, 'root/a.txt'))
  await symlink(path.join(base, 'outside/secret.txt'), path.join(base, 'root/a.txt'))
  const refused = await withPathErrors('a.txt', () => openFile(volume, place)).catch(error => error)
  t.equal(refused.reason, 'cannot_be_honoured')
})

t.test('errors of the operating system become reasons and never show a path', async t => {
  const said = async (code: string): Promise<[string, number]> => {
    const thrown = Object.assign(new Error('ENOSPC: no space left, write /srv/secret/file'), { code, syscall: 'write' })
    const { reason, status, message } = await withPathErrors('a.txt', () => Promise.reject(thrown)).catch(error => error)
    t.notMatch(message, /srv/)
    return [reason, status]
  }
  t.strictSame(await said('ENOSPC'), ['storage_full', 503])
  t.strictSame(await said('EDQUOT'), ['storage_full', 503])
  t.strictSame(await said('EROFS'), ['storage_full', 503])
  t.strictSame(await said('EACCES'), ['access_denied', 403])
  t.strictSame(await said('EIO'), ['server_error', 502])
  t.equal(await withPathErrors('a.txt', () => Promise.reject(new TypeError('a defect'))).catch(error => error.name), 'TypeError')
})

t.test('a root that cannot be used is named at the start', async t => {
  const folder = await newFolder(t)
  await putFiles(folder, { 'file.txt': 'x' })
  const said = (roots: string): Promise<string> => openVolume(roots).then(String, error => error.message)
  t.match(await said(path.join(folder, 'absent')), /absent cannot be opened \(ENOENT\)/)
  t.match(await said(path.join(folder, 'file.txt')), /file.txt is not a directory/)
  t.match(await said(`${folder}/one:${folder}/two`), /one cannot be opened \(ENOENT\); .*two cannot be opened/)
  t.match(await said(' , '), /contains no directory/)
})

t.test('a deleted root makes the system unavailable, and the reason names it', async t => {
  const folder = await newFolder(t)
  await mkdir(path.join(folder, 'root'))
  const volume = await openVolume(path.join(folder, 'root'))
  t.strictSame(await checkAvailability(volume), { available: true })
  await rm(path.join(folder, 'root'), { recursive: true })
  t.match(await checkAvailability(volume), { available: false, reason: /root cannot be read \(ENOENT\)/ })
})

t.test('no path reaches outside the roots, however it is composed', async t => {
  const { call, root, inRoot, outside } = await openDesk(t, { 'a.txt': 'inside\n', 'dir/b.txt': 'inside\n' })
  await writeFile(path.join(outside, 'only-outside.txt'), 'SECRET')
  await symlink(outside, inRoot('dir/out'))
  await symlink(path.join(outside, 'secret.txt'), inRoot('leaf'))
  await symlink(path.join(outside, 'made.txt'), inRoot('dangling'))
  await symlink('..', inRoot('up'))
  await symlink('../..', inRoot('dir/upup'))
  await symlink('/', inRoot('top'))
  const before = await snapshot(outside)
  const names = [
    '..',
    '.',
    '',
    'a.txt',
    'dir',
    'out',
    'leaf',
    'dangling',
    'up',
    'upup',
    'top',
    'root',
    'root-evil',
    'secret.txt',
    'new',
    '~',
    '%2e%2e',
    '\0',
    '..\\',
    'tmp'
  ]
  const segments = fc.array(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 7 })
  const start = fc.constantFrom('', '/', `${root}/`, `${outside}/`, `${root}-evil/`, `${path.dirname(root)}/`, './', '../')
  await fc.assert(
    fc.asyncProperty(
      start,
      segments,
      fc.constantFrom('read_file', 'write_file', 'list_directory', 'move_file', 'delete_file', 'create_directory'),
      async (begin, parts, operation) => {
        const wanted = begin + parts.join('/')
        const input = {
          read_file: { file_path: wanted },
          write_file: { file_path: wanted, content: 'WRITTEN' },
          list_directory: { path: wanted },
          move_file: { source: 'a.txt', destination: wanted },
          delete_file: { file_path: wanted, recursive: true, dry_run: true },
          create_directory: { path: wanted }
        }[operation]
        const { status, text } = await call(operation, input)
        if (status >= 500) throw new Error(`${operation} ${JSON.stringify(wanted)} returned ${status}: ${text}`)
        if (text.includes('SECRET') || (status === 200 && text.includes('only-outside')))
          throw new Error(`${operation} ${JSON.stringify(wanted)} revealed ${text}`)
        if (operation === 'move_file') await writeFile(inRoot('a.txt'), 'inside\n').catch(() => undefined)
      }
    ),
    { numRuns: 800 }
  )
  t.strictSame(await snapshot(outside), before)
})
