import t from 'tap'
import {
  absoluteTime,
  formatCount,
  formatDuration,
  formatRate,
  plural,
  relativeTime,
  visibleControls,
  words
} from '../../console/lib/format.ts'

t.test('times are relative, in their largest unit', async t => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const cases: [number, string][] = [
    [0, 'just now'],
    [4, 'just now'],
    [59, '59s ago'],
    [60, '1m ago'],
    [3_599, '59m ago'],
    [7_200, '2h ago'],
    [200_000, '2d ago'],
    [-90, 'in 1m']
  ]
  for (const [seconds, text] of cases) t.equal(relativeTime(now - seconds * 1000, now), text)
  t.match(absoluteTime(now), /Mar 1, 2026/)
})

t.test('durations have their two largest units', async t => {
  const cases: [number, string][] = [
    [0, '0s'],
    [0.4, '0s'],
    [59, '59s'],
    [75, '1m 15s'],
    [3_600, '1h'],
    [3_605, '1h'],
    [90_000, '1d 1h']
  ]
  for (const [seconds, text] of cases) t.equal(formatDuration(seconds), text)
})

t.test('numbers keep their width while they change', async t => {
  t.equal(formatCount(12_345), '12,345')
  t.strictSame([4.567, 45.67, 456.7].map(formatRate), ['4.57', '45.7', '457'])
  t.strictSame([plural(1, 'item'), plural(2_000, 'item')], ['1 item', '2,000 items'])
  t.equal(words('awaiting_confirmation'), 'Awaiting confirmation')
})

t.test('characters that change the order of others are shown by their codes', async t => {
  t.equal(visibleControls('a\u202egpj.exe\u0000'), 'a\\u202egpj.exe\\u0000')
  t.equal(visibleControls('Größe 会議 🚪\n\tx'), 'Größe 会議 🚪\n\tx')
})
