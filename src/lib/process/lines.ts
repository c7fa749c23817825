import { StringDecoder } from 'node:string_decoder'
import { MOST_BYTES } from './kept.ts'

export interface LineSplitter {
  /** Takes bytes, wherever they were cut. */
  push: (chunk: Buffer) => void
  /** What came after the last line end, as much of its end as is asked for. */
  tail: (most: number) => string
  /** There is nothing more: the tail is a line, too. */
  end: () => void
}

/**
 * Splits bytes into lines: neither a line nor a character that crosses chunks is broken. Of a line that is longer than all that is kept only the
 * beginning is held; `lost` counts the other bytes.
 */
export function splitLines(onLine: (line: string, lost: number) => void): LineSplitter {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let held = 0
  let lost = 0
  const hold = (text: string): void => {
    const kept = text.slice(0, Math.max(0, MOST_BYTES - held))
    if (kept !== '') parts.push(kept)
    held += kept.length
    if (kept.length < text.length) lost += Buffer.byteLength(text.slice(kept.length))
  }
  const tell = (): void => {
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
      hold(piece)
      tell()
    }
    hold(last)
  }
  return {
    push: chunk => take(decoder.write(chunk)),
    tail(most) {
      let tail = ''
      for (let at = parts.length - 1; at >= 0 && tail.length < most; at--) tail = `${parts[at]}${tail}`
      return tail.slice(-most)
    },
    end() {
      take(decoder.end())
      if (parts.length > 0) tell()
    }
  }
}
