import { JOB_STATUSES, type JobStatus } from '../../contract/job.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import { jobKey, LIVE_JOBS } from './keys.ts'

/** Maximum of jobs that are counted, and jobs read at a time. */
const MAX_COUNTED = 10_000
const PAGE = 200

/** Jobs that have not ended. */
export interface JobCounts {
  /** Number of jobs of each status, including those that no job has. */
  statuses: [JobStatus, number][]
  /** Time for which the job that has waited longest for a worker has waited; 0 if none waits. */
  queueAgeMs: number
}

/** Counts the jobs of all keys that have not ended. */
export async function countLiveJobs(redis: RedisClient): Promise<JobCounts> {
  const [ids, now] = await Promise.all([redis.zrange(LIVE_JOBS, '0', String(MAX_COUNTED - 1)), redisNow(redis)])
  const counts = new Map<JobStatus, number>()
  let queueAgeMs = 0
  for (let at = 0; at < ids.length; at += PAGE) {
    const rows = await Promise.all(
      ids.slice(at, at + PAGE).map(id => redis.hmget(jobKey(id, 'meta'), 'status', 'epoch', 'created_at', 'published_at'))
    )
    for (const [text, epoch, createdAt, publishedAt] of rows) {
      const status = JOB_STATUSES.find(known => known === text)
      if (status === undefined) continue
      counts.set(status, (counts.get(status) ?? 0) + 1)
      // A job has been queued since its last event; one whose listing no worker has begun, since it was created.
      const since =
        status === 'queued' ? Number(publishedAt ?? createdAt) : status === 'snapshotting' && epoch === '0' ? Number(createdAt) : now
      queueAgeMs = Math.max(queueAgeMs, now - since)
    }
  }
  return { statuses: JOB_STATUSES.map(status => [status, counts.get(status) ?? 0]), queueAgeMs }
}
