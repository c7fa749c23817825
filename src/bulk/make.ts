import type { BulkRequest, Jobs } from '../contract/jobs.ts'
import { newJob, writeJob } from './create.ts'
import { jobIdFrom } from './id.ts'
import { jobKey } from './keys.ts'
import { reach } from './reach.ts'
import type { Desk } from './read-job.ts'
import { fetchMeta } from './read-meta.ts'
import { needsTurn } from './states.ts'
import { setGoing } from './steer.ts'

type Maker = Desk & Parameters<typeof newJob>[1]

/** Makes a job and sets it going. Answers its id, or that of the job which an earlier attempt at the same call has made. */
export async function makeJob(desk: Maker, request: BulkRequest, jobs: Jobs): Promise<string> {
  const known = await madeBefore(desk, request)
  if (known !== undefined) return known
  const job = await newJob(request, desk, jobs)
  await reach(desk.redis, () => writeJob(desk, job, request))
  await setGoing(desk, job)
  return job.id
}

/** Whoever made it may have died before its turn was queued. */
async function madeBefore(desk: Desk, { once }: BulkRequest): Promise<string | undefined> {
  if (once === undefined) return undefined
  const { redis } = desk
  const id = jobIdFrom(once)
  // What was refused before may be made by now.
  const [meta] = await reach(redis, () => Promise.all([fetchMeta(redis, id), redis.del(jobKey(id, 'refused'))]))
  if (meta && needsTurn(meta.status)) await setGoing(desk, meta)
  const made = meta ?? (await reach(redis, () => redis.exists(jobKey(id, 'stone'))))
  return made === 0 ? undefined : id
}
