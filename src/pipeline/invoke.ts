import { randomUUIDv7 } from 'node:crypto'
import { handlerInput, idempotencyKeyOf, isContinuable } from '../catalog/reserved-inputs.ts'
import type { Truncation } from '../contract/call.ts'
import { asOperationError, OperationError } from '../contract/errors.ts'
import { highestPermission, isHigher, type Operation, type Permission, permissionOf } from '../contract/operation.ts'
import type { Attempt } from '../contract/record.ts'
import { type StreamResult, streamSpec } from '../contract/stream.ts'
import { withAttemptLog } from '../lib/http/attempt-log.ts'
import { withSentWrites } from '../lib/http/sent-writes.ts'
import { withStopSignal } from '../lib/stop-signal.ts'
import { currentTrace, inSpan, isMeasuring, isTracing, recordDuration } from '../lib/telemetry/telemetry.ts'
import { useApproval } from './approval.ts'
import { authorize, decisionIn, refusalBeforeInput, refuse } from './authorize.ts'
import { asJobIfSlow, awaitCallJob, createCallJob, isAsync } from './call-job.ts'
import type { InvokeContext } from './context.ts'
import { createCall, type Notes } from './create-call.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { jsonEtag, matchesEtag } from './etag.ts'
import { settleFailure } from './failure.ts'
import { readInput } from './input/read-input.ts'
import { bodyTooLarge, fileOf } from './input/upload.ts'
import { logCall } from './log/call-log.ts'
import type { Admission, Connection, RecordedCall } from './ports.ts'
import { gatherPages, type Origin } from './result/paginate.ts'
import { buildResult, type CallFacts, checkOutput, type ResponseShape, type Result } from './result/result.ts'
import { shrinkError } from './result/shrink.ts'
import { inlineStream } from './stream/inline-stream.ts'
import { rangeOf, type SentRange } from './stream/range.ts'
import { guardStream, isStreamResult, releaseUnread } from './stream/stream-guard.ts'
import { countedBody, inputBytes, resultBytes } from './usage.ts'

type Input = Record<string, unknown>

/** The state of one call. */
interface CallState {
  operation: Operation
  started: number
  input: Input
  context: InvokeContext
  /** Whether this call may change something. */
  writes: boolean
  /** The handler was called, now or by an earlier call with the same idempotency key. */
  begun: boolean
  /** It is executed at most once for its idempotency key. */
  keyed: boolean
  /** The result is that of the earlier call. */
  replayed: boolean
  /** What the record shows of it. */
  recorded: RecordedCall
  attempts: Attempt[]
  /** Bytes of the streamed body that were read. */
  bodyBytes: number
  /** The policy requires an approval, and it was used for this call. */
  approved?: Permission
  /** Ends what counts for the limits of the key. */
  release?: () => void
}

/** A call that is authorized, with the connection and the time limit to run it. */
interface AdmittedCall extends CallState {
  connection: Connection
  deadline: Deadline
}

/** The return value and reports of a handler, which are stored under the idempotency key. */
interface Handled {
  data: unknown
  notes: Notes
}

/** Runs one call. Every surface and every call job uses it, so that all check and fail in the same way. Throws only OperationErrors. */
export async function invoke(operation: Operation, raw: unknown, context: InvokeContext): Promise<Result> {
  if (!isTracing()) return await invokeUntraced(operation, raw, context)
  const span = {
    name: operation.id,
    kind: 'internal' as const,
    attributes: { 'toolgate.operation': operation.id, 'toolgate.system': operation.tool.name },
    parent: currentTrace(context.trace),
    errorType: (error: unknown) => asOperationError(error).reason
  }
  return await inSpan(span, () => invokeUntraced(operation, raw, context))
}

async function invokeUntraced(operation: Operation, raw: unknown, context: InvokeContext): Promise<Result> {
  const input = isInput(raw) ? raw : {}
  const permission = highestPermission(operation.permission)
  const at = Date.now()
  const { body, caller, replayOf, requestId, surface, trace, upload } = context
  const state: CallState = {
    operation,
    started: performance.now(),
    input,
    context,
    writes: permission !== 'read',
    begun: false,
    keyed: false,
    replayed: false,
    recorded: {
      id: context.ports.record.enabled ? randomUUIDv7() : '',
      at,
      operation,
      input,
      context: { body, caller, replayOf, requestId, surface, trace, upload }, // not all of it: the record keeps this for a moment
      permission,
      decision: null,
      instance: null
    },
    attempts: [],
    bodyBytes: 0
  }
  let result: Result
  try {
    result = await run(state, raw)
  } catch (thrown) {
    const error = shrinkError(settled(asOperationError(thrown), state), context.maxChars ?? context.responseDefaults?.max_chars)
    end(state, { error })
    throw error
  }
  if (!result.stream) end(state, { jobId: jobIn(operation, result), ...resultBytes(result) })
  return result
}

