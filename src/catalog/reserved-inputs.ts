import { type TObject, type TSchema, Type } from 'typebox'
import type { Issue } from '../contract/errors.ts'
import { highestPermission, type Operation, PERMISSIONS } from '../contract/operation.ts'
import { stringEnum } from '../contract/schema.ts'
import type { AnyTool } from '../contract/tool.ts'

const INSTANCE = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    'x-log': true,
    description: 'Instance (/v1/instances), if not the default one'
  })
)

const CONFIRM = Type.Optional(
  Type.Boolean({
    description:
      'true: confirm the call. A call that needs confirmation fails without it (428), and the error describes what the call would do. Default false'
  })
)

const APPROVAL_ID = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    'x-log': true,
    description: 'ID of the approval of this call, if the policy requires one. Over HTTP, the header Toolgate-Approval does the same'
  })
)

const DRY_RUN = Type.Boolean({
  default: false,
  description: 'true: check everything and report what the call would do, but change nothing'
})

const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[ -~]+$',
    'x-form': 'of letters, digits, symbols and spaces (ASCII)',
    description:
      'Makes the call safe to retry: a unique string for each intended change, such as a UUID. A second call with the same key and input within 24 hours returns the result of the first one and is not executed again. Over HTTP, the header Idempotency-Key does the same. Ignored with dry_run'
  })
)

const ON_TIMEOUT = stringEnum(['error', 'partial'], {
  default: 'error',
  description: 'What to do at the deadline. error: fail; partial: return what is complete, with metadata.truncated'
})

/** Whether another call can continue a response that was too long. Only reads can: a write must not be repeated for that. */
export const isContinuable = ({ kind, permission }: Pick<Operation, 'kind' | 'permission'>): boolean =>
  kind === 'operation' && highestPermission(permission) === 'read'

/** Maximum seconds to wait for the job of a call. Clients and proxies time out soon after; GPT Actions after 45 seconds. */
export const MAX_WAIT_S = 40

/** How to run a call as a job. The schemas are shared, since nearly every operation has them. */
const ASYNC = {
  mode: Type.Optional(stringEnum(['sync', 'async'], { description: 'async: run the call as a job, and return the job. Default sync' })),
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_WAIT_S,
      description: 'With mode async: maximum seconds to wait for the result itself. Default 0'
    })
  ),
  notify_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      'x-secret': true, // its query may hold a token
      description: 'With mode async: public https URL to notify with a signed POST when the job has ended'
    })
  )
}

/** Names of the properties that control the job of a call, and are not part of the call. */
export const ASYNC_NAMES: readonly string[] = Object.keys(ASYNC)

/**
 * Whether calls of the operation can run as jobs. Not if it creates jobs by itself, if it controls the gateway itself, or if its results must not be stored.
 */
export const canRunAsJob = ({ kind, tool, job, transient }: Operation): boolean =>
  kind === 'operation' && job === undefined && !isOfGateway(tool) && !transient

/** Whether the system is a part of the gateway, such as its jobs, and not an upstream. */
export const isOfGateway = ({ access = 'scopes' }: AnyTool): boolean => access !== 'scopes'

const NO_ISSUES: readonly Issue[] = []

/** Returns issues for properties that require mode async, if the call has another mode. */
export function asyncIssues(input: Record<string, unknown>): readonly Issue[] {
  if (input['mode'] === 'async' || (input['wait'] === undefined && input['notify_url'] === undefined)) return NO_ISSUES
  return ['wait', 'notify_url']
    .filter(name => input[name] !== undefined)
    .map(path => ({ path, message: 'requires mode: "async"', expected: 'mode: "async", or omit it' }))
}

const LIST = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Maximum number of items per page' }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: 'next_cursor of the previous page. Default: the first page' })
  ),
  max_items: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Maximum number of items to collect from several pages in one call. Default: one page of limit items'
    })
  ),
  fields: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 50,
      description: 'Names of the item properties to return. Default: all'
    })
  )
}

/** Reserved inputs that an operation adds to its own by spreading them, since not every system supports them. */
export const OPTIONS = {
  max_chars: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 10_000_000,
      description:
        'Maximum number of characters of a long text, which is truncated at the end of a paragraph if possible; the response describes what is missing. Default: everything'
    })
  ),
  approval_id: APPROVAL_ID,
  no_cache: Type.Boolean({ default: false, description: 'true: bypass the cache and fetch again' })
}

/** Size of the response of a read. The pipeline truncates and continues it. */
const MAX_CHARS = Type.Optional(
  Type.Integer({
    minimum: 100,
    maximum: 100_000_000,
    description:
      'Maximum characters of data as JSON; next_cursor continues a truncated response. Default: 20,000 for calls by name and over MCP, else 262,144'
  })
)

