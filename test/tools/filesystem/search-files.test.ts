import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { searchFiles } from '../../../src/tools/filesystem/client/directories/search.ts'
import { searchInFiles } from '../../../src/tools/filesystem/client/search/search-files.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { asUnprivilegedUser, newFolder, openDesk, putFiles } from '../../helpers/filesystem.ts'
import { silentCall } from '../../helpers/silent-call.ts'

const paths = (items: { path: string }[]): string[] => items.map(({ path }) => path)

t.test('finds files by a glob, at the depth of the pattern', async t => {
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

t.test('finds all files by default', async t => {
  const { call } = await openDesk(t, { 'b.txt': '', 'a/x.txt': '' })
  const { data } = await call('search_files')
  t.strictSame(paths(data.items), ['a/x.txt', 'b.txt'])
  t.match(data, { next_cursor: null, total: { value: 2, relation: 'eq' } })
  t.match(data.items[0], { type: 'file', size: 0, match_count: null, matches: [] })
})

t.test('returns the lines that contain the text', async t => {
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

t.test('the text is literal', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a.b', 'b.txt': 'axb', 'c.txt': '(a|b)*[$^\\/{}-?+' })
  const found = async (text: string): Promise<string[]> => paths((await call('search_files', { text })).data.items)
  t.strictSame(await found('a.b'), ['a.txt'])
  t.strictSame(await found('(a|b)*[$^\\/{}-?+'), ['c.txt'])
})

t.test('matching is case-sensitive by default', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'Grüße', 'b.txt': 'GRÜSSE grüße' })
  t.strictSame(paths((await call('search_files', { text: 'Grüße' })).data.items), ['a.txt'])
  t.strictSame(paths((await call('search_files', { text: 'Grüße', case_sensitive: false })).data.items), ['a.txt', 'b.txt'])
})

t.test('a text may span lines, and lines are returned without their carriage return', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\r\ntwo\r\nthree' })
  const { data } = await call('search_files', { text: 'two\r\nthree' })
  t.match(data.items[0].matches, [{ line: 2, text: 'two' }])
})

t.test('returns at most max_matches lines per file, and the total count', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x\n'.repeat(500), 'wide.txt': `${'y'.repeat(1000)}x` })
  const { data } = await call('search_files', { text: 'x', max_matches: 3 })
  t.match(data.items[0], { match_count: 500, matches: [{ line: 1 }, { line: 2 }, { line: 3 }] })
  t.equal(data.items[0].matches.length, 3)
  t.equal(data.items[1].matches[0].text, `${'y'.repeat(300)}...`)
})

t.test('skips binary files only: an invalid byte does not hide a file', async t => {
  const { call } = await openDesk(t, {
    'a.txt': 'word',
    'binary.bin': 'word\0word',
    'latin.txt': Buffer.from('caf\xe9\nword \xe9\n', 'latin1'),
    'le.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('grüße\r\nword ü\r\n', 'utf16le')]),
    'be.txt': Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('word', 'utf16le').swap16()]),
    'bom.txt': '\ufeffword'
  })
  const { data, metadata } = await call('search_files', { text: 'word' })
  t.match(data.items, [
    { path: 'a.txt', matches: [{ line: 1, text: 'word' }] },
    { path: 'be.txt', encoding: 'utf-16be', matches: [{ line: 1, text: 'word' }] },
    { path: 'bom.txt' },
    { path: 'latin.txt', encoding: 'unknown', matches: [{ line: 2, text: 'word \ufffd' }] },
    { path: 'le.txt', encoding: 'utf-16le', matches: [{ line: 2, text: 'word ü' }] }
  ])
  t.equal(data.items.length, 5)
  t.equal(data.items[0].encoding, undefined)
  t.equal(metadata.warnings, undefined)
  t.equal((await call('search_files', { regex: '^word' })).data.items.length, 5, 'a byte order mark is not part of a line')
})

