import type { Caller } from '../../contract/call.ts'
import type { Jobs } from '../../contract/jobs.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Meta } from '../model/job-record.ts'
import { followJob } from '../store/events.ts'
import { readHistory } from '../store/history.ts'
import { readItems, readPages } from '../store/items.ts'
import { listMetas } from '../store/job-index.ts'
import { jobKey } from '../store/keys.ts'
import { readOutput } from '../store/output.ts'
import { expired, type JobsContext, readJob, toJob, visible, waitCondition, waitForJob } from '../store/read-job.ts'
import { withRedisTimeout } from '../store/redis-timeout.ts'

/** The commands that only read. */
export const readCommands = (context: JobsContext): Pick<Jobs, 'get' | 'list' | 'items' | 'results' | 'output' | 'events' | 'history'> => ({
  async get(caller, id, options = {}) {
    const { wait = 0, signal } = options
    const first = await readJob(context, caller, id)
    const condition = waitCondition(first, options)
    return wait <= 0 || condition.isMet(first) ? first : await waitForJob(context, caller, id, wait * 1000, condition, signal)
  },

  list: (caller, filter) =>
    withRedisTimeout(context.redis, async () => {
      const { metas, ...page } = await listMetas(context, caller, filter)
      return { ...page, items: await Promise.all(metas.map(meta => toJob(context, caller, meta))) }
    }),

  items: (caller, id, filter) =>
    withRedisTimeout(context.redis, async () => await readItems(context.redis, await withItems(context.redis, caller, id), filter)),

  async results(caller, id, { outcome }) {
    const meta = await withRedisTimeout(context.redis, () => withItems(context.redis, caller, id))
    return { revision: meta.revision, pages: readPages(context.redis, meta, outcome) }
  },

  output: (caller, id, page) =>
    withRedisTimeout(context.redis, async () => await readOutput(context.redis, await visible(context.redis, caller, id), page)),

  events: (caller, id, from) => followJob(context, caller, id, from),

  history: (caller, id) =>
    withRedisTimeout(context.redis, async () => await readHistory(context.redis, (await visible(context.redis, caller, id)).id))
})

async function withItems(redis: RedisClient, caller: Caller, id: string): Promise<Meta> {
  const meta = await visible(redis, caller, id)
  const isStored = meta.total === 0 || (await redis.exists(jobKey(id, 'status'))) === 1
  if (!isStored) throw expired(`The items of job ${id} are no longer stored.`)
  return meta
}
