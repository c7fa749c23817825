import { createHash } from 'node:crypto'
import { chmod, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { locate } from '../../../src/tools/filesystem/client/locate.ts'
import { replaceFile } from '../../../src/tools/filesystem/client/replace.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { readWhole } from '../../../src/tools/filesystem/client/write.ts'
import { asNobody, newFolder, numbered, openDesk } from '../../helpers/filesystem.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

t.test('replaces the one occurrence and answers hashes and a diff', async t => {
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
  t.test(`new_string ${pattern} is put in literally`, async t => {
    const { call, read } = await openDesk(t, { 'a.txt': 'one two three two' })
    await call('edit_file', { file_path: 'a.txt', old_string: 'one', new_string: pattern })
    t.equal(await read('a.txt'), `${pattern} two three two`)
    await call('edit_file', { file_path: 'a.txt', old_string: 'two', new_string: pattern, replace_all: true })
    t.equal(await read('a.txt'), `${pattern} ${pattern} three ${pattern}`)
  })

t.test('old_string is no pattern', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'a.b a+b (a|b)* a.b' })
  await call('edit_file', { file_path: 'a.txt', old_string: '(a|b)*', new_string: '[x]' })
  t.equal(await read('a.txt'), 'a.b a+b [x] a.b')
})

t.test('an empty new_string takes the text out', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'keep drop keep' })
  await call('edit_file', { file_path: 'a.txt', old_string: ' drop', new_string: '' })
  t.equal(await read('a.txt'), 'keep keep')
})

t.test('a text that occurs more than once is refused, in the words of the seed', async t => {
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

t.test('occurrences that lie over each other are not one', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'aaa' })
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: 'aa', new_string: 'b' })).status, 409)
  const { data } = await call('edit_file', { file_path: 'a.txt', old_string: 'aa', new_string: 'b', replace_all: true })
  t.equal(data.replacements, 1)
  t.equal(await read('a.txt'), 'ba')
})

t.test('replace_all replaces every occurrence, and not what it put in', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'x y x z x' })
  const { data } = await call('edit_file', { file_path: 'a.txt', old_string: 'x', new_string: 'xx', replace_all: true })
  t.equal(data.replacements, 3)
  t.equal(await read('a.txt'), 'xx y xx z xx')
})

t.test('a text that is not there is refused, with a hint at what is like it', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\n  two\nthree\n' })
  const { status, error } = await call('edit_file', { file_path: 'a.txt', old_string: 'two\n  three', new_string: 'x' })
  t.equal(status, 404)
  t.equal(error.message, 'old_string not found in file a.txt.')
  t.equal(error.details.reason, 'text_not_found')
  t.match(error.details.suggestions[0], /^Line 2 looks like it/)
  const other = await call('edit_file', { file_path: 'a.txt', old_string: 'zzz', new_string: 'x' })
  t.match(other.error.details.suggestions[0], /Read the file again/)
})

t.test('the case of letters counts', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'Word' })
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: 'word', new_string: 'x' })).status, 404)
})

t.test('both strings must differ, and old_string must not be empty', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x' })
  const same = await call('edit_file', { file_path: 'a.txt', old_string: 'x', new_string: 'x' })
  t.equal(same.status, 400)
  t.match(same.error.message, /old_string and new_string must be different/)
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: '', new_string: 'x' })).status, 400)
  t.equal((await call('edit_file', { file_path: 'a.txt', old_string: 'x', new_string: '\udc00' })).status, 400)
})

t.test('CRLF line ends stay, byte for byte', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\r\ntwo\r\nthree\r\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: 'two', new_string: '2' })
  t.equal(await read('a.txt'), 'one\r\n2\r\nthree\r\n')
})

t.test('in a CRLF file, lines given as read_file shows them are found and written as CRLF', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\r\ntwo\r\nthree\r\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: 'one\ntwo', new_string: '1\n1.5\n2' })
  t.equal(await read('a.txt'), '1\r\n1.5\r\n2\r\nthree\r\n')
  await call('edit_file', { file_path: 'a.txt', old_string: '2\r\nthree', new_string: '2\r\n3' })
  t.equal(await read('a.txt'), '1\r\n1.5\r\n2\r\n3\r\n')
})