const settled = (error: OperationError, state: CallState): OperationError => settleFailure(error, state)

/** How a call ended. */
interface Ending {
  error?: OperationError | undefined
  jobId?: string | undefined
  /** Of the result, as the usage counts them. */
  bytes_out?: number
  tokens?: number
}

function end(call: CallState, { error, jobId, ...sent }: Ending): void {
  call.release?.()
  const { operation, input, context, started, replayed, recorded, attempts, bodyBytes } = call
  const ended = { operation, input, duration_ms: elapsed(started), replayed }
  if (isMeasuring())
    recordDuration('operation', ended.duration_ms / 1000, {
      'toolgate.operation': operation.id,
      'toolgate.system': operation.tool.name,
      'toolgate.outcome': error ? 'failed' : 'succeeded',
      'error.type': error?.reason
    })
  const { params: summary, error: shown } = logCall(error ? { ...ended, error } : ended, context)
  // A job was counted when it was created.
  if (context.surface !== 'job')
    context.ports.usage.add(context.caller, operation.tool.name, {
      calls: 1,
      failed: error ? 1 : 0,
      bytes_in: inputBytes(recorded.input, context.upload) + bodyBytes,
      ...sent
    })
  if (!context.ports.record.enabled) return
  const failure = error && shown && { reason: error.reason, message: shown.message, outcome: error.details.outcome }
  const { duration_ms } = ended
  context.ports.record.end({ ...recorded, input }, { duration_ms, replayed, jobId, summary, attempts, ...(failure && { error: failure }) })
}

/** Returns the ID of the job that the call created. */
function jobIn({ kind }: Operation, { data, metadata }: Result): string | undefined {
  const id = kind === 'bulk' && isInput(data) ? data['id'] : metadata['job_id']
  return typeof id === 'string' ? id : undefined
}

async function run(state: CallState, raw: unknown): Promise<Result> {
  const { operation, context } = state
  const { recorded } = state
  const refusal = refusalBeforeInput([operation], context)
  if (refusal) {
    recorded.decision = decisionIn(refusal)
    throw refusal
  }
  const counting = count(state)
  if (counting) await counting
  checkSize(operation, raw, context)
  const input = asJobIfSlow(operation, readInput(operation, raw, context.byName, context.issues), context)
  state.input = input
  recorded.isRead = true
  recorded.permission = permissionOf(operation, input)
  try {
    decide(state, recorded.permission)
  } catch (error) {
    await refuse(error, operation, input, context)
  }
  const writes = recorded.permission !== 'read'
  state.writes = writes
  const { clientConnection, jobStopping, maxWaitMs, responseDefaults } = context
  const partial = input['on_timeout'] === 'partial'
  const lean = responseDefaults?.lean
  const deadline = startDeadline(operation, {
    writes,
    partial,
    clientConnection,
    whenRevoked: revocationOf(context),
    jobStopping,
    maxWaitMs,
    lean
  })
  let isStreaming = false
  try {
    const connecting = context.connections.get(operation.tool, typeof input['instance'] === 'string' ? input['instance'] : undefined)
    const connection = connecting instanceof Promise ? await deadline.race(() => connecting) : connecting
    recorded.instance = connection.instance
    const admitted: AdmittedCall = Object.assign(state, { connection, deadline })
    const result = await (isAsync(input) ? runAsync(admitted) : runSync(admitted))
    isStreaming = result.stream !== undefined
    return result
  } finally {
    if (!isStreaming) deadline.stop()
  }
}

/** Counts the call against the limits of its key, unless the surface has. A job was counted when it was created. */
function count(state: CallState): Promise<void> | undefined {
  const { caller, ports, admission, surface } = state.context
  const counting = admission || surface === 'job' ? undefined : ports.limits.admit(caller, state.operation.tool.name)
  const apply = (counted: Admission): void => {
    state.release = counted.release
    state.context = { ...state.context, admission: counted }
    if (counted.refusal) throw counted.refusal
  }
  if (counting instanceof Promise) return counting.then(apply)
  if (counting) apply(counting)
  return undefined
}

