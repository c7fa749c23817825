import t from 'tap'
import { cut, paragraphEnd } from '../../../src/lib/window.ts'
import { limitOf, quotaResetMs, windowsOf } from '../../../src/tools/web/brave/limits.ts'
import { decode } from '../../../src/tools/web/reader/decode.ts'
import { kindOf } from '../../../src/tools/web/reader/media-type.ts'

const HEADERS = { 'x-ratelimit-limit': '1, 15000', 'x-ratelimit-remaining': '0, 14523', 'x-ratelimit-reset': '1, 1419704' }

t.test('the limits of Brave are a list, one per window, with resets counted from now (web pitfall 6)', async t => {
  t.same(windowsOf(HEADERS), [
    { limit: 1, remaining: 0, reset: 1 },
    { limit: 15_000, remaining: 14_523, reset: 1_419_704 }
  ])
  t.same(limitOf(HEADERS, 0), { limit: 15_000, remaining: 14_523, reset: new Date(1_419_704_000).toISOString(), used: 477 })
})

t.test('a limit of 0 means none, and empty headers return nothing', async t => {
  t.match(limitOf({ ...HEADERS, 'x-ratelimit-limit': '1, 0' }, 0), { limit: 1, remaining: 0 })
  t.equal(limitOf({}, 0), undefined)
  t.equal(limitOf({ 'x-ratelimit-limit': 'plenty' }, 0), undefined)
})

t.test('of several exhausted windows, the longest determines when to retry', async t => {
  t.equal(quotaResetMs({ ...HEADERS, 'x-ratelimit-remaining': '0, 0' }), 1_419_704_000)
  t.equal(quotaResetMs(HEADERS), 1_000)
  t.equal(quotaResetMs({ ...HEADERS, 'x-ratelimit-remaining': '1, 5' }), undefined)
})

t.test('a text is decoded by its byte order mark, then by the header, then by its declaration', async t => {
  t.equal(decode(Buffer.from('\ufeffé', 'utf16le'), 'text/html; charset=utf-8'), 'é')
  t.equal(decode(Buffer.from([0xe9]), 'text/html; charset="iso-8859-1"'), 'é')
  t.equal(decode(Buffer.from('<meta charset=koi8-r>\xc1', 'latin1'), 'text/html'), '<meta charset=koi8-r>а')
  t.equal(decode(Buffer.from('é'), 'text/html; charset=no-such-thing'), 'é')
  t.equal(decode(Buffer.from('<meta charset="utf-16">é'), ''), '<meta charset="utf-16">é')
  t.equal(decode(Buffer.from('aé').subarray(0, 2), ''), 'a', 'a split character is removed')
})

t.test('the type of bytes is detected if the site does not declare it', async t => {
  const kind = (type: string, text: string) => kindOf(type, Buffer.from(text))
  t.equal(kind('', '<!DOCTYPE html><p>x'), 'html')
  t.equal(kind('application/octet-stream', '%PDF-1.4'), 'pdf')
  t.equal(kind('text/html', '%PDF-1.4'), 'pdf')
  t.equal(kind('', 'words'), 'text')
  t.equal(kind('', 'a\0b'), 'other')
  t.equal(kind('application/vnd.api+json', '{}'), 'text')
  t.equal(kind('video/mp4', 'x'), 'other')
})

t.test(
  'the cost of a part does not grow with the text around it (a page of a million paragraphs does not block the event loop)',
  async t => {
    const text = 'a\n\n'.repeat(1_000_000)
    const before = process.threadCpuUsage()
    for (let offset = 0; offset < 200_000; ) offset = cut(text, paragraphEnd, { max_chars: 1000, offset }).end
    t.ok(process.threadCpuUsage(before).user < 5_000_000, 'two hundred parts; scanning all of the text for each took two hundred seconds')
  }
)

t.test('a part ends at the end of a paragraph, or within one that is too long, but not within a character', async t => {
  t.same(cut('aa\n\nbb\n\ncc', paragraphEnd, { max_chars: 5, offset: 0 }), { text: 'aa\n\n', end: 4 })
  t.same(cut('aaaaaa', paragraphEnd, { max_chars: 4, offset: 1 }), { text: 'aaaa', end: 5 })
  t.same(cut('a😀b', paragraphEnd, { max_chars: 2, offset: 0 }), { text: 'a', end: 1 })
  t.same(cut('ab', paragraphEnd, { max_chars: undefined, offset: 1 }), { text: 'b', end: 2 })
})

t.test('a paragraph that fits into no part, such as a long list, is split at the end of a line, or else of a word', async t => {
  const list = 'All\n\n- one\n- two\n- three\n- four'
  t.same(cut(list, paragraphEnd, { max_chars: 14, offset: 0 }), { text: 'All\n\n- one\n', end: 11 }, 'begun in the same part')
  t.same(cut(list, paragraphEnd, { max_chars: 14, offset: 11 }), { text: '- two\n- three\n', end: 25 })
  t.same(cut('All\n\n- one\n- two', paragraphEnd, { max_chars: 12, offset: 0 }), { text: 'All\n\n', end: 5 }, 'text that fits stays whole')
  t.same(cut('All\n\nseveral words', paragraphEnd, { max_chars: 10, offset: 0 }), { text: 'All\n\n', end: 5 })
  t.same(cut('several words', paragraphEnd, { max_chars: 10, offset: 0 }), { text: 'several ', end: 8 })
})