t.test('a file over 10 MB is searched to its end', async t => {
  const { call, inRoot } = await openDesk(t, { 'small.txt': 'nothing' })
  const filler = `${'x'.repeat(99)}\n`
  // 12 MB: the text spans two reads of 1 MiB, and another occurrence is in the last line.
  const block = filler.repeat(10_485)
  await writeFile(inRoot('big.txt'), [block, 'first\nsecond\n', filler.repeat(110_000), 'last first\nsecond'])
  const { data, metadata } = await call('search_files', { text: 'first\nsecond', context_lines: 1 })
  t.match(data.items, [
    {
      path: 'big.txt',
      match_count: 2,
      matches: [
        { line: 10_486, text: 'first', before: [filler.trim()], after: ['second'] },
        { line: 120_488, text: 'last first', before: [filler.trim()], after: ['second'] }
      ]
    }
  ])
  t.equal(metadata.warnings, undefined)
  t.match((await call('search_files', { regex: '^last .*t$' })).data.items, [{ match_count: 1, matches: [{ line: 120_488 }] }])
  t.match((await call('search_files', { regex: 'x{99}' })).data.items, [{ match_count: 120_485, matches: { length: 10 } }])
})

t.test('a line of many megabytes is searched in pieces', async t => {
  const { call } = await openDesk(t, { 'a.txt': `${'y'.repeat(18 * 1024 * 1024)}needle${'y'.repeat(2 * 1024 * 1024)} needle\nneedle` })
  const { data } = await call('search_files', { text: 'needle' })
  t.match(data.items, [{ match_count: 3, matches: [{ line: 1 }, { line: 2, text: 'needle' }] }])
  t.equal(data.items[0].matches.length, 2)
})

t.test('every occurrence is found, however a file is split for reading', async t => {
  const { call, inRoot } = await openDesk(t)
  const size = 1024 * 1024
  for (const shift of [-9, -4, -1, 0, 1]) {
    const text = `${'a\n'.repeat(size / 2 + shift)}ab\nc\n${'a\n'.repeat(size)}ab\nc`
    await writeFile(inRoot('a.txt'), text)
    const { data } = await call('search_files', { text: 'b\nc' })
    const lines = text.split('\n')
    const first = lines.indexOf('ab') + 1
    t.match(
      data.items[0],
      {
        match_count: 2,
        matches: [
          { line: first, text: 'ab' },
          { line: lines.length - 1, text: 'ab' }
        ]
      },
      `${shift}`
    )
  }
})

t.test('searches with a regular expression, line by line', async t => {
  const { call } = await openDesk(t, { 'a.ts': 'const port = 8080\r\nconst host = 1\r\n', 'b.ts': 'PORT\nport x\n8\n' })
  const found = async (regex: string, more = {}): Promise<unknown[]> =>
    (await call('search_files', { regex, ...more })).data.items.map(({ path, match_count, matches }: Record<string, unknown>) => [
      path,
      match_count,
      ...(Array.isArray(matches) ? matches : []).map(({ line }) => line)
    ])
  t.strictSame(await found('port\\s*=\\s*\\d+$'), [['a.ts', 1, 1]])
  t.strictSame(await found('^const'), [['a.ts', 2, 1, 2]])
  t.strictSame(await found('^port', { case_sensitive: false }), [['b.ts', 2, 1, 2]])
  t.strictSame(await found('(?i)^PORT$'), [['b.ts', 1, 1]])
  t.strictSame(await found('x[^y]*8'), [], 'a match does not continue on the next line')
  t.strictSame(await found('\\bport\\b'), [
    ['a.ts', 1, 1],
    ['b.ts', 1, 2]
  ])
})

for (const [regex, construct] of [
  ['a(?=b)', 'a lookahead'],
  ['a(?!b)', 'a negative lookahead'],
  ['(?<=a)b', 'a lookbehind'],
  ['(?<!a)b', 'a negative lookbehind'],
  ['(a)\\1', 'a backreference'],
  ['(?P<x>a)(?P=x)', 'a backreference'],
  ['(?<x>a)\\k<x>', 'a backreference'],
  ['(?>a)', 'an atomic group'],
  ['a++', 'a possessive quantifier'],
  ['\\Aa', 'an anchor'],
  ['(', 'not a valid regular expression'],
  ['a{2000}', 'not a valid regular expression']
])
  t.test(`the expression ${regex} is refused by name`, async t => {
    const { call } = await openDesk(t, { 'a.txt': 'ab' })
    const { status, error } = await call('search_files', { regex })
    t.equal(status, 400)
    t.match(error, { message: new RegExp(construct ?? ''), details: { reason: 'invalid_field_value', issues: [{ path: 'regex' }] } })
  })

