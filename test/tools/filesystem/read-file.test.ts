import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, open, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { newFolder, numbered, openDesk, putFiles } from '../../helpers/filesystem.ts'

const linesOf = (content: string): string[] => (content === '' ? [] : content.split('\n'))

t.test('returns the first 1,000 lines by default, and whether more follow', async t => {
  const { call } = await openDesk(t, { 'long.txt': numbered(5000) })
  const { status, data } = await call('read_file', { file_path: 'long.txt' })
  t.equal(status, 200)
  const lines = linesOf(data.content)
  t.equal(lines.length, 1000)
  t.equal(lines[0], '1\tline 1')
  t.equal(lines[999], '1000\tline 1000')
  t.match(data.metadata, { total_lines: 5000, read_lines: 1000, offset: 0, has_more: true, next_offset: 1000 })
})

t.test('skips offset lines and keeps the original line numbers', async t => {
  const { call } = await openDesk(t, { 'long.txt': numbered(5000) })
  const { data } = await call('read_file', { file_path: 'long.txt', offset: 4998, limit: 100 })
  t.equal(data.content, '4999\tline 4999\n5000\tline 5000')
  t.match(data.metadata, { total_lines: 5000, read_lines: 2, offset: 4998, has_more: false, next_offset: null })
})

t.test('all pages together are the file', async t => {
  const { call } = await openDesk(t, { 'long.txt': numbered(2500) })
  const pages: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { data } = await call('read_file', { file_path: 'long.txt', offset, limit: 999 })
    pages.push(data.content)
    offset = data.metadata.next_offset
  }
  t.equal(pages.length, 3)
  const text = linesOf(pages.join('\n')).map(line => line.replace(/^\d+\t/, ''))
  t.equal(`${text.join('\n')}\n`, numbered(2500))
})

t.test('limit -1 returns the whole file', async t => {
  const { call } = await openDesk(t, { 'long.txt': numbered(5000) })
  const { data } = await call('read_file', { file_path: 'long.txt', limit: -1 })
  t.equal(linesOf(data.content).length, 5000)
  t.match(data.metadata, { read_lines: 5000, has_more: false })
})

t.test('limit -1 stops at 10 MB and returns the offset to continue at', async t => {
  const { call } = await openDesk(t, { 'big.txt': `${'x'.repeat(99)}\n`.repeat(120_000) })
  const { data, metadata } = await call('read_file', { file_path: 'big.txt', limit: -1, max_chars: 20_000_000 })
  t.ok(data.content.length <= 10 * 1024 * 1024)
  t.ok(data.content.length > 9.9 * 1024 * 1024)
  t.match(data.metadata, { total_lines: 120_000, has_more: true, next_offset: data.metadata.read_lines })
  t.match(metadata.truncated, { reason: 'size', hint: `Continue with offset ${data.metadata.next_offset}.` })
  const rest = await call('read_file', { file_path: 'big.txt', limit: -1, max_chars: 20_000_000, offset: data.metadata.next_offset })
  t.equal(rest.data.metadata.read_lines + data.metadata.read_lines, 120_000)
  t.equal(rest.data.metadata.has_more, false)
})

for (const [name, input] of [
  ['limit 0', { limit: 0 }],
  ['a limit below -1', { limit: -2 }],
  ['a negative offset', { offset: -1 }],
  ['a limit that is not an integer', { limit: 1.5 }]
] as const)
  t.test(`refuses ${name}`, async t => {
    const { call } = await openDesk(t, { 'a.txt': 'a\n' })
    const { status, error } = await call('read_file', { file_path: 'a.txt', ...input })
    t.equal(status, 400)
    t.equal(error.details.reason, 'invalid_field_value')
    t.equal(error.details.issues[0].path, Object.keys(input)[0])
  })

t.test('an offset beyond the end returns no lines and the number of lines', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a\nb\n' })
  const { data } = await call('read_file', { file_path: 'a.txt', offset: 10 })
  t.equal(data.content, '')
  t.match(data.metadata, { total_lines: 2, read_lines: 0, offset: 10, has_more: false, next_offset: null })
})

t.test('an offset at the end returns no lines, and no more follow', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a\nb\n' })
  t.match((await call('read_file', { file_path: 'a.txt', offset: 2 })).data.metadata, { total_lines: 2, read_lines: 0, has_more: false })
})

