import type { Caller } from '../contract/caller.ts'
import type { Jobs } from '../contract/jobs.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { followJob } from './events.ts'
import { readItems, readPages } from './items.ts'
import { jobKey } from './keys.ts'
import { listMetas } from './listing.ts'
import type { Meta } from './meta.ts'
import { readOutput } from './output.ts'
import { reach } from './reach.ts'
import { changed, type Desk, expired, readJob, show, visible } from './read-job.ts'
import { needsTurn } from './states.ts'

/** What changes nothing. */
export const readingJobs = (desk: Desk): Pick<Jobs, 'get' | 'list' | 'items' | 'results' | 'output' | 'events'> => ({
  async get(caller, id, { wait = 0, signal, knows } = {}) {
    const first = await readJob(desk, caller, id)
    if (wait <= 0 || !needsTurn(first.status) || knows?.(first.revision) === false) return first
    return await changed(desk, caller, first, wait * 1000, knows ? 'revision' : 'status', signal)
  },

  list: (caller, filter) =>
    reach(desk.redis, async () => {
      const { metas, ...page } = await listMetas(desk.redis, caller, filter)
      return { ...page, items: await Promise.all(metas.map(meta => show(desk, meta))) }
    }),

  items: (caller, id, filter) =>
    reach(desk.redis, async () => await readItems(desk.redis, await withItems(desk.redis, caller, id), filter)),

  async results(caller, id, { outcome }) {
    const meta = await reach(desk.redis, () => withItems(desk.redis, caller, id))
    return { revision: meta.revision, pages: readPages(desk.redis, meta, outcome) }
  },

  output: (caller, id, page) => reach(desk.redis, async () => await readOutput(desk.redis, await visible(desk.redis, caller, id), page)),

  events: (caller, id, from) => followJob(desk, caller, id, from)
})

async function withItems(redis: RedisClient, caller: Caller, id: string): Promise<Meta> {
  const meta = await visible(redis, caller, id)
  const kept = meta.total === 0 || (await redis.exists(jobKey(id, 'status'))) === 1
  if (!kept) throw expired(`The items of job ${id} are no longer kept.`)
  return meta
}
