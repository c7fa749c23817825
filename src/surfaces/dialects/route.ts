import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../../contract/catalog.ts'
import { OperationError } from '../../contract/errors.ts'
import { headersOf, namesVersion, type Written, write } from '../../contract/etag.ts'
import { GATEWAY_ROUTES } from '../../contract/gateway.ts'
import type { Operation } from '../../contract/operation.ts'
import { type Pack, suggested } from '../../contract/packs.ts'
import type { Ports } from '../../contract/ports.ts'
import { readFlat } from '../../contract/read.ts'
import { remember } from '../../contract/remember.ts'
import { chosen } from './choose.ts'
import type { Dialect } from './dialect.ts'
import { DIALECTS } from './dialects.ts'

export interface DialectParts {
  catalog: Catalog
  ports: Pick<Ports, 'visible'>
  packs: () => readonly Pack[]
  version: string
  serverUrlOf: (request: FastifyRequest) => string
  /** These operations as OpenAPI 3.1, with the gateway's own routes or without. */
  openapi: (operations: readonly Operation[], serverUrl: string, whole: boolean) => Record<string, unknown>
}

const MOST_KEPT = 24
const ROUTE = GATEWAY_ROUTES.dialect

/** GET /v1/dialects/:dialect: what the key may call, told in the words of one provider or tool. */
export function dialectRoute(app: FastifyInstance, { catalog, ports, packs, version, serverUrlOf, openapi }: DialectParts): void {
  const written = remember<Written>(MOST_KEPT)
  app.get(ROUTE.path, (request, reply) => {
    const { dialect: name, ...choice } = readFlat(ROUTE.id, ROUTE.input, { ...Object(request.query), ...Object(request.params) })
    const dialect = dialectOrFail(String(name))
    const seen = catalog.operations.filter(operation => ports.visible(operation, request.caller))
    const operations = chosen(catalog, packs(), seen, choice)
    const serverUrl = serverUrlOf(request)
    const whole = Object.keys(choice).length === 0
    const told = written([dialect.name, serverUrl, whole, ...operations.map(({ id }) => id)].join(' '), () =>
      write(dialect.write({ catalog, operations, serverUrl, version, openapi: () => openapi(operations, serverUrl, whole) }))
    )
    reply.headers(headersOf(told))
    if (namesVersion(request.headers['if-none-match'], told.etag)) return reply.code(304).send()
    return reply.type(`${dialect.mediaType}; charset=utf-8`).send(told.text)
  })
}

function dialectOrFail(name: string): Dialect {
  const found = DIALECTS.find(dialect => dialect.name === name)
  if (found) return found
  const names = DIALECTS.map(dialect => dialect.name)
  throw new OperationError('route_not_found', `There is no dialect ${name}.`, {
    suggestions: [...suggested(name, names), `There are: ${names.join(', ')}.`]
  })
}
