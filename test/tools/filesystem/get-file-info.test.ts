import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, link, symlink, truncate } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { openDesk } from '../../helpers/filesystem.ts'

t.test('returns the details of a text file', async t => {
  const { call, inRoot } = await openDesk(t, { 'docs/a.md': 'one\r\ntwo\r\n' })
  await chmod(inRoot('docs/a.md'), 0o640)
  const { status, data } = await call('get_file_info', { file_path: 'docs/a.md' })
  t.equal(status, 200)
  t.match(data, {
    path: 'docs/a.md',
    absolute_path: inRoot('docs/a.md'),
    name: 'a.md',
    type: 'file',
    size: 10,
    mode: '0640',
    hard_links: 1,
    is_symlink: false,
    target: null,
    media_type: 'text/markdown',
    encoding: 'utf-8',
    line_ending: 'crlf',
    sha256: createHash('sha256').update('one\r\ntwo\r\n').digest('hex')
  })
  t.ok(Math.abs(Date.parse(data.modified) - Date.now()) < 60_000)
})

t.test('distinguishes line endings, encodings and media types', async t => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
  const { call } = await openDesk(t, {
    'lf.txt': 'a\nb\n',
    'mixed.txt': 'a\r\nb\n',
    'none.txt': 'a',
    'bom.txt': '\uFEFFa\n',
    'utf16.txt': Buffer.from('\uFEFFa\n', 'utf16le'),
    'image.txt': png,
    unknown: 'text',
    'unknown.xyzzy': Buffer.from([0, 1, 2])
  })
  const info = async (file_path: string) => (await call('get_file_info', { file_path })).data
  t.equal((await info('lf.txt')).line_ending, 'lf')
  t.equal((await info('mixed.txt')).line_ending, 'mixed')
  t.equal((await info('none.txt')).line_ending, null)
  t.equal((await info('bom.txt')).encoding, 'utf-8-bom')
  t.match(await info('utf16.txt'), { encoding: 'utf-16le', line_ending: null })
  t.match(await info('image.txt'), { encoding: 'binary', media_type: 'image/png', line_ending: null })
  t.equal((await info('unknown')).media_type, 'text/plain')
  t.equal((await info('unknown.xyzzy')).media_type, 'application/octet-stream')
})

t.test('a CRLF split across two reads counts as one line ending', async t => {
  const { call } = await openDesk(t, { 'a.txt': `${'x'.repeat(256 * 1024 - 1)}\r\ny\r\n` })
  t.equal((await call('get_file_info', { file_path: 'a.txt' })).data.line_ending, 'crlf')
})

t.test('returns the details of a directory, even of a root', async t => {
  const { call, root } = await openDesk(t, { 'docs/a.md': '' })
  t.match((await call('get_file_info', { file_path: 'docs' })).data, { type: 'directory', media_type: null, sha256: null, encoding: null })
  t.match((await call('get_file_info', { file_path: root })).data, { type: 'directory', path: '.', absolute_path: root })
})

t.test('describes a link by its target', async t => {
  const { call, inRoot } = await openDesk(t, { 'real/a.md': 'text\n' })
  await symlink('real/a.md', inRoot('link'))
  t.match((await call('get_file_info', { file_path: 'link' })).data, {
    path: 'link',
    name: 'link',
    type: 'file',
    is_symlink: true,
    target: 'real/a.md',
    size: 5,
    media_type: 'text/markdown'
  })
})

t.test('a link to the outside and a dangling link are described by themselves', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(path.join(outside, 'secret.txt'), inRoot('out'))
  await symlink('nowhere', inRoot('dangling'))
  for (const file_path of ['out', 'dangling']) {
    const { status, data, text } = await call('get_file_info', { file_path })
    t.equal(status, 200)
    t.match(data, { type: 'symlink', is_symlink: true, target: null, sha256: null, media_type: null })
    t.notOk(text.includes(outside))
  }
})

t.test('counts hard links', async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': '' })
  await link(inRoot('a.txt'), inRoot('b.txt'))
  t.equal((await call('get_file_info', { file_path: 'b.txt' })).data.hard_links, 2)
})

t.test('a FIFO is described without being opened', async t => {
  const { call, inRoot } = await openDesk(t)
  execFileSync('mkfifo', [inRoot('pipe')])
  t.match((await call('get_file_info', { file_path: 'pipe' })).data, { type: 'other', media_type: null })
})

t.test('a file over 64 MB is not hashed', async t => {
  const { call, inRoot } = await openDesk(t, { 'big.log': 'text\n' })
  await truncate(inRoot('big.log'), 65 * 1024 * 1024)
  t.match((await call('get_file_info', { file_path: 'big.log' })).data, { sha256: null, line_ending: null, size: 65 * 1024 * 1024 })
})

t.test('a missing path is reported with similar names', async t => {
  const { call } = await openDesk(t, { 'setup.md': '' })
  const { status, error } = await call('get_file_info', { file_path: 'setpu.md' })
  t.equal(status, 404)
  t.strictSame(error.details.suggestions, ['setup.md'])
})
