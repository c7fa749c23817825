import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../../catalog/catalog.ts'
import { suggestNames } from '../../catalog/packs.ts'
import type { Selection, Visible } from '../../catalog/visible.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { cacheHeaders, matchesEtag } from '../../pipeline/etag.ts'
import { readFlat } from '../../pipeline/input/read-input.ts'
import type { DocumentCache } from '../shared/document-cache.ts'
import { GATEWAY_ROUTES } from '../shared/gateway-routes.ts'
import { detailKey, detailOf, selectionOf } from '../shared/list-query.ts'
import { gatewayOptions } from '../shared/route-schema.ts'
import type { Dialect } from './dialect.ts'
import { DIALECTS } from './dialects.ts'

export interface DialectParts {
  catalog: Catalog
  visible: Visible
  documents: DocumentCache
  version: string
  serverUrlOf: (request: FastifyRequest) => string
  /** Returns these operations as OpenAPI 3.1, with the gateway's own routes or without. */
  openapi: (operations: readonly Operation[], gateway: 'all' | 'none') => Record<string, unknown>
}

const ROUTE = GATEWAY_ROUTES.dialect

/** GET /v1/dialects/:dialect: what the key may call, in the format of one provider or tool. */
export function dialectRoute(app: FastifyInstance, { catalog, visible, documents, version, serverUrlOf, openapi }: DialectParts): void {
  app.get(ROUTE.path, gatewayOptions(ROUTE), (request, reply) => {
    const query = readFlat(ROUTE.id, ROUTE.input, { ...Object(request.query), ...Object(request.params) })
    const dialect = dialectOrFail(String(query['dialect']))
    const choice = choiceOf(query)
    const whole = Object.keys(choice).length === 0
    const operations = visible.operations(request.caller, choice)
    const detail = detailOf(query, visible)
    const key = ['dialect', dialect.name, String(whole), detailKey(detail, operations), ...operations.map(({ id }) => id)]
    const { body, etag } = documents(key, serverUrlOf(request), serverUrl =>
      dialect.write({ catalog, operations, detail, serverUrl, version, openapi: () => openapi(operations, whole ? 'all' : 'none') })
    )
    reply.headers(cacheHeaders(etag))
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(`${dialect.mediaType}; charset=utf-8`).send(body)
  })
}

const choiceOf = ({ tag, pack, ...query }: Record<string, unknown>): Selection => ({
  ...(typeof tag === 'string' && { tag }),
  ...selectionOf(query, typeof pack === 'string' ? [pack] : undefined)
})

function dialectOrFail(name: string): Dialect {
  const found = DIALECTS.find(dialect => dialect.name === name)
  if (found) return found
  const names = DIALECTS.map(dialect => dialect.name)
  throw new OperationError('route_not_found', `There is no dialect ${name}.`, {
    suggestions: [...suggestNames(name, names), `Dialects: ${names.join(', ')}.`]
  })
}
