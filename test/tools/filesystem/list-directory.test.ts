import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { newFolder, openDesk } from '../../helpers/filesystem.ts'

const names = (items: { name: string }[]): string[] => items.map(({ name }) => name)

t.test('lists all entries with their details, including hidden ones, sorted by name', async t => {
  const { call, inRoot } = await openDesk(t, { 'b.txt': '12345', '.hidden': '', 'a/x.txt': '' })
  await symlink('b.txt', inRoot('link'))
  const { status, data } = await call('list_directory', { path: '.' })
  t.equal(status, 200)
  t.match(data.items, [
    { name: '.hidden', path: '.hidden', type: 'file', size: 0 },
    { name: 'a', path: 'a', type: 'directory', size: null },
    { name: 'b.txt', path: 'b.txt', type: 'file', size: 5 },
    { name: 'link', path: 'link', type: 'symlink', size: null }
  ])
  t.match(data, { next_cursor: null, total: { value: 4, relation: 'eq' }, path: '.' })
})

t.test('lists the first root by default', async t => {
  const { call } = await openDesk(t, { 'a.txt': '' })
  t.strictSame(names((await call('list_directory')).data.items), ['a.txt'])
})

t.test('all pages together are the directory, each entry once', async t => {
  const all = Array.from({ length: 57 }, (_, index) => `f${String(index).padStart(2, '0')}`)
  const { call } = await openDesk(t, Object.fromEntries(all.map(name => [name, ''])))
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { data } = await call('list_directory', { limit: 10, cursor })
    t.equal(data.total.value, 57)
    seen.push(...names(data.items))
    cursor = data.next_cursor
  } while (cursor !== null)
  t.strictSame(seen, all)
})

t.test('a page continues after the previous one, whatever was created or deleted', async t => {
  const { call, inRoot } = await openDesk(t, { a: '', b: '', c: '', d: '', e: '' })
  const first = (await call('list_directory', { limit: 2 })).data
  t.strictSame(names(first.items), ['a', 'b'])
  await rm(inRoot('a'))
  await rm(inRoot('b'))
  await writeFile(inRoot('aa'), '')
  const second = (await call('list_directory', { limit: 2, cursor: first.next_cursor })).data
  t.strictSame(names(second.items), ['c', 'd'])
})

t.test('max_items gathers pages in one call', async t => {
  const all = Array.from({ length: 250 }, (_, index) => `f${String(index).padStart(3, '0')}`)
  const { call } = await openDesk(t, Object.fromEntries(all.map(name => [name, ''])))
  const { data } = await call('list_directory', { max_items: 230 })
  t.strictSame(names(data.items), all.slice(0, 230))
  t.type(data.next_cursor, 'string')
})

t.test('a page of a large directory is read without holding all entries', async t => {
  const all = Array.from({ length: 3000 }, (_, index) => `f${String((index * 7919) % 3000).padStart(4, '0')}`)
  const { call } = await openDesk(t, Object.fromEntries(all.map(name => [name, ''])))
  const { data } = await call('list_directory', { limit: 3 })
  t.strictSame(names(data.items), ['f0000', 'f0001', 'f0002'])
  t.equal(data.total.value, 3000)
})

t.test('a foreign cursor is refused', async t => {
  const { call } = await openDesk(t)
  for (const cursor of ['second', '====', 'AAAA']) {
    const { status, error } = await call('list_directory', { cursor })
    t.equal(status, 400, cursor)
    t.equal(error.details.issues[0].path, 'cursor')
  }
})

t.test('an empty directory has no entries', async t => {
  const { call } = await openDesk(t)
  t.match((await call('list_directory')).data, { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } })
})

t.test('a link to the outside is listed but not followed', async t => {
  const { call, inRoot, outside } = await openDesk(t)
  await symlink(outside, inRoot('out'))
  t.match((await call('list_directory')).data.items, [{ name: 'out', type: 'symlink', size: null }])
  t.equal((await call('list_directory', { path: 'out' })).status, 403)
})

t.test('a directory behind a link inside the roots is listed by its real path', async t => {
  const { call, inRoot } = await openDesk(t, { 'real/a.txt': '' })
  await symlink('real', inRoot('link'))
  const { data } = await call('list_directory', { path: 'link' })
  t.equal(data.path, 'real')
  t.equal(data.items[0].path, 'real/a.txt')
})

t.test('refuses a file and a missing path', async t => {
  const { call } = await openDesk(t, { 'a.txt': '', 'docs/b.txt': '' })
  t.equal((await call('list_directory', { path: 'a.txt' })).error.details.reason, 'not_a_directory')
  const { status, error } = await call('list_directory', { path: 'doc' })
  t.equal(status, 404)
  t.strictSame(error.details.suggestions, ['docs'])
})

t.test('entries of another root have absolute paths', async t => {
  const [first, second] = [await newFolder(t), await newFolder(t)]
  await mkdir(path.join(second, 'dir'))
  const { call } = await openDesk(t, {}, { roots: `${first}:${second}` })
  const { data } = await call('list_directory', { path: second })
  t.equal(data.items[0].path, path.join(second, 'dir'))
  t.equal((await call('list_directory', { path: data.items[0].path })).status, 200)
})

t.test('entries whose names are not valid UTF-8 cause a warning', async t => {
  const { call, root } = await openDesk(t, { 'a.txt': '' })
  await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x2e])]), '')
  const { data, metadata } = await call('list_directory')
  t.strictSame(names(data.items), ['a.txt'])
  t.match(metadata.warnings, [/1 entries were skipped: .* names are not valid UTF-8/])
})
