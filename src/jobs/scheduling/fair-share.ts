import type { BulkAdapter } from '../../contract/bulk.ts'
import type { JobKind, JobStatus } from '../../contract/job.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { JobSettings } from '../settings.ts'
import { jobKey } from '../store/keys.ts'
import { kindOf } from '../store/read-record.ts'

/**
 * Shares the concurrent turns of one worker. A system that hangs holds its turns for minutes: no key, no instance of a system, and no key on one
 * instance can use all of them, so jobs of others, and of the same key on other systems, continue.
 */
export interface FairShare {
  request: (id: string) => Promise<Permit>
}

export interface Permit {
  /** Whether the turn can start now. */
  granted: boolean
  /** Returns when the job's next turn can start: now, or after those that were refused before it. */
  nextTurnAt: () => number
  release: () => void
}

interface Group {
  name: string
  max: number
  turns: number
  /** Time of the last turn that was refused and scheduled again. */
  lastAt: number
}

/** A refused turn is tried again after this time, and this much after the one before it. */
const RETRY_MS = 500
const SPACING_MS = 25

interface Parts {
  redis: RedisClient
  adapterOf: (operation: string, kind: JobKind) => BulkAdapter | undefined
  settings: Pick<JobSettings, 'turns_per_key' | 'turns_per_instance' | 'turns_per_key_on_instance'>
}

export function createFairShare(parts: Parts): FairShare {
  const groups = new Map<string, Group>()
  return {
    async request(id) {
      const limits = await limitsOf(parts, id)
      for (const group of groups.values()) if (group.turns === 0 && !hasWaiting(group)) groups.delete(group.name)
      const own = limits.map(({ name, max }) => groups.get(name) ?? { name, max, turns: 0, lastAt: 0 })
      const full = own.find(({ turns, max }) => turns >= max)
      if (full) return { granted: false, nextTurnAt: () => schedule(full), release: () => undefined }
      for (const group of own) {
        group.turns++
        groups.set(group.name, group)
      }
      return {
        granted: true,
        nextTurnAt: () => Math.max(Date.now(), ...own.filter(hasWaiting).map(schedule)),
        release() {
          for (const group of own) group.turns--
        }
      }
    }
  }
}

/** Refused turns are still to come, so the group is kept even if no turn is running. */
const hasWaiting = ({ lastAt }: Group): boolean => lastAt > Date.now()

function schedule(group: Group): number {
  group.lastAt = Math.max(Date.now() + RETRY_MS, group.lastAt + SPACING_MS)
  return group.lastAt
}

/** Returns the groups that a turn of the job counts in, with their maximum. */
async function limitsOf({ redis, adapterOf, settings }: Parts, id: string): Promise<Pick<Group, 'name' | 'max'>[]> {
  const fields = ['status', 'key', 'operation', 'instance', 'kind']
  const [status, key, operation, instance, kind] = await redis.hmget(jobKey(id, 'meta'), ...fields)
  if (STOPPING.has(status)) return []
  const system = `${adapterOf(operation ?? '', kindOf(kind))?.tool.name ?? ''} ${instance ?? ''}`
  const [ofKey, ofInstance] = [
    { name: `key ${key}`, max: settings.turns_per_key },
    { name: `instance ${system}`, max: settings.turns_per_instance }
  ]
  // Programs run for as long as they take, and their own system limits how many run at once.
  if (kind === 'process') return [ofKey, ofInstance]
  return [ofKey, ofInstance, { name: `both ${system} ${key}`, max: settings.turns_per_key_on_instance }]
}

/** A job that only has to stop is never refused. */
const STOPPING: ReadonlySet<string | null | undefined> = new Set<JobStatus>(['pausing', 'cancelling'])