t.test('an expression with escapes and classes that only look like such a construct is accepted', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a(?=b) \\1 c++ ]' })
  for (const regex of ['a\\(\\?=b\\)', '\\\\1', 'c\\++', '[(?=]', '[\\]]$', '[]]$', '\\Qa(?=b)\\E', '[^]]$|c'])
    t.equal((await call('search_files', { regex })).data.items.length, 1, regex)
})

t.test('an expression that takes exponential time elsewhere is matched in linear time', async t => {
  const { call } = await openDesk(t, { 'a.txt': `${'a'.repeat(200_000)}!` })
  const before = process.cpuUsage()
  t.strictSame((await call('search_files', { regex: '^(a+)+$' })).data.items, [])
  t.strictSame((await call('search_files', { regex: '(x+x+)+y|(a|aa)+$' })).data.items, [])
  t.ok(process.cpuUsage(before).user < 20_000_000)
})

t.test('an expression that is slow to compile does not occupy the thread of the gateway', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'b' })
  const slow = `${String.raw`(?:[B-\x{1E942}]{0,1000})`.repeat(37)}y`
  await call('search_files', { regex: 'b' }) // starts the thread
  const [own, whole] = [process.threadCpuUsage(), process.cpuUsage()]
  for (let number = 0; number < 5; number++)
    t.strictSame((await call('search_files', { glob: 'none', regex: `${slow}{${number + 1}}`, case_sensitive: false })).data.items, [])
  const [{ user }, all] = [process.threadCpuUsage(own), process.cpuUsage(whole)]
  t.ok(user < all.user / 2, `${Math.round(user / 1000)} of ${Math.round(all.user / 1000)} ms of CPU time`)
})

t.test('text and regex are mutually exclusive', async t => {
  const { call } = await openDesk(t)
  t.equal((await call('search_files', { text: 'a', regex: 'a' })).status, 400)
})

t.test('context lines are returned once, and end at the next match', async t => {
  const { call } = await openDesk(t, { 'a.txt': '1\n2\nx3\n4\nx5\nx6\n7\n8\n9\n10\nx11' })
  const { data } = await call('search_files', { text: 'x', context_lines: 2 })
  t.strictSame(data.items[0].matches, [
    { line: 3, text: 'x3', before: ['1', '2'], after: ['4'] },
    { line: 5, text: 'x5', before: [], after: [] },
    { line: 6, text: 'x6', before: [], after: ['7', '8'] },
    { line: 11, text: 'x11', before: ['9', '10'], after: [] }
  ])
  const { text } = await call('search_files', { text: 'x11', context_lines: 1 }, { accept: 'text/markdown' })
  t.equal(text, '- a.txt (1)\n  - 10- `10`\n  - 11: `x11`\n')
})

t.test('a search whose time is up keeps the files that it has searched, and can continue', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.txt': `word\n${'y\n'.repeat(2_000_000)}`, 'b.txt': 'word', 'c.txt': 'word' })
  const volume = await openVolume(root)
  const request = {
    path: '.',
    glob: '**',
    text: 'word',
    case_sensitive: true,
    exclude: [],
    include_hidden: false,
    max_matches: 10,
    limit: 25
  }
  const warnings: string[] = []
  const truncated: unknown[] = []
  const late = silentCall({ outOfTime: () => true, truncate: one => truncated.push(one), warn: text => warnings.push(text) })
  const first = await searchFiles(volume, request, late)
  t.match(first.items, [{ path: 'a.txt', match_count: 1 }])
  t.match(warnings, [/The search of a\.txt timed out: only its first \d+ lines were searched\./])
  t.match(truncated, [{ reason: 'timeout' }])
  const rest = await searchFiles(volume, { ...request, cursor: first.next_cursor ?? '' }, silentCall())
  t.strictSame(paths(rest.items), ['b.txt', 'c.txt'])
  t.equal(rest.next_cursor, null)
})

