import type { Log } from '../../src/contract/runtime.ts'

interface LogLine {
  level: keyof Log
  fields: Record<string, unknown>
  message: string
}

export interface Recorder extends Log {
  lines: LogLine[]
  /** Returns the fields of the next line of this level, with its message as `message`; waits for it if necessary. */
  next: (level: keyof Log) => Promise<Record<string, unknown>>
}

/** A log that records its lines, and returns each once. */
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
