import { test } from 'tap'
import { jobKey } from '../../src/bulk/keys.ts'
import { createLedger } from '../../src/bulk/ledger.ts'
import { runScript } from '../../src/bulk/scripts/run.ts'
import { shelfAction, startBulk, until } from '../helpers/bulk.ts'

const FAILED = { status: 'failed', reason: 'too_many_items', error: { message: /6 items match, and max_items is 5/ } }

/** A job of at most five items whose worker listed six and died, before it could say that these are too many. */
async function overfull(t: Parameters<typeof startBulk>[0]) {
  const action = shelfAction({ count: async () => ({ value: 4, relation: 'estimate' }) })
  const house = await startBulk(t, [action], { worker: false, settings: { preview_wait_ms: 1 } })
  const options = { dry_run: false, max_items: 5, on_failure: 'continue' } as const
  const { id } = await house.jobs.create(house.request(action, { options }))
  const ledger = createLedger(house.redis.client(), id)
  const claim = await ledger.claim(1)
  const epoch = claim.kind === 'claimed' ? claim.epoch : ''
  const items = Array.from({ length: 6 }, (_, at) => ({ id: `item-${at}`, etag: undefined, data: '', sample: '' }))
  const warnings = { texts: [], more: 0 }
  const page = { number: 0, cursor: '', ended: true, digest: 'd', size: 6, expected: '', warnings, items }
  return { ...house, id, ledger, epoch, page }
}

test('a listing that grew too large is refused by the next worker, where the last one died before it could', async t => {
  const { jobs, id, ledger, epoch, page, startWorker } = await overfull(t)
  t.equal(await ledger.append(epoch, page), 'ok')
  startWorker()
  t.match(await until(jobs, id, ['failed', 'awaiting_confirmation']), FAILED)
})

test('what is too large is not offered, also by a worker that missed it', async t => {
  const { redis, id, ledger, epoch, page } = await overfull(t)
  await ledger.append(epoch, page)
  await ledger.listed(epoch, { token: 'ct_x', standsMs: 1_000, sample: [], warnings: page.warnings })
  t.equal(await redis.client().hget(jobKey(id, 'meta'), 'status'), 'snapshotting')
  t.same(await runScript(redis.client(), 'confirm', id, ['ct_x']), ['illegal', 'snapshotting'])
})
