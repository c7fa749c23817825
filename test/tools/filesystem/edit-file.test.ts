import { createHash } from 'node:crypto'
import { chmod, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { readWhole } from '../../../src/tools/filesystem/client/files/content.ts'
import { replaceFile } from '../../../src/tools/filesystem/client/files/replace-atomically.ts'
import { resolvePath } from '../../../src/tools/filesystem/client/paths.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { asUnprivilegedUser, newFolder, numbered, openDesk } from '../../helpers/filesystem.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

t.test('replaces the only occurrence and returns hashes and a diff', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': numbered(9) })
  const { status, data } = await call('edit_file', { file_path: 'a.txt', old_string: 'line 5', new_string: 'LINE FIVE' })
  const after = numbered(9).replace('line 5', 'LINE FIVE')
  t.equal(status, 200)
  t.equal(await read('a.txt'), after)
  t.strictSame(data, {
    path: 'a.txt',
    replacements: 1,
    bytes: after.length,
    before_sha256: hashOf(numbered(9)),
    sha256: hashOf(after),
    diff: '--- a/a.txt\n+++ b/a.txt\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-line 5\n+LINE FIVE\n line 6\n line 7\n line 8\n',
    dry_run: false
  })
})

for (const pattern of ['$&', '$1', '$$', '$`', "$'", '$<name>', '\\n', '\\$&'])
  t.test(`new_string ${pattern} is inserted literally`, async t => {
    const { call, read } = await openDesk(t, { 'a.txt': 'one two three two' })
    await call('edit_file', { file_path: 'a.txt', old_string: 'one', new_string: pattern })
    t.equal(await read('a.txt'), `${pattern} two three two`)
    await call('edit_file', { file_path: 'a.txt', old_string: 'two', new_string: pattern, replace_all: true })
    t.equal(await read('a.txt'), `${pattern} ${pattern} three ${pattern}`)
  })

t.test('old_string is not a pattern', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'a.b a+b (a|b)* a.b' })
  await call('edit_file', { file_path: 'a.txt', old_string: '(a|b)*', new_string: '[x]' })
  t.equal(await read('a.txt'), 'a.b a+b [x] a.b')
})

t.test('an empty new_string deletes the text', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'keep drop keep' })
  await call('edit_file', { file_path: 'a.txt', old_string: ' drop', new_string: '' })
  t.equal(await read('a.txt'), 'keep keep')
})

t.test("a text that occurs more than once is refused, with the seed's message", async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'x y x z x' })
  const { status, error } = await call('edit_file', { file_path: 'a.txt', old_string: 'x', new_string: 'w' })
  t.equal(status, 409)
  t.equal(
    error.message,
    'old_string appears 3 times in file. Use replace_all=true to replace all occurrences, or provide more context to make old_string unique.'
  )
  t.match(error.details, { reason: 'text_not_unique', occurrences: 3 })
  t.equal(await read('a.txt'), 'x y x z x')
})

t.test('overlapping occurrences count as several', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'aaa' })
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: 'aa', new_string: 'b' })).status, 409)
  const { data } = await call('edit_file', { file_path: 'a.txt', old_string: 'aa', new_string: 'b', replace_all: true })
  t.equal(data.replacements, 1)
  t.equal(await read('a.txt'), 'ba')
})

t.test('replace_all replaces every occurrence, and none in the inserted text', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'x y x z x' })
  const { data } = await call('edit_file', { file_path: 'a.txt', old_string: 'x', new_string: 'xx', replace_all: true })
  t.equal(data.replacements, 3)
  t.equal(await read('a.txt'), 'xx y xx z xx')
})

t.test('a missing text is refused, with a hint at a similar line', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\n  two\nthree\n' })
  const { status, error } = await call('edit_file', { file_path: 'a.txt', old_string: 'two\n  three', new_string: 'x' })
  t.equal(status, 404)
  t.equal(error.message, 'old_string not found in file a.txt.')
  t.equal(error.details.reason, 'text_not_found')
  t.match(error.details.suggestions[0], /^Line 2 is similar/)
  const other = await call('edit_file', { file_path: 'a.txt', old_string: 'zzz', new_string: 'x' })
  t.match(other.error.details.suggestions[0], /Read the file again/)
})

