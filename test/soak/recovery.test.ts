import { test } from 'tap'
import { JOB_DEFAULTS } from '../../src/jobs/settings.ts'
import { until } from '../helpers/bulk.ts'
import { confirm, doneTwice, setUp, startProcess } from '../helpers/bulk-crash.ts'

const { lock_ms, stalled_ms } = JOB_DEFAULTS

for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
  test(`with default settings another worker takes over after ${signal}`, async t => {
    const many = 3_000
    const fixture = await setUp(t, 'once', many)
    const { jobs, id, counts, base, redis } = fixture
    const { url } = redis
    const settings = { lock_ms, stalled_ms }
    const struck = await startProcess(t, url, base, settings)
    await confirm(fixture)
    await until(jobs, id, job => job.progress.done > 100)
    await startProcess(t, url, base, settings)
    struck.kill(signal)
    const before = performance.now()
    const { progress } = await until(jobs, id, ['running'])
    await until(jobs, id, job => job.progress.done > progress.done + 20)
    t.ok(performance.now() - before < 20_000)
    t.comment(`no progress for ${Math.round(performance.now() - before)} ms`)
    struck.kill('SIGCONT')
    const end = await until(jobs, id, ['completed'])
    t.same(doneTwice(counts), [])
    t.equal(end.progress.succeeded + end.progress.unknown, many)
  })
}
