import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../../catalog/catalog.ts'
import { suggestNames } from '../../catalog/packs.ts'
import type { Visible } from '../../catalog/visible.ts'
import { isAnonymous } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { cacheHeaders, matchesEtag } from '../../pipeline/etag.ts'
import { readFlat } from '../../pipeline/input/read-input.ts'
import type { CachedDocument, DocumentCache } from '../shared/document-cache.ts'
import { OPENAPI_ROUTE, OWN_ROUTES } from '../shared/gateway-routes.ts'
import { gatewayOptions } from '../shared/route-schema.ts'
import type { Node } from './components.ts'
import { type Filter, filterDocument } from './filter.ts'
import { withInlineInputs } from './inline.ts'

/** Returns a part of the OpenAPI document, for a gateway at this address. */
export type OpenapiFor = (part: Filter, serverUrl: string) => CachedDocument
export type ServerUrlOf = (request: FastifyRequest) => string

const HOST = /^(\[[\da-f:.]+\]|[\w.-]{1,253})(:\d{1,5})?$/i

/** The address of the gateway: the configured one, or else the Host of the request. It reads no other header, since any caller can send one. */
export const serverUrlBy =
  (publicUrl: string | undefined): ServerUrlOf =>
  ({ protocol, host }) => {
    const url = `${protocol}://${host.toLowerCase()}`
    return publicUrl ?? (HOST.test(host) && URL.canParse(url) ? url : `${protocol}://127.0.0.1`)
  }

/** `whole`: returns the document of the whole gateway. */
export const openapiWriter =
  (catalog: Catalog, documents: DocumentCache, whole: () => Node): OpenapiFor =>
  (part, serverUrl) => {
    const { operations, callable = operations, gateway = 'all', title = '', inline = false } = part
    const key = ['openapi', gateway, title, String(inline), ...operations.map(({ id }) => id), '', ...callable.map(({ id }) => id)]
    return documents(key, serverUrl, () => {
      const document = filterDocument(whole(), catalog, part)
      return inline ? withInlineInputs(document) : document
    })
  }

interface OpenapiRouteParts {
  visible: Visible
  serverUrlOf: ServerUrlOf
  openapiFor: OpenapiFor
}

/** GET /openapi.json: what the key may call, of all systems or of one. Without a key, on a gateway that requires one, the routes that need none. */
export function openapiRoute(app: FastifyInstance, { visible, serverUrlOf, openapiFor }: OpenapiRouteParts): void {
  const { id, path, input } = OPENAPI_ROUTE
  app.get(path, gatewayOptions(OPENAPI_ROUTE), (request, reply) => {
    const { system, pack, refs } = readFlat(id, input, { ...Object(request.query) })
    const send = (part: Filter): FastifyReply =>
      sendDocument(request, reply, openapiFor({ ...part, inline: refs === 'inline' }, serverUrlOf(request)))
    if (isAnonymous(request.caller)) return send({ operations: [], gateway: 'public' })
    const operations = visible.operations(request.caller, typeof pack === 'string' ? { packs: [pack] } : {})
    if (system === undefined) return send(pack === undefined ? { operations } : { operations, gateway: 'none', title: `Toolgate: ${pack}` })
    if (system === OWN_ROUTES) return send({ operations: [], callable: operations, title: 'Toolgate: Gateway' })
    const own = ofSystemOrFail(operations, String(system))
    return send({ operations: own, gateway: 'none', title: `Toolgate: ${own[0].tool.title}` })
  })
}

function ofSystemOrFail(operations: readonly Operation[], system: string): [Operation, ...Operation[]] {
  const [first, ...others] = operations.filter(({ tool }) => tool.name === system)
  if (first) return [first, ...others]
  const names = [...new Set(operations.map(({ tool }) => tool.name)), OWN_ROUTES]
  throw new OperationError('invalid_field_value', `No system ${system} is visible to this key.`, {
    issues: [{ path: 'system', message: 'is not a known system', expected: `one of: ${names.join(', ')}` }],
    suggestions: suggestNames(system, names)
  })
}

/** Sends the document, or 304 if the caller has this version. */
export function sendDocument({ headers }: FastifyRequest, reply: FastifyReply, { body, etag }: CachedDocument): FastifyReply {
  reply.headers(cacheHeaders(etag))
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}
