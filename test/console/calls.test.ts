import t from 'tap'
import { layOutCalls, layOutRequests } from '../../console/lib/calls.ts'
import { formatMs } from '../../console/lib/format.ts'

t.test('each interval with calls has a bar, whose errors are a part of it', t => {
  const plot = layOutCalls(
    {
      from: '2026-03-01T10:00:30Z',
      to: '2026-03-01T10:09:30Z',
      interval_seconds: 60,
      intervals: [
        { at: '2026-03-01T10:00:00Z', calls: 10, errors: 0 },
        { at: '2026-03-01T10:05:00Z', calls: 5, errors: 1 }
      ]
    },
    seconds => new Date(seconds * 1000).toISOString().slice(11, 16)
  )
  t.equal(plot.calls, 'M0,100V0H8V100ZM50,100V50H58V100Z')
  t.equal(plot.errors, 'M50,100V90H58V100Z')
  t.strictSame(plot.yTicks, [
    { at: 0, label: '0' },
    { at: 50, label: '5' },
    { at: 100, label: '10' }
  ])
  t.match(plot.xTicks, [
    { at: 0, label: '10:00' },
    { at: 20, label: '10:02' }
  ])
  t.end()
})

t.test('without calls, there is no bar; years of days have few labels', t => {
  const days = { from: '2020-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z', interval_seconds: 86_400, intervals: [] }
  const { calls, xTicks, yTicks } = layOutCalls(days, String)
  t.equal(calls, '')
  t.ok(xTicks.length <= 7, `${xTicks.length} labels`)
  t.strictSame(
    yTicks.map(({ label }) => label),
    ['0', '1']
  )
  t.strictSame(layOutCalls({ ...days, from: days.to }, String).errors, '')
  t.end()
})

t.test('a request has its place in the time of its call', t => {
  const request = (started_ms: number, duration_ms: number) => ({ started_ms, duration_ms })
  t.strictSame(layOutRequests([request(0, 25), request(50, 50)], 100), [
    { left: 0, width: 25 },
    { left: 50, width: 50 }
  ])
  t.strictSame(layOutRequests([request(0, 0), request(200, 0)], 100), [
    { left: 0, width: 0.5 },
    { left: 99.5, width: 0.5 }
  ])
  t.strictSame(layOutRequests([request(0, 0)], null), [{ left: 0, width: 0.5 }])
  t.strictSame(layOutRequests([], null), [])
  t.end()
})

t.test('milliseconds have as many digits as matter', t => {
  t.strictSame([0, 0.44, 9.96, 12.3, 999.4, 1_500, 125_000].map(formatMs), ['0 ms', '0.4 ms', '10 ms', '12 ms', '999 ms', '1.5 s', '2m 5s'])
  t.end()
})
