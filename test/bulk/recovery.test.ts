import { test } from 'tap'
import { BULK_DEFAULTS } from '../../src/bulk/settings.ts'

const { lock_ms, stalled_ms, drain_ms } = BULK_DEFAULTS

test('as set by default, no job stands still for 20 seconds after its worker died or froze', async t => {
  t.ok(lock_ms + 2 * stalled_ms + drain_ms <= 18_000)
})
