import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  truncate,
  writeFile
} from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { writeFile as writeTo } from '../../../src/tools/filesystem/client/files/write.ts'
import { encodeText } from '../../../src/tools/filesystem/client/text/encodings.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { addCapability, addUserToAccessList, attributesOf, canSetAttributes, setAttribute } from '../../helpers/attributes.ts'
import { asUnprivilegedUser, newFolder, openDesk, snapshot } from '../../helpers/filesystem.ts'
import { silentCall } from '../../helpers/silent-call.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o7777).toString(8)

t.test('creates a file and its missing directories', async t => {
  const { call, read } = await openDesk(t)
  const { status, data } = await call('write_file', { file_path: 'a/b/c.txt', content: 'text\n' })
  t.equal(status, 200)
  t.strictSame(data, { path: 'a/b/c.txt', bytes: 5, created: true, sha256: hashOf('text\n'), dry_run: false })
  t.equal(await read('a/b/c.txt'), 'text\n')
})

t.test('replaces the whole content of a file', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'a long old text' })
  const { data } = await call('write_file', { file_path: 'a.txt', content: 'new' })
  t.match(data, { bytes: 3, created: false })
  t.equal(await read('a.txt'), 'new')
})

t.test('writes the content exactly, byte for byte', async t => {
  const { call, read } = await openDesk(t)
  for (const content of ['', '\uFEFFmark', 'a\r\nb\rc\n', '👩‍🚀 é e\u0301', 'a\0b', '\u2028']) {
    const { data } = await call('write_file', { file_path: 'a.txt', content })
    t.equal(await read('a.txt'), content)
    t.equal(data.bytes, Buffer.byteLength(content))
  }
})

t.test('keeps the file mode', async t => {
  const { call, inRoot } = await openDesk(t, { 'run.sh': 'old', 'private.txt': 'old' })
  await chmod(inRoot('run.sh'), 0o755)
  await chmod(inRoot('private.txt'), 0o600)
  await call('write_file', { file_path: 'run.sh', content: 'new' })
  await call('write_file', { file_path: 'private.txt', content: 'new' })
  t.equal(await modeOf(inRoot('run.sh')), '755')
  t.equal(await modeOf(inRoot('private.txt')), '600')
})

t.test('new content does not inherit the set-user-ID and set-group-ID bits', async t => {
  const { call, inRoot } = await openDesk(t, { 'run.sh': 'old', 'edit.sh': 'old' })
  for (const name of ['run.sh', 'edit.sh']) await chmod(inRoot(name), 0o6755)
  await call('write_file', { file_path: 'run.sh', content: 'new' })
  await call('edit_file', { file_path: 'edit.sh', old_string: 'old', new_string: 'new' })
  t.equal(await readFile(inRoot('edit.sh'), 'utf8'), 'new')
  for (const name of ['run.sh', 'edit.sh']) t.equal(await modeOf(inRoot(name)), '755', name)
})

t.test('gives a new file the mode that the umask allows', async t => {
  const { call, inRoot } = await openDesk(t)
  await call('write_file', { file_path: 'a.txt', content: 'new' })
  t.equal(await modeOf(inRoot('a.txt')), (0o666 & ~process.umask()).toString(8))
})

t.test('keeps the owner, if permitted', { skip: process.geteuid?.() !== 0 && 'only root may change the owner' }, async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': 'old' })
  await chown(inRoot('a.txt'), 1234, 2345)
  await chmod(inRoot('a.txt'), 0o640)
  await call('write_file', { file_path: 'a.txt', content: 'new' })
  const { uid, gid } = await stat(inRoot('a.txt'))
  t.strictSame([uid, gid], [1234, 2345])
  t.equal(await modeOf(inRoot('a.txt')), '640')
})

t.test('no reader ever sees a partly written file', async t => {
  const { call, inRoot } = await openDesk(t)
  const contents = ['a', 'b'].map(letter => letter.repeat(2_000_000))
  await call('write_file', { file_path: 'a.txt', content: contents[0] })
  let writing = true
  const writes = (async () => {
    for (let round = 1; round < 12; round++) await call('write_file', { file_path: 'a.txt', content: contents[round % 2] })
    writing = false
  })()
  let looks = 0
  for (; writing; looks++) if (!contents.includes(await readFile(inRoot('a.txt'), 'utf8'))) t.fail('a partly written file')
  await writes
  t.ok(looks > 5)
})

