import { symlink } from 'node:fs/promises'
import t from 'tap'
import { directoryTree } from '../../../src/tools/filesystem/client/directories/tree.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { newFolder, openDesk, putFiles } from '../../helpers/filesystem.ts'
import { silentCall } from '../../helpers/silent-call.ts'

const paths = (entries: { path: string }[]): string[] => entries.map(({ path }) => path)

t.test('returns everything below a directory, each directory followed by its entries', async t => {
  const { call } = await openDesk(t, { 'b/two.txt': '22', 'b/deep/one.txt': '1', 'a.txt': '', 'b-side.txt': '' })
  const { status, data } = await call('directory_tree')
  t.equal(status, 200)
  t.strictSame(paths(data.entries), ['a.txt', 'b', 'b/deep', 'b/deep/one.txt', 'b/two.txt', 'b-side.txt'])
  t.match(data.entries[1], { name: 'b', type: 'directory', depth: 1, size: null, children: 2 })
  t.match(data.entries[3], { name: 'one.txt', type: 'file', depth: 3, size: 1, children: null })
})

t.test('stops at the requested depth, with children null where it did not read', async t => {
  const { call } = await openDesk(t, { 'a/b/c/d.txt': '' })
  const { data, metadata } = await call('directory_tree', { depth: 2 })
  t.strictSame(paths(data.entries), ['a', 'a/b'])
  t.equal(data.entries[1].children, null)
  t.equal(metadata.truncated, undefined)
})

t.test('leaves out excluded directories with everything in them', async t => {
  const { call } = await openDesk(t, {
    'src/a.ts': '',
    'src/node_modules/x/y.js': '',
    'node_modules/z.js': '',
    'dist/o.js': '',
    'src/a.log': ''
  })
  const { data } = await call('directory_tree', { exclude: ['node_modules', './dist/**', '*.log'] })
  t.strictSame(paths(data.entries), ['src', 'src/a.ts'])
  t.equal(data.entries[0].children, 1)
})

t.test('includes hidden names only on request', async t => {
  const { call } = await openDesk(t, { '.git/config': '', 'a.txt': '' })
  t.strictSame(paths((await call('directory_tree')).data.entries), ['a.txt'])
  t.strictSame(paths((await call('directory_tree', { include_hidden: true })).data.entries), ['.git', '.git/config', 'a.txt'])
})

t.test('stops at max_entries and reports it, with the upper levels complete', async t => {
  const { call } = await openDesk(t, { 'a/1': '', 'a/2': '', 'a/3': '', 'b/1': '', 'c.txt': '' })
  const { data, metadata } = await call('directory_tree', { max_entries: 4 })
  t.strictSame(paths(data.entries), ['a', 'a/1', 'b', 'c.txt'])
  t.equal(data.entries[0].children, 3)
  t.equal(data.entries[2].children, null)
  t.match(metadata.truncated, { reason: 'limit', omitted: null })
})

t.test('does not follow links, so a loop ends', async t => {
  const { call, inRoot, outside } = await openDesk(t, { 'a/b.txt': '' })
  await symlink('..', inRoot('a/up'))
  await symlink(outside, inRoot('out'))
  const { data } = await call('directory_tree', { depth: 50 })
  t.strictSame(paths(data.entries), ['a', 'a/b.txt', 'a/up', 'out'])
  t.equal(data.entries[3].type, 'symlink')
})

t.test('returns a partial result when the time is up', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a/1': '', 'b/1': '' })
  let looks = 0
  const truncated: unknown[] = []
  const turn = silentCall({ outOfTime: () => ++looks > 1, truncate: truncation => truncated.push(truncation) })
  const request = { path: '.', depth: 3, max_entries: 100, exclude: [], include_hidden: false }
  const { entries } = await directoryTree(await openVolume(root), request, turn)
  t.strictSame(paths(entries), ['a', 'b'])
  t.match(truncated, [{ reason: 'timeout' }])
})

t.test('returns at most ten thousand entries', async t => {
  const { call } = await openDesk(t)
  t.equal((await call('directory_tree', { max_entries: 10_001 })).status, 400)
  t.equal((await call('directory_tree', { max_entries: 0 })).status, 400)
})

t.test('refuses a missing path and a file', async t => {
  const { call } = await openDesk(t, { 'a.txt': '' })
  t.equal((await call('directory_tree', { path: 'absent' })).status, 404)
  t.equal((await call('directory_tree', { path: 'a.txt' })).status, 422)
})

t.test('markdown is an indented tree', async t => {
  const { call, inRoot } = await openDesk(t, { 'a/b/c.txt': '', 'a/one.txt': 'x'.repeat(2048) })
  await symlink('a', inRoot('link'))
  const { text } = await call('directory_tree', { depth: 2 }, { accept: 'text/markdown' })
  t.equal(text, '```\n./\n  a/\n    b/ …\n    one.txt (2.0 KB)\n  link (link)\n```\n')
})