/** Checks scope, policy and confirmation. The record shows the decision, even that of a refusal. */
function decide({ operation, input, context, recorded }: CallState, permission: Permission): void {
  try {
    recorded.decision = authorize(operation, input, context, permission)
  } catch (error) {
    recorded.decision = decisionIn(error)
    throw error
  }
}

/** The request may contain more than this input, so the input itself is measured only if the request exceeds the limit. */
function checkSize({ max_body }: Operation, raw: unknown, { inputBytes = 0 }: InvokeContext): void {
  if (inputBytes > max_body && Buffer.byteLength(JSON.stringify(raw) ?? '') > max_body) throw bodyTooLarge(max_body)
}

/** Calls the handler and returns its result. */
async function runSync(call: AdmittedCall): Promise<Result> {
  const { operation, input, context, deadline } = call
  const origins: Origin[] = []
  const { data, notes } = await deadline.race(() =>
    onceByKey<Handled>(call, async dedupeKey => {
      const notes: Notes = { warnings: [] }
      const data = await handle(call, notes, origins, dedupeKey)
      if (deadline.signal.aborted) releaseUnread(data) // the call has ended, so nothing reads it
      return { data, notes }
    })
  )
  const { replayed } = call
  if (isStreamResult(data) && streamSpec(operation.output)) return await streamed(call, data)
  if (!replayed) checkOutput(operation, data, context.log)
  const { fields, cursor } = input
  const extracted = context.files ? await context.files.extract(data) : data
  return buildResult(
    operation,
    { fields, ...shapeOf(call), cursor, origins },
    extracted,
    replayed ? withoutRateLimit(notes) : notes,
    factsOf(call)
  )
}

/** Creates a job that makes the call, and returns its result if the job ends while the client waits. */
async function runAsync(call: AdmittedCall): Promise<Result> {
  const { operation, input, context, connection, deadline } = call
  const jobId = await deadline.race(() =>
    onceByKey(call, async dedupeKey => {
      call.begun = true
      deadline.begin()
      return await createCallJob(operation, input, connection.instance, context, { signal: deadline.signal, dedupeKey })
    })
  )
  return await awaitCallJob(jobId, input, context, factsOf(call))
}

/**
 * Does the work; with an idempotency key, at most once. A later call with the same key gets the result or the failure of the first one. The work is
 * not abandoned at the deadline, so that its result is stored for a later call.
 */
async function onceByKey<T>(call: AdmittedCall, work: (dedupeKey?: string) => Promise<T>): Promise<T> {
  const { operation, input, context } = call
  const key = call.writes ? idempotencyKeyOf(input) : undefined
  if (key === undefined) return await work()
  call.keyed = true
  const { wait: _, approval_id: __, ...keyedInput } = input // neither how long the client waits nor its approval changes the call
  const outcome = await context.ports.idempotency({ operation, caller: context.caller, key, input: keyedInput }, work)
  if ('failure' in outcome) {
    call.begun = true
    call.replayed = outcome.failure.details.replayed === true
    throw outcome.failure
  }
  call.replayed = outcome.replayed
  return outcome.result
}

/** The rate limit of a replayed response is out of date. */
const withoutRateLimit = ({ rateLimit: _, ...notes }: Notes): Notes => notes

