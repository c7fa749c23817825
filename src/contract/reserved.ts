import { type TObject, type TSchema, Type } from 'typebox'
import type { Issue } from './errors.ts'
import { ceilingOf, type Operation, PERMISSIONS } from './operation.ts'
import { plain, words } from './schema.ts'

const INSTANCE = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Which configured instance of the system to use. Default: the default instance. GET /v1/instances lists them'
  })
)

const CONFIRM = Type.Optional(
  Type.Boolean({
    description: 'true: do it, where the policy asks for a confirmation (answered 428 with what would be done). Default false'
  })
)

const DRY_RUN = Type.Boolean({ default: false, description: 'true: check everything and say what would be done, but change nothing' })

const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[ -~]+$',
    'x-form': 'of letters, digits, signs and blanks (ASCII)',
    description:
      'Makes it safe to send this call again: any text of your own, new for each thing to be done, such as a UUID. The same call with the same key within 24 hours is answered as the first was, and not done twice. Over HTTP also the header Idempotency-Key. With dry_run it means nothing'
  })
)

const ON_TIMEOUT = words(['error', 'partial'], {
  default: 'error',
  description: 'When the deadline comes first: fail, or answer what is complete with truncated set'
})

/** Most seconds that a call as a job is waited for: clients and proxies on the way give up soon after, a GPT after 45. */
export const LONGEST_WAIT_S = 40

/** How a call is made as a job. One object each, since they stand in the input of nearly every operation. */
const ASYNC = {
  mode: Type.Optional(words(['sync', 'async'], { description: 'async: run it as a job, and answer that. Default sync' })),
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: LONGEST_WAIT_S,
      description: 'With mode async: most seconds to wait for the result itself. Default 0'
    })
  ),
  notify_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      'x-secret': true, // its query may hold a token
      description: 'With mode async: a public https URL that is told, signed, when the job has ended'
    })
  )
}

/** Names of what says how a call is made as a job, and is no part of the call. */
export const ASYNC_NAMES: readonly string[] = Object.keys(ASYNC)

/**
 * Whether calls of it may be made as jobs. Those that make jobs themselves do it anyway, those that look after jobs are the way to them, and
 * some answers may not be kept.
 */
export const mayBeJob = ({ kind, tool, job, transient }: Operation): boolean =>
  kind === 'operation' && job === undefined && tool.access !== 'own' && !transient

const NO_ISSUES: readonly Issue[] = []

/** What is given of it without its mode. */
export function asyncIssues(input: Record<string, unknown>): readonly Issue[] {
  if (input['mode'] === 'async' || (input['wait'] === undefined && input['notify_url'] === undefined)) return NO_ISSUES
  return ['wait', 'notify_url']
    .filter(name => input[name] !== undefined)
    .map(path => ({ path, message: 'is only for calls that run as a job', expected: 'mode: "async" beside it' }))
}

const LIST = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Most items in one page' }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: 'next_cursor of the page before. Absent: the first page' })
  ),
  max_items: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Gather pages in one call until there are this many items. Absent: one page of limit items'
    })
  ),
  fields: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 50,
      description: 'Names of the item properties to answer. Absent: all of them'
    })
  )
}

/** Reserved inputs that an operation takes by spreading them into its own, since not every system can honour them. */
export const OPTIONS = {
  max_chars: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 10_000_000,
      description:
        'Most characters of a long text to answer, cut where a whole part of it ends; what is left out is told. Absent: all of it'
    })
  ),
  no_cache: Type.Boolean({ default: false, description: 'true: ask the system anew, though a recent answer is at hand' })
}

/** The same of a list, which the contract honours itself. */
const LIST_SIZE = Type.Optional(
  Type.Integer({
    minimum: 100,
    maximum: 10_000_000,
    description: 'Most characters of the answer: items over that are left out at its end, and next_cursor goes on with them. Absent: any'
  })
)

/** Names that mean the same on every operation, whether the contract adds them to one or not; no definition takes one for its own ends. */
export const RESERVED: readonly string[] = [
  'instance',
  'confirm',
  'dry_run',
  'idempotency_key',
  'mode',
  'wait',
  'notify_url',
  'fields',
  'max_chars',
  'no_cache',
  'limit',
  'cursor',
  'max_items',
  'on_timeout'
]

/** Words of scopes: a group of such a name could not be told from what the scope means. */
export const RESERVED_GROUPS: readonly string[] = [...PERMISSIONS, 'auto_confirm', 'secrets']

/** Properties that the contract adds to an operation's own. */
function reservedOf(operation: Operation): Record<string, TSchema> {
  const changes = ceilingOf(operation.permission) !== 'read'
  return {
    ...(hasInstances(operation) && { instance: INSTANCE }),
    ...(operation.kind === 'operation' &&
      operation.tool.access !== 'own' &&
      (changes || operation.costly !== undefined) && { confirm: CONFIRM }),
    ...(changes && { idempotency_key: IDEMPOTENCY_KEY }),
    ...(operation.dry_run && { dry_run: DRY_RUN }),
    ...(operation.list && { ...LIST, max_chars: LIST_SIZE }),
    ...(operation.partial && { on_timeout: ON_TIMEOUT }),
    ...(mayBeJob(operation) && ASYNC)
  }
}

/** The key of a call that is to be done once; none where it changes nothing. */
export const keyIn = (input: Record<string, unknown>): string | undefined =>
  typeof input['idempotency_key'] === 'string' && input['dry_run'] !== true ? input['idempotency_key'] : undefined

/** Whether calls of it may carry a key. */
export const takesKey = (operation: Operation): boolean => 'idempotency_key' in inputOf(operation).properties

export function hasInstances(operation: Operation): boolean {
  return Object.keys(operation.tool.settings.properties).length > 0
}

const inputs = new WeakMap<Operation, TObject>()

/** The whole input of an operation: its own properties and those the contract adds. */
export function inputOf(operation: Operation): TObject {
  const known = inputs.get(operation)
  if (known) return known
  const whole = Type.Object({ ...operation.input.properties, ...reservedOf(operation) })
  inputs.set(operation, whole)
  return whole
}

/** Properties that REST also takes as a header, which `x-header` names. Only of operations without a body. */
export function headersIn(operation: Operation): [property: string, header: string][] {
  const properties = Object.entries(plain(operation.input).properties ?? {})
  return properties.flatMap(([name, { 'x-header': header }]): [string, string][] => (typeof header === 'string' ? [[name, header]] : []))
}