t.test('matching is case-sensitive', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'Word' })
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: 'word', new_string: 'x' })).status, 404)
})

t.test('both strings must differ, and old_string must not be empty', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x' })
  const same = await call('edit_file', { file_path: 'a.txt', old_string: 'x', new_string: 'x' })
  t.equal(same.status, 400)
  t.match(same.error.message, /old_string and new_string must differ/)
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: '', new_string: 'x' })).status, 400)
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: 'x', new_string: '\udc00' })).status, 400)
})

t.test('CRLF line endings are kept, byte for byte', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\r\ntwo\r\nthree\r\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: 'two', new_string: '2' })
  t.equal(await read('a.txt'), 'one\r\n2\r\nthree\r\n')
})

t.test('in a CRLF file, LF in both strings matches and is written as CRLF', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\r\ntwo\r\nthree\r\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: 'one\ntwo', new_string: '1\n1.5\n2' })
  t.equal(await read('a.txt'), '1\r\n1.5\r\n2\r\nthree\r\n')
  await call('edit_file', { file_path: 'a.txt', old_string: '2\r\nthree', new_string: '2\r\n3' })
  t.equal(await read('a.txt'), '1\r\n1.5\r\n2\r\n3\r\n')
})

t.test('in a CRLF file, a text that starts with a line break does not leave a stray carriage return', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'a\r\nfoo\r\nlast\r\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: '\nfoo', new_string: '\nbar' })
  t.equal(await read('a.txt'), 'a\r\nbar\r\nlast\r\n')
})

t.test('a file with mixed line endings is matched byte for byte', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\r\ntwo\nthree\r\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: 'two\nthree', new_string: '2\n3' })
  t.equal(await read('a.txt'), 'one\r\n2\n3\r\n')
})

t.test('a byte order mark is kept', async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': '\uFEFFone\ntwo\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: 'one', new_string: '1' })
  t.strictSame(await readFile(inRoot('a.txt')), Buffer.from('\uFEFF1\ntwo\n'))
})

t.test('a missing final line break stays missing', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\ntwo' })
  const { data } = await call('edit_file', { file_path: 'a.txt', old_string: 'two', new_string: '2' })
  t.equal(await read('a.txt'), 'one\n2')
  t.match(data.diff, /\\ No newline at end of file/)
})

for (const [what, bytes] of [
  ['Latin-1', Buffer.from('caf\xe9 word\n', 'latin1')],
  ['a NUL', Buffer.from('word\0word')],
  ['UTF-16 without a byte order mark', Buffer.from('word', 'utf16le')],
  ['invalid UTF-8 far from the edit', Buffer.concat([Buffer.from(`word\n${numbered(5000)}`), Buffer.from([0xc3, 0x28])])]
] as const)
  t.test(`a file with ${what} is refused and left unchanged`, async t => {
    const { call, inRoot } = await openDesk(t, { 'a.txt': bytes })
    const { status, error } = await call('edit_file', { file_path: 'a.txt', old_string: 'word', new_string: 'x' })
    t.equal(status, 422)
    t.equal(error.details.reason, 'not_text')
    t.strictSame(await readFile(inRoot('a.txt')), bytes)
  })

t.test('the file mode is kept', async t => {
  const { call, inRoot } = await openDesk(t, { 'run.sh': 'echo one\n' })
  await chmod(inRoot('run.sh'), 0o750)
  await call('edit_file', { file_path: 'run.sh', old_string: 'one', new_string: 'two' })
  t.equal((await stat(inRoot('run.sh'))).mode & 0o7777, 0o750)
})

t.test('a link inside the roots is edited through; a link to the outside is refused', async t => {
  const { call, inRoot, read, outside } = await openDesk(t, { 'real.txt': 'one' })
  await symlink('real.txt', inRoot('in'))
  await symlink(path.join(outside, 'secret.txt'), inRoot('out'))
  t.equal((await call('edit_file', { file_path: 'in', old_string: 'one', new_string: 'two' })).status, 200)
  t.equal(await read('real.txt'), 'two')
  t.equal((await call('edit_file', { file_path: 'out', old_string: 'SECRET', new_string: 'x' })).status, 403)
  t.equal(await readFile(path.join(outside, 'secret.txt'), 'utf8'), 'SECRET\n')
})

