import type { OutputLine } from '../../contract/lent.ts'

/** Most bytes kept of what one program prints, and most lines: a line costs more than its bytes. */
export const MOST_BYTES = 10 * 1024 * 1024
const MOST_LINES = 200_000

/** What a program printed, up to the limit; from there on it is only counted. */
export function keepLines(onLine: ((line: OutputLine) => void) | undefined) {
  const lines: OutputLine[] = []
  let bytes = 0
  let omitted = 0
  return {
    lines,
    omitted: () => omitted,
    add(stream: OutputLine['stream'], text: string): void {
      const size = Buffer.byteLength(text) + 1
      if (omitted > 0 || bytes + size > MOST_BYTES || lines.length >= MOST_LINES) {
        omitted += size
        return
      }
      bytes += size
      const line = { stream, text }
      lines.push(line)
      onLine?.(line)
    }
  }
}