t.test('in a CRLF file a text that begins with a line break stays behind one carriage return', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'a\r\nfoo\r\nlast\r\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: '\nfoo', new_string: '\nbar' })
  t.equal(await read('a.txt'), 'a\r\nbar\r\nlast\r\n')
})

t.test('a file with mixed line ends is taken as it is', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\r\ntwo\nthree\r\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: 'two\nthree', new_string: '2\n3' })
  t.equal(await read('a.txt'), 'one\r\n2\n3\r\n')
})

t.test('a byte order mark stays', async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': '\uFEFFone\ntwo\n' })
  await call('edit_file', { file_path: 'a.txt', old_string: 'one', new_string: '1' })
  t.strictSame(await readFile(inRoot('a.txt')), Buffer.from('\uFEFF1\ntwo\n'))
})

t.test('a missing last line break stays missing', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one\ntwo' })
  const { data } = await call('edit_file', { file_path: 'a.txt', old_string: 'two', new_string: '2' })
  t.equal(await read('a.txt'), 'one\n2')
  t.match(data.diff, /\\ No newline at end of file/)
})

for (const [what, bytes] of [
  ['Latin-1', Buffer.from('caf\xe9 word\n', 'latin1')],
  ['a NUL', Buffer.from('word\0word')],
  ['UTF-16', Buffer.from('\uFEFFword', 'utf16le')],
  ['invalid UTF-8 far from the edit', Buffer.concat([Buffer.from(`word\n${numbered(5000)}`), Buffer.from([0xc3, 0x28])])]
] as const)
  t.test(`a file with ${what} is refused and stays as it is`, async t => {
    const { call, inRoot } = await openDesk(t, { 'a.txt': bytes })
    const { status, error } = await call('edit_file', { file_path: 'a.txt', old_string: 'word', new_string: 'x' })
    t.equal(status, 422)
    t.equal(error.details.reason, 'not_text')
    t.strictSame(await readFile(inRoot('a.txt')), bytes)
  })

t.test('the mode of the file is kept', async t => {
  const { call, inRoot } = await openDesk(t, { 'run.sh': 'echo one\n' })
  await chmod(inRoot('run.sh'), 0o750)
  await call('edit_file', { file_path: 'run.sh', old_string: 'one', new_string: 'two' })
  t.equal((await stat(inRoot('run.sh'))).mode & 0o7777, 0o750)
})

t.test('a link inside the roots is edited through; one to the outside is refused', async t => {
  const { call, inRoot, read, outside } = await openDesk(t, { 'real.txt': 'one' })
  await symlink('real.txt', inRoot('in'))
  await symlink(path.join(outside, 'secret.txt'), inRoot('out'))
  t.equal((await call('edit_file', { file_path: 'in', old_string: 'one', new_string: 'two' })).status, 200)
  t.equal(await read('real.txt'), 'two')
  t.equal((await call('edit_file', { file_path: 'out', old_string: 'SECRET', new_string: 'x' })).status, 403)
  t.equal(await readFile(path.join(outside, 'secret.txt'), 'utf8'), 'SECRET\n')
})

t.test('dry_run answers the diff and changes nothing', async t => {
  const { call, inRoot, read } = await openDesk(t, { 'a.txt': 'one\n' })
  const { mtimeMs } = await stat(inRoot('a.txt'))
  const { data } = await call('edit_file', { file_path: 'a.txt', old_string: 'one', new_string: 'two', dry_run: true })
  t.match(data, { dry_run: true, sha256: hashOf('two\n'), diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+two\n' })
  t.equal(await read('a.txt'), 'one\n')
  t.equal((await stat(inRoot('a.txt'))).mtimeMs, mtimeMs)
})

t.test('a lost update is refused: expected_sha256 of an old view', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'one two' })
  const seen = (await call('read_file', { file_path: 'a.txt' })).data.metadata.sha256
  await call('edit_file', { file_path: 'a.txt', old_string: 'one', new_string: '1' })
  const { status, error } = await call('edit_file', { file_path: 'a.txt', old_string: 'two', new_string: '2', expected_sha256: seen })
  t.equal(status, 412)
  t.match(error.details, { reason: 'file_changed', current_sha256: hashOf('1 two') })
  t.equal(await read('a.txt'), '1 two')
})

