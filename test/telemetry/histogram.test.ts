import t from 'tap'
import { createHistogram } from '../../src/lib/telemetry/histogram.ts'

t.test('a histogram counts values up to each bound, by attributes in any order, without those that have no value', t => {
  const histogram = createHistogram([1, 2], ['a', 'b'])
  histogram.record(1, { a: 'x', b: undefined })
  histogram.record(1.5, { b: undefined, a: 'x' })
  histogram.record(9, { a: 'x' })
  histogram.record(2, { a: 'x', b: 5 })
  t.strictSame(
    [...histogram.series()],
    [
      { attributes: { a: 'x' }, sum: 11.5, counts: [1, 1, 1] },
      { attributes: { a: 'x', b: 5 }, sum: 2, counts: [0, 1, 0] }
    ]
  )
  t.end()
})

t.test('values with new attributes share one series once there are 2,000', t => {
  const histogram = createHistogram([1], ['host'])
  for (let host = 0; host < 2_010; host++) histogram.record(0, { host })
  const series = [...histogram.series()]
  t.equal(series.length, 2_001)
  t.strictSame(series.at(-1), { attributes: { 'otel.metric.overflow': true }, sum: 0, counts: [10, 0] })
  t.end()
})
