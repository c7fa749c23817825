/** The kind of the content, as this reader distinguishes them. */
export type Kind = 'html' | 'pdf' | 'document' | 'feed' | 'text' | 'other'

const TEXTS = /^(text\/|application\/(json|ld\+json|xml|yaml|x-yaml|toml|javascript|x-ndjson|rtf$)|[^;]+\+(json|xml)$)/
const HTML = /^(text\/html|application\/xhtml\+xml)$/
const FEED = /^application\/(?:rss|atom|rdf)\+xml$/
const FEED_ROOT = /<(?:rss|feed|rdf:RDF)[\s>]/i
const XML = /(?:^|[/+])xml$/
/** Word, Excel, PowerPoint and EPUB: archives in ZIP format. */
const DOCUMENT = /^application\/(?:vnd\.openxmlformats-officedocument\.|vnd\.ms-\w+\.\w+\.macroenabled|epub\+zip$|zip$|x-zip-compressed$)/
const UNTOLD = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download', 'application/force-download'])

/** Returns `text/html` for `text/html; charset=x`. */
export const mediaTypeOf = (header: string): string => (header.split(';')[0] ?? '').trim().toLowerCase()

/** Detects the type by the header, or by the first bytes if the header is missing or misnames a PDF. */
export function kindOf(header: string, bytes: Uint8Array): Kind {
  const type = mediaTypeOf(header)
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (beginning.trimStart().startsWith('%PDF-')) return 'pdf'
  const isArchive = beginning.startsWith('PK\u0003\u0004')
  if (isArchive && (DOCUMENT.test(type) || UNTOLD.has(type))) return 'document'
  if (HTML.test(type)) return 'html'
  if (FEED.test(type) || (XML.test(type) && FEED_ROOT.test(beginning))) return 'feed'
  if (type === 'application/pdf') return 'pdf'
  if (TEXTS.test(type)) return 'text'
  if (!UNTOLD.has(type)) return 'other'
  if (/<(!doctype html|html|head|body|article|p|div|h1)\b/i.test(beginning)) return 'html'
  return beginning.includes('\0') ? 'other' : 'text'
}