t.test('dry_run returns the diff and changes nothing', async t => {
  const { call, inRoot, read } = await openDesk(t, { 'a.txt': 'one\n' })
  const { mtimeMs } = await stat(inRoot('a.txt'))
  const { data } = await call('edit_file', { file_path: 'a.txt', old_string: 'one', new_string: 'two', dry_run: true })
  t.match(data, { dry_run: true, sha256: hashOf('two\n'), diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+two\n' })
  t.equal(await read('a.txt'), 'one\n')
  t.equal((await stat(inRoot('a.txt'))).mtimeMs, mtimeMs)
})

t.test('a lost update is refused: expected_sha256 of an outdated read', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one two' })
  const seen = (await call('read_file', { file_path: 'a.txt' })).data.metadata.sha256
  await call('edit_file', { file_path: 'a.txt', old_string: 'one', new_string: '1' })
  const { status, error } = await call('edit_file', { file_path: 'a.txt', old_string: 'two', new_string: '2', expected_sha256: seen })
  t.equal(status, 412)
  t.match(error.details, { reason: 'file_changed', current_sha256: hashOf('1 two') })
  t.equal(await read('a.txt'), '1 two')
})

t.test('concurrent edits of one file are all applied', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': Array.from({ length: 40 }, (_, index) => `<${index}>`).join('\n') })
  const edits = Array.from({ length: 40 }, (_, index) =>
    call('edit_file', { file_path: 'a.txt', old_string: `<${index}>`, new_string: `done ${index}` })
  )
  t.ok((await Promise.all(edits)).every(({ status }) => status === 200))
  t.equal(await read('a.txt'), Array.from({ length: 40 }, (_, index) => `done ${index}`).join('\n'))
})

t.test('edits through a link and through the real name wait for each other', async t => {
  const { call, inRoot, read } = await openDesk(t, { 'a.txt': 'a b c d e f' })
  await symlink('a.txt', inRoot('link'))
  const edits = [...'abcdef'].map((letter, index) =>
    call('edit_file', { file_path: index % 2 ? 'link' : 'a.txt', old_string: letter, new_string: letter.toUpperCase() })
  )
  await Promise.all(edits)
  t.equal(await read('a.txt'), 'A B C D E F')
})

t.test('a change by another program between read and write is not overwritten', async t => {
  const root = await newFolder(t)
  await writeFile(path.join(root, 'a.txt'), 'old')
  const volume = await openVolume(root)
  const place = await resolvePath(volume, 'a.txt')
  const { stats } = await readWhole(volume, place)
  await writeFile(path.join(root, 'a.txt'), 'theirs')
  const refused = await replaceFile(volume, place, Buffer.from('mine'), stats).catch(error => error)
  t.equal(refused.reason, 'file_changed')
  t.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), 'theirs')
})

t.test('a file over 10 MB is refused before it is read', async t => {
  const { call, inRoot } = await openDesk(t, { 'big.txt': 'word' })
  await truncate(inRoot('big.txt'), 11 * 1024 * 1024)
  t.equal((await call('edit_file', { file_path: 'big.txt', old_string: 'word', new_string: 'x' })).status, 413)
})

t.test('a result over 10 MB is refused before it is built', async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': 'a'.repeat(10 * 1024 * 1024) })
  const { status, error } = await call('edit_file', {
    file_path: 'a.txt',
    old_string: 'a',
    new_string: 'é'.repeat(50),
    replace_all: true
  })
  t.equal(status, 413)
  t.match(error.details, { reason: 'file_too_large', size: 1000 * 1024 * 1024, limit: 10 * 1024 * 1024 })
  t.equal((await stat(inRoot('a.txt'))).size, 10 * 1024 * 1024)
})