async function handle(call: AdmittedCall, notes: Notes, origins: Origin[], dedupeKey?: string): Promise<unknown> {
  const { operation, input, context, connection, deadline } = call
  deadline.signal.throwIfAborted() // the deadline may have passed while the idempotency key was claimed
  const requirePermission = (permission: Permission): void => {
    const wasPreviewed = isPreviewed(call)
    decide(call, permission)
    if (permission === 'read') return
    if (needsApproval(call)) throw new LateApproval(permission)
    if (isPreviewed(call) && !wasPreviewed) throw startsByItself(operation)
    if (call.approved && isHigher(permission, call.approved)) throw approvedForLess(operation, permission)
    call.writes = true
    deadline.write()
    call.recorded.permission = permission
  }
  const file = (): File => fileOf(operation, input, context.upload)
  const { maxChars: response_chars } = shapeOf(call)
  const isDefault = hasOwnSize(operation) && input['max_chars'] === undefined && input['cursor'] === undefined
  const usedApproval = (): boolean => call.approved !== undefined
  const facts = { requirePermission, usedApproval, file, ...(isDefault && response_chars !== undefined && { response_chars }) }
  const { body: sent } = context
  const body =
    sent &&
    countedBody(sent, bytes => {
      call.bodyBytes += bytes
    })
  const handlerCall = createCall(operation, connection, body ? { ...context, body } : context, deadline, notes, facts, dedupeKey)
  if (needsApproval(call)) await approve(call, call.recorded.permission)
  const { enabled: isRecorded } = context.ports.record
  // Also if this input is a read: some programs turn out to write while they run.
  if (isRecorded && highestPermission(operation.permission) !== 'read') {
    call.recorded.beginning = 'sent'
    await context.ports.record.begin({ ...call.recorded, input })
    call.recorded.beginning = 'stored'
    deadline.signal.throwIfAborted() // the response of a call that expired in the meantime states not_executed
  }
  call.begun = true
  deadline.begin()
  const own = handlerInput(operation, isPreviewed(call) ? withoutConfirm(call.input, notes) : input)
  const work = async (): Promise<unknown> =>
    operation.list ? await gatherPages(operation, own, handlerCall, deadline, origins) : await operation.handler(own, handlerCall)
  const stoppable = (): Promise<unknown> => (call.writes ? withStopSignal(deadline.stopSignal(), () => withSentWrites(work)) : work())
  const run = async (): Promise<unknown> => await (isRecorded ? withAttemptLog(call.started, call.attempts, stoppable) : stoppable())
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof LateApproval)) throw thrown
    await approve(call, thrown.permission)
    call.recorded.permission = thrown.permission
    call.writes = true
    deadline.write()
    return await run()
  }
}

/** Whether the job of a bulk operation waits for the confirmation of its preview although its caller wants none: the confirmation needs an approval. */
const isPreviewed = ({ operation, input, recorded }: CallState): boolean =>
  operation.kind === 'bulk' && recorded.decision === 'approval' && input['confirm'] === 'auto'

function withoutConfirm({ confirm: _, ...input }: Input, { warnings }: Notes): Input {
  warnings.push('The policy requires an approval, so the job does not start by itself: confirm its preview with jobs_confirm.')
  return input
}

/** The input did not show that the job needs an approval. */
const startsByItself = ({ id }: Operation): OperationError =>
  new OperationError(
    'cannot_be_honoured',
    `${id} needs an approval with this input, so its job cannot start by itself. Nothing was done.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: ['Send the call without "confirm": "auto", and confirm the preview of its job.']
    }
  )

/** The input did not show that the call needs a higher permission. */
const approvedForLess = ({ id }: Operation, permission: Permission): OperationError =>
  new OperationError(
    'approval_mismatch',
    `This call of ${id} turned out to be ${permission}, which its approval does not cover. Nothing was done.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: ['Ask the operator of the gateway to allow it by policy.']
    }
  )

/** The handler found out that the call needs an approval, before it did anything. */
class LateApproval extends OperationError {
  readonly permission: Permission

  constructor(permission: Permission) {
    super('approval_required', 'The call needs the approval of another caller.', { source: 'gateway', outcome: 'not_executed' })
    this.permission = permission
  }
}

/** Whether the call needs an approval that was not used yet. A bulk operation changes nothing: the confirmation of its job needs the approval. */
const needsApproval = ({ operation, input, recorded, approved }: CallState): boolean =>
  recorded.decision === 'approval' && !approved && operation.kind === 'operation' && input['dry_run'] !== true

/** Uses the approval of the call. Throws if there is none, or if it must not be used. */
async function approve(call: AdmittedCall, permission: Permission): Promise<void> {
  const { operation, input, context, connection, recorded } = call
  operation.assertAvailable?.(connection.client)
  try {
    recorded.approvalId = await useApproval(operation, input, { permission, connection }, context)
  } catch (error) {
    const { approval } = error instanceof OperationError ? error.details : {}
    if (isInput(approval) && typeof approval['id'] === 'string') recorded.approvalId = approval['id']
    throw error
  }
  call.approved = permission
  call.deadline.signal.throwIfAborted() // the response of a call that expired in the meantime states not_executed
}

