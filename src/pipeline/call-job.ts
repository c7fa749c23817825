import { Type } from 'typebox'
import { type JsonSchema, toJsonSchema } from '../catalog/json-schema.ts'
import { ASYNC_NAMES, canRunAsJob, MAX_WAIT_S } from '../catalog/reserved-inputs.ts'
import type { BulkAdapter, Json } from '../contract/bulk.ts'
import type { Constraints } from '../contract/constraints.ts'
import { OperationError, REASONS, type Reason } from '../contract/errors.ts'
import type { CallResult } from '../contract/job.ts'
import { type Operation, type Permission, permissionOf } from '../contract/operation.ts'
import type { InvokeContext, ResponseDefaults } from './context.ts'
import { callMessage } from './render.ts'
import type { CallFacts, Result } from './result/result.ts'

type Input = Record<string, unknown>

/** The stored input of a call's job, until it has ended. */
export interface CallPayload {
  /** The input as the pipeline read it, without the properties about the job. */
  input: Input
  /** Scopes of the caller when it sent the call. */
  scopes: readonly string[]
  /** What restricted it then. */
  constraints?: Constraints
  request_id: string
  /** Destination of the events of the job. */
  notify_url?: string
  response_defaults?: ResponseDefaults
}

/** ID of the one item of such a job. */
const CALL_ITEM = 'call'

/** Maximum bytes of an input that a job stores. */
const MAX_INPUT = 262_144

/** Added to the deadline of the operation, which the pipeline enforces by itself. */
const EXTRA_TIMEOUT_MS = 60_000

/** Whether the caller wants the call to run as a job. */
export const isAsync = (input: Input): boolean => input['mode'] === 'async'

/** Returns the input with mode async if the call may take longer than its client waits, and can run as a job. */
export function asJobIfSlow(operation: Operation, input: Input, context: InvokeContext): Input {
  const { maxWaitMs } = context
  if (maxWaitMs === undefined || operation.timeout_ms <= maxWaitMs) return input
  if (!canRunAsJob(operation) || reasonAgainstJob(operation, input, context)) return input
  return { ...input, mode: 'async', wait: input['wait'] ?? MAX_WAIT_S }
}

/** Creates the job that runs the call, and returns its ID. The call must be authorized. Throws if a job cannot store its input. */
export async function createCallJob(
  operation: Operation,
  input: Input,
  instance: string | null,
  context: InvokeContext,
  { signal, dedupeKey }: { signal: AbortSignal; dedupeKey?: string | undefined }
): Promise<string> {
  const refusal = reasonAgainstJob(operation, input, context)
  if (refusal) throw refusal
  const { caller, jobs, requestId, responseDefaults } = context
  const { notify_url } = input
  const notify = typeof notify_url === 'string' && { notify_url }
  const permission = permissionOf(operation, input)
  const payload: CallPayload = {
    input: inputToStore(input, instance),
    scopes: caller.scopes,
    ...(caller.constraints && { constraints: caller.constraints }),
    request_id: requestId,
    ...notify,
    ...(responseDefaults && { response_defaults: responseDefaults })
  }
  const kept: Json = JSON.parse(JSON.stringify(payload))
  const { id } = await jobs.create({
    adapter: callAdapter(operation, permission, callMessage(operation, input)),
    input: {},
    ids: [CALL_ITEM],
    options: { dry_run: false, max_items: 1, on_failure: 'ignore', retries: 0, ...notify },
    instance,
    caller,
    signal,
    permission,
    confirmed: true,
    kept,
    ...(dedupeKey !== undefined && { dedupeKey })
  })
  return id
}

/** Returns the input without the properties about the job, with the instance that is the default now. */
function inputToStore(input: Input, instance: string | null): Input {
  const own = Object.entries(input).filter(([name]) => !ASYNC_NAMES.includes(name) && name !== 'idempotency_key')
  return { ...Object.fromEntries(own), ...(instance !== null && { instance }) }
}

