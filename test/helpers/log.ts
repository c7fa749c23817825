import type { Log } from '../../src/lib/log.ts'

export interface LogLine {
  level: keyof Log
  fields: Record<string, unknown>
  message: string
}

export interface Recorder extends Log {
  lines: LogLine[]
  /** The fields of the next line of this level, with its message as `message`: one already there, or the first to come. */
  next: (level: keyof Log) => Promise<Record<string, unknown>>
}

/** A log that keeps its lines for a test to look at, and hands each out once. */
export function recorder(): Recorder {
  const lines: LogLine[] = []
  const waiting: { level: keyof Log; take: (line: LogLine) => void }[] = []

  const writer =
    (level: keyof Log) =>
    (fields: object, message: string): void => {
      const line = { level, fields: { ...fields, message }, message }
      const place = waiting.findIndex(one => one.level === level)
      if (place < 0) lines.push(line)
      else waiting.splice(place, 1)[0]?.take(line)
    }

  return {
    lines,
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    next: level => {
      const place = lines.findIndex(line => line.level === level)
      const there = place < 0 ? undefined : lines.splice(place, 1)[0]
      if (there !== undefined) return Promise.resolve(there.fields)
      return new Promise(resolve => waiting.push({ level, take: ({ fields }) => resolve(fields) }))
    }
  }
}
