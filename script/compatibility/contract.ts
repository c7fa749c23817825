import type { TSchema } from 'typebox'
import { type Catalog, splitRoute } from '../../src/contract/catalog.ts'
import { REASON_NAMES, REASONS, statusOf } from '../../src/contract/errors.ts'
import { GATEWAY_ROUTES } from '../../src/contract/gateway.ts'
import type { GatewayRoute } from '../../src/contract/gateway-route.ts'
import { ceilingOf, type Operation } from '../../src/contract/operation.ts'
import { inputOf } from '../../src/contract/reserved.ts'
import { callerSchema, type JsonSchema, mapSchema, plain, published } from '../../src/contract/schema.ts'
import { failureShape, Metadata } from '../../src/contract/shapes.ts'

/** What callers build on, without the words that explain it. */
export interface Contract {
  version: string
  /** Id → operation, the gateway's own routes among them. */
  operations: Record<string, OperationContract>
  /** Shapes that every answer has. */
  envelope: { metadata: JsonSchema; failure: JsonSchema }
  /** Reason → the code and status that it comes with. */
  reasons: Record<string, { code: string; status: number }>
}

export interface OperationContract {
  /** As `GET /v1/catalog/:id`. */
  route: string
  /** The permission its key must hold at most; null for the gateway's own. */
  permission: string | null
  /** The other names it answers to by name. */
  aliases: string[]
  input: JsonSchema
  output: JsonSchema
}

/** The contract of all definitions as they are now. */
export function contractOf({ operations, tools }: Catalog, version: string): Contract {
  const routes = Object.values<GatewayRoute>(GATEWAY_ROUTES)
  const failure = failureShape(tools.map(({ name }) => name))
  return {
    version,
    operations: Object.fromEntries([
      ...routes.map(route => [route.id, ofRoute(route)]),
      ...operations.map(operation => [operation.id, ofOperation(operation)])
    ]),
    envelope: { metadata: bare(Metadata), failure: mapSchema(bare(failure), withoutWords) },
    reasons: Object.fromEntries(REASON_NAMES.map(reason => [reason, { code: REASONS[reason].code, status: statusOf(reason) }]))
  }
}

const ofRoute = ({ method, path, input, output }: GatewayRoute): OperationContract => ({
  route: `${method} ${path}`,
  permission: null,
  aliases: [],
  input: withoutTexts(callerSchema(input)),
  output: bare(output)
})

function ofOperation(operation: Operation): OperationContract {
  return {
    route: splitRoute(operation).join(' '),
    permission: ceilingOf(operation.permission),
    aliases: operation.aliases.map(({ name }) => name),
    input: withoutTexts(callerSchema(inputOf(operation))),
    output: bare(operation.output)
  }
}

const bare = (schema: TSchema): JsonSchema => withoutTexts(published(plain(schema)))

const TEXTS: readonly string[] = ['$id', 'title', 'description', 'examples']

const withoutTexts = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, node => Object.fromEntries(Object.entries(node).filter(([keyword]) => !TEXTS.includes(keyword))))

/** Codes and reasons may be added at any time: `reasons` tells which must stay. */
const withoutWords = ({ enum: _, ...node }: JsonSchema): JsonSchema => node
