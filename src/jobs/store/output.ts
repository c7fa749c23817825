import type { JobLine, LinesPage } from '../../contract/job-events.ts'
import type { OutputLine } from '../../contract/runtime.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { Meta } from '../model/job-record.ts'
import { invalidCursor } from './job-index.ts'
import { jobKey } from './keys.ts'
import { runJobCommand } from './lua/commands.ts'

/** Stores what the program of a job prints. The caller limits how much that is. */
export interface Output {
  /** Accepts the events stdout and stderr, whose data is `{ line }`. */
  emit: (event: string, data: unknown) => void
  /** Resolves once all lines so far are stored. */
  written: () => Promise<void>
}

/** Lines of one write, and how long they are collected: followers get each line within a tenth of a second. */
const MAX_LINES = 500
const COLLECT_MS = 40

export function createOutput(redis: RedisClient, id: string, epoch: string): Output {
  let lines: string[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, COLLECT_MS))
    while (lines.length > 0) {
      const batch = lines.slice(0, MAX_LINES)
      // During an outage ioredis keeps the command and sends it once Redis recovers.
      await runJobCommand(redis, 'appendOutput', id, [epoch, ...batch])
      lines = lines.slice(batch.length)
    }
  }

  return {
    emit(event, data) {
      if (event !== 'stdout' && event !== 'stderr') return
      lines.push(`${event === 'stdout' ? 'o' : 'e'}${lineOf(data)}`)
      writing ??= write()
        .catch(() => {
          lines = [] // the job was deleted, or another worker has it
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

/** Returns a page of the output. */
export async function readOutput(
  redis: RedisClient,
  { id }: Meta,
  { after, limit, cursor }: { after: number; limit: number; cursor?: string }
): Promise<LinesPage> {
  const from = cursor === undefined ? after : indexIn(cursor)
  const [total, items] = await Promise.all([redis.llen(jobKey(id, 'output')), readLines(redis, id, from, from + limit - 1)])
  const next = from + items.length
  return { items, next_cursor: next < total ? encodeCursor([next]) : null, total: { value: total, relation: 'eq' } }
}

function indexIn(cursor: string): number {
  const [index] = decodeCursor(cursor)
  if (typeof index === 'number' && Number.isInteger(index)) return index
  throw invalidCursor()
}

/** Returns lines by index, from 0, including the last. */
export async function readLines(redis: RedisClient, id: string, first: number, last: number): Promise<JobLine[]> {
  const stored = await redis.lrange(jobKey(id, 'output'), first, last)
  return stored.map((line, at) => ({ number: first + at + 1, stream: streamOf(line), text: line.slice(1) }))
}

const streamOf = (line: string): OutputLine['stream'] => (line.startsWith('o') ? 'stdout' : 'stderr')
