import { Compile } from 'typebox/schema'
import { callFor, type Notes } from './call.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { OperationError, type Outcome } from './errors.ts'
import type { Jobs } from './jobs.ts'
import { gather, selectFields } from './list.ts'
import { loggable } from './log.ts'
import { type Caller, ceilingOf, type Operation, type Permission, permissionOf } from './operation.ts'
import type { Connection, Connections, Ports } from './ports.ts'
import { readInput } from './read.ts'
import { messageFor } from './render.ts'
import { closed, plain } from './schema.ts'
import type { Log } from './tool.ts'

export interface InvokeContext {
  caller: Caller
  connections: Connections
  jobs: Jobs
  log: Log
  ports: Ports
  requestId: string
  /** Aborts when the caller goes away. */
  signal: AbortSignal
  /** The call came by name: other spellings are taken. */
  byName?: boolean
  /** Is told events while the call runs. */
  listener?: (event: string, data: unknown) => void
}

export interface Result {
  data: unknown
  status: number
  location?: string
  metadata: Record<string, unknown>
}

type Input = Record<string, unknown>

/** The one door to a handler. Every surface comes through here, so all of them check and fail alike. */
export async function invoke(operation: Operation, raw: unknown, context: InvokeContext): Promise<Result> {
  const started = performance.now()
  let input: Input = isInput(raw) ? raw : {}
  let connection: Connection | undefined
  try {
    input = readInput(operation, raw, context.byName)
    admit(operation, input, context)
    const opened = context.connections.get(operation.tool, typeof input['instance'] === 'string' ? input['instance'] : undefined)
    connection = opened instanceof Promise ? await opened : opened
    const result = await run(operation, input, connection, context, started)
    record(operation, input, connection, context, started)
    return result
  } catch (thrown) {
    const error = asOperationError(thrown)
    record(operation, input, connection, context, started, error)
    throw error
  }
}

/** Whether the call may be made now: scope, then policy, then confirmation. */
export function admit(operation: Operation, input: Input, { caller, ports }: Pick<InvokeContext, 'caller' | 'ports'>): void {
  const permission = permissionOf(operation, input)
  const rehearsal = input['dry_run'] === true
  const verdict = ports.policy({ operation, caller, permission, costly: operation.costly !== undefined && !rehearsal })
  if (verdict.decision === 'forbid') throw lacksScope(operation, verdict.required_scope)
  if (verdict.decision === 'deny') throw denied(operation, permission, verdict.rule)
  if (verdict.decision === 'confirm' && operation.kind === 'operation' && !rehearsal && input['confirm'] !== true)
    throw unconfirmed(operation, input, permission)
}

function lacksScope(operation: Operation, scope: string): OperationError {
  return new OperationError('insufficient_permissions', `This key may not call ${operation.id}: it lacks the scope ${scope}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    required_scope: scope,
    suggestions: [`Use a key with the scope ${scope}.`]
  })
}

function denied(operation: Operation, permission: Permission, rule: string): OperationError {
  return new OperationError('denied_by_policy', `The policy of this gateway denies ${permission} on ${operation.tool.title}: ${rule}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Ask whoever runs the gateway to change its policy.']
  })
}

function unconfirmed(operation: Operation, input: Input, permission: Permission): OperationError {
  const message = messageFor(operation, input)
  return new OperationError('confirmation_required', `${message} Nothing was done yet: repeat the call with confirm: true to do it.`, {
    source: 'gateway',
    outcome: 'not_executed',
    would_do: message,
    permission,
    ...(operation.costly !== undefined && { estimate: operation.costly }),
    suggestions: ['Show this to whoever decides, then send the same input with "confirm": true.']
  })
}