t.test('a trailing line break does not add a line', async t => {
  const { call } = await openDesk(t, { 'with.txt': 'a\nb\n', 'without.txt': 'a\nb', 'blank.txt': '\n', 'blanks.txt': 'a\n\n' })
  const total = async (file_path: string): Promise<number> => (await call('read_file', { file_path })).data.metadata.total_lines
  t.equal(await total('with.txt'), 2)
  t.equal(await total('without.txt'), 2)
  t.equal(await total('blank.txt'), 1)
  t.equal(await total('blanks.txt'), 2)
})

t.test('an empty file has no lines', async t => {
  const { call } = await openDesk(t, { 'empty.txt': '' })
  const { data } = await call('read_file', { file_path: 'empty.txt' })
  t.equal(data.content, '')
  t.match(data.metadata, { total_lines: 0, read_lines: 0, has_more: false, size: 0, line_ending: null, encoding: 'utf-8' })
})

t.test('a limit equal to the number of lines leaves no more', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a\nb\n' })
  t.match((await call('read_file', { file_path: 'a.txt', limit: 2 })).data.metadata, { read_lines: 2, has_more: false, next_offset: null })
  t.match((await call('read_file', { file_path: 'a.txt', limit: 1 })).data.metadata, { read_lines: 1, has_more: true, next_offset: 1 })
})

t.test('lines that end in CRLF are returned without the carriage return', async t => {
  const { call } = await openDesk(t, { 'crlf.txt': 'a\r\nb\r\n', 'mixed.txt': 'a\r\nb\n', 'lone.txt': 'a\rb\n' })
  const crlf = await call('read_file', { file_path: 'crlf.txt' })
  t.equal(crlf.data.content, '1\ta\n2\tb')
  t.equal(crlf.data.metadata.line_ending, 'crlf')
  t.equal((await call('read_file', { file_path: 'mixed.txt' })).data.metadata.line_ending, 'mixed')
  t.equal((await call('read_file', { file_path: 'lone.txt' })).data.content, '1\ta\rb', 'a lone carriage return is not a line break')
})

t.test('a byte order mark is reported and not returned', async t => {
  const { call } = await openDesk(t, { 'bom.txt': '\uFEFFfirst\nsecond\n' })
  const { data } = await call('read_file', { file_path: 'bom.txt' })
  t.equal(data.content, '1\tfirst\n2\tsecond')
  t.equal(data.metadata.encoding, 'utf-8-bom')
})

t.test('lines over 2,000 characters are truncated and end in dots', async t => {
  const { call } = await openDesk(t, { 'wide.txt': `${'x'.repeat(2000)}\n${'y'.repeat(2001)}\n${'z'.repeat(1_000_000)}` })
  const [just = '', over = '', far = ''] = linesOf((await call('read_file', { file_path: 'wide.txt' })).data.content)
  t.equal(just, `1\t${'x'.repeat(2000)}`)
  t.equal(over, `2\t${'y'.repeat(2000)}...`)
  t.equal(far, `3\t${'z'.repeat(2000)}...`)
})

t.test('a line is never truncated in the middle of a character', async t => {
  const { call } = await openDesk(t, { 'wide.txt': `${'x'.repeat(1999)}${'👩'.repeat(10)}\n${'語'.repeat(3000)}\n` })
  const [first = '', second = ''] = linesOf((await call('read_file', { file_path: 'wide.txt' })).data.content)
  t.equal(first, `1\t${'x'.repeat(1999)}...`)
  t.equal(second, `2\t${'語'.repeat(2000)}...`)
})

t.test('characters and lines that span two reads are complete', async t => {
  const text = `${'語👩é\r\n'.repeat(60_000)}end`
  const { call } = await openDesk(t, { 'chunks.txt': text })
  const { data } = await call('read_file', { file_path: 'chunks.txt', limit: -1, max_chars: 20_000_000 })
  const lines = linesOf(data.content)
  t.equal(lines.length, 60_001)
  t.ok(lines.every((line, index) => line === `${index + 1}\t${index < 60_000 ? '語👩é' : 'end'}`))
  t.equal(data.metadata.line_ending, 'crlf')
})

t.test('beyond 256 MB, lines are not counted', async t => {
  const { call, inRoot } = await openDesk(t, { 'sparse.log': numbered(20_000) })
  await truncate(inRoot('sparse.log'), 257 * 1024 * 1024)
  const { data } = await call('read_file', { file_path: 'sparse.log', limit: 3 })
  t.equal(data.content, '1\tline 1\n2\tline 2\n3\tline 3')
  t.match(data.metadata, { total_lines: null, read_lines: 3, has_more: true, next_offset: 3, sha256: null })
})

