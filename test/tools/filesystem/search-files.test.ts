import { chmod, mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { searchFiles } from '../../../src/tools/filesystem/client/search.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { asNobody, newFolder, openDesk, putFiles } from '../../helpers/filesystem.ts'
import { quietTurn } from '../../helpers/quiet-turn.ts'

const paths = (items: { path: string }[]): string[] => items.map(({ path }) => path)

t.test('finds files by a glob, at the depth it says', async t => {
  const { call } = await openDesk(t, { 'a.md': '', 'docs/b.md': '', 'docs/deep/c.md': '', 'docs/d.txt': '' })
  const found = async (glob: string, more = {}): Promise<string[]> => paths((await call('search_files', { glob, ...more })).data.items)
  t.strictSame(await found('*.md'), ['a.md'])
  t.strictSame(await found('**/*.md'), ['a.md', 'docs/b.md', 'docs/deep/c.md'])
  t.strictSame(await found('docs/*'), ['docs/b.md', 'docs/d.txt'])
  t.strictSame(await found('docs/**/*.{md,txt}'), ['docs/b.md', 'docs/d.txt', 'docs/deep/c.md'])
  t.strictSame(await found('docs/[a-b].m?'), ['docs/b.md'])
  t.strictSame(await found('docs/b.md'), ['docs/b.md'])
  t.strictSame(await found('./docs/*.txt'), ['docs/d.txt'])
  t.strictSame(await found('*.md', { path: 'docs' }), ['docs/b.md'])
})

t.test('finds all files where no pattern is given', async t => {
  const { call } = await openDesk(t, { 'b.txt': '', 'a/x.txt': '' })
  const { data } = await call('search_files')
  t.strictSame(paths(data.items), ['a/x.txt', 'b.txt'])
  t.match(data, { next_cursor: null, total: { value: 2, relation: 'eq' } })
  t.match(data.items[0], { type: 'file', size: 0, match_count: null, matches: [] })
})

t.test('finds the lines that a text is in', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\ntwo two\nthree two\n', 'b.txt': 'nothing\n' })
  const { data } = await call('search_files', { text: 'two' })
  t.strictSame(paths(data.items), ['a.txt'])
  t.match(data.items[0], {
    match_count: 3,
    matches: [
      { line: 2, text: 'two two' },
      { line: 3, text: 'three two' }
    ]
  })
})

t.test('reads the text literally', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a.b', 'b.txt': 'axb', 'c.txt': '(a|b)*[$^\\/{}-?+' })
  const found = async (text: string): Promise<string[]> => paths((await call('search_files', { text })).data.items)
  t.strictSame(await found('a.b'), ['a.txt'])
  t.strictSame(await found('(a|b)*[$^\\/{}-?+'), ['c.txt'])
})

t.test('case counts unless it is told not to', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'Grüße', 'b.txt': 'GRÜSSE grüße' })
  t.strictSame(paths((await call('search_files', { text: 'Grüße' })).data.items), ['a.txt'])
  t.strictSame(paths((await call('search_files', { text: 'Grüße', case_sensitive: false })).data.items), ['a.txt', 'b.txt'])
})

t.test('a text may span lines, and lines are shown without their carriage return', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\r\ntwo\r\nthree' })
  const { data } = await call('search_files', { text: 'two\r\nthree' })
  t.match(data.items[0].matches, [{ line: 2, text: 'two' }])
})

t.test('answers as many lines a file as asked, and counts them all', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x\n'.repeat(500), 'wide.txt': `${'y'.repeat(1000)}x` })
  const { data } = await call('search_files', { text: 'x', max_matches: 3 })
  t.match(data.items[0], { match_count: 500, matches: [{ line: 1 }, { line: 2 }, { line: 3 }] })
  t.equal(data.items[0].matches.length, 3)
  t.equal(data.items[1].matches[0].text, `${'y'.repeat(300)}...`)
})

t.test('passes over what is not text, and says what was too large', async t => {
  const { call, inRoot } = await openDesk(t, {
    'a.txt': 'word',
    'binary.bin': 'word\0word',
    'latin.txt': Buffer.from('word \xe9', 'latin1'),
    'big.txt': 'word'
  })
  await truncate(inRoot('big.txt'), 11 * 1024 * 1024)
  const { data, metadata } = await call('search_files', { text: 'word' })
  t.strictSame(paths(data.items), ['a.txt'])
  t.match(metadata.warnings, ['1 files over 10 MB were not searched.'])
})