t.test('leaves no temporary file behind, whether it succeeds or fails', async t => {
  const { call, root, inRoot } = await openDesk(t, { 'a.txt': 'old' })
  await mkdir(inRoot('dir'))
  await Promise.all(['a.txt', 'b.txt', 'dir', 'a.txt'].map(file_path => call('write_file', { file_path, content: 'new' })))
  // The data folder of this gateway is below the root.
  t.strictSame(await readdir(root), ['.data', 'a.txt', 'b.txt', 'dir'])
  t.strictSame(await readdir(inRoot('.data/filesystem/temporary')), [])
})

t.test('replaces only the expected version: expected_sha256', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'known' })
  const stale = await call('write_file', { file_path: 'a.txt', content: 'new', expected_sha256: hashOf('other') })
  t.equal(stale.status, 412)
  t.match(stale.error, { code: 'PRECONDITION_FAILED', details: { reason: 'file_changed', current_sha256: hashOf('known') } })
  t.equal(await read('a.txt'), 'known')
  const fresh = await call('write_file', { file_path: 'a.txt', content: 'new', expected_sha256: hashOf('known').toUpperCase() })
  t.equal(fresh.status, 200)
  t.equal(await read('a.txt'), 'new')
})

t.test('a missing file does not match expected_sha256', async t => {
  const { call } = await openDesk(t)
  const { status, error } = await call('write_file', { file_path: 'a.txt', content: 'new', expected_sha256: hashOf('') })
  t.equal(status, 412)
  t.equal(error.details.current_sha256, null)
})

t.test('of two writers that read the same content, one is refused', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'known' })
  const writes = ['one', 'two', 'three'].map(content =>
    call('write_file', { file_path: 'a.txt', content, expected_sha256: hashOf('known') })
  )
  t.strictSame((await Promise.all(writes)).map(({ status }) => status).sort(), [200, 412, 412])
})

t.test('dry_run checks and changes nothing', async t => {
  const { call, root } = await openDesk(t, { 'a.txt': 'old' })
  const before = await snapshot(root)
  t.match((await call('write_file', { file_path: 'new/b.txt', content: 'x', dry_run: true })).data, { created: true, dry_run: true })
  t.match((await call('write_file', { file_path: 'a.txt', content: 'x', dry_run: true })).data, { created: false, dry_run: true })
  t.equal((await call('write_file', { file_path: '../b.txt', content: 'x', dry_run: true })).status, 403)
  t.strictSame(await snapshot(root), before)
})

t.test('writes through a link inside the roots and keeps the link', async t => {
  const { call, inRoot, read } = await openDesk(t, { 'real/a.txt': 'old' })
  await symlink('real/a.txt', inRoot('link.txt'))
  const { data } = await call('write_file', { file_path: 'link.txt', content: 'new' })
  t.equal(data.path, 'real/a.txt')
  t.equal(await readlink(inRoot('link.txt')), 'real/a.txt')
  t.equal(await read('real/a.txt'), 'new')
})

t.test('a link to the outside is refused, and its target is not touched', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(path.join(outside, 'secret.txt'), inRoot('link.txt'))
  const { status, error } = await call('write_file', { file_path: 'link.txt', content: 'mine' })
  t.equal(status, 403)
  t.equal(error.message, 'link.txt is outside the roots.')
  t.equal(await readFile(path.join(outside, 'secret.txt'), 'utf8'), 'SECRET\n')
})

t.test('a dangling link to the outside is refused, and nothing is created there', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(path.join(outside, 'new.txt'), inRoot('absolute'))
  await symlink('../root-evil/new.txt', inRoot('relative'))
  await symlink('relative', inRoot('chained'))
  for (const file_path of ['absolute', 'relative', 'chained', 'absolute/below.txt']) {
    const { status, error } = await call('write_file', { file_path, content: 'mine' })
    t.equal(status, 403, file_path)
    t.equal(error.details.reason, 'outside_roots')
  }
  t.strictSame(await readdir(outside), ['secret.txt'])
})