t.test('up to 256 MB, lines are counted', async t => {
  const { call, inRoot } = await openDesk(t, {})
  const handle = await open(inRoot('large.log'), 'w')
  const block = Buffer.from(numbered(10_000, 'a line of some length'))
  let lines = 0
  for (let size = 0; size + block.length < 40 * 1024 * 1024; size += block.length, lines += 10_000) await handle.write(block)
  await handle.close()
  t.equal((await call('read_file', { file_path: 'large.log', limit: 1 })).data.metadata.total_lines, lines)
})

t.test('the first 1,000 lines of a 5 GB file return at once, with flat memory use', async t => {
  const { call, inRoot } = await openDesk(t, { 'huge.log': numbered(100_000) })
  await truncate(inRoot('huge.log'), 5 * 1024 ** 3)
  await call('read_file', { file_path: 'huge.log' })
  const before = process.memoryUsage().rss
  for (let round = 0; round < 20; round++) {
    const { data } = await call('read_file', { file_path: 'huge.log' })
    t.equal(data.metadata.read_lines, 1000)
  }
  t.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024, 'less than 64 MB more')
})

t.test('a line of several gigabytes is read without being held in memory', async t => {
  const { call, inRoot } = await openDesk(t, { 'one.txt': 'x'.repeat(9000) })
  await truncate(inRoot('one.txt'), 200 * 1024 * 1024)
  const before = process.memoryUsage().rss
  const { data } = await call('read_file', { file_path: 'one.txt' })
  t.equal(data.content, `1\t${'x'.repeat(2000)}...`)
  t.equal(data.metadata.total_lines, 1)
  t.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024)
})

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010101006000600000', 'hex'), Buffer.alloc(64), Buffer.from('ffd9', 'hex')])
const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\n%%EOF\n')

for (const [name, bytes, type, media] of [
  ['a.png', PNG, 'image', 'image/png'],
  ['a.gif', GIF, 'image', 'image/gif'],
  ['a.jpg', JPEG, 'image', 'image/jpeg'],
  ['a.webp', WEBP, 'image', 'image/webp'],
  ['a.pdf', PDF, 'document', 'application/pdf']
] as const)
  t.test(`${media} is returned whole, whatever the file name`, async t => {
    const { call } = await openDesk(t, { [name]: bytes, 'renamed.txt': bytes })
    for (const file_path of [name, 'renamed.txt']) {
      const { data } = await call('read_file', { file_path })
      t.equal(data.type, type)
      t.strictSame(data.source, { type: 'base64', media_type: media, data: bytes.toString('base64') })
      t.match(data.metadata, { size: bytes.length, total_lines: null, read_lines: 0, has_more: false })
    }
  })

t.test('a document over 25 MB is refused before it is read', async t => {
  const { call, inRoot } = await openDesk(t, { 'big.pdf': PDF })
  await truncate(inRoot('big.pdf'), 26 * 1024 * 1024)
  const { status, error } = await call('read_file', { file_path: 'big.pdf' })
  t.equal(status, 413)
  t.match(error.details, { reason: 'file_too_large', size: 26 * 1024 * 1024, limit: 25 * 1024 * 1024 })
})

t.test('text that mentions %PDF is text', async t => {
  const { call } = await openDesk(t, { 'about.md': 'A file that begins with %PDF-1.4 is a PDF.\n' })
  t.equal((await call('read_file', { file_path: 'about.md' })).data.type, 'text')
})

for (const [what, bytes, detected] of [
  ['a zip file', Buffer.from('504b0304140000000800', 'hex'), 'application/zip'],
  ['Latin-1', Buffer.from('caf\xe9\n', 'latin1'), 'binary data, or text in another encoding'],
  ['bytes with a NUL', Buffer.from('a\0b'), 'binary data, or text in another encoding']
] as const)
  t.test(`refuses ${what} and reports the detected type`, async t => {
    const { call } = await openDesk(t, { file: bytes })
    const { status, error } = await call('read_file', { file_path: 'file' })
    t.equal(status, 422)
    t.match(error.details, { reason: 'not_text', detected })
  })

t.test('refuses invalid UTF-8 late in the file', async t => {
  const { call } = await openDesk(t, { 'late.txt': Buffer.concat([Buffer.from(numbered(50_000)), Buffer.from([0xff, 0x0a])]) })
  t.equal((await call('read_file', { file_path: 'late.txt', limit: -1 })).error.details.reason, 'not_text')
})