t.test('a directory that a link to the outside replaces during a search is not searched', async t => {
  const root = await newFolder(t)
  const outside = await newFolder(t)
  await putFiles(outside, { 'a.txt': 'SECRET' })
  await symlink(outside, path.join(root, 'd'))
  const query = { text: 'SECRET', caseSensitive: true, maxMatches: 10, contextLines: 0 }
  const task = { roots: [root], query, stop: new Int32Array(1), mustProgress: true }
  const through = async (directory: string, names: string[]) => await searchInFiles({ ...task, directories: [{ path: directory, names }] })
  t.match(await through(path.join(root, 'd'), ['a.txt']), { found: [], unreadable: [0], done: 1 })
  t.match(await through(outside, ['a.txt']), { found: [], unreadable: [0] }, 'a directory that was moved out of the roots')
  await symlink(path.join(outside, 'a.txt'), path.join(root, 'leaf.txt'))
  t.match(await through(root, ['leaf.txt', 'absent.txt']), { found: [], unreadable: [0, 1], done: 2 })
})

t.test('leaves out excluded paths', async t => {
  const { call } = await openDesk(t, { 'src/a.ts': '', 'node_modules/x/b.ts': '', 'src/node_modules/c.ts': '', 'dist/d.ts': '' })
  const { data } = await call('search_files', { glob: '**/*.ts', exclude: ['node_modules', 'dist/'] })
  t.strictSame(paths(data.items), ['src/a.ts'])
})

t.test('finds hidden names if a pattern names them, or on request', async t => {
  const { call } = await openDesk(t, { '.github/ci.yml': '', 'a.yml': '', 'docs/.draft.yml': '' })
  const found = async (input: Record<string, unknown>): Promise<string[]> => paths((await call('search_files', input)).data.items)
  t.strictSame(await found({ glob: '**/*.yml' }), ['a.yml'])
  t.strictSame(await found({ glob: '.github/*.yml' }), ['.github/ci.yml'])
  t.strictSame(await found({ glob: '**/*.yml', include_hidden: true }), ['.github/ci.yml', 'a.yml', 'docs/.draft.yml'])
})

t.test('all pages together are the result, each file once and in order', async t => {
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

t.test('follows no link, neither to the outside nor in a loop', async t => {
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

t.test('no glob takes a long time to match', async t => {
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

t.test('an unreadable directory is an error if it is the one to search', async t => {
  const root = await newFolder(t)
  await mkdir(path.join(root, 'closed'), { mode: 0o000 })
  await chmod(root, 0o755)
  const input = { path: 'closed', glob: '**/*', case_sensitive: true, exclude: [], include_hidden: false, max_matches: 10, limit: 25 }
  t.equal(asUnprivilegedUser(root, 'searchFiles', input).reason, 'access_denied')
})

t.test('returns a partial result when the time is up, and can continue from there', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.txt': '', 'b.txt': '', 'c.txt': '' })
  const volume = await openVolume(root)
  const request = { path: '.', glob: '**/*', case_sensitive: true, exclude: [], include_hidden: false, max_matches: 10, limit: 25 }
  let looks = 0
  const truncated: unknown[] = []
  const turn = silentCall({ outOfTime: () => ++looks > 1, truncate: truncation => truncated.push(truncation) })
  const first = await searchFiles(volume, request, turn)
  t.strictSame(paths(first.items), ['a.txt', 'b.txt'])
  t.match(truncated, [{ reason: 'timeout' }])
  const rest = await searchFiles(volume, { ...request, cursor: first.next_cursor ?? '' }, silentCall())
  t.strictSame(paths(rest.items), ['c.txt'])
  t.equal(rest.next_cursor, null)
})

t.test('stops when the client disconnects', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.txt': '' })
  const request = { path: '.', glob: '**/*', case_sensitive: true, exclude: [], include_hidden: false, max_matches: 10, limit: 25 }
  const gone = await searchFiles(await openVolume(root), request, silentCall({ signal: AbortSignal.abort(new Error('gone')) })).catch(
    error => error
  )
  t.equal(gone.message, 'gone')
})

t.test('continues after an unreadable directory, with a warning', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'a.txt': '', 'c.txt': '' })
  await mkdir(path.join(root, 'b'), { mode: 0o700 })
  await writeFile(path.join(root, 'b/x.txt'), '')
  const input = { path: '.', glob: '**/*', case_sensitive: true, exclude: [], include_hidden: false, max_matches: 10, limit: 25 }
  await chmod(root, 0o755)
  if (process.geteuid?.() !== 0) return
  t.match(asUnprivilegedUser(root, 'searchFiles', input), {
    data: { items: [{ path: 'a.txt' }, { path: 'c.txt' }] },
    warnings: ['1 files or directories could not be read.']
  })
})

t.test('skips a temporary file that a killed writer left behind', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x', '.toolgate-0123456789abcdef.tmp': 'x' })
  t.strictSame(paths((await call('search_files', { text: 'x', include_hidden: true })).data.items), ['a.txt'])
})