t.test('a dangling link inside the roots is refused, and its target is not created', async t => {
  const { call, inRoot, root } = await openDesk(t)
  await symlink('nowhere/new.txt', inRoot('link'))
  for (const file_path of ['link', 'link/below.txt']) {
    const { status, error } = await call('write_file', { file_path, content: 'mine' })
    t.equal(status, 422, file_path)
    t.equal(error.details.reason, 'cannot_be_honoured')
  }
  t.strictSame(await readdir(root), ['link'])
})

t.test('a directory that is a link to the outside is refused', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(outside, inRoot('dir'))
  t.equal((await call('write_file', { file_path: 'dir/new.txt', content: 'mine' })).status, 403)
  t.equal((await call('write_file', { file_path: 'dir/deep/new.txt', content: 'mine' })).status, 403)
  t.strictSame(await readdir(outside), ['secret.txt'])
})

t.test('warns if a file has other hard links, which keep the old content', async t => {
  const { call, inRoot, read } = await openDesk(t, { 'a.txt': 'old' })
  await link(inRoot('a.txt'), inRoot('b.txt'))
  const { metadata } = await call('write_file', { file_path: 'a.txt', content: 'new' })
  t.match(metadata.warnings, ['a.txt is one of 2 hard links to a file; the others keep the old content.'])
  t.equal(await read('a.txt'), 'new')
  t.equal(await read('b.txt'), 'old')
})

t.test('a directory and a FIFO are refused', async t => {
  const { call, inRoot } = await openDesk(t)
  await mkdir(inRoot('dir'))
  execFileSync('mkfifo', [inRoot('pipe')])
  for (const file_path of ['dir', 'pipe', '.']) {
    const { status, error } = await call('write_file', { file_path, content: 'x' })
    t.equal(status, 422, file_path)
    t.equal(error.details.reason, 'not_a_file')
  }
  t.ok((await lstat(inRoot('pipe'))).isFIFO())
})

t.test('a file in the middle of the path is refused', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x' })
  t.equal((await call('write_file', { file_path: 'a.txt/b.txt', content: 'x' })).error.details.reason, 'not_a_directory')
})

t.test('a lone surrogate is refused, because it has no UTF-8 encoding', async t => {
  const { call, root } = await openDesk(t)
  const { status, error } = await call('write_file', { file_path: 'a.txt', content: 'a\ud83d' })
  t.equal(status, 400)
  t.equal(error.details.issues[0].path, 'content')
  t.strictSame(await readdir(root), [])
})

t.test('a NUL in the path is refused', async t => {
  const { call, root } = await openDesk(t)
  t.equal((await call('write_file', { file_path: 'a\0b', content: 'x' })).status, 400)
  t.strictSame(await readdir(root), [])
})

t.test('a name that is too long for the file system is refused', async t => {
  const { call } = await openDesk(t)
  t.equal((await call('write_file', { file_path: 'x'.repeat(256), content: 'x' })).status, 400)
  t.equal(
    (await call('write_file', { file_path: 'x'.repeat(255), content: 'x' })).status,
    200,
    'the longest name leaves room for no suffix'
  )
})

t.test('a read-only file is refused, although its directory would allow replacing it', async t => {
  const root = await newFolder(t)
  await chmod(root, 0o777)
  await writeFile(path.join(root, 'a.txt'), 'old', { mode: 0o444 })
  const answer = asUnprivilegedUser(root, 'writeFile', { file_path: 'a.txt', content: 'new', dry_run: false })
  t.equal(answer.reason, 'access_denied')
  t.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), 'old')
})

t.test('a directory without write permission is refused, and its absolute path is not shown', async t => {
  const root = await newFolder(t)
  await chmod(root, 0o755)
  const answer = asUnprivilegedUser(root, 'writeFile', { file_path: 'new.txt', content: 'new', dry_run: false })
  if (process.geteuid?.() === 0) t.match(answer, { reason: 'access_denied', message: 'new.txt is not accessible to this gateway.' })
})