t.test('leaves out what is excluded', async t => {
  const { call } = await openDesk(t, { 'src/a.ts': '', 'node_modules/x/b.ts': '', 'src/node_modules/c.ts': '', 'dist/d.ts': '' })
  const { data } = await call('search_files', { glob: '**/*.ts', exclude: ['node_modules', 'dist/'] })
  t.strictSame(paths(data.items), ['src/a.ts'])
})

t.test('meets hidden names where a pattern names them, or where asked', async t => {
  const { call } = await openDesk(t, { '.github/ci.yml': '', 'a.yml': '', 'docs/.draft.yml': '' })
  const found = async (input: Record<string, unknown>): Promise<string[]> => paths((await call('search_files', input)).data.items)
  t.strictSame(await found({ glob: '**/*.yml' }), ['a.yml'])
  t.strictSame(await found({ glob: '.github/*.yml' }), ['.github/ci.yml'])
  t.strictSame(await found({ glob: '**/*.yml', include_hidden: true }), ['.github/ci.yml', 'a.yml', 'docs/.draft.yml'])
})

t.test('pages put together are the result, each file once and in order', async t => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`d${index % 7}/f${index}.txt`, index % 3 === 0 ? 'word' : 'other'])
  )
  const { call } = await openDesk(t, files)
  const all = paths((await call('search_files', { text: 'word', limit: 100 })).data.items)
  t.equal(all.length, 20)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { data } = await call('search_files', { text: 'word', limit: 3, cursor })
    seen.push(...paths(data.items))
    cursor = data.next_cursor
  } while (cursor !== null)
  t.strictSame(seen, all)
})

t.test('a full last page has no next one', async t => {
  const { call } = await openDesk(t, { 'a.txt': '', 'b.txt': '', 'c.bin': '' })
  const { data } = await call('search_files', { glob: '*.txt', limit: 2 })
  t.equal(data.next_cursor, null)
  t.strictSame(data.total, { value: 2, relation: 'eq' })
})

t.test('follows no link, to the outside or in a circle', async t => {
  const { call, inRoot, outside } = await openDesk(t, { 'a/b.txt': 'SECRET' })
  await symlink(outside, inRoot('out'))
  await symlink(path.join(outside, 'secret.txt'), inRoot('leaf.txt'))
  await symlink('..', inRoot('a/up'))
  t.strictSame(paths((await call('search_files', { text: 'SECRET' })).data.items), ['a/b.txt'])
  t.strictSame(paths((await call('search_files', { glob: '**/*.txt' })).data.items), ['a/b.txt', 'leaf.txt'])
  t.equal((await call('search_files', { path: 'out' })).status, 403)
})

for (const pattern of ['/etc/*', '../*', 'a/../../*', '!a', '{a,b}'.repeat(20)])
  t.test(`the pattern ${pattern.slice(0, 20)} is refused`, async t => {
    const { call } = await openDesk(t, { 'a.txt': '' })
    const { status, error } = await call('search_files', { glob: pattern })
    t.equal(status, 400)
    t.equal(error.details.issues[0].path, 'glob')
    t.equal((await call('search_files', { exclude: [pattern] })).status, 400)
  })

t.test('no glob takes long to match', async t => {
  const long = 'a'.repeat(200)
  const { call } = await openDesk(t, { [`${long}/${long}/${long}`]: '' })
  const started = performance.now()
  for (const pattern of [
    '*a*a*a*a*a*a*a*a*a*a*a*b',
    '*a*a*a*a/*a*a*a*a/*a*a*a*a*b',
    '**/*a/**/*a/**/*a/**/*a/**/b',
    `${'['.repeat(500)}]*`,
    `${'('.repeat(99)}a+`
  ])
    t.equal((await call('search_files', { glob: pattern, exclude: [pattern] })).status, 200)
  t.ok(performance.now() - started < 60_000)
})

t.test('a directory that may not be read is an error where it is the one to search', async t => {
  const root = await newFolder(t)
  await mkdir(path.join(root, 'closed'), { mode: 0o000 })
  await chmod(root, 0o755)
  const input = { path: 'closed', glob: '**/*', case_sensitive: true, exclude: [], include_hidden: false, max_matches: 10, limit: 25 }
  t.equal(asNobody(root, 'searchFiles', input).reason, 'access_denied')
})