t.test('refuses a character truncated by the end of the file', async t => {
  const { call } = await openDesk(t, { 'cut.txt': Buffer.from('語').subarray(0, 2) })
  t.equal((await call('read_file', { file_path: 'cut.txt' })).error.details.reason, 'not_text')
})

t.test('a missing file is reported with similar names', async t => {
  const { call } = await openDesk(t, { 'docs/setup.md': 'x', 'docs/other.bin': 'x' })
  const { status, error } = await call('read_file', { file_path: 'docs/setpu.md' })
  t.equal(status, 404)
  t.equal(error.message, 'docs/setpu.md does not exist.')
  t.match(error.details, { reason: 'file_not_found', suggestions: ['docs/setup.md'] })
})

t.test('a misspelled directory on the path is reported with the file, or with similar directories', async t => {
  const { call } = await openDesk(t, { 'docs/setup.md': 'x', 'doc.txt': 'x' })
  t.strictSame((await call('read_file', { file_path: 'doc/setup.md' })).error.details.suggestions, ['docs/setup.md'])
  t.strictSame((await call('read_file', { file_path: 'doc/other.md' })).error.details.suggestions, ['docs'])
})

t.test('a relative path starts at the first root', async t => {
  const [first, second] = [await newFolder(t), await newFolder(t)]
  await putFiles(first, { 'a.txt': 'first\n' })
  await putFiles(second, { 'a.txt': 'second\n', 'b.txt': 'only here\n' })
  const { call } = await openDesk(t, {}, { roots: `${first}:${second}` })
  t.equal((await call('read_file', { file_path: 'a.txt' })).data.content, '1\tfirst')
  t.equal((await call('read_file', { file_path: 'b.txt' })).status, 404)
  const absolute = await call('read_file', { file_path: path.join(second, 'b.txt') })
  t.equal(absolute.data.content, '1\tonly here')
  t.equal(absolute.data.metadata.path, path.join(second, 'b.txt'))
})

t.test('roots may be separated by commas', async t => {
  const [first, second] = [await newFolder(t), await newFolder(t)]
  await putFiles(second, { 'b.txt': 'b\n' })
  const { call } = await openDesk(t, {}, { roots: `${first}, ${second}` })
  t.equal((await call('read_file', { file_path: path.join(second, 'b.txt') })).status, 200)
})

t.test('a directory is refused', async t => {
  const { call } = await openDesk(t, { 'docs/a.md': 'x' })
  const { status, error } = await call('read_file', { file_path: 'docs' })
  t.equal(status, 422)
  t.equal(error.details.reason, 'not_a_file')
})

t.test('a file in the middle of the path is refused', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x' })
  const { status, error } = await call('read_file', { file_path: 'a.txt/b.txt' })
  t.equal(status, 422)
  t.equal(error.details.reason, 'not_a_directory')
})

t.test('a FIFO is refused and does not block', async t => {
  const { call, inRoot } = await openDesk(t)
  execFileSync('mkfifo', [inRoot('pipe')])
  const { status, error } = await call('read_file', { file_path: 'pipe' })
  t.equal(status, 422)
  t.equal(error.message, 'pipe is a FIFO, not a regular file.')
})

t.test('/dev/zero is refused', async t => {
  const { call } = await openDesk(t, {}, { roots: '/dev' })
  const { status, error } = await call('read_file', { file_path: 'zero' })
  t.equal(status, 422)
  t.equal(error.message, 'zero is a device, not a regular file.')
})

t.test('a file in /proc, whose size is 0, is read to its end', async t => {
  const { call } = await openDesk(t, {}, { roots: '/proc' })
  const { data } = await call('read_file', { file_path: 'self/status' })
  t.match(data.content, /^1\tName:/)
  t.ok(data.metadata.total_lines > 10)
})

t.test('a NUL in the path is refused', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'x' })
  const { status, error } = await call('read_file', { file_path: 'a.txt\0.png' })
  t.equal(status, 400)
  t.equal(error.details.issues[0].path, 'file_path')
})

t.test('a lone surrogate in the path is refused', async t => {
  const { call } = await openDesk(t)
  t.equal((await call('read_file', { file_path: 'a\ud800' })).status, 400)
})

t.test('a name that is too long is refused', async t => {
  const { call } = await openDesk(t)
  t.equal((await call('read_file', { file_path: 'x'.repeat(300) })).status, 400)
  t.equal((await call('read_file', { file_path: 'x/'.repeat(2500) })).status, 400)
})

