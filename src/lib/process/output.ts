import { StringDecoder } from 'node:string_decoder'
import type { OutputLine } from '../../contract/runtime.ts'

/** Maximum number of bytes and lines kept of a program's output. A line costs more than its bytes. */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_LINES = 200_000

/** Share reserved for stderr, whatever stdout prints: errors are reported there, at the end. */
const STDERR_SHARE = 0.1
const LAST_BYTES = 64 * 1024
const LAST_LINES = 1_000

/** Collects the output of a program up to the limit: its start, then the last lines of stderr. The rest is only counted. */
export function collectOutput(onLine: ((line: OutputLine) => void) | undefined) {
  const lines: OutputLine[] = []
  const last = createTail()
  let bytes = 0
  let omitted = 0
  const full = { stdout: false, stderr: false }

  const report = (stream: OutputLine['stream'], text: string): void => {
    const line = { stream, text }
    lines.push(line)
    onLine?.(line)
  }

  /** Returns the number of bytes of the stream that still fit. */
  function remainingBytes(stream: OutputLine['stream']): number {
    const share = stream === 'stdout' ? 1 - STDERR_SHARE : 1
    if (full[stream] || lines.length >= MAX_LINES * share - LAST_LINES) return 0
    return Math.max(0, MAX_BYTES * share - LAST_BYTES - bytes)
  }

  return {
    lines,
    omitted: () => omitted,
    /** Adds the lost bytes of a line to the count. Returns false if the line will only be counted, so that it need not be redacted. */
    wantsText(stream: OutputLine['stream'], printed: string, lost: number): boolean {
      omitted += lost
      if (stream === 'stderr' || !full.stdout) return true
      omitted += Buffer.byteLength(printed) + 1
      return false
    },
    /** Adds a redacted line. */
    add(stream: OutputLine['stream'], text: string): void {
      const [size, left] = [Buffer.byteLength(text) + 1, remainingBytes(stream)]
      const beginning = size <= left ? text : truncate(text, left)
      if (size <= left || beginning !== '') report(stream, beginning)
      if (size <= left) {
        bytes += size
        return
      }
      full[stream] = true
      bytes += Buffer.byteLength(beginning)
      omitted += size - Buffer.byteLength(beginning)
      if (stream === 'stderr') omitted -= last.add(text.slice(beginning.length))
    },
    /** Ends the output: the last lines of stderr come after all others. */
    end(): void {
      for (const text of last.take()) report('stderr', text)
    }
  }
}

/** Does not split a character. */
const truncate = (text: string, bytes: number): string =>
  bytes <= 0
    ? ''
    : Buffer.from(text)
        .subarray(0, bytes)
        .toString()
        .replace(/\uFFFD$/, '')

function createTail() {
  let lines: string[] = []
  let bytes = 0
  const sizeOf = (text: string): number => Buffer.byteLength(text) + 1
  return {
    /** Returns the change in the number of kept bytes; negative if other lines were removed. */
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

export interface LineSplitter {
  /** Accepts bytes, split anywhere. */
  push: (chunk: Buffer) => void
  /** Returns up to `max` characters from the end of the current line. */
  tail: (max: number) => string
  /** Ends the input: the remaining text is a line, too. */
  end: () => void
}

/**
 * Splits bytes into lines. Lines and characters may span chunks. Only the start of a line beyond the limit is kept; `lost` counts the
 * other bytes.
 */
export function splitLines(onLine: (line: string, lost: number) => void): LineSplitter {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let held = 0
  let lost = 0
  const append = (text: string): void => {
    const kept = text.slice(0, Math.max(0, MAX_BYTES - held))
    if (kept !== '') parts.push(kept)
    held += kept.length
    if (kept.length < text.length) lost += Buffer.byteLength(text.slice(kept.length))
  }
  const emit = (): void => {
    const line = parts.join('')
    const gone = lost
    parts = []
    held = lost = 0
    onLine(line.endsWith('\r') ? line.slice(0, -1) : line, gone)
  }
  const take = (text: string): void => {
    const pieces = text.split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      append(piece)
      emit()
    }
    append(last)
  }
  return {
    push: chunk => take(decoder.write(chunk)),
    tail(max) {
      let tail = ''
      for (let at = parts.length - 1; at >= 0 && tail.length < max; at--) tail = `${parts[at]}${tail}`
      return tail.slice(-max)
    },
    end() {
      take(decoder.end())
      if (parts.length > 0) emit()
    }
  }
}
