import { createRequire } from 'node:module'

const MARKS: readonly [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le']
]

/** Decodes bytes by their byte order mark, the header, or the page's declaration; else as UTF-8, else by their content. */
export function decode(bytes: Uint8Array, contentType: string): string {
  const charset = markOf(bytes) ?? charsetIn(contentType) ?? declared(bytes)
  const decoder = charset === undefined ? undefined : decoderFor(charset)
  if (decoder) return decoder.decode(bytes)
  const text = asUtf8(bytes)
  return text === undefined || SHIFTS.some(shift => text.includes(shift)) ? detected(bytes).decode(bytes) : text
}

/** Sequences of ISO-2022-JP, which consists of ASCII characters only. */
const SHIFTS = ['\u001b$B', '\u001b$@']

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }) // a truncated body may end inside a character
  } catch {
    return undefined
  }
}

const markOf = (bytes: Uint8Array): string | undefined => MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1]

const charsetIn = (contentType: string): string | undefined => /charset\s*=\s*["']?([^"';\s>/]+)/i.exec(contentType)?.[1]

/** Bytes to search for a charset declaration. Most heads are shorter. */
const MAX_HEAD = 512 * 1024
/** Maximum length of a tag with a declaration. */
const MAX_TAG = 1024
const XML = /^<\?xml[^>]{0,200}encoding\s*=\s*["']([^"']+)/i

/** `<meta charset=…>` or `<meta http-equiv … content="…charset=…">` anywhere in the head, or `<?xml encoding="…"?>`. */
function declared(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, MAX_HEAD)).toString('latin1')
  const charset = metaCharset(head) ?? XML.exec(head.slice(0, MAX_TAG))?.[1]
  // A page that could be parsed this far cannot be UTF-16.
  return charset !== undefined && /^utf-?16/i.test(charset) ? 'utf-8' : charset
}

/** Content that may look like a declaration, and its end. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<script', '</script'],
  ['<style', '</style'],
  ['<title', '</title']
] as const

function metaCharset(source: string): string | undefined {
  const text = source.toLowerCase()
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (text.startsWith('<body', at) || text.startsWith('</head', at)) return undefined
    if (text.startsWith('<meta', at)) {
      const [tag = ''] = text.slice(at, at + MAX_TAG).split('>')
      const [, charset] = /charset\s*=\s*(?:["']\s*)?([^"'\s/>;]+)/.exec(tag) ?? []
      if (charset !== undefined) return charset
    }
    const [, end] = SKIPPED.find(([start]) => text.startsWith(start, at)) ?? []
    const after = end === undefined ? at : text.indexOf(end, at)
    if (after === -1) return undefined
    at = after
  }
  return undefined
}

/** Bytes of text that are enough to detect their charset. */
const SAMPLE = 32 * 1024

/** Loaded on demand, since most pages declare their charset. */
const load = createRequire(import.meta.url)

/** Detects the charset by the frequency of characters. Without a clear one, windows-1252, as browsers do. */
function detected(bytes: Uint8Array): TextDecoder {
  const { analyse }: typeof import('chardet') = load('chardet')
  const found = analyse(textOf(bytes)).map(({ name }) => (/^utf-?(8|16|32)/i.test(name) ? undefined : decoderFor(name)))
  return found.find(decoder => decoder !== undefined) ?? new TextDecoder('windows-1252')
}

/** Tags are English, whatever the language of the page. */
function textOf(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(SAMPLE)
  let [length, isTag] = [0, false]
  for (const byte of bytes) {
    if (byte === 0x3c) isTag = true
    if (!isTag) text[length++] = byte
    if (byte === 0x3e) isTag = false
    if (length === SAMPLE) break
  }
  return length > 0 ? text.subarray(0, length) : bytes.subarray(0, SAMPLE)
}

/** undefined: an unknown charset. */
function decoderFor(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}
