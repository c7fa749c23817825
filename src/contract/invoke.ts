import { admit, refused } from './admit.ts'
import { answer, type CallFacts, inspect, type Result } from './answer.ts'
import { asAsked, inTime, isAsync, outcomeOf, startCall } from './async.ts'
import { callFor, type Notes } from './call.ts'
import type { InvokeContext } from './context.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { enclosed } from './enclosed.ts'
import { asOperationError, type OperationError } from './errors.ts'
import { inJson } from './etag.ts'
import { fitFailure } from './fit-failure.ts'
import { gather, type Origin } from './list.ts'
import { type Done, once } from './once.ts'
import { type Operation, type Permission, permissionOf } from './operation.ts'
import { passing } from './passing.ts'
import type { Connection } from './ports.ts'
import { readInput } from './read.ts'
import { record } from './record.ts'
import { keyIn } from './reserved.ts'
import { isStreamAnswer, type StreamAnswer, streamForm } from './stream.ts'
import { fileOf } from './upload.ts'

type Input = Record<string, unknown>

/** One call on its way through the door. */
interface Passage {
  operation: Operation
  started: number
  input: Input
  connection: Connection | undefined
  writes: boolean
  /** The handler was called, now or by an earlier call with the same key. */
  begun: boolean
  /** That earlier call is what is answered. */
  replayed: boolean
}

/** The one door to a handler. Every surface comes through here, so all of them check and fail alike. */
export async function invoke(operation: Operation, raw: unknown, context: InvokeContext): Promise<Result> {
  const input = isInput(raw) ? raw : {}
  const passage: Passage = {
    operation,
    started: performance.now(),
    input,
    connection: undefined,
    writes: false,
    begun: false,
    replayed: false
  }
  let result: Result
  try {
    result = await pass(passage, raw, context)
  } catch (thrown) {
    const error = fitFailure(settled(asOperationError(thrown), passage), context.maxChars)
    end(passage, context, error.status, error)
    throw error
  }
  if (!result.stream) end(passage, context, result.status)
  return result
}

/** Whoever failed may not know what the door does: a read changes nothing, and nor does a write whose handler was never called. */
function settled(error: OperationError, { writes, begun }: Passage): OperationError {
  return error.details.outcome === 'unknown' && !(writes && begun) ? error.withOutcome('not_executed') : error
}

function end(
  { operation, input, connection, started, replayed }: Passage,
  context: InvokeContext,
  status: number,
  error?: OperationError
): void {
  const ended = { operation, input, instance: connection?.instance ?? null, duration_ms: elapsed(started), status, replayed }
  record(error ? { ...ended, error } : ended, context)
}

async function pass(passage: Passage, raw: unknown, context: InvokeContext): Promise<Result> {
  const { operation } = passage
  const input = inTime(operation, readInput(operation, raw, context.byName, context.issues), context)
  passage.input = input
  try {
    admit(operation, input, context)
  } catch (refusal) {
    await refused(refusal, operation, input, context)
  }
  const writes = permissionOf(operation, input) !== 'read'
  passage.writes = writes
  const { presence, maxMs } = context
  const deadline = startDeadline(operation, { writes, partial: input['on_timeout'] === 'partial', presence, maxMs })
  let passes = false
  try {
    const result = await run(passage, context, deadline)
    passes = result.stream !== undefined
    return result
  } finally {
    if (!passes) deadline.stop()
  }
}

async function run(passage: Passage, context: InvokeContext, deadline: Deadline): Promise<Result> {
  const { operation, input, started, writes } = passage
  const { connections, ports, caller } = context
  const opened = connections.get(operation.tool, typeof input['instance'] === 'string' ? input['instance'] : undefined)
  const connection = opened instanceof Promise ? await deadline.race(() => opened) : opened
  passage.connection = connection
  const notes: Notes = { warnings: [] }
  const origins: Origin[] = []
  const key = writes ? keyIn(input) : undefined
  const handled = async (seed?: string): Promise<Done> => ({
    data: await handle(passage, connection, context, deadline, { notes, origins }, seed),
    notes
  })
  const begun = async (seed?: string): Promise<Done> => ({ data: await beginJob(passage, connection, context, deadline, seed), notes })
  const asJob = isAsync(input)
  const work = asJob ? begun : handled
  // With a key the work is not left at the deadline: what it came to is kept, for whoever asks again.
  const done = await deadline.race(() =>
    key === undefined ? work() : once(ports, { operation, caller, key, input: asAsked(input) }, work, passage)
  )
  const { data } = done
  const { replayed } = passage
  const { instance, sandbox } = connection
  const facts = { instance, sandbox, request_id: context.requestId, execution_time_ms: elapsed(started), replayed }
  if (asJob) return await outcomeOf(String(data), input, context, { ...facts, execution_time_ms: elapsed(started) })
  if (isStreamAnswer(data) && streamForm(operation.output)) return await streamed(passage, data, context, deadline, facts)
  if (!replayed) inspect(operation, data, context.log)
  return answer(operation, { fields: input['fields'], most: sizeOf(operation, input, context), origins }, data, done.notes, facts)
}

/** The stream itself, whose call ends with it, to a surface that can send it; else what an answer can hold of it. */
async function streamed(
  passage: Passage,
  { etag, ...data }: StreamAnswer,
  context: InvokeContext,
  deadline: Deadline,
  facts: CallFacts
): Promise<Result> {
  const { operation, input } = passage
  const notes: Notes = { warnings: [], ...(etag !== undefined && { etag: context.bytes ? etag : inJson(etag) }) }
  if (!context.bytes) {
    const link = await deadline.race(() => enclosed(operation, input, data, context.publicUrl ?? ''))
    return answer(operation, { most: context.maxChars }, link, notes, facts)
  }
  const result = answer(operation, {}, null, notes, facts)
  const over = (thrown?: unknown): void => {
    const error = thrown === undefined ? undefined : settled(asOperationError(thrown), passage)
    // To leave is the only way to end what has no end.
    const isGone = error?.reason === 'client_closed' && streamForm(operation.output)?.endless
    end(passage, context, result.status, isGone ? undefined : error)
  }
  return { ...result, stream: passing(data, deadline, over) }
}

async function handle(
  passage: Passage,
  connection: Connection,
  context: InvokeContext,
  deadline: Deadline,
  { notes, origins }: { notes: Notes; origins: Origin[] },
  once?: string
): Promise<unknown> {
  const { operation, input } = passage
  deadline.signal.throwIfAborted() // the time may have gone by while the key was looked up
  const demand = (permission: Permission): void => {
    admit(operation, input, context, permission)
    passage.writes ||= permission !== 'read'
  }
  const file = (): File => fileOf(operation, input, context.upload)
  const call = callFor(connection, context, deadline, notes, { demand, file }, once)
  passage.begun = true
  deadline.begin()
  return operation.list ? await gather(operation, input, call, deadline, origins) : await operation.handler(input, call)
}

/** In place of the handler: a job that makes the call. */
async function beginJob(
  passage: Passage,
  connection: Connection,
  context: InvokeContext,
  deadline: Deadline,
  once?: string
): Promise<string> {
  passage.begun = true
  deadline.begin()
  return await startCall(passage.operation, passage.input, connection.instance, context, { signal: deadline.signal, once })
}

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the caller wants at most, and what its surface can carry. */
function sizeOf({ list }: Operation, { max_chars: asked }: Input, { maxChars: carried }: InvokeContext): number | undefined {
  return list && typeof asked === 'number' ? Math.min(asked, carried ?? asked) : carried
}

const elapsed = (started: number): number => Math.round((performance.now() - started) * 10) / 10
