import type { OutputLine } from '../../contract/lent.ts'

/** Most bytes kept of what one program prints, and most lines: a line costs more than its bytes. */
export const MOST_BYTES = 10 * 1024 * 1024
const MOST_LINES = 200_000

/** Of these so much is left to stderr, whatever stdout holds: what went wrong is told there, and last. */
const FOR_ERRORS = 0.1
const LAST_BYTES = 64 * 1024
const LAST_LINES = 1_000

/** What a program printed, up to the limit: the beginning, then the last lines of stderr. The rest is only counted. */
export function keepLines(onLine: ((line: OutputLine) => void) | undefined) {
  const lines: OutputLine[] = []
  const last = keepLast()
  let bytes = 0
  let omitted = 0
  const full = { stdout: false, stderr: false }

  const tell = (stream: OutputLine['stream'], text: string): void => {
    const line = { stream, text }
    lines.push(line)
    onLine?.(line)
  }

  /** How many bytes more of that stream have a place. */
  function room(stream: OutputLine['stream']): number {
    const share = stream === 'stdout' ? 1 - FOR_ERRORS : 1
    if (full[stream] || lines.length >= MOST_LINES * share - LAST_LINES) return 0
    return Math.max(0, MOST_BYTES * share - LAST_BYTES - bytes)
  }

  return {
    lines,
    omitted: () => omitted,
    /** Takes a line without its secrets, which are looked for only where it is kept; so many bytes at its end are lost already. */
    add(stream: OutputLine['stream'], printed: string, lost: number, clean: (text: string) => string): void {
      omitted += lost
      if (stream === 'stdout' && full.stdout) {
        omitted += Buffer.byteLength(printed) + 1
        return
      }
      const text = clean(printed)
      const [size, left] = [Buffer.byteLength(text) + 1, room(stream)]
      const beginning = size <= left ? text : beginningOf(text, left)
      if (size <= left || beginning !== '') tell(stream, beginning)
      if (size <= left) {
        bytes += size
        return
      }
      full[stream] = true
      bytes += Buffer.byteLength(beginning)
      omitted += size - Buffer.byteLength(beginning)
      if (stream === 'stderr') omitted -= last.add(text.slice(beginning.length))
    },
    /** There is nothing more: the last lines of stderr come after all others. */
    end(): void {
      for (const text of last.take()) tell('stderr', text)
    }
  }
}

/** Never half a character. */
const beginningOf = (text: string, bytes: number): string =>
  bytes <= 0
    ? ''
    : Buffer.from(text)
        .subarray(0, bytes)
        .toString()
        .replace(/\uFFFD$/, '')

function keepLast() {
  let lines: string[] = []
  let bytes = 0
  const sizeOf = (text: string): number => Buffer.byteLength(text) + 1
  return {
    /** By how many bytes more is kept than before; less than none where others had to go. */
    add(text: string): number {
      const before = bytes
      const kept = text.slice(-LAST_BYTES / 4)
      lines.push(kept)
      bytes += sizeOf(kept)
      while (bytes > LAST_BYTES || lines.length > LAST_LINES) bytes -= sizeOf(lines.shift() ?? '')
      return bytes - before
    },
    take(): string[] {
      const all = lines
      lines = []
      return all
    }
  }
}