t.test('an old_string of more than a million characters is refused', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a' })
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: 'a'.repeat(1_000_001), new_string: '' })).status, 400)
})

t.test('a text that is slow to search does not block other calls', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a'.repeat(4 * 1024 * 1024), 'b.txt': 'b' })
  const old_string = `${'a'.repeat(2000)}b${'a'.repeat(2000)}`
  const before = process.cpuUsage()
  const slow = call('edit_file', { file_path: 'a.txt', old_string, new_string: '' })
  await call('read_file', { file_path: 'b.txt' })
  t.equal((await slow).status, 404)
  t.ok(process.cpuUsage(before).user < 5_000_000, 'of CPU time, however busy the machine is')
})

t.test('a repetitive long line is diffed without scanning it for each occurrence', async t => {
  const { call } = await openDesk(t, { 'a.txt': `${'a'.repeat(63_000)}\n` })
  const before = process.cpuUsage()
  const input = { file_path: 'a.txt', old_string: 'a', new_string: 'b', replace_all: true }
  t.equal((await call('edit_file', input)).data.replacements, 63_000)
  t.ok(process.cpuUsage(before).user < 5_000_000)
})

t.test('a hundred thousand replacements are fast, and their diff is truncated', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'some old line\n'.repeat(100_000) })
  const before = process.cpuUsage()
  const { data, metadata } = await call('edit_file', { file_path: 'a.txt', old_string: 'old', new_string: 'new', replace_all: true })
  t.ok(process.cpuUsage(before).user < 10_000_000)
  t.equal(data.replacements, 100_000)
  t.ok(data.diff.length <= 64 * 1024)
  t.equal(metadata.truncated.reason, 'size')
  t.equal(await read('a.txt'), 'some new line\n'.repeat(100_000))
})

t.test('a missing file is reported with similar names', async t => {
  const { call } = await openDesk(t, { 'setup.md': 'x' })
  const { status, error } = await call('edit_file', { file_path: 'setpu.md', old_string: 'x', new_string: 'y' })
  t.equal(status, 404)
  t.strictSame(error.details.suggestions, ['setup.md'])
})

t.test('a read-only file is refused', async t => {
  const root = await newFolder(t)
  await chmod(root, 0o777)
  await writeFile(path.join(root, 'a.txt'), 'old', { mode: 0o444 })
  const input = { file_path: 'a.txt', old_string: 'old', new_string: 'new', replace_all: false, dry_run: false }
  t.equal(asUnprivilegedUser(root, 'editFile', input).reason, 'access_denied')
})

t.test('markdown is a diff', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\n' })
  const input = { file_path: 'a.txt', old_string: 'one', new_string: 'two', dry_run: true }
  const { text } = await call('edit_file', input, { accept: 'text/markdown' })
  t.equal(text, 'a.txt: 1 replacement (dry run, not written)\n\n```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+two\n```\n')
})

t.test('accepts the name and the spellings of the seed', async t => {
  const { byName, read } = await openDesk(t, { 'a.txt': 'a a' })
  await byName('grz_edit_file', { filePath: 'a.txt', oldString: 'a', newString: 'b', replaceAll: true })
  t.equal(await read('a.txt'), 'b b')
})

