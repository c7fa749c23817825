import { hash } from 'node:crypto'

/** What is written once and sent often, and the tag of its version. */
export interface Written {
  text: string
  etag: string
}

/** A document as it is sent: an object as JSON, a text as it is. Equal ones have one tag. */
export function write(document: object | string): Written {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  return { text, etag: `"${hash('sha256', text, 'base64url')}"` }
}

/** A cache may keep it for the one key, and asks each time whether there is a newer. */
export const headersOf = ({ etag }: Written): Record<string, string> => ({
  etag,
  'cache-control': 'private, no-cache',
  vary: 'Authorization, X-API-Key'
})

/** Whether the value of If-None-Match names this version. Strong and weak tags count alike, as RFC 9110 says for that header. */
export const namesVersion = (header: string | undefined, etag: string): boolean =>
  header !== undefined && tagsIn(header).some(tag => ['*', plainTag(etag)].includes(plainTag(tag)))

const tagsIn = (header: string): string[] => header.split(',').map(tag => tag.trim())

const plainTag = (tag: string): string => tag.replace(/^W\//, '')

/** Markdown is another representation of the same version, which a cache must not take for the JSON: it has a tag of its own. */
const MARKDOWN = '-md"'

export const inMarkdown = (etag: string): string => etag.replace(/"$/, MARKDOWN)

/** So is JSON that tells of a stream, and holds its beginning: it is not the stream. */
export const inJson = (etag: string): string => etag.replace(/"$/, '-json"')

/** Of the versions that a caller names, those that it has in Markdown, as the operation names them. */
export const knownInMarkdown = (header: string): string =>
  tagsIn(header)
    .filter(tag => tag === '*' || tag.endsWith(MARKDOWN))
    .map(tag => tag.replace(MARKDOWN, '"'))
    .join(', ')
