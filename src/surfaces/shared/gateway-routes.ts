import { type TObject, Type } from 'typebox'
import { openObject } from '../../catalog/describe.ts'
import type { Reason } from '../../contract/errors.ts'
import type { Method } from '../../contract/operation.ts'
import { PERMISSIONS } from '../../contract/operation.ts'
import { listOf, nullable, stringEnum } from '../../contract/schema.ts'
import {
  CallsOfModel,
  CatalogEntry,
  CatalogRow,
  DialectRow,
  ErrorPage,
  Health,
  Instance,
  PackRow,
  Readiness,
  ResultsOfCalls,
  ToolEntry
} from './gateway-shapes.ts'
import { LIST_QUERY } from './list-query.ts'

/** A route of the gateway itself, which is not an operation of a system. */
export interface GatewayRoute {
  /** Its `operationId`. */
  id: string
  method: Method
  path: string
  summary: string
  description: string
  /** OpenAPI tag. Default: Gateway. */
  tag?: 'Health'
  /** Path parameters and query parameters as one flat object, as in an operation. */
  input: TObject
  /** Absent: the route takes no body. */
  body?: TObject
  /** An example call: path and query parameters, and the body. */
  example?: { input: Record<string, unknown>; body: Record<string, unknown> }
  output: TObject
  /** Media types of a response that is a document, without envelope and with an ETag. */
  document?: readonly string[]
  /** Descriptions of the responses by status, if they have no envelope. */
  plain?: Readonly<Record<number, string>>
  /** Serves callers without a key. */
  public?: true
  /** The route only fails for the reasons in `errors`, and for those of a wrong key or host. */
  simple?: true
  errors: readonly Reason[]
}

/** Value of `?system=` that selects the gateway's own routes. */
export const OWN_ROUTES = 'toolgate'

const System = Type.String({ minLength: 1, maxLength: 64, description: 'Name of a system, such as filesystem.' })
const OperationId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'ID of an operation, such as filesystem_read_file, or one of its aliases.'
})
const PackName = Type.String({ minLength: 1, maxLength: 64, description: 'Name of a pack, such as gitlab. GET /v1/dialects lists them.' })

const NONE = Type.Object({})

const LISTING = { input: { id: 'filesystem_list_directory' }, body: { path: '.' } }

export const HEALTH_ROUTES = {
  health: {
    id: 'toolgate_health',
    method: 'GET',
    path: '/healthz',
    tag: 'Health',
    summary: 'Check that the process responds',
    description: 'For liveness probes: it checks neither Redis nor any system.',
    input: NONE,
    output: Health,
    plain: { 200: 'The process responds.' },
    public: true,
    simple: true,
    errors: []
  },
  readiness: {
    id: 'toolgate_readiness',
    method: 'GET',
    path: '/readyz',
    tag: 'Health',
    summary: 'Check that the gateway is ready',
    description: 'For readiness probes: it checks Redis, the job queue and the configuration.',
    input: NONE,
    output: Readiness,
    plain: { 200: 'The gateway is ready.', 503: 'The gateway is not ready; `checks` contains the reasons.' },
    public: true,
    simple: true,
    errors: []
  }
} as const satisfies Record<string, GatewayRoute>

export const OPENAPI_ROUTE = {
  id: 'toolgate_openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this document',
  description:
    'Returns this document with the operations that the key may call. Without a key, on a gateway that requires one, it contains no operations.',
  input: Type.Object({
    system: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: `Only the operations of this system, such as gitlab; ${OWN_ROUTES} for the gateway's own routes. Default: all.`
      })
    ),
    pack: Type.Optional(PackName),
    refs: stringEnum(['shared', 'inline'], {
      default: 'shared',
      description: 'inline: parameters and request bodies without $ref, for importers that do not follow references, such as Open WebUI.'
    })
  }),
  output: NONE,
  document: ['application/json'],
  public: true,
  simple: true,
  errors: ['invalid_field_value', 'shutting_down']
} as const satisfies GatewayRoute