t.test('several edits are made in order, each on the result of those before it', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\ntwo\nthree two\n' })
  const edits = [
    { old_string: 'one', new_string: 'zero' },
    { old_string: 'two', new_string: '2', replace_all: true },
    { old_string: 'zero\n2', new_string: 'first' }
  ]
  const preview = await call('edit_file', { file_path: 'a.txt', edits, dry_run: true })
  t.match(preview.data, { replacements: 4, diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,2 @@\n-one\n-two\n-three two\n+first\n+three 2\n' })
  t.equal(await read('a.txt'), 'one\ntwo\nthree two\n')
  const { data } = await call('edit_file', { file_path: 'a.txt', edits })
  t.equal(await read('a.txt'), 'first\nthree 2\n')
  t.equal(data.sha256, preview.data.sha256)
})

t.test('if one of several edits fails, none is made, and the error names it', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one two two' })
  const edit = async (...edits: unknown[]) => await call('edit_file', { file_path: 'a.txt', edits })
  const absent = await edit({ old_string: 'one', new_string: '1' }, { old_string: 'four', new_string: '4' })
  t.match(absent, {
    status: 404,
    error: { message: 'edits[1].old_string not found in file a.txt.', details: { reason: 'text_not_found', failed_edit: 1 } }
  })
  const twice = await edit({ old_string: 'two', new_string: '2' })
  t.match(twice.error, { message: /^edits\[0\]\.old_string appears 2 times/, details: { occurrences: 2, failed_edit: 0 } })
  t.equal(await read('a.txt'), 'one two two')
  t.match((await edit({ old_string: 'a', new_string: 'a' })).error.details.issues, [{ path: 'edits[0]' }])
  t.equal((await edit()).status, 400)
  t.equal(
    (await call('edit_file', { file_path: 'a.txt', edits: [{ old_string: 'one', new_string: '1' }], old_string: 'a', new_string: 'b' }))
      .status,
    400
  )
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: 'one' })).status, 400)
  t.equal((await call('edit_file', { file_path: 'a.txt' })).status, 400)
})

t.test('the diff of several edits far apart shows both places', async t => {
  const { call } = await openDesk(t, { 'a.txt': numbered(1000) })
  const edits = [
    { old_string: 'line 10\n', new_string: 'ten\n' },
    { old_string: 'line 900\n', new_string: 'nine\nhundred\n' }
  ]
  const { data } = await call('edit_file', { file_path: 'a.txt', edits, dry_run: true })
  t.match(data.diff, /@@ -7,7 \+7,7 @@[\s\S]*-line 10\n\+ten\n[\s\S]*@@ -897,7 \+897,8 @@[\s\S]*-line 900\n\+nine\n\+hundred\n/)
})

t.test('with ignore_whitespace, lines match whatever their whitespace, and the new lines get their indentation', async t => {
  const source = 'class A {\n\tmethod(a,  b) {\n\t\treturn 1\n\t}\n}\n'
  const { call, read } = await openDesk(t, { 'a.ts': source, 'crlf.ts': source.replaceAll('\n', '\r\n') })
  const edit = {
    old_string: '  method(a, b) {\n    return 1\n  }',
    new_string: '  method(a, b) {\n    const sum = a + b\n\n    return sum\n  }',
    ignore_whitespace: true
  }
  const wanted = 'class A {\n\tmethod(a, b) {\n\t  const sum = a + b\n\n\t  return sum\n\t}\n}\n'
  const { data } = await call('edit_file', { file_path: 'a.ts', ...edit })
  t.match(data, { replacements: 1 })
  t.equal(await read('a.ts'), wanted)
  await call('edit_file', { file_path: 'crlf.ts', ...edit })
  t.equal(await read('crlf.ts'), wanted.replaceAll('\n', '\r\n'))
  const strict = await call('edit_file', { file_path: 'a.ts', old_string: 'const  sum', new_string: 'x' })
  t.match(strict.error.details, { reason: 'text_not_found' })
})

t.test('with ignore_whitespace, an exact occurrence is preferred, and several matches are refused', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': '  x\nx y\n\tx\n', 'b.txt': ' a  b\n', 'end.txt': 'a\n  b' })
  const edit = async (file_path: string, input: object) => await call('edit_file', { file_path, ignore_whitespace: true, ...input })
  t.match(await edit('a.txt', { old_string: 'x y', new_string: 'z' }), { data: { replacements: 1 } })
  t.equal(await read('a.txt'), '  x\nz\n\tx\n')
  t.match(await edit('a.txt', { old_string: ' x ', new_string: 'z' }), {
    error: { details: { reason: 'text_not_unique', occurrences: 2 } }
  })
  t.match(await edit('a.txt', { old_string: ' x \n', new_string: '', replace_all: true }), { data: { replacements: 2 } })
  t.equal(await read('a.txt'), 'z\n')
  t.match(await edit('b.txt', { old_string: 'a b c', new_string: 'z' }), { error: { details: { reason: 'text_not_found' } } })
  t.match(await edit('b.txt', { old_string: ' \n ', new_string: 'z' }), { error: { details: { reason: 'text_not_found' } } })
  t.match(await edit('end.txt', { old_string: 'a \nb', new_string: 'c\nd' }), { data: { replacements: 1 } })
  t.equal(await read('end.txt'), 'c\nd')
})