async function run(operation: Operation, input: Input, connection: Connection, context: InvokeContext, started: number): Promise<Result> {
  const writes = permissionOf(operation, input) !== 'read'
  const deadline = startDeadline(operation, writes, input['on_timeout'] === 'partial', context.signal)
  const notes: Notes = { warnings: [] }
  try {
    const budget = context.ports.budget({ operation, instance: connection.instance })
    if (budget) await budget
    const execute = (): Promise<unknown> => deadline.race(handle(operation, input, connection, context, deadline, notes))
    const data = await (writes ? context.ports.idempotency({ operation, caller: context.caller, input }, execute) : execute())
    inspect(operation, data, context.log)
    return answer(operation, input, data, connection, context, notes, started)
  } finally {
    deadline.stop()
  }
}

async function handle(
  operation: Operation,
  input: Input,
  connection: Connection,
  context: InvokeContext,
  deadline: Deadline,
  notes: Notes
): Promise<unknown> {
  const call = callFor(operation, connection, context, deadline, notes)
  return operation.list ? await gather(operation, input, call) : await operation.handler(input, call)
}

function answer(
  operation: Operation,
  input: Input,
  data: unknown,
  connection: Connection,
  context: InvokeContext,
  notes: Notes,
  started: number
): Result {
  const metadata: Record<string, unknown> = {
    operation: operation.id,
    instance: connection.instance,
    request_id: context.requestId,
    execution_time_ms: elapsed(started)
  }
  if (connection.sandbox) metadata['sandbox'] = true
  const { rateLimit } = notes
  if (rateLimit) Object.assign(metadata, { rate_limit_remaining: rateLimit.remaining, rate_limit_reset: rateLimit.reset, rate_limit: rateLimit })
  if (notes.truncated) metadata['truncated'] = notes.truncated
  if (notes.warnings.length > 0) metadata['warnings'] = notes.warnings
  const status = notes.status ?? operation.success[0]
  return { data: selectFields(data, input['fields']), status, metadata, ...(notes.location !== undefined && { location: notes.location }) }
}

const outputs = new WeakMap<Operation, (value: unknown) => boolean>()

/** An answer that does not fit is a matter for the log: it is never held back for a missing or a new field. */
function inspect(operation: Operation, data: unknown, log: Log): void {
  let fits = outputs.get(operation)
  if (!fits) {
    const compiled = Compile(closed(plain(operation.output)))
    fits = value => compiled.Check(value)
    outputs.set(operation, fits)
  }
  if (!fits(data)) log.warn({ tool: operation.id }, 'The answer does not fit the output schema')
}

function record(
  operation: Operation,
  input: Input,
  connection: Connection | undefined,
  context: InvokeContext,
  started: number,
  error?: OperationError
): void {
  const duration = elapsed(started)
  const fields = {
    tool: operation.id,
    duration_ms: duration,
    success: !error,
    caller: context.caller.id,
    request_id: context.requestId,
    params: loggable(operation, input)
  }
  if (!error) context.log.info(fields, 'Tool execution completed')
  else
    context.log.warn(
      { ...fields, error: { code: error.code, reason: error.reason, message: error.message }, ...cause(error) },
      'Tool execution failed'
    )
  const entry = {
    operation: operation.id,
    caller: context.caller.id,
    instance: connection?.instance ?? null,
    request_id: context.requestId,
    permission: ceilingOf(operation.permission),
    duration_ms: duration,
    success: !error,
    status: error?.status ?? operation.success[0],
    outcome: outcomeOf(error)
  }
  context.ports.metrics(entry)
  context.ports.audit(entry)
}

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The cause of a defect is for the log alone. */
const cause = (error: OperationError): object => (error.cause === undefined ? {} : { err: error.cause })

const outcomeOf = (error: OperationError | undefined): Outcome => (error ? (error.details.outcome ?? 'not_executed') : 'executed')

const elapsed = (started: number): number => Math.round((performance.now() - started) * 10) / 10

/** Whatever is not an OperationError is a defect: fixed words outside, the cause in the log. */
export function asOperationError(thrown: unknown): OperationError {
  if (thrown instanceof OperationError) return thrown
  const details = { source: 'gateway', outcome: 'unknown' } as const
  return new OperationError(
    'unexpected',
    'The gateway failed to answer this call. Its log holds the cause under the request id.',
    details,
    { cause: thrown }
  )
}