export const GATEWAY_ROUTES = {
  catalog: {
    id: 'toolgate_list_operations',
    method: 'GET',
    path: '/v1/catalog',
    summary: 'List the operations this key may call',
    description: 'Returns one row per operation. Use it to find an operation, and toolgate_get_operation to get its schemas and examples.',
    input: Type.Object({
      system: Type.Optional(System),
      query: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Words that describe the task, such as "send an email". The best matches come first. Default: all operations, by ID.'
        })
      ),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 1000, description: 'Maximum number of rows in a page.' }),
      cursor: Type.Optional(Type.String({ maxLength: 128, description: '`next_cursor` of the previous page. Default: the first page.' }))
    }),
    output: listOf(CatalogRow, {}),
    errors: ['system_not_found']
  },
  operation: {
    id: 'toolgate_get_operation',
    method: 'GET',
    path: '/v1/catalog/:id',
    summary: 'Get an operation',
    description: 'Returns the schemas, examples and errors of the operation.',
    input: Type.Object({ id: OperationId }),
    output: CatalogEntry,
    errors: ['operation_not_found']
  },
  call: {
    id: 'toolgate_call',
    method: 'POST',
    path: '/v1/operations/:id',
    summary: 'Run an operation by name',
    description:
      'The body is the whole input. Also accepts the aliases of an operation, and camelCase spellings of its properties. Accepts an Idempotency-Key if the operation does. Returns the response of the operation in a form suited to models: at most 20,000 characters (next_cursor continues), without nulls. With `Prefer: return=representation` it returns the same response as the route of the operation.',
    input: Type.Object({ id: OperationId }),
    body: openObject('The whole input of the operation.'),
    example: LISTING,
    output: openObject('The data that the operation returns.'),
    errors: ['operation_not_found']
  },
  many: {
    id: 'toolgate_call_many',
    method: 'POST',
    path: '/v1/operations',
    summary: 'Run several operations',
    description:
      'Runs several calls, such as those that a model requests in one message, and returns one result for each, in the same order. Send the calls as the model returned them. A call that fails is also a result: the status is still 200. Reads run concurrently; a call that may change something waits for all calls before it, and the calls after it wait for it. Each call runs as if it were the only one. With an Idempotency-Key, each call gets a key derived from it, so that the whole request can be retried.',
    input: Type.Object({}),
    body: CallsOfModel,
    output: ResultsOfCalls,
    errors: []
  },
  check: {
    id: 'toolgate_check',
    method: 'POST',
    path: '/v1/operations/:id/check',
    summary: 'Check a call without running it',
    description:
      'Validates the input as the operation would, and runs nothing. Returns the problems of the input, the permission that the call needs, whether this key may run it, and whether it needs `confirm: true` or an approval.',
    input: Type.Object({ id: OperationId }),
    body: openObject('The whole input of the operation, valid or not.'),
    example: LISTING,
    output: Type.Object({
      operation: Type.String({ description: 'ID of the operation.' }),
      permission: nullable(stringEnum(PERMISSIONS, {}), {
        description: 'Permission that the call needs; null while the input is invalid.'
      }),
      allowed: Type.Boolean({ description: 'Whether this key may run the call, once it is confirmed or approved if it needs that.' }),
      needs_confirmation: Type.Boolean({ description: 'Whether the call fails with 428 without `confirm: true`.' }),
      needs_approval: Type.Boolean({ description: 'Whether the call fails with 428 until another caller approves it.' }),
      refusal: nullable(Type.String(), { description: 'Why the call is not allowed and what would allow it; null if it is allowed.' }),
      message: nullable(Type.String(), { description: 'What the call would do, in one sentence; null while the input is invalid.' }),
      input: nullable(openObject('The input as the operation would receive it.'), {
        description: 'The input with its defaults; null while it is invalid.'
      }),
      issues: Type.Array(
        Type.Object({
          path: Type.String({ description: 'Property that is invalid.' }),
          message: Type.String({ description: 'What is wrong with it.' }),
          expected: Type.Optional(Type.String({ description: 'What would be valid.' }))
        }),
        { description: 'All problems of the input.' }
      )
    }),
    errors: ['operation_not_found']
  },
  tools: {
    id: 'toolgate_list_systems',
    method: 'GET',
    path: '/v1/tools',
    summary: 'List the systems',
    description: 'Returns each system with instructions for models, its instances, and, if it is not available, the reason.',
    input: NONE,
    output: listOf(ToolEntry, {}),
    errors: []
  },
  tool: {
    id: 'toolgate_get_system',
    method: 'GET',
    path: '/v1/tools/:system',
    summary: 'Get a system',
    description: 'Returns how and when to use the system, its instances and its operations.',
    input: Type.Object({ system: System }),
    output: ToolEntry,
    errors: ['system_not_found']
  },
  instances: {
    id: 'toolgate_list_instances',
    method: 'GET',
    path: '/v1/instances',
    summary: 'List the configured instances',
    description: 'Returns every instance of every system, and whether it is available. It never returns secrets.',
    input: NONE,
    output: listOf(Instance, {}),
    errors: []
  },
  test: {
    id: 'toolgate_test_instance',
    method: 'POST',
    path: '/v1/instances/:system/:name/test',
    summary: 'Test an instance',
    description: 'Connects with the settings of the instance and returns whether it is available.',
    input: Type.Object({ system: System, name: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the instance.' }) }),
    output: Instance,
    errors: ['system_not_found', 'instance_not_found']
  },
  dialects: {
    id: 'toolgate_list_dialects',
    method: 'GET',
    path: '/v1/dialects',
    summary: 'List the dialects and packs',
    description:
      'Returns the dialects, which are the formats in which a model or a tool can get the operations, and the packs, which are selections of operations small enough for one assistant.',
    input: NONE,
    output: listOf(DialectRow, { packs: Type.Array(PackRow, { description: 'Packs with operations that this key may call.' }) }),
    errors: []
  },
  dialect: {
    id: 'toolgate_get_dialect',
    method: 'GET',
    path: '/v1/dialects/:dialect',
    summary: 'Get the operations in a dialect',
    description:
      'Returns the operations that this key may call as tools for OpenAI, Anthropic, Gemini or MCP, as OpenAPI, as a Postman collection, or as a page for models. The response is the document itself, with an ETag. Lists of tools are lean: they omit reserved inputs that a call does not need, although it may still send them; `instructions` explains them. If a tool has a looser schema than the operation, `loose` states why. If a bulk operation is selected, the operations that control its job are included.',
    input: Type.Object({
      dialect: Type.String({ minLength: 1, maxLength: 64, description: 'Name of a dialect, such as openai-responses.' }),
      tag: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: 'Only this system, such as gitlab, or this group of a system, such as gitlab:issues.'
        })
      ),
      pack: Type.Optional(PackName),
      ...LIST_QUERY
    }),
    output: NONE,
    document: ['application/json', 'text/markdown'],
    errors: ['route_not_found']
  },
  gpt: {
    id: 'toolgate_get_gpt_pack',
    method: 'GET',
    path: '/openapi/gpt/:pack',
    summary: 'Get the GPT Actions schema of a pack',
    description:
      'Returns OpenAPI 3.1 within the limits of GPT Actions: at most 30 operations, short descriptions, one https server, no headers. Like the tool lists for models, it omits reserved inputs that a call does not need, although it may still send them. Requires TOOLGATE_PUBLIC_URL.',
    input: Type.Object({ pack: PackName, reserved: LIST_QUERY.reserved }),
    output: NONE,
    document: ['application/json'],
    errors: ['route_not_found', 'configuration_missing', 'cannot_be_honoured']
  },
  access: {
    id: 'toolgate_get_access',
    method: 'GET',
    path: '/v1/access',
    summary: 'Get what this key may do',
    description:
      'Returns who the caller is, its scopes, and, if it may create or update keys, the scopes that it can grant. For the operations that it may call, use toolgate_list_operations.',
    input: NONE,
    output: Type.Object({
      principal: Type.String({ description: 'Principal on whose behalf calls with this key run, such as key:alice.' }),
      scopes: Type.Array(Type.String(), { description: 'Scopes of this key.' }),
      grantable: Type.Array(
        Type.Object({
          scope: Type.String({ description: 'The scope, such as gitlab:read.' }),
          kind: stringEnum(['general', 'permission', 'part', 'operation'], {
            description:
              'general: concerns the gateway, or several systems; permission: a permission for a system or all systems; part: a group of operations, or the secrets, of a system; operation: one operation.'
          }),
          allows: Type.String({ description: 'What it allows, as Markdown.' })
        }),
        { description: 'Scopes of this gateway that this key can grant to other keys: those that its own scopes include.' }
      )
    }),
    errors: []
  },
  webhookSecret: {
    id: 'toolgate_get_webhook_secret',
    method: 'GET',
    path: '/v1/webhooks/secret',
    summary: 'Get the secret that signs your webhooks',
    description:
      'Returns the secret with which the gateway signs webhooks of the jobs of this key. Each key has its own. Configure it in the Standard Webhooks library of the server at notify_url.',
    input: NONE,
    output: Type.Object({
      secrets: Type.Array(Type.String({ 'x-volatile': true }), {
        description:
          'One secret, or two during a rotation, the new one first. Each signs every webhook, so one of them is enough to verify it.'
      })
    }),
    errors: []
  },
  error: {
    id: 'toolgate_explain_error',
    method: 'GET',
    path: '/errors/:code',
    summary: 'Get the meaning of an error code',
    description:
      'Returns the meaning of the code, its HTTP status and its reasons. The `type` of a problem response (RFC 9457) links to this page.',
    input: Type.Object({
      code: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'A code, such as VALIDATION_ERROR or GITLAB_SERVER_ERROR, or a reason.'
      })
    }),
    output: ErrorPage,
    errors: ['route_not_found'],
    public: true
  }
} as const satisfies Record<string, GatewayRoute>