t.test('edits of one file at the same time all come through', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': Array.from({ length: 40 }, (_, index) => `<${index}>`).join('\n') })
  const edits = Array.from({ length: 40 }, (_, index) =>
    call('edit_file', { file_path: 'a.txt', old_string: `<${index}>`, new_string: `done ${index}` })
  )
  t.ok((await Promise.all(edits)).every(({ status }) => status === 200))
  t.equal(await read('a.txt'), Array.from({ length: 40 }, (_, index) => `done ${index}`).join('\n'))
})

t.test('edits through a link and by the real name stand in the same line', async t => {
  const { call, inRoot, read } = await openDesk(t, { 'a.txt': 'a b c d e f' })
  await symlink('a.txt', inRoot('link'))
  const edits = [...'abcdef'].map((letter, index) =>
    call('edit_file', { file_path: index % 2 ? 'link' : 'a.txt', old_string: letter, new_string: letter.toUpperCase() })
  )
  await Promise.all(edits)
  t.equal(await read('a.txt'), 'A B C D E F')
})

t.test('a change by another program between reading and writing is not overwritten', async t => {
  const root = await newFolder(t)
  await writeFile(path.join(root, 'a.txt'), 'old')
  const volume = await openVolume(root)
  const place = await locate(volume, 'a.txt')
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

t.test('a result over 10 MB is refused before it is made', async t => {
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

t.test('a text made to be slow to find does not hold up others', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a'.repeat(4 * 1024 * 1024), 'b.txt': 'b' })
  const old_string = `${'a'.repeat(2000)}b${'a'.repeat(2000)}`
  const before = process.cpuUsage()
  const slow = call('edit_file', { file_path: 'a.txt', old_string, new_string: '' })
  await call('read_file', { file_path: 'b.txt' })
  t.equal((await slow).status, 404)
  t.ok(process.cpuUsage(before).user < 5_000_000, 'of the processor, however busy the machine is')
})

t.test('a text that repeats itself within a long line is shown without looking through the line for each', async t => {
  const { call } = await openDesk(t, { 'a.txt': `${'a'.repeat(63_000)}\n` })
  const before = process.cpuUsage()
  const input = { file_path: 'a.txt', old_string: 'a', new_string: 'b', replace_all: true }
  t.equal((await call('edit_file', input)).data.replacements, 63_000)
  t.ok(process.cpuUsage(before).user < 5_000_000)
})

t.test('a hundred thousand replacements are quick, and their diff is cut off', async t => {
  const { call, read } = await openDesk(t, { 'a.txt': 'some old line\n'.repeat(100_000) })
  const before = process.cpuUsage()
  const { data, metadata } = await call('edit_file', { file_path: 'a.txt', old_string: 'old', new_string: 'new', replace_all: true })
  t.ok(process.cpuUsage(before).user < 10_000_000)
  t.equal(data.replacements, 100_000)
  t.ok(data.diff.length <= 64 * 1024)
  t.equal(metadata.truncated.reason, 'size')
  t.equal(await read('a.txt'), 'some new line\n'.repeat(100_000))
})

t.test('a file that is not there is answered with near names', async t => {
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
  t.equal(asNobody(root, 'editFile', input).reason, 'access_denied')
})

t.test('as markdown it is a diff', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'one\n' })
  const input = { file_path: 'a.txt', old_string: 'one', new_string: 'two', dry_run: true }
  const { text } = await call('edit_file', input, { accept: 'text/markdown' })
  t.equal(text, 'a.txt: 1 replacement, not made (dry run)\n\n```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+two\n```\n')
})

t.test('is called by the name and the spellings of the seed', async t => {
  const { byName, read } = await openDesk(t, { 'a.txt': 'a a' })
  await byName('grz_edit_file', { filePath: 'a.txt', oldString: 'a', newString: 'b', replaceAll: true })
  t.equal(await read('a.txt'), 'b b')
})
