/** Bytes to search for a charset declaration, as in browsers. */
const PRESCAN = 1024

const MARKS: readonly [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le']
]

/** Decodes bytes by their byte order mark, the header, or the page's declaration; else as UTF-8, else as windows-1252. */
export function decode(bytes: Uint8Array, contentType: string): string {
  const charset = markOf(bytes) ?? charsetIn(contentType) ?? declared(bytes)
  const decoder = charset === undefined ? undefined : decoderFor(charset)
  if (decoder) return decoder.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }) // a truncated body may end inside a character
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const markOf = (bytes: Uint8Array): string | undefined => MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1]

const charsetIn = (contentType: string): string | undefined => /charset\s*=\s*["']?([^"';\s>/]+)/i.exec(contentType)?.[1]

/** `<meta charset=…>`, `<meta http-equiv … content="…charset=…">`, `<?xml encoding="…"?>`. */
function declared(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, PRESCAN)).toString('latin1')
  const [, charset] =
    /<meta\b[^>]*?charset\s*=\s*["']?\s*([^"'\s/>;]+)/i.exec(beginning) ?? /^<\?xml[^>]*encoding\s*=\s*["']([^"']+)/i.exec(beginning) ?? []
  // A page that could be parsed this far cannot be UTF-16.
  return charset !== undefined && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

/** undefined: an unknown charset. */
function decoderFor(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}
