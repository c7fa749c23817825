import type { JobFilter } from '../contract/job-filter.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { jobKey } from './keys.ts'
import type { Meta } from './meta.ts'
import { kindOf } from './read-meta.ts'

/** What a filter looks at. */
export interface Known {
  kind: Meta['kind']
  status: string
  operation: string
  parent: string | null
  createdAt: number
}

/** Undefined where there is no such job. */
export async function knownOf(redis: RedisClient, id: string): Promise<Known | undefined> {
  const fields = ['kind', 'status', 'operation', 'parent', 'created_at'] as const
  const [kind, status, operation, parent, createdAt] = await redis.hmget(jobKey(id, 'meta'), ...fields)
  return status
    ? { kind: kindOf(kind), status, operation: operation ?? '', parent: parent || null, createdAt: Number(createdAt) }
    : undefined
}

export function fits(job: Known, { status, operation, system, kind, parent_id, ...times }: JobFilter): boolean {
  const { from, before } = spanOf(times)
  return (
    (status === undefined || status.some(one => one === job.status)) &&
    (operation === undefined || operation === job.operation) &&
    (system === undefined || job.operation.startsWith(`${system}_`)) &&
    (kind === undefined || kind === job.kind) &&
    (parent_id === undefined || parent_id === job.parent) &&
    job.createdAt >= from &&
    job.createdAt < before
  )
}

/** The time of creation, in milliseconds. */
export const spanOf = ({ created_after, created_before }: Pick<JobFilter, 'created_after' | 'created_before'>) => ({
  from: created_after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(created_after),
  before: created_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(created_before)
})

export const isFiltered = ({ limit: _, cursor: __, ...filter }: JobFilter): boolean =>
  Object.values(filter).some(value => value !== undefined)
