import type { TSchema } from 'typebox'
import { type Catalog, splitRoute } from '../../src/catalog/catalog.ts'
import { failureShape, Metadata } from '../../src/catalog/envelope-shapes.ts'
import { callerSchema, type JsonSchema, mapSchema, publicSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { inputOf } from '../../src/catalog/reserved-inputs.ts'
import { REASON_NAMES, REASONS, statusOf } from '../../src/contract/errors.ts'
import { highestPermission, type Operation } from '../../src/contract/operation.ts'
import { streamSpec } from '../../src/contract/stream.ts'
import { OWN_TOOLS } from '../../src/surfaces/mcp/own-tools.ts'
import { JOB_RESULTS, OPENAPI, REFERENCE } from '../../src/surfaces/mcp/resources.ts'
import { GATEWAY_ROUTES, type GatewayRoute } from '../../src/surfaces/shared/gateway-routes.ts'

/** The contract that callers rely on, without descriptions. */
export interface Contract {
  version: string
  /** ID → operation, including the gateway's own routes. */
  operations: Record<string, OperationContract>
  /** Shapes of every response. */
  envelope: { metadata: JsonSchema; failure: JsonSchema }
  /** MCP capabilities in addition to the operations: discovery tools, prompts and resources. */
  mcp: string[]
  /** Reason → its code and status. */
  reasons: Record<string, { code: string; status: number }>
}

export interface OperationContract {
  /** As `GET /v1/catalog/:id`. */
  route: string
  /** The highest permission that a call may need; null for the gateway's own routes. */
  permission: string | null
  /** Other names in calls by name, with the input that distinguishes operations which share one. */
  aliases: string[]
  input: JsonSchema
  /** Only for the gateway's own routes, whose body is not part of the input; null if they accept none. */
  body: JsonSchema | null
  /** Other spellings of a property, by name or as a header: `q for query`. */
  spellings: string[]
  /** Rules over several properties. */
  requires: string[]
  /** Whether calls need `confirm: true` whatever the policy. */
  confirms: boolean
  /** Whether an identical second call has no further effect. */
  idempotent: boolean
  /** HTTP statuses of success. */
  success: number[]
  /** Media types other than JSON of its body or its response. */
  media_types: string[]
  output: JsonSchema
}

/** Returns the contract of the current definitions. */
export function contractOf({ operations, tools }: Catalog, version: string): Contract {
  const routes = Object.values<GatewayRoute>(GATEWAY_ROUTES)
  const failure = failureShape(tools.map(({ name }) => name))
  return {
    version,
    operations: Object.fromEntries([
      ...routes.map(route => [route.id, ofRoute(route)]),
      ...operations.map(operation => [operation.id, ofOperation(operation)])
    ]),
    envelope: { metadata: bare(Metadata), failure: mapSchema(bare(failure), withoutEnum) },
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
    permission: highestPermission(permission),
    aliases: aliases.map(({ name, when }) =>
      [name, ...Object.entries(when ?? {}).map(([property, value]) => `${property}=${value}`)].join(' ')
    ),
    input: withoutTexts(callerSchema(input)),
    body: null,
    spellings: spellingsIn(toJsonSchema(input)),
    requires: requires.map(({ text }) => text),
    confirms: costly !== undefined || (typeof permission !== 'string' && (permission.always_confirm ?? false) !== false),
    idempotent,
    success: [...success],
    media_types: [
      ...(streamSpec(output)?.media_types ?? []),
      ...(body ? [body.media_type] : []),
      ...(upload ? ['multipart/form-data'] : [])
    ],
    output: bare(output)
  }
}

function spellingsIn({ properties = {}, items, anyOf = [] }: JsonSchema, prefix = ''): string[] {
  const own = Object.entries(properties).flatMap(([name, node]) => [
    ...[node['x-aliases'] ?? [], node['x-header'] ?? []].flat().map(spelling => `${spelling} for ${prefix}${name}`),
    ...spellingsIn(node, `${prefix}${name}.`)
  ])
  return [...own, ...[...anyOf, ...(items ? [items] : [])].flatMap(node => spellingsIn(node, prefix))]
}

const bare = (schema: TSchema): JsonSchema => withoutTexts(publicSchema(toJsonSchema(schema)))

const TEXTS: readonly string[] = ['$id', 'title', 'description', 'examples']

const withoutTexts = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, node => Object.fromEntries(Object.entries(node).filter(([keyword]) => !TEXTS.includes(keyword))))

/** Codes and reasons may be added at any time: `reasons` lists those that must stay. */
const withoutEnum = ({ enum: _, ...node }: JsonSchema): JsonSchema => node