t.test(
  'a file of another owner can be written without permission to change owners',
  { skip: process.geteuid?.() !== 0 && 'needs root' },
  async t => {
    const root = await newFolder(t)
    await chmod(root, 0o777)
    await writeFile(path.join(root, 'a.txt'), 'old')
    await chmod(path.join(root, 'a.txt'), 0o666)
    const answer = asUnprivilegedUser(root, 'writeFile', { file_path: 'a.txt', content: 'new', dry_run: false })
    t.match(answer.data, { created: false })
    t.equal(await modeOf(path.join(root, 'a.txt')), '666')
  }
)

t.test('whether a change lasts whose directory cannot be synced is unknown, unless its file system syncs none', async t => {
  const { call, root } = await openDesk(t, { 'a.txt': 'old', 'b.txt': 'old' })
  await using directory = await open(root)
  const handles: object = Object.getPrototypeOf(directory)
  const sync = Reflect.get(handles, 'sync')
  t.teardown(() => Reflect.set(handles, 'sync', sync))
  let code = 'EIO'
  Reflect.set(handles, 'sync', async function (this: FileHandle) {
    if ((await this.stat()).isDirectory()) throw Object.assign(new Error(`${code}: fsync`), { code, syscall: 'fsync' })
  })
  const changes: [string, Record<string, unknown>][] = [
    ['write_file', { file_path: 'a.txt', content: 'new' }],
    ['move_file', { source: 'a.txt', destination: 'c.txt' }],
    ['copy_file', { source: 'c.txt', destination: 'd.txt' }],
    ['delete_file', { file_path: 'b.txt', confirm: true }],
    ['create_directory', { path: 'sub' }]
  ]
  for (const [operation, input] of changes)
    t.match(await call(operation, input), { error: { details: { outcome: 'unknown', errno: 'EIO' } } }, operation)
  t.strictSame(
    (await readdir(root)).filter(name => name !== '.data'),
    ['c.txt', 'd.txt', 'sub']
  )
  code = 'EINVAL'
  t.match(await call('write_file', { file_path: 'e.txt', content: 'new' }), { status: 200 })
})

t.test('accepts the name of the seed', async t => {
  const { byName, read } = await openDesk(t)
  t.equal((await byName('grz_write_file', { filePath: 'a.txt', content: 'x' })).status, 200)
  t.equal(await read('a.txt'), 'x')
})

t.test('a large file is compared with expected_sha256 without being held in memory', async t => {
  const { call, inRoot } = await openDesk(t, { 'big.txt': 'x' })
  await truncate(inRoot('big.txt'), 512 * 1024 ** 2)
  const before = process.memoryUsage().rss
  const { status } = await call('write_file', { file_path: 'big.txt', content: 'new', expected_sha256: '0'.repeat(64) })
  t.equal(status, 412)
  t.ok(process.memoryUsage().rss - before < 256 * 1024 ** 2)
})

t.test('a comparison with expected_sha256 ends when the client disconnects', async t => {
  const root = await newFolder(t)
  await writeFile(path.join(root, 'big.txt'), 'x')
  await truncate(path.join(root, 'big.txt'), 3 * 1024 ** 3)
  const stop = new AbortController()
  const request = { file_path: 'big.txt', content: 'new', expected_sha256: '0'.repeat(64), dry_run: false }
  const writing = writeTo(await openVolume(root), request, silentCall({ signal: stop.signal }))
  stop.abort(new Error('left'))
  await t.rejects(writing, { message: 'left' })
})

