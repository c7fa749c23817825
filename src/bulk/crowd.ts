import type { BulkAdapter } from '../contract/bulk.ts'
import type { JobKind } from '../contract/job-parts.ts'
import type { JobStatus } from '../contract/jobs.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { jobKey } from './keys.ts'
import { kindOf } from './read-meta.ts'
import type { BulkSettings } from './settings.ts'

/**
 * The turns that one worker has in hand. A system that hangs holds its turns for minutes: neither a key, nor an instance of a system, nor the two
 * together may have all of them, so that jobs of others, and of the same key on other systems, go on.
 */
export interface Crowd {
  enter: (id: string) => Promise<Seat>
}

export interface Seat {
  /** Whether the turn may be had now. */
  free: boolean
  /** When the job's next turn may come: at once, or after those who were turned away before it. */
  nextAt: () => number
  leave: () => void
}

interface Group {
  name: string
  most: number
  turns: number
  /** When the last of those who were turned away comes again. */
  lastAt: number
}

/** Who is turned away comes again so much later, and so much after the one before it. */
const AGAIN_MS = 500
const APART_MS = 25

interface Parts {
  redis: RedisClient
  adapterOf: (operation: string, kind: JobKind) => BulkAdapter | undefined
  settings: Pick<BulkSettings, 'turns_per_key' | 'turns_per_instance' | 'turns_per_key_on_instance'>
}

export function createCrowd(parts: Parts): Crowd {
  const groups = new Map<string, Group>()
  return {
    async enter(id) {
      const shares = await sharesOf(parts, id)
      for (const group of groups.values()) if (group.turns === 0 && !isWanted(group)) groups.delete(group.name)
      const mine = shares.map(({ name, most }) => groups.get(name) ?? { name, most, turns: 0, lastAt: 0 })
      const full = mine.find(({ turns, most }) => turns >= most)
      if (full) return { free: false, nextAt: () => queueUp(full), leave: () => undefined }
      for (const group of mine) {
        group.turns++
        groups.set(group.name, group)
      }
      return {
        free: true,
        nextAt: () => Math.max(Date.now(), ...mine.filter(isWanted).map(queueUp)),
        leave() {
          for (const group of mine) group.turns--
        }
      }
    }
  }
}

/** Those who were turned away are yet to come: the group is kept for them, though nobody is in. */
const isWanted = ({ lastAt }: Group): boolean => lastAt > Date.now()

function queueUp(group: Group): number {
  group.lastAt = Math.max(Date.now() + AGAIN_MS, group.lastAt + APART_MS)
  return group.lastAt
}

/** What a turn of the job counts for, and how many of each there may be. */
async function sharesOf({ redis, adapterOf, settings }: Parts, id: string): Promise<Pick<Group, 'name' | 'most'>[]> {
  const fields = ['status', 'key', 'operation', 'instance', 'kind']
  const [status, key, operation, instance, kind] = await redis.hmget(jobKey(id, 'meta'), ...fields)
  if (STOPPING.has(status)) return []
  const system = `${adapterOf(operation ?? '', kindOf(kind))?.tool.name ?? ''} ${instance ?? ''}`
  const [ofKey, ofInstance] = [
    { name: `key ${key}`, most: settings.turns_per_key },
    { name: `instance ${system}`, most: settings.turns_per_instance }
  ]
  // Programs run for as long as they take, side by side, and are counted by their own system.
  if (kind === 'process') return [ofKey, ofInstance]
  return [ofKey, ofInstance, { name: `both ${system} ${key}`, most: settings.turns_per_key_on_instance }]
}

/** A job that only has to stop is not kept from it. */
const STOPPING: ReadonlySet<string | null | undefined> = new Set<JobStatus>(['pausing', 'cancelling'])
