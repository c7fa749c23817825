import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, isNobody } from '../../contract/caller.ts'
import type { Catalog } from '../../contract/catalog.ts'
import { headersOf, namesVersion, type Written, write } from '../../contract/etag.ts'
import type { Ports } from '../../contract/ports.ts'
import { remember } from '../../contract/remember.ts'
import type { Node } from './components.ts'
import { openapiDocument } from './document.ts'

export interface OpenapiParts {
  catalog: Catalog
  ports: Pick<Ports, 'visible'>
  version: string
}

const MOST_KEPT = 8
const HOST = /^[\w.:[\]-]+$/

export type OpenapiFor = (caller: Caller, serverUrl: string) => Written
export type ServerUrlOf = (request: FastifyRequest) => string

/** Where callers reach the gateway: as it is configured, else where this caller did. */
export const serverUrlBy =
  (publicUrl: string | undefined): ServerUrlOf =>
  ({ protocol, host }) =>
    publicUrl ?? `${protocol}://${HOST.test(host) ? host : '127.0.0.1'}`

/** The document as a caller may see it: what the key may call. Without a key, where one is needed, the routes that need none. */
export function openapiWriter(parts: OpenapiParts): OpenapiFor {
  const written = remember<Written>(MOST_KEPT)
  return (caller, serverUrl) =>
    written(`${serverUrl} ${visibleTo(caller, parts).join()}`, () => write(documentFor(parts, caller, serverUrl)))
}

/** GET /openapi.json. */
export function openapiRoute(app: FastifyInstance, serverUrlOf: ServerUrlOf, openapiFor: OpenapiFor): void {
  app.get('/openapi.json', { config: { public: true } }, (request, reply) =>
    sendWritten(request, reply, openapiFor(request.caller, serverUrlOf(request)))
  )
}

const visibleTo = (caller: Caller, { catalog, ports }: OpenapiParts): string[] =>
  isNobody(caller) ? ['public'] : catalog.operations.filter(operation => ports.visible(operation, caller)).map(({ id }) => id)

function documentFor({ catalog, ports, version }: OpenapiParts, caller: Caller, serverUrl: string): Node {
  return isNobody(caller)
    ? openapiDocument(catalog, { version, serverUrl, visible: () => false, gateway: 'public' })
    : openapiDocument(catalog, { version, serverUrl, visible: operation => ports.visible(operation, caller) })
}

export function sendWritten({ headers }: FastifyRequest, reply: FastifyReply, document: Written): FastifyReply {
  reply.headers(headersOf(document))
  if (namesVersion(headers['if-none-match'], document.etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(document.text)
}
