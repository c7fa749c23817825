import { StringDecoder } from 'node:string_decoder'

export interface LineSplitter {
  /** Takes bytes, wherever they were cut. */
  push: (chunk: Buffer) => void
  /** What came after the last line end. */
  tail: () => string
  /** There is nothing more: the tail is a line, too. */
  end: () => void
}

/** Splits bytes into lines: neither a line nor a character that crosses chunks is broken. */
export function splitLines(onLine: (line: string) => void): LineSplitter {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  const tell = (): void => {
    const line = parts.join('')
    parts = []
    onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
  }
  const take = (text: string): void => {
    const pieces = text.split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      parts.push(piece)
      tell()
    }
    if (last !== '') parts.push(last)
  }
  return {
    push: chunk => take(decoder.write(chunk)),
    tail: () => parts.join(''),
    end() {
      take(decoder.end())
      if (parts.length > 0) tell()
    }
  }
}