t.test('markdown is a list with the lines', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\n  two\n', 'b.txt': 'xx' })
  const accept = { accept: 'text/markdown' }
  t.equal((await call('search_files', { text: 'two' }, accept)).text, '- a.txt (1)\n  - 2: `two`\n')
  t.equal((await call('search_files', { limit: 1 }, accept)).text, '- a.txt (10 B)\n\nMore: cursor `WyJhLnR4dCJd`\n')
  t.equal((await call('search_files', { text: 'absent' }, accept)).text, 'Nothing found.\n')
})

for (const case_sensitive of [true, false])
  t.test(`an adversarial text does not block the search (case_sensitive ${case_sensitive})`, async t => {
    const { call } = await openDesk(t, { 'a.txt': 'a'.repeat(5 * 1024 * 1024) })
    const before = process.cpuUsage()
    const { data } = await call('search_files', { text: `${'a'.repeat(2000)}b${'a'.repeat(2000)}`, case_sensitive })
    t.strictSame(data.items, [])
    t.ok(process.cpuUsage(before).user < 4_000_000)
  })

t.test('a text that occurs a million times in one line is found in time', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a'.repeat(1_000_000) })
  const { data } = await call('search_files', { text: 'a' })
  t.match(data.items, [{ match_count: 1_000_000, matches: { length: 1 } }])
})

t.test('without case sensitivity, letters match as Unicode folds them', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x\n\u{10400} STRASSE \u212Aelvin \u017Fet \u0130 ΣΑΣ\n' })
  for (const text of ['\u{10428} strasse', 'kelvin', 'SET', 'σας', 'σασ', '\u0130']) {
    const { data } = await call('search_files', { text, case_sensitive: false })
    t.strictSame(data.items[0]?.matches[0]?.line, 2, text)
  }
  t.strictSame((await call('search_files', { text: 'straße', case_sensitive: false })).data.items, [])
})

for (const glob of ['[', 'a[b', '**/{a,b', 'a\\'])
  t.test(`the glob ${glob} is unbalanced and is refused`, async t => {
    const { call } = await openDesk(t, { 'a.txt': '' })
    const { status, error } = await call('search_files', { glob })
    t.equal(status, 400)
    t.match(error.details.issues, [{ path: 'glob', expected: /close/ }])
  })

t.test('an escaped or closed bracket or brace is accepted', async t => {
  const { call } = await openDesk(t, { 'a[b': '', 'c]': '', '{d': '' })
  for (const [glob, name] of [
    ['a\\[b', 'a[b'],
    ['c[]]', 'c]'],
    ['\\{d', '{d'],
    ['[{]d', '{d']
  ])
    t.strictSame(paths((await call('search_files', { glob })).data.items), [name], `${glob}`)
})
