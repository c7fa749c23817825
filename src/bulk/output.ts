import type { JobLine, LinesPage } from '../contract/job-output.ts'
import type { OutputLine } from '../contract/lent.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { jobKey } from './keys.ts'
import type { Meta } from './meta.ts'
import { runScript } from './scripts/run.ts'

/** What the program of a job prints, on its way into the job store. Whoever runs it bounds how much that is. */
export interface Output {
  /** Takes the events stdout and stderr, whose data is `{ line }`. */
  emit: (event: string, data: unknown) => void
  /** Resolves once all that came so far is written. */
  written: () => Promise<void>
}

/** Lines of one write, and how long they gather: a follower hears of each within a tenth of a second. */
const AT_ONCE = 500
const GATHER_MS = 40

export function createOutput(redis: RedisClient, id: string, epoch: string): Output {
  let lines: string[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, GATHER_MS))
    while (lines.length > 0) {
      const some = lines.slice(0, AT_ONCE)
      // An outage: what cannot be written now is written once the store is back, as ioredis keeps the command.
      await runScript(redis, 'output', id, [epoch, ...some])
      lines = lines.slice(some.length)
    }
  }

  return {
    emit(event, data) {
      if (event !== 'stdout' && event !== 'stderr') return
      lines.push(`${event === 'stdout' ? 'o' : 'e'}${lineOf(data)}`)
      writing ??= write()
        .catch(() => {
          lines = [] // a job that is gone, or another worker has it
        })
        .finally(() => {
          writing = undefined
        })
    },
    written: async () => {
      while (writing) await writing
    }
  }
}

const lineOf = (data: unknown): string => (typeof data === 'object' && data !== null && 'line' in data ? String(data.line) : '')

/** A page of what was printed. */
export async function readOutput(
  redis: RedisClient,
  { id }: Meta,
  { after, limit, cursor }: { after: number; limit: number; cursor?: string }
): Promise<LinesPage> {
  const from = cursor === undefined ? after : decodeCursor(cursor, placeIn)
  const [total, items] = await Promise.all([redis.llen(jobKey(id, 'output')), readLines(redis, id, from, from + limit - 1)])
  const next = from + items.length
  return { items, next_cursor: next < total ? encodeCursor([next]) : null, total: { value: total, relation: 'eq' } }
}

const placeIn = (place: unknown): number | undefined => (Array.isArray(place) && Number.isInteger(place[0]) ? Number(place[0]) : undefined)

/** Lines by their places, from 0 on, the last included. */
export async function readLines(redis: RedisClient, id: string, first: number, last: number): Promise<JobLine[]> {
  const kept = await redis.lrange(jobKey(id, 'output'), first, last)
  return kept.map((line, at) => ({ number: first + at + 1, stream: streamOf(line), text: line.slice(1) }))
}

const streamOf = (line: string): OutputLine['stream'] => (line.startsWith('o') ? 'stdout' : 'stderr')
