/** What the bytes are, in the words of this reader. */
export type Kind = 'html' | 'pdf' | 'text' | 'other'

const TEXTS = /^(text\/|application\/(json|ld\+json|xml|yaml|x-yaml|toml|javascript|x-ndjson|rtf$)|[^;]+\+(json|xml)$)/
const HTML = /^(text\/html|application\/xhtml\+xml)$/
const UNTOLD = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download', 'application/force-download'])

/** `text/html; charset=x` as `text/html`. */
export const mediaTypeOf = (header: string): string => (header.split(';')[0] ?? '').trim().toLowerCase()

/** By what the site says; by how it begins where the site says nothing, or calls a PDF something else. */
export function kindOf(header: string, bytes: Uint8Array): Kind {
  const type = mediaTypeOf(header)
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (beginning.trimStart().startsWith('%PDF-')) return 'pdf'
  if (HTML.test(type)) return 'html'
  if (type === 'application/pdf') return 'pdf'
  if (TEXTS.test(type)) return 'text'
  if (!UNTOLD.has(type)) return 'other'
  if (/<(!doctype html|html|head|body|article|p|div|h1)\b/i.test(beginning)) return 'html'
  return beginning.includes('\0') ? 'other' : 'text'
}