t.test('null means that an optional property is absent', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'a\n' })
  t.equal((await call('read_file', { file_path: 'a.txt', limit: null, offset: null })).data.content, '1\ta')
})

t.test('accepts the name and the spellings of the seed', async t => {
  const { byName } = await openDesk(t, { 'a.txt': 'a\n' })
  t.equal((await byName('grz_read_file', { file_path: 'a.txt' })).data.content, '1\ta')
  t.equal((await byName('grz_read_file', { filePath: 'a.txt' })).data.content, '1\ta')
  t.equal((await byName('filesystem_read_file', { path: 'a.txt' })).data.content, '1\ta')
})

t.test('markdown is a code block that the content cannot close', async t => {
  const { call } = await openDesk(t, { 'a.md': 'text\n```js\ncode\n```\n', 'empty.txt': '' })
  const accept = { accept: 'text/markdown' }
  const { text } = await call('read_file', { file_path: 'a.md', limit: 3 }, accept)
  t.equal(text, 'a.md\n\n````\n1\ttext\n2\t```js\n3\tcode\n````\n\n[Read lines 1-3 of 4 total] (more lines available: offset 3)\n')
  t.equal((await call('read_file', { file_path: 'empty.txt' }, accept)).text, 'empty.txt: [Empty file]\n')
})

t.test('a file that grows while it is read is returned as far as it was read', async t => {
  const { call, inRoot } = await openDesk(t, { 'log.txt': numbered(10) })
  const writing = writeFile(inRoot('log.txt'), numbered(1000), { flag: 'a' })
  const { status, data } = await call('read_file', { file_path: 'log.txt' })
  await writing
  t.equal(status, 200)
  t.ok(data.metadata.read_lines >= 10)
})

t.test('a link inside the roots is read through', async t => {
  const { call, inRoot } = await openDesk(t, { 'real/a.txt': 'a\n' })
  await symlink('real/a.txt', inRoot('link.txt'))
  await symlink('real', inRoot('dir'))
  t.equal((await call('read_file', { file_path: 'link.txt' })).data.metadata.path, 'real/a.txt')
  t.equal((await call('read_file', { file_path: 'dir/a.txt' })).data.content, '1\ta')
})

const spoilt = Buffer.concat([Buffer.from(numbered(3000)), Buffer.from('caf\xe9\n', 'latin1'), Buffer.from(numbered(10))])

t.test('an invalid byte after the window does not fail the call; a warning reports it', async t => {
  const { call } = await openDesk(t, { 'app.log': spoilt })
  const { status, data, metadata } = await call('read_file', { file_path: 'app.log', limit: 2 })
  t.equal(status, 200)
  t.equal(data.content, '1\tline 1\n2\tline 2')
  t.match(data.metadata, { total_lines: 3011, sha256: createHash('sha256').update(spoilt).digest('hex') })
  t.match(metadata.warnings, [/not UTF-8/])
})

t.test('an invalid byte inside the window is refused', async t => {
  const { call } = await openDesk(t, { 'app.log': spoilt })
  const { status, error } = await call('read_file', { file_path: 'app.log', offset: 2999, limit: 3 })
  t.equal(status, 422)
  t.equal(error.details.reason, 'not_text')
})

