import type { CallFacts, Result } from './answer.ts'
import type { Json } from './bulk.ts'
import { callJob, type KeptCall, THE_CALL } from './call-job.ts'
import type { InvokeContext } from './context.ts'
import { OperationError, REASONS, type Reason } from './errors.ts'
import type { CallResult } from './job-parts.ts'
import type { Job } from './jobs.ts'
import { type Operation, permissionOf } from './operation.ts'
import { messageFor } from './render.ts'
import { ASYNC_NAMES, LONGEST_WAIT_S, mayBeJob } from './reserved.ts'
import { type JsonSchema, plain } from './schema.ts'

type Input = Record<string, unknown>

/** Most bytes of an input that is kept for its job. */
const MOST_KEPT = 262_144

/** Whether the call is to be made as a job. */
export const isAsync = (input: Input): boolean => input['mode'] === 'async'

/** The input for a caller who waits only so long: what may take longer is made as a job, where a job may keep it, whatever mode was asked for. */
export function inTime(operation: Operation, input: Input, context: InvokeContext): Input {
  const { maxMs } = context
  if (maxMs === undefined || operation.timeout_ms <= maxMs || !mayBeJob(operation) || whyNotKept(operation, input, context)) return input
  return { ...input, mode: 'async', wait: input['wait'] ?? LONGEST_WAIT_S }
}

/** The input by which the same job is meant: how long its caller waits for it says nothing of it. */
export const asAsked = ({ wait: _, ...input }: Input): Input => input

/** Makes the job that makes the call, and answers its id. Whoever decides has agreed already. */
export async function startCall(
  operation: Operation,
  input: Input,
  instance: string | null,
  context: InvokeContext,
  { signal, once }: { signal: AbortSignal; once?: string | undefined }
): Promise<string> {
  const refused = whyNotKept(operation, input, context)
  if (refused) throw refused
  const { caller, jobs, requestId } = context
  const permission = permissionOf(operation, input)
  const call: KeptCall = { input: callOf(input, instance), scopes: caller.scopes, request_id: requestId }
  const kept: Json = JSON.parse(JSON.stringify(call))
  const notify_url = input['notify_url']
  const { id } = await jobs.create({
    adapter: callJob(operation, permission, messageFor(operation, input)),
    input: {},
    ids: [THE_CALL],
    options: { dry_run: false, max_items: 1, on_failure: 'ignore', retries: 0, ...(typeof notify_url === 'string' && { notify_url }) },
    instance,
    caller,
    signal,
    permission,
    confirmed: true,
    kept,
    ...(once !== undefined && { once })
  })
  return id
}

/** The call itself; on the instance that is the default now, whatever is the default when it runs. */
function callOf(input: Input, instance: string | null): Input {
  const own = Object.entries(input).filter(([name]) => !ASYNC_NAMES.includes(name) && name !== 'idempotency_key')
  return { ...Object.fromEntries(own), ...(instance !== null && { instance }) }
}

/** Why no job may keep the call; undefined where one may. */
function whyNotKept(operation: Operation, input: Input, { upload, body }: InvokeContext): OperationError | undefined {
  const { id } = operation
  if (upload || body)
    return refusal('cannot_be_honoured', `A file that is sent beside the input is not kept for a job: call ${id} in mode sync.`)
  const { properties = {} } = plain(operation.input)
  const secret = Object.keys(input).find(name => isNotKept(properties[name]))
  if (secret !== undefined)
    return refusal('cannot_be_honoured', `${secret} may hold a secret, and no job keeps one: ${id} with it runs in mode sync only.`)
  if (Buffer.byteLength(JSON.stringify(input)) > MOST_KEPT)
    return refusal('payload_too_large', `An input over ${MOST_KEPT} bytes is not kept for a job: call ${id} in mode sync.`)
  return undefined
}

/** What its definition marks as secret, or as what no job may keep. */
const isNotKept = (property: JsonSchema = {}): boolean => property['x-secret'] === true || property['x-kept'] === false

const refusal = (reason: Reason, message: string): OperationError =>
  new OperationError(reason, message, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Send the same input without mode, wait and notify_url.']
  })

/** What the call came to, where that is known within the time that its caller waits; else the job. */
export async function outcomeOf(id: string, input: Input, context: InvokeContext, facts: CallFacts): Promise<Result> {
  const { caller, jobs, presence, maxMs = Infinity } = context
  const left = Math.max(0, maxMs - facts.execution_time_ms) / 1000
  const job = await settled(jobs, caller, id, { seconds: Math.min(Number(input['wait'] ?? 0), left), signal: presence.signal() })
  const { operation, instance, result } = job
  const { request_id, execution_time_ms, sandbox, replayed } = facts
  const own = { request_id, execution_time_ms, ...(replayed && { replayed }) }
  if (!result) {
    const metadata = { operation, instance, ...own, ...(sandbox && { sandbox }), job_id: id }
    return { data: job, status: 202, location: job.links.self, metadata, job }
  }
  if (!result.success) throw failureIn(result, id)
  return { data: result.data, status: result.status, metadata: { ...result.metadata, ...own, job_id: id } }
}

async function settled(
  jobs: InvokeContext['jobs'],
  caller: InvokeContext['caller'],
  id: string,
  { seconds, signal }: { seconds: number; signal: AbortSignal }
): Promise<Job> {
  const until = performance.now() + seconds * 1000
  let before: Job | undefined
  for (;;) {
    const wait = Math.max(0, until - performance.now()) / 1000
    const job = await jobs.get(caller, id, { wait, signal })
    // Nothing will change by itself, or nobody waits any longer; nor is anybody let wait by a gateway that is about to stop.
    if (job.poll_after_ms === null || wait === 0 || signal.aborted || job.status === before?.status) return job
    before = job
  }
}

/** The failure of the call, as it would have been without a job. */
export function failureIn({ error = {} }: CallResult, id: string): OperationError {
  const { message, details }: { message?: unknown; details?: Record<string, unknown> } = error
  const { reason, request_id: _, ...facts } = details ?? {}
  const known = Object.keys(REASONS).find((name): name is Reason => name === reason) ?? 'unexpected'
  return new OperationError(known, String(message), { ...facts, job_id: id })
}
