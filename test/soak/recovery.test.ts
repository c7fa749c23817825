import { test } from 'tap'
import { BULK_DEFAULTS } from '../../src/bulk/settings.ts'
import { until } from '../helpers/bulk.ts'
import { confirm, doneTwice, setUp, startProcess } from '../helpers/bulk-crash.ts'

const { lock_ms, stalled_ms } = BULK_DEFAULTS

for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
  test(`as set by default, another worker takes over after ${signal}`, async t => {
    const many = 3_000
    const house = await setUp(t, 'once', many)
    const { jobs, id, counts, base, redis } = house
    const { url } = redis
    const settings = { lock_ms, stalled_ms }
    const struck = await startProcess(t, url, base, settings)
    await confirm(house)
    await until(jobs, id, job => job.progress.done > 100)
    await startProcess(t, url, base, settings)
    struck.kill(signal)
    const before = performance.now()
    const { progress } = await until(jobs, id, ['running'])
    await until(jobs, id, job => job.progress.done > progress.done + 20)
    t.ok(performance.now() - before < 20_000)
    t.comment(`work stood still for ${Math.round(performance.now() - before)} ms`)
    struck.kill('SIGCONT')
    const end = await until(jobs, id, ['completed'])
    t.same(doneTwice(counts), [])
    t.equal(end.progress.succeeded + end.progress.unknown, many)
  })
}