t.test('with ignore_whitespace, several matches are refused before a new text is built for each', async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': '  a  b\n'.repeat(1000) })
  const edit = { file_path: 'a.txt', old_string: 'a b', new_string: 'x\n'.repeat(100_000), ignore_whitespace: true }
  t.match((await call('edit_file', edit)).error.details, { reason: 'text_not_unique', occurrences: 1000 })
  const { status, error } = await call('edit_file', { ...edit, replace_all: true })
  t.equal(status, 413)
  t.match(error, { details: { reason: 'file_too_large', limit: 10 * 1024 * 1024 }, message: /would become at least \d+ bytes/ })
  t.ok(error.details.size < 11 * 1024 * 1024, 'the first text that exceeds the limit is the last one that is built')
  t.equal((await stat(inRoot('a.txt'))).size, 7000)
})

t.test('with ignore_whitespace, each match keeps its indentation, and a size at the limit is allowed', async t => {
  const limit = 10 * 1024 * 1024
  const { call, read } = await openDesk(t, { 'a.txt': 'a  b\n\ta  b\n  a  b\n\ta  b\n', 'b.txt': `a  b\n${'x'.repeat(limit - 10)}` })
  const edit = { old_string: ' a b', ignore_whitespace: true, replace_all: true }
  t.match(await call('edit_file', { file_path: 'a.txt', new_string: ' é\n  y', ...edit }), { data: { replacements: 4 } })
  t.equal(await read('a.txt'), 'é\n y\n\té\n\t y\n  é\n   y\n\té\n\t y\n')
  const over = await call('edit_file', { file_path: 'b.txt', new_string: ` ${'z'.repeat(10)}`, ...edit })
  t.match(over.error, { details: { reason: 'file_too_large', size: limit + 1 }, message: /would become \d+ bytes/ })
  t.match(await call('edit_file', { file_path: 'b.txt', new_string: ` ${'z'.repeat(9)}`, ...edit }), { data: { bytes: limit } })
})

t.test('an edit keeps UTF-16 and its byte order mark, and a named legacy encoding', async t => {
  const le = Buffer.from('\ufeffone\r\nzwei\r\n', 'utf16le')
  const { call, inRoot } = await openDesk(t, {
    'le.txt': le,
    'be.txt': Buffer.from(le).swap16(),
    'w.txt': Buffer.from('caf\xe9 one\n', 'latin1'),
    'odd.txt': Buffer.concat([le, Buffer.from([0x41])])
  })
  const edit = async (file_path: string, input: object) => await call('edit_file', { file_path, ...input })
  const expected = Buffer.from('\ufeffüne\r\nzwei\r\n', 'utf16le')
  for (const name of ['le.txt', 'be.txt'])
    t.match(await edit(name, { old_string: 'one\nz', new_string: 'üne\nz' }), { data: { bytes: expected.length } })
  t.strictSame(await readFile(inRoot('le.txt')), expected)
  t.strictSame(await readFile(inRoot('be.txt')), Buffer.from(expected).swap16())
  t.match(await edit('w.txt', { old_string: 'one', new_string: '1' }), { error: { details: { reason: 'not_text' } } })
  t.match(await edit('w.txt', { old_string: 'é one', new_string: 'é €', encoding: 'windows-1252' }), { data: { replacements: 1 } })
  t.strictSame(await readFile(inRoot('w.txt')), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x0a]))
  const lacking = await edit('w.txt', { old_string: 'caf', new_string: 'Кофе', encoding: 'windows-1252' })
  t.match(lacking, { status: 400, error: { message: /windows-1252 has no character К \(U\+041A\)/ } })
  t.match(await edit('odd.txt', { old_string: 'one', new_string: '1' }), { error: { details: { reason: 'not_text' } } })
})
