import t from 'tap'
import { curlOf } from '../../console/api/curl.ts'
import { changeIn, isDiff, linesOfDiff } from '../../console/lib/diff.ts'
import { eventParser, type StreamEvent } from '../../console/lib/event-stream.ts'
import { hasEnded, isMoving, sharesOf } from '../../console/lib/outcomes.ts'
import { layOut } from '../../console/lib/plot.ts'
import { addSample, ratesOf, remainingOf, type Sample } from '../../console/lib/samples.ts'
import { scrollTopOf, windowOf } from '../../console/lib/window.ts'

const AS_TEXT = { time: String, rate: String, duration: String }

t.test('events are read from pieces of any size, and comments are not events', async t => {
  const stream =
    'retry: 2000\n\nid: 5-0\nevent: state\ndata: {"a":\ndata: 1}\n\n: still here\n\r\ndata:x\r\n\r\nevent: end\ndata: {}\n\nevent: cut'
  for (const size of [1, 3, 7, 1000]) {
    const events: StreamEvent[] = []
    const parse = eventParser(event => events.push(event))
    for (let at = 0; at < stream.length; at += size) parse(stream.slice(at, at + size))
    t.strictSame(
      events,
      [
        { event: 'state', data: '{"a":\n1}', id: '5-0' },
        { event: 'message', data: 'x', id: undefined },
        { event: 'end', data: '{}', id: undefined }
      ],
      `${size} characters at a time`
    )
  }
})

t.test('a rate is that of intervals of at least a second since the start', async t => {
  const samples: Sample[] = Array.from({ length: 41 }, (_, at) => ({ at: 10_000 + at * 250, done: at * 25 }))
  const { times, rates } = ratesOf([{ at: 0, done: 0 }, ...samples], 10_000, 100)
  t.equal(times[0], 10)
  t.equal(times.at(-1), 20)
  t.equal(times.length, 11)
  t.ok(rates.every(rate => rate === 100))
  t.ok(ratesOf(samples, 10_000, 4).times.length <= 6)
  t.strictSame(ratesOf([], 0, 10), { times: [], rates: [], done: [] })
  t.strictSame(ratesOf([{ at: 5, done: 9 }], 10, 10), { times: [], rates: [], done: [] }, 'nothing since the start')
})

t.test('the remaining time is predicted from the mean rate of the last half minute', async t => {
  const steady: Sample[] = Array.from({ length: 100 }, (_, at) => ({ at: 1_000 * (at + 1), done: 10 * (at + 1) }))
  const remaining = remainingOf(ratesOf(steady, 0, 200), 1_000)
  t.equal(remaining[0], undefined, 'nothing is done yet')
  t.equal(remaining[1], 99)
  t.equal(remaining.at(-2), 1)
  t.equal(remaining.at(-1), 0)
  const slower = [...steady.slice(0, 50), ...Array.from({ length: 60 }, (_, at) => ({ at: 51_000 + 1_000 * at, done: 501 + at }))]
  const predicted = remainingOf(ratesOf(slower, 0, 200), 1_000).at(-1) ?? 0
  t.equal(Math.round(predicted), 1_000 - 560, 'a rate of long ago is forgotten')
  const stopped = [
    { at: 1_000, done: 0 },
    { at: 2_000, done: 0 }
  ]
  t.strictSame(remainingOf(ratesOf(stopped, 0, 200), 10), [undefined, undefined, undefined])
})

t.test('the remaining time has its own axis, and a gap if nothing is predicted', async t => {
  const { remaining, remainingTicks } = layOut({ times: [0, 10, 20, 30, 40], rates: [1, 1, 0, 1, 1] }, [60, 45, undefined, 15, 0], AS_TEXT)
  t.equal(remaining, 'M0,0L25,25M75,75L100,100')
  t.strictSame(remainingTicks, [
    { at: 0, label: '0' },
    { at: 50, label: '30' },
    { at: 100, label: '60' }
  ])
})

t.test('a row that a key reaches is scrolled into view, as little as possible', async t => {
  const at = (row: number, scrollTop: number) => scrollTopOf(row, 1_000, 36, { scrollTop, viewport: 360 })
  t.strictSame([at(0, 0), at(9, 0), at(10, 0), at(5, 360), at(999, 0)], [0, 0, 36, 180, 999 * 36 + 36 - 360])
  for (const row of [0, 1, 4_999_999, 9_999_990, 9_999_999]) {
    const view = { scrollTop: 0, viewport: 400 }
    const scrollTop = scrollTopOf(row, 10_000_000, 36, view)
    const { first, count } = windowOf(10_000_000, 36, { ...view, scrollTop })
    t.ok(first <= row && row < first + count, `row ${row} of ten million is rendered`)
  }
})