t.test('tail returns the last lines with their numbers', async t => {
  const { call, inRoot } = await openDesk(t, { 'a.txt': numbered(5000), 'open.txt': 'a\nb', 'short.txt': 'one\n', 'empty.txt': '' })
  const { data } = await call('read_file', { file_path: 'a.txt', tail: 2 })
  t.equal(data.content, '4999\tline 4999\n5000\tline 5000')
  t.match(data.metadata, { offset: 4998, total_lines: 5000, read_lines: 2, has_more: false, next_offset: null })
  t.equal((await call('read_file', { file_path: 'open.txt', tail: 1 })).data.content, '2\tb')
  t.equal((await call('read_file', { file_path: 'short.txt', tail: 9 })).data.content, '1\tone')
  t.equal((await call('read_file', { file_path: 'empty.txt', tail: 9 })).data.content, '')
  t.equal((await call('read_file', { file_path: 'a.txt', tail: 2, offset: 1 })).status, 400)
  t.equal((await call('read_file', { file_path: 'a.txt', tail: 0 })).status, 400)
  await writeFile(inRoot('le.txt'), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ü\nö\n', 'utf16le')]))
  t.equal((await call('read_file', { file_path: 'le.txt', tail: 1 })).data.content, '2\tö')
})

t.test('tail of a file over 256 MB reads only its end, and numbers lines from there', async t => {
  const { call, inRoot } = await openDesk(t)
  await writeFile(inRoot('huge.log'), 'first\n'.repeat(2000)) // more than the bytes that decide whether it is text
  await truncate(inRoot('huge.log'), 5 * 1024 ** 3)
  await appendFile(inRoot('huge.log'), `\nöne\n${'x'.repeat(300_000)}\nlast\n`)
  const { data } = await call('read_file', { file_path: 'huge.log', tail: 3 })
  t.equal(data.content, `-3\töne\n-2\t${'x'.repeat(2000)}...\n-1\tlast`)
  t.match(data.metadata, { offset: -3, total_lines: null, read_lines: 3, has_more: false, next_offset: null, sha256: null })
  const cut = await call('read_file', { file_path: 'huge.log', tail: 9, max_line_length: 100 })
  t.match(cut.data.content, /^-3\töne\n-2\tx{100}\.\.\.\n-1\tlast$/, 'the line before them is larger than a response')
  t.match(cut.metadata.truncated, { reason: 'size', hint: /Only the last 3 lines fit/ })
  const { text } = await call('read_file', { file_path: 'huge.log', tail: 1 }, { accept: 'text/markdown' })
  t.match(text, /\[Read the last 1 lines, 5\.0 GB in total\]/)
})

t.test('UTF-16 with a byte order mark is read as text', async t => {
  const text = 'Grüße\r\n日本語 👩‍🚀\r\n'
  const le = Buffer.from(`\ufeff${text}`, 'utf16le')
  const { call } = await openDesk(t, {
    'le.txt': le,
    'be.txt': Buffer.from(le).swap16(),
    'long.txt': Buffer.from(`\ufeff${'ü👩\n'.repeat(100_000)}`, 'utf16le')
  })
  for (const encoding of ['le', 'be']) {
    const { data } = await call('read_file', { file_path: `${encoding}.txt` })
    t.equal(data.content, '1\tGrüße\n2\t日本語 👩‍🚀')
    t.match(data.metadata, {
      encoding: `utf-16${encoding}`,
      line_ending: 'crlf',
      total_lines: 2,
      size: le.length,
      sha256: /^[0-9a-f]{64}$/
    })
  }
  const long = await call('read_file', { file_path: 'long.txt', offset: 99_998 })
  t.equal(long.data.content, '99999\tü👩\n100000\tü👩', 'no character is split between two reads')
  t.equal(long.metadata.warnings, undefined)
})

t.test('a legacy encoding is read by its name, and without it the error says so', async t => {
  const { call } = await openDesk(t, {
    'w.txt': Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x80, 0x0a]),
    'j.txt': Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x0a]),
    'r.txt': Buffer.from([0xf0, 0xd2, 0xc9, 0x0a]),
    'utf.txt': 'Grüße'
  })
  const refused = await call('read_file', { file_path: 'w.txt' })
  t.equal(refused.status, 422)
  t.match(refused.error.details, { reason: 'not_text', suggestions: [/name it in encoding, such as windows-1252/] })
  t.match((await call('read_file', { file_path: 'w.txt', encoding: 'windows-1252' })).data, {
    content: '1\tGrüße €',
    metadata: { encoding: 'windows-1252' }
  })
  t.equal((await call('read_file', { file_path: 'j.txt', encoding: 'shift_jis' })).data.content, '1\t日本')
  t.equal((await call('read_file', { file_path: 'r.txt', encoding: 'koi8-r' })).data.content, '1\tПри')
  t.equal((await call('read_file', { file_path: 'w.txt', encoding: 'utf-8' })).status, 422)
  t.equal((await call('read_file', { file_path: 'utf.txt', encoding: 'utf-8' })).data.content, '1\tGrüße')
  t.equal((await call('read_file', { file_path: 'w.txt', encoding: 'latin-9000' })).status, 400)
  const lossy = await call('read_file', { file_path: 'w.txt', encoding: 'gbk' })
  t.equal(lossy.status, 200)
})

t.test('a binary file is not text in a legacy encoding either', async t => {
  const { call } = await openDesk(t, { 'a.bin': Buffer.from([1, 0, 2, 0xff]) })
  const { status, error } = await call('read_file', { file_path: 'a.bin', encoding: 'windows-1252' })
  t.equal(status, 422)
  t.match(error.details.suggestions, [/filesystem_download_file/])
})