const CURSOR = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 4096,
    description: 'next_cursor of the previous response, with the same input: continues where it was truncated. Default: the beginning'
  })
)

const COMPACT = Type.Optional(
  Type.Boolean({
    description:
      'true: omit properties whose value is null, including required ones. Default: true for calls by name and over MCP, else false'
  })
)

const NEXT_CURSOR = Type.Optional(
  Type.String({ 'x-volatile': true, description: 'Present if data was truncated: pass it as cursor, with the same input, to get the rest' })
)

/** Names that mean the same on every operation. A definition must not use them for anything else. */
export const RESERVED_INPUTS: readonly string[] = [
  'instance',
  'confirm',
  'approval_id',
  'dry_run',
  'idempotency_key',
  'mode',
  'wait',
  'notify_url',
  'fields',
  'compact',
  'max_chars',
  'no_cache',
  'limit',
  'cursor',
  'max_items',
  'on_timeout'
]

/** Words that scopes use. A group with such a name would be ambiguous. */
export const RESERVED_GROUPS: readonly string[] = [...PERMISSIONS, 'admin', 'approve', 'auto_confirm', 'decide', 'secrets']

/** Returns the properties to add to an operation's own. */
function reservedOf(operation: Operation): Record<string, TSchema> {
  const mayWrite = highestPermission(operation.permission) !== 'read'
  return {
    ...(hasInstances(operation) && { instance: INSTANCE }),
    ...(operation.kind === 'operation' &&
      operation.tool.access !== 'own' &&
      (mayWrite || operation.costly !== undefined) && { confirm: CONFIRM, approval_id: APPROVAL_ID }),
    ...(mayWrite && !operation.transient && { idempotency_key: IDEMPOTENCY_KEY }),
    ...(operation.dry_run && { dry_run: DRY_RUN }),
    ...(isContinuable(operation) && { max_chars: MAX_CHARS, compact: COMPACT, cursor: CURSOR }),
    ...(operation.list && LIST),
    ...(operation.partial && { on_timeout: ON_TIMEOUT }),
    ...(canRunAsJob(operation) && ASYNC)
  }
}

/** Returns the idempotency key of a call; undefined for a dry run, which changes nothing. */
export const idempotencyKeyOf = (input: Record<string, unknown>): string | undefined =>
  typeof input['idempotency_key'] === 'string' && input['dry_run'] !== true ? input['idempotency_key'] : undefined

/** Whether calls of the operation accept an approval. */
export const acceptsApproval = (operation: Operation): boolean => 'approval_id' in inputOf(operation).properties

/** Whether calls of the operation accept an idempotency key. */
export const acceptsIdempotencyKey = (operation: Operation): boolean => 'idempotency_key' in inputOf(operation).properties

export function hasInstances(operation: Operation): boolean {
  return Object.keys(operation.tool.settings.properties).length > 0
}

const inputs = new WeakMap<Operation, TObject>()

/** Returns the complete input schema of an operation: its own properties and the reserved ones. */
export function inputOf(operation: Operation): TObject {
  const known = inputs.get(operation)
  if (known) return known
  const own = operation.input.properties
  const { max_chars } = own // an operation may truncate its text by itself
  const complete = Type.Object({ ...own, ...reservedOf(operation), ...(max_chars && { max_chars }) })
  inputs.set(operation, complete)
  return complete
}

/** Returns the input for the handler: without properties about the form of the response. */
export function handlerInput(operation: Operation, { compact: _, ...input }: Record<string, unknown>): Record<string, unknown> {
  if (!isContinuable(operation)) return input
  const { max_chars, cursor, ...others } = input
  const own = operation.input.properties
  return {
    ...others,
    ...(max_chars !== undefined && Object.hasOwn(own, 'max_chars') && { max_chars }),
    ...(cursor !== undefined && operation.list && { cursor })
  }
}

const outputs = new WeakMap<Operation, TObject>()

/** Returns the complete output schema of an operation: for a read that is not a list, with the cursor that continues it. */
export function outputOf(operation: Operation): TObject {
  const { output } = operation
  if (!isContinuable(operation) || operation.list) return output
  const known = outputs.get(operation)
  if (known) return known
  const { properties, required: _required, $id: _shape, ...rest }: TObject & { $id?: string } = output
  const complete = Type.Object({ ...properties, next_cursor: NEXT_CURSOR }, { ...rest })
  outputs.set(operation, complete)
  return complete
}

/** Returns the properties that REST also accepts as the header that `x-header` names. Only operations without a body have them. */
export function headerInputs(operation: Operation): [property: string, header: string][] {
  return Object.entries(operation.input.properties).flatMap(([name, schema]): [string, string][] =>
    'x-header' in schema && typeof schema['x-header'] === 'string' ? [[name, schema['x-header']]] : []
  )
}