t.test('samples are kept in order and bounded', async t => {
  let samples: Sample[] = []
  for (let at = 0; at < 3_000; at++) samples = addSample(samples, { at, done: at })
  t.equal(samples.length, 2_400)
  t.equal(addSample(samples, { at: 10, done: 1 }).at(-1)?.at, 2_999)
})

t.test('the parts of a bar are the outcomes that occur; one item of many is still visible', async t => {
  const counts = { succeeded: 50_000, skipped: 0, failed: 1, unknown: 0, not_attempted: 0 }
  t.strictSame(sharesOf(counts, 100_000), [
    { outcome: 'succeeded', count: 50_000, percent: 50 },
    { outcome: 'failed', count: 1, percent: 0.4 }
  ])
  t.strictSame(sharesOf(counts, 0), [])
  t.strictSame(['completed', 'paused', 'running'].map(hasEnded), [true, false, false])
  t.strictSame(['completed', 'paused', 'running', 'awaiting_confirmation'].map(isMoving), [false, false, true, false])
})

t.test('a table renders only the rows in view, and reaches the last one however many there are', async t => {
  for (const total of [0, 5, 1_000, 100_000, 10_000_000]) {
    const height = Math.min(total * 36, 8_000_000)
    const bottom = windowOf(total, 36, { scrollTop: height - 500, viewport: 500 })
    t.equal(bottom.first + bottom.count, total, `${total} rows, at the bottom`)
    const top = windowOf(total, 36, { scrollTop: 0, viewport: 500 })
    t.equal(top.first, 0)
    t.ok(top.count <= 32)
    if (total > 50) t.ok(Math.abs(top.above + top.count * 36 + top.below - height) < 1, 'the height is the same at each position')
    const middle = windowOf(total, 36, { scrollTop: height / 2, viewport: 500 })
    if (total > 50) t.ok(Math.abs(middle.first - total / 2) < total / 50 + 50)
  }
})

t.test('diffs and changes are recognized', async t => {
  const diff = '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same\n'
  t.ok(isDiff(diff))
  t.notOk(isDiff('- a list\n+ of things'))
  t.strictSame(
    linesOfDiff(diff).map(({ kind }) => kind),
    ['head', 'head', 'head', 'removed', 'added', 'same']
  )
  t.strictSame(changeIn({ from: 1, to: 2 }), { before: 1, after: 2 })
  t.strictSame(changeIn({ before: null, after: 'x' }), { before: null, after: 'x' })
  t.equal(changeIn({ to: 2 }), undefined)
})

t.test('a call as curl can be pasted: quotes are escaped, and the key is a variable', async t => {
  const call = { method: 'POST' as const, path: '/v1/x', query: { status: ['a', 'b'], empty: undefined }, body: { text: "it's" } }
  t.equal(
    curlOf(call, 'http://127.0.0.1:8080', true),
    [
      'curl -X POST',
      "'http://127.0.0.1:8080/v1/x?status=a&status=b'",
      '-H "Authorization: Bearer $TOOLGATE_KEY"',
      "-H 'Content-Type: application/json'",
      `-d '{"text":"it'\\''s"}'`
    ].join(' \\\n  ')
  )
  t.equal(curlOf({ path: '/v1/jobs' }, 'http://h', false), "curl \\\n  'http://h/v1/jobs'")
  t.match(
    curlOf({ method: 'POST', path: '/v1/x', body: { name: 'a\u202eb\u200bc' } }, 'http://h', false),
    '{"name":"a\\u202eb\\u200bc"}',
    'what is shown is what is sent'
  )
})

t.test('a plot has short labels, and its line stays within its square', async t => {
  const rates = { times: [100, 101, 102, 103], rates: [30, 10, 37, 0] }
  const { line, area, xTicks, yTicks } = layOut(rates, [], { time: seconds => `${seconds}s`, rate: String, duration: String })
  t.equal(line, 'M0,25L33.33,75L66.67,7.5L100,100')
  t.ok(area.startsWith(line))
  t.strictSame(
    yTicks.map(({ label }) => label),
    ['0', '20', '40']
  )
  t.strictSame(
    xTicks.map(({ label }) => label),
    ['100s', '101s', '102s', '103s']
  )
  const long = layOut({ times: [0, 7_000], rates: [1, 12_345] }, [], AS_TEXT)
  t.strictSame(
    long.xTicks.map(({ label }) => label),
    ['0', '1800', '3600', '5400']
  )
  t.equal(long.yTicks.at(-1)?.label, '20000')
  t.match(layOut({ times: [], rates: [] }, [], AS_TEXT), { line: '', area: '', xTicks: [], remaining: '', remainingTicks: [] })
})