t.test('answers what it has when time is up, and can go on from there', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.txt': '', 'b.txt': '', 'c.txt': '' })
  const volume = await openVolume(root)
  const request = { path: '.', glob: '**/*', case_sensitive: true, exclude: [], include_hidden: false, max_matches: 10, limit: 25 }
  let looks = 0
  const truncated: unknown[] = []
  const turn = quietTurn({ outOfTime: () => ++looks > 1, truncate: truncation => truncated.push(truncation) })
  const first = await searchFiles(volume, request, turn)
  t.strictSame(paths(first.items), ['a.txt', 'b.txt'])
  t.match(truncated, [{ reason: 'timeout' }])
  const rest = await searchFiles(volume, { ...request, cursor: first.next_cursor ?? '' }, quietTurn())
  t.strictSame(paths(rest.items), ['c.txt'])
  t.equal(rest.next_cursor, null)
})

t.test('stops when its caller goes away', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.txt': '' })
  const request = { path: '.', glob: '**/*', case_sensitive: true, exclude: [], include_hidden: false, max_matches: 10, limit: 25 }
  const gone = await searchFiles(await openVolume(root), request, quietTurn({ signal: AbortSignal.abort(new Error('gone')) })).catch(
    error => error
  )
  t.equal(gone.message, 'gone')
})

t.test('goes on past a directory that may not be read, and says so', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.txt': '', 'c.txt': '' })
  await mkdir(path.join(root, 'b'), { mode: 0o700 })
  await writeFile(path.join(root, 'b/x.txt'), '')
  const input = { path: '.', glob: '**/*', case_sensitive: true, exclude: [], include_hidden: false, max_matches: 10, limit: 25 }
  await chmod(root, 0o755)
  if (process.geteuid?.() !== 0) return
  t.match(asNobody(root, 'searchFiles', input), {
    data: { items: [{ path: 'a.txt' }, { path: 'c.txt' }] },
    warnings: ['1 files or directories could not be read.']
  })
})

t.test('a temporary file that a killed writer left is passed over', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x', '.toolgate-0123456789abcdef.tmp': 'x' })
  t.strictSame(paths((await call('search_files', { text: 'x', include_hidden: true })).data.items), ['a.txt'])
})

t.test('as markdown it is a list with the lines', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\n  two\n', 'b.txt': 'xx' })
  const accept = { accept: 'text/markdown' }
  t.equal((await call('search_files', { text: 'two' }, accept)).text, '- a.txt (1)\n  - 2: `two`\n')
  t.equal((await call('search_files', { limit: 1 }, accept)).text, '- a.txt (10 B)\n\nMore: cursor `YS50eHQ`\n')
  t.equal((await call('search_files', { text: 'absent' }, accept)).text, 'Nothing found.\n')
})

for (const case_sensitive of [true, false])
  t.test(`a text made to be slow to find does not hold up the search (case_sensitive ${case_sensitive})`, async t => {
    const { call } = await openDesk(t, { 'a.txt': 'a'.repeat(5 * 1024 * 1024) })
    const before = process.cpuUsage()
    const { data } = await call('search_files', { text: `${'a'.repeat(2000)}b${'a'.repeat(2000)}`, case_sensitive })
    t.strictSame(data.items, [])
    t.ok(process.cpuUsage(before).user < 4_000_000)
  })

t.test('a text that stands a million times in one line is found in time', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a'.repeat(1_000_000) })
  const { data } = await call('search_files', { text: 'a' })
  t.match(data.items, [{ match_count: 1_000_000, matches: { length: 1 } }])
})

t.test('without regard to case, letters are the same that Unicode folds into one', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x\n\u{10400} STRASSE \u212Aelvin \u017Fet \u0130 ΣΑΣ\n' })
  for (const text of ['\u{10428} strasse', 'kelvin', 'SET', 'σας', 'σασ', '\u0130']) {
    const { data } = await call('search_files', { text, case_sensitive: false })
    t.strictSame(data.items[0]?.matches[0]?.line, 2, text)
  }
  t.strictSame((await call('search_files', { text: 'straße', case_sensitive: false })).data.items, [])
})

for (const glob of ['[', 'a[b', '**/{a,b', 'a\\'])
  t.test(`the glob ${glob} is not whole, and is refused`, async t => {
    const { call } = await openDesk(t, { 'a.txt': '' })
    const { status, error } = await call('search_files', { glob })
    t.equal(status, 400)
    t.match(error.details.issues, [{ path: 'glob', expected: /close/ }])
  })

t.test('a bracket or a brace that is escaped, or closed, is no problem', async t => {
  const { call } = await openDesk(t, { 'a[b': '', 'c]': '', '{d': '' })
  for (const [glob, name] of [
    ['a\\[b', 'a[b'],
    ['c[]]', 'c]'],
    ['\\{d', '{d'],
    ['[{]d', '{d']
  ])
    t.strictSame(paths((await call('search_files', { glob })).data.items), [name], `${glob}`)
})