/** Returns why a job cannot store the call; undefined if it can. */
function reasonAgainstJob(operation: Operation, input: Input, { upload, body }: InvokeContext): OperationError | undefined {
  const { id } = operation
  if (upload || body)
    return syncOnly('cannot_be_honoured', `A job cannot store a file that is sent outside the input: call ${id} in mode sync.`)
  const { properties = {} } = toJsonSchema(operation.input)
  const secret = Object.keys(input).find(name => Object.hasOwn(properties, name) && isNeverStored(properties[name]))
  if (secret !== undefined)
    return syncOnly('cannot_be_honoured', `\`${secret}\` may contain a secret, which jobs do not store: call ${id} in mode sync.`)
  if (Buffer.byteLength(JSON.stringify(input)) > MAX_INPUT)
    return syncOnly('payload_too_large', `A job cannot store an input larger than ${MAX_INPUT} bytes: call ${id} in mode sync.`)
  return undefined
}

/** Whether the definition marks the property as secret, or as one that jobs do not store. */
const isNeverStored = (property: JsonSchema = {}): boolean => property['x-secret'] === true || property['x-kept'] === false

const syncOnly = (reason: Reason, message: string): OperationError =>
  new OperationError(reason, message, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Send the same input without mode, wait and notify_url.']
  })

/** Waits for the job as long as the input allows. Returns the result of the call, or the job if it is still running. Throws if the call failed. */
export async function awaitCallJob(id: string, input: Input, context: InvokeContext, facts: CallFacts): Promise<Result> {
  const { caller, jobs, clientConnection, maxWaitMs = Infinity } = context
  const secondsLeft = Math.max(0, maxWaitMs - facts.execution_time_ms) / 1000
  const wait = Math.min(Number(input['wait'] ?? 0), secondsLeft)
  const job = await jobs.get(caller, id, { wait, until: 'idle', signal: clientConnection.signal() })
  const { operation, instance, result } = job
  const { request_id, execution_time_ms, sandbox, replayed } = facts
  const own = { request_id, execution_time_ms, ...(replayed && { replayed }) }
  if (!result) {
    const metadata = { operation, instance, ...own, ...(sandbox && { sandbox }), job_id: id }
    return { data: job, status: 202, location: job.links.self, metadata, job }
  }
  if (!result.success) throw callJobError(result, id)
  return { data: result.data, status: result.status, metadata: { ...result.metadata, ...own, job_id: id } }
}

/** Returns the error of a failed call as it would have been without a job. */
export function callJobError({ error = {} }: CallResult, id: string): OperationError {
  const { message, details }: { message?: unknown; details?: Record<string, unknown> } = error
  const { reason, request_id: _, ...facts } = details ?? {}
  const known = Object.keys(REASONS).find((name): name is Reason => name === reason) ?? 'unexpected'
  return new OperationError(known, String(message), { ...facts, job_id: id })
}

/** Returns the adapter of a job of one item: the call of an operation. A read is repeated after a crash. Workers add `executeBatch`. */
export function callAdapter(operation: Operation, permission: Permission, message = operation.summary): Omit<BulkAdapter, 'executeBatch'> {
  const { id, tool, name, summary, timeout_ms } = operation
  const mayTurnOutToWrite = typeof operation.permission !== 'string'
  return {
    kind: 'call',
    id,
    tool,
    name,
    summary,
    description: '',
    permission,
    input: Type.Object({}),
    requires: [],
    errors: {},
    examples: [],
    message: () => message,
    aliases: [],
    see_also: [],
    asked_as: {},
    idempotent: permission === 'read' && !mayTurnOutToWrite,
    max_batch: 1,
    concurrency: 1,
    page_size: 1,
    batch_timeout_ms: timeout_ms + EXTRA_TIMEOUT_MS,
    keeps_data: false,
    prepare: async () => ({ query: null, action: null }),
    count: async () => ({ value: 1, relation: 'eq' }),
    nextBatch: async () => ({ items: [{ id: CALL_ITEM, display_name: id }] })
  }
}
