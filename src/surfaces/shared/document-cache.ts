import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A document as it is sent, with its ETag. */
export interface CachedDocument {
  body: Buffer
  etag: string
}

/** Identifies a document. It contains only what the gateway determines, never a header of the caller. */
type DocumentKey = readonly string[]

/** Creates a document that names the gateway by this address. An object is sent as JSON, a text as it is. */
type CreateDocument = (serverUrl: string) => object | string

/** Returns the document of the key, with this address of the gateway. It is created once for all addresses. */
export type DocumentCache = (key: DocumentKey, serverUrl: string, create: CreateDocument) => CachedDocument

/** All documents of a key that may call everything are about 40 MB. */
const MAX_BYTES = 64 * 1024 * 1024

/** Placeholder for the address of the gateway in a cached document. It is replaced when the document is sent. */
export const ANY_SERVER_URL = 'https://server-url.toolgate.invalid'

interface Template {
  /** The text around each address. */
  parts: readonly Buffer[]
  digest: string
}

export function createDocumentCache(maxBytes = MAX_BYTES): DocumentCache {
  const templates = new LRUCache<string, Template>({
    maxSize: maxBytes,
    sizeCalculation: ({ parts }) => parts.reduce((bytes, part) => bytes + part.length, 1)
  })
  return (key, serverUrl, create) => {
    const name = hash('sha256', JSON.stringify(key))
    const template = templates.get(name) ?? templateOf(create(ANY_SERVER_URL))
    templates.set(name, template)
    return withAddress(template, serverUrl)
  }
}

function templateOf(document: object | string): Template {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  return { parts: text.split(ANY_SERVER_URL).map(part => Buffer.from(part)), digest: hash('sha256', text, 'base64url') }
}

/** Equal documents have the same ETag. */
function withAddress({ parts, digest }: Template, serverUrl: string): CachedDocument {
  const address = Buffer.from(parts.length > 1 ? serverUrl : '')
  return {
    body: Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [address, part]))),
    etag: `"${hash('sha256', `${digest} ${address}`, 'base64url')}"`
  }
}
