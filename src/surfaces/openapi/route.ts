import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Caller, isNobody } from '../../contract/caller.ts'
import type { Catalog } from '../../contract/catalog.ts'
import { namesVersion } from '../../contract/etag.ts'
import type { Ports } from '../../contract/ports.ts'
import { openapiDocument } from './document.ts'

export interface OpenapiParts {
  catalog: Catalog
  ports: Pick<Ports, 'visible'>
  version: string
  /** Where callers reach the gateway; by default where this caller did. */
  publicUrl?: string | undefined
}

interface Written {
  text: string
  etag: string
}

const MOST_KEPT = 8
const HOST = /^[\w.:[\]-]+$/

export type OpenapiFor = (caller: Caller, serverUrl: string) => Written

/** The document as a caller may see it: what the key may call. Without a key, where one is needed, the routes that need none. */
export function openapiWriter(parts: OpenapiParts): OpenapiFor {
  const written = remember()
  return (caller, serverUrl) => written(`${serverUrl} ${visibleTo(caller, parts).join()}`, () => write(parts, caller, serverUrl))
}

/** GET /openapi.json. */
export function openapiRoute(app: FastifyInstance, { publicUrl }: Pick<OpenapiParts, 'publicUrl'>, openapiFor: OpenapiFor): void {
  app.get('/openapi.json', { config: { public: true } }, ({ caller, headers, protocol, host }, reply) => {
    const { text, etag } = openapiFor(caller, publicUrl ?? `${protocol}://${HOST.test(host) ? host : '127.0.0.1'}`)
    reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'Authorization, X-API-Key')
    if (namesVersion(headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

const visibleTo = (caller: Caller, { catalog, ports }: OpenapiParts): string[] =>
  isNobody(caller) ? ['public'] : catalog.operations.filter(operation => ports.visible(operation, caller)).map(({ id }) => id)

function write({ catalog, ports, version }: OpenapiParts, caller: Caller, serverUrl: string): Written {
  const document = isNobody(caller)
    ? openapiDocument(catalog, { version, serverUrl, visible: () => false, gateway: 'public' })
    : openapiDocument(catalog, { version, serverUrl, visible: operation => ports.visible(operation, caller) })
  const text = JSON.stringify(document)
  return { text, etag: `"${hash('sha256', text, 'base64url')}"` }
}

/** Keys with the same view share a document; a few are kept, since each may be some megabytes. */
function remember(): (key: string, make: () => Written) => Written {
  const kept = new Map<string, Written>()
  return (key, make) => {
    const document = kept.get(key) ?? make()
    kept.delete(key)
    kept.set(key, document)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return document
  }
}