t.test('writes in the encoding that is named', async t => {
  const { call, inRoot } = await openDesk(t)
  const write = async (encoding: string, content: string) => await call('write_file', { file_path: `${encoding}.txt`, encoding, content })
  t.match(await write('utf-16le', 'ü'), { data: { bytes: 4, created: true } })
  t.strictSame(await readFile(inRoot('utf-16le.txt')), Buffer.from('\ufeffü', 'utf16le'))
  await write('utf-16be', '\ufeffü')
  t.strictSame(await readFile(inRoot('utf-16be.txt')), Buffer.from('\ufeffü', 'utf16le').swap16(), 'a byte order mark is not doubled')
  await write('koi8-r', 'При')
  t.strictSame(await readFile(inRoot('koi8-r.txt')), Buffer.from([0xf0, 0xd2, 0xc9]))
  await write('shift_jis', '日本')
  t.strictSame(await readFile(inRoot('shift_jis.txt')), Buffer.from([0x93, 0xfa, 0x96, 0x7b]))
  const lacking = await write('iso-8859-1', 'a€')
  t.match(lacking, { status: 400, error: { message: 'iso-8859-1 has no character € (U+20AC); nothing was written.' } })
  t.notOk(existsSync(inRoot('iso-8859-1.txt')))
})

const noAttributes = canSetAttributes() ? false : 'python3 or extended attributes are not available here'

t.test('extended attributes of a file are kept, and the capabilities of a program are not', { skip: noAttributes }, async t => {
  const { call, inRoot, read } = await openDesk(t, { 'a.txt': 'old', 'b.txt': 'old text' })
  setAttribute(inRoot('a.txt'), 'user.origin', 'https://example.com/ü')
  setAttribute(inRoot('b.txt'), 'user.note', 'x')
  const capable = addCapability(inRoot('a.txt'))
  const { metadata } = await call('write_file', { file_path: 'a.txt', content: 'new' })
  t.equal(metadata.warnings, undefined)
  t.equal(await read('a.txt'), 'new')
  t.strictSame(attributesOf(inRoot('a.txt')), { 'user.origin': 'https://example.com/ü' }, `with${capable ? '' : 'out'} a capability before`)
  await call('edit_file', { file_path: 'b.txt', old_string: 'old', new_string: 'new' })
  t.strictSame(attributesOf(inRoot('b.txt')), { 'user.note': 'x' })
  t.equal((await stat(inRoot('b.txt'))).mode & 0o777, 0o666 & ~process.umask())
})

t.test('the access control list of a file is kept', { skip: noAttributes }, async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': 'old' })
  if (!addUserToAccessList(inRoot('a.txt'))) return t.pass('the file system has no access control lists')
  const before = attributesOf(inRoot('a.txt'))
  await call('write_file', { file_path: 'a.txt', content: 'new' })
  t.ok(before['system.posix_acl_access'])
  return t.strictSame(attributesOf(inRoot('a.txt')), before)
})

t.test('a text that an encoding cannot represent costs no more than one that it can', async t => {
  const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const text = '가'.repeat(300_000)
  await encodeText(text, 'euc-kr') // loads the encoding
  const encoded = await timeOf(() => encodeText(text, 'euc-kr'))
  const refused = await timeOf(() => t.rejects(encodeText(`${text}🦊가`, 'euc-kr'), { message: 'euc-kr has no character 🦊 (U+1F98A)' }))
  t.ok(refused < encoded * 10 + 50, `${Math.round(refused)} ms, not ${Math.round(encoded)} ms`)
})

t.test('a call that fails on a full disk leaves no directory that it created', async t => {
  const handle = await open(import.meta.filename)
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const full = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' }))
  const { call, root } = await openDesk(t, { 'kept/a.txt': 'text' })
  const names = async () => (await readdir(root, { recursive: true })).filter(name => !name.startsWith('.data')).sort()
  for (const [method, name, input] of [
    ['writeFile', 'write_file', { file_path: 'new/deep/b.txt', content: 'x' }],
    ['sync', 'write_file', { file_path: 'new/deep/b.txt', content: 'x' }],
    ['sync', 'write_file', { file_path: 'kept/new/b.txt', content: 'x' }],
    ['sync', 'create_directory', { path: 'new/deep/most' }],
    ['sync', 'copy_file', { source: 'kept/a.txt', destination: 'new/deep/b.txt' }],
    ['sync', 'move_file', { source: 'kept/a.txt', destination: 'new/deep/b.txt' }]
  ] as const) {
    const disk = t.intercept(prototype, method, { value: full })
    const { error } = await call(name, input)
    disk.restore()
    t.equal(error?.details.reason, 'storage_full', name)
    t.strictSame(await names(), ['kept', 'kept/a.txt'], name)
  }
})
