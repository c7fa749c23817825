import type { TSchema } from 'typebox'
import { type Catalog, splitRoute } from '../../src/contract/catalog.ts'
import { REASON_NAMES, REASONS, statusOf } from '../../src/contract/errors.ts'
import { GATEWAY_ROUTES } from '../../src/contract/gateway.ts'
import type { GatewayRoute } from '../../src/contract/gateway-route.ts'
import { ceilingOf, type Operation } from '../../src/contract/operation.ts'
import { inputOf } from '../../src/contract/reserved.ts'
import { callerSchema, type JsonSchema, mapSchema, plain, published } from '../../src/contract/schema.ts'
import { failureShape, Metadata } from '../../src/contract/shapes.ts'
import { streamForm } from '../../src/contract/stream.ts'
import { OWN_TOOLS } from '../../src/surfaces/mcp/own-tools.ts'
import { JOB_RESULTS, OPENAPI, REFERENCE } from '../../src/surfaces/mcp/resources.ts'

/** What callers build on, without the words that explain it. */
export interface Contract {
  version: string
  /** Id → operation, the gateway's own routes among them. */
  operations: Record<string, OperationContract>
  /** Shapes that every answer has. */
  envelope: { metadata: JsonSchema; failure: JsonSchema }
  /** What MCP has beside the operations: tools that find them, prompts and resources. */
  mcp: string[]
  /** Reason → the code and status that it comes with. */
  reasons: Record<string, { code: string; status: number }>
}

export interface OperationContract {
  /** As `GET /v1/catalog/:id`. */
  route: string
  /** The permission its key must hold at most; null for the gateway's own. */
  permission: string | null
  /** The other names it answers to by name, with what tells them apart where several share one. */
  aliases: string[]
  input: JsonSchema
  /** Of the gateway's own routes, whose body is no part of the input; null where they take none. */
  body: JsonSchema | null
  /** Other spellings of a property, by name or as a header: `q for query`. */
  spellings: string[]
  /** Rules over several properties. */
  requires: string[]
  /** Calls of it wait for `confirm: true`, whatever the policy says. */
  confirms: boolean
  /** A second equal call changes nothing more. */
  idempotent: boolean
  /** HTTP statuses of success. */
  success: number[]
  /** Media types in which it takes a body or answers bytes, beside JSON. */
  media_types: string[]
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
    mcp: [
      ...OWN_TOOLS.map(({ name }) => `tool ${name}`),
      ...tools.map(({ name }) => `prompt ${name}`),
      ...[OPENAPI, JOB_RESULTS, ...tools.map(({ name }) => REFERENCE + name)].map(uri => `resource ${uri}`)
    ],
    reasons: Object.fromEntries(REASON_NAMES.map(reason => [reason, { code: REASONS[reason].code, status: statusOf(reason) }]))
  }
}

const ofRoute = ({ method, path, input, body, output, document }: GatewayRoute): OperationContract => ({
  route: `${method} ${path}`,
  permission: null,
  aliases: [],
  input: withoutTexts(callerSchema(input)),
  body: body ? withoutTexts(callerSchema(body)) : null,
  spellings: [],
  requires: [],
  confirms: false,
  idempotent: method === 'GET',
  success: [200],
  media_types: [...(document ?? [])],
  output: bare(output)
})

function ofOperation(operation: Operation): OperationContract {
  const { permission, aliases, requires, costly, idempotent, success, output, body, upload } = operation
  const input = inputOf(operation)
  return {
    route: splitRoute(operation).join(' '),
    permission: ceilingOf(permission),
    aliases: aliases.map(({ name, when }) =>
      [name, ...Object.entries(when ?? {}).map(([property, word]) => `${property}=${word}`)].join(' ')
    ),
    input: withoutTexts(callerSchema(input)),
    body: null,
    spellings: spellingsIn(plain(input)),
    requires: requires.map(({ text }) => text),
    confirms: costly !== undefined || (typeof permission !== 'string' && permission.asks === true),
    idempotent,
    success: [...success],
    media_types: [
      ...(streamForm(output)?.media_types ?? []),
      ...(body ? [body.media_type] : []),
      ...(upload ? ['multipart/form-data'] : [])
    ],
    output: bare(output)
  }
}

function spellingsIn({ properties = {}, items, anyOf = [] }: JsonSchema, place = ''): string[] {
  const own = Object.entries(properties).flatMap(([name, node]) => [
    ...[node['x-aliases'] ?? [], node['x-header'] ?? []].flat().map(spelling => `${spelling} for ${place}${name}`),
    ...spellingsIn(node, `${place}${name}.`)
  ])
  return [...own, ...[...anyOf, ...(items ? [items] : [])].flatMap(node => spellingsIn(node, place))]
}

const bare = (schema: TSchema): JsonSchema => withoutTexts(published(plain(schema)))

const TEXTS: readonly string[] = ['$id', 'title', 'description', 'examples']

const withoutTexts = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, node => Object.fromEntries(Object.entries(node).filter(([keyword]) => !TEXTS.includes(keyword))))

/** Codes and reasons may be added at any time: `reasons` tells which must stay. */
const withoutWords = ({ enum: _, ...node }: JsonSchema): JsonSchema => node