/** The jobs engine stops the call of a job itself. */
const revocationOf = ({ caller, ports, surface }: InvokeContext) =>
  surface === 'job' ? undefined : (listener: () => void) => ports.whenRevoked(caller, listener)

const CONTENT_CONTINUES: Truncation = {
  reason: 'size',
  omitted: null,
  continues: 'content',
  hint: 'Repeat the call with next_cursor as cursor to get the rest of content, or GET url for all of it.'
}

/** Returns the stream itself to a surface that sends bytes; the call then ends with the stream. To any other surface, returns a part of it as JSON. */
async function streamed(call: AdmittedCall, { etag, ...stream }: StreamResult): Promise<Result> {
  const { operation, input, context, deadline } = call
  const notes: Notes = { warnings: [], ...(etag !== undefined && { etag: context.rawStream ? etag : jsonEtag(etag) }) }
  if (!context.rawStream) {
    const { maxChars, compact } = shapeOf(call)
    const options = { publicUrl: context.publicUrl ?? '', maxChars, fileBytes: context.files?.max_bytes }
    const link = await deadline
      .race(() => inlineStream(operation, input, stream, options))
      .catch(error => {
        releaseUnread(stream) // the call ended before it was read
        throw error
      })
    if (link.next_cursor !== undefined) notes.truncated = CONTENT_CONTINUES
    const extracted = context.files ? await context.files.extract(link) : link
    return buildResult(operation, { compact }, extracted, notes, factsOf(call))
  }
  if (input['cursor'] !== undefined) {
    stream.body.destroy?.()
    throw new OperationError('invalid_field_value', '`cursor` continues a response in JSON. Omit it to get all of the bytes.', {
      source: 'gateway',
      issues: [{ path: 'cursor', message: 'is for JSON responses only', expected: 'no cursor, or Accept: application/json' }]
    })
  }
  const onEnd = (bytes_out: number, failure?: OperationError): void => {
    const error = failure && settled(failure, call)
    // Clients can end an endless stream only by disconnecting.
    const isDisconnect = error?.reason === 'client_closed' && streamSpec(operation.output)?.endless
    end(call, { error: isDisconnect ? undefined : error, bytes_out })
  }
  const sent = chosenPart({ ...stream, ...(etag !== undefined && { etag }) }, context)
  return { ...buildResult(operation, {}, null, notes, factsOf(call)), stream: guardStream(sent, deadline, onEnd) }
}

/** Returns the stream, or the part of it that the client requests. */
function chosenPart(stream: StreamResult, { rawStream, ifNoneMatch }: InvokeContext): StreamResult & { range?: SentRange } {
  const { etag, part } = stream
  if (!rawStream?.range || !part || (etag !== undefined && matchesEtag(ifNoneMatch, etag))) return stream
  try {
    const range = rangeOf(rawStream.range, stream)
    return range ? { ...stream, body: part(range.start, range.end), length: range.end - range.start + 1, range } : stream
  } catch (error) {
    stream.body.destroy?.()
    throw error
  }
}

function factsOf({ connection, context, started, replayed }: AdmittedCall): CallFacts {
  const { instance, sandbox } = connection
  return { instance, sandbox, request_id: context.requestId, execution_time_ms: elapsed(started), replayed }
}

/** Returns the size and form of the response: from the input, or else the defaults of the surface; never larger than the surface can carry. */
function shapeOf({ operation, input, context: { maxChars, responseDefaults, measure } }: AdmittedCall): ResponseShape {
  const { max_chars: requested, compact = responseDefaults?.compact } = input
  const wanted = typeof requested !== 'number' ? responseDefaults?.max_chars : hasOwnSize(operation) ? undefined : requested
  const limit = Math.min(wanted ?? Number.POSITIVE_INFINITY, maxChars ?? Number.POSITIVE_INFINITY)
  return {
    compact: compact === true && isContinuable(operation),
    ...(limit < Number.POSITIVE_INFINITY && { maxChars: limit }),
    ...(measure && { measure: data => measure(operation, data) })
  }
}

/** Some operations have their own max_chars, and truncate their text by themselves. */
const hasOwnSize = ({ input }: AdmittedCall['operation']): boolean => Object.hasOwn(input.properties, 'max_chars')

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

const elapsed = (started: number): number => Math.round((performance.now() - started) * 10) / 10
