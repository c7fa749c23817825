import {
  type Result as Answer,
  acceptedContent,
  type CallToolResult,
  fromJsonSchema,
  type InputRequests,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server
} from '@modelcontextprotocol/server'
import { OperationError } from '../../contract/errors.ts'
import type { Job, JobStatus } from '../../contract/job.ts'
import { jobMarkdown } from '../../contract/job-markdown.ts'
import type { Operation } from '../../contract/operation.ts'
import { invoke } from '../../pipeline/invoke.ts'
import type { Admission } from '../../pipeline/ports.ts'
import type { Result } from '../../pipeline/result/result.ts'
import { ANSWER, canAsk, FORM } from './confirm.ts'
import { jobCallResult, withText } from './content.ts'
import { clientConnectionOf, type McpContext, type Session } from './context.ts'

/** The extension by which a client declares, with each request, that it supports tasks. */
export const TASKS = 'io.modelcontextprotocol/tasks'

export const TaskParams = fromJsonSchema<{ taskId: string; inputResponses?: Record<string, unknown> }>({
  type: 'object',
  properties: { taskId: { type: 'string' }, inputResponses: { type: 'object' } },
  required: ['taskId']
})

// A type, not an interface: only those are plain objects to TypeScript.
type Task = {
  taskId: string
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  statusMessage: string
  createdAt: string
  lastUpdatedAt: string
  /** Milliseconds after its creation until it is deleted. */
  ttlMs: number | null
  pollIntervalMs?: number
}

type Detailed = Task & { inputRequests?: InputRequests; result?: CallToolResult; error?: { code: number; message: string } }

const STATUS: Readonly<Record<JobStatus, Task['status']>> = {
  snapshotting: 'working',
  awaiting_confirmation: 'input_required',
  queued: 'working',
  running: 'working',
  waiting: 'working',
  pausing: 'working',
  paused: 'working',
  cancelling: 'working',
  cancelled: 'cancelled',
  completed: 'completed',
  failed: 'completed', // the result of the tool has the error; only an internal error is a failed task
  expired: 'cancelled'
}

/** Returns the job of a call as a task, if the client supports tasks and, for a job that awaits confirmation, can ask the user. */
export async function taskFor(
  operation: Operation,
  result: Result,
  { session, server }: McpContext
): Promise<(Task & CallToolResult) | undefined> {
  const job = supportsTasks(server) ? (result.job ?? (await createdJob(operation, result, session))) : undefined
  if (!job) return undefined
  const needsUser = operation.kind === 'bulk' && !job.dry_run && (job.status === 'snapshotting' || job.status === 'awaiting_confirmation')
  return needsUser && !canAsk(server)
    ? undefined
    : { resultType: 'task', ...taskOf(job), content: [{ type: 'text', text: statusText(job) }] }
}

/** tasks/get: the state of the task, its request for confirmation, or its result. */
export async function getTask(id: string, context: McpContext): Promise<Detailed> {
  const job = await counted(context, () => jobOrFail(id, context))
  const task = taskOf(job)
  if (task.status === 'input_required') return { ...task, inputRequests: { [ANSWER]: question(job) } }
  if (task.status === 'completed') return { ...task, result: outcomeOf(job, context) }
  return task.status === 'failed' ? { ...task, error: { code: ProtocolErrorCode.InternalError, message: task.statusMessage } } : task
}

/** tasks/update: the user's response to the confirmation. Confirms the job as it was shown, or cancels it. */
export async function updateTask(id: string, responses: Record<string, unknown>, context: McpContext): Promise<Answer> {
  return await counted(context, async admission => {
    const { status, confirm_token } = await jobOrFail(id, context)
    if (status !== 'awaiting_confirmation' || responses[ANSWER] === undefined) return {}
    if (acceptedContent(responses, ANSWER)?.['confirm'] === true) await control('jobs_confirm', { id, confirm_token }, context, admission)
    else await control('jobs_cancel', { id }, context, admission)
    return {}
  })
}

/** tasks/cancel. Does nothing if the task has ended. */
export async function cancelTask(id: string, context: McpContext): Promise<Answer> {
  return await counted(context, async admission => {
    const { status } = await jobOrFail(id, context)
    if (!['completed', 'failed', 'cancelled'].includes(STATUS[status])) await control('jobs_cancel', { id }, context, admission)
    return {}
  })
}

/** Counts a request about a task against the limits of its key, as a call of an operation on a job. */
async function counted<T>({ session }: McpContext, work: (admission: Admission | undefined) => Promise<T>): Promise<T> {
  const admission = await session.ports.limits.admit(session.caller, 'jobs')
  try {
    if (admission?.refusal) toProtocol(admission.refusal)
    return await work(admission)
  } finally {
    admission?.release()
  }
}

/** Returns the job that the operation created; undefined if it cannot be read now: the result then still has its ID. */
async function createdJob({ kind, job }: Operation, { data }: Result, { jobs, caller }: Session): Promise<Job | undefined> {
  if (!(kind === 'bulk' || job !== undefined) || !hasId(data)) return undefined
  return await jobs.get(caller, data.id).catch(() => undefined)
}

const supportsTasks = (server: Server): boolean => server.getClientCapabilities()?.extensions?.[TASKS] !== undefined

const hasId = (data: unknown): data is { id: string } =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string'

/** Returns a job of the caller. Throws a protocol error if there is none. */
async function jobOrFail(id: string, { session, server }: McpContext): Promise<Job> {
  if (!supportsTasks(server)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } })
  return await session.jobs.get(session.caller, id).catch(toProtocol)
}

/** Runs an operation on a job through the pipeline, which does not count it again. */
async function control(id: string, input: object, { parts, session, ctx }: McpContext, admission: Admission | undefined): Promise<void> {
  const operation = parts.catalog.get(id)
  if (!operation) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${id} is not available.`)
  await invoke(operation, input, { ...session, clientConnection: clientConnectionOf(session, ctx), ...(admission && { admission }) }).catch(
    toProtocol
  )
}

function toProtocol(error: unknown): never {
  if (!(error instanceof OperationError)) throw error
  const isUnknown = ['NOT_FOUND_ERROR', 'GONE_ERROR', 'VALIDATION_ERROR'].includes(error.code)
  const { retry_after_ms } = error.details
  const data = retry_after_ms === undefined ? undefined : { reason: error.reason, retry_after_ms }
  throw new ProtocolError(isUnknown ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, error.message, data)
}

function taskOf(job: Job): Task {
  const { id, created_at, updated_at, expires_at, poll_after_ms } = job
  return {
    taskId: id,
    status: job.status === 'failed' && job.error?.reason === 'unexpected' ? 'failed' : STATUS[job.status],
    statusMessage: statusText(job),
    createdAt: created_at,
    lastUpdatedAt: updated_at,
    ttlMs: expires_at === null ? null : Math.max(1, Date.parse(expires_at) - Date.parse(created_at)),
    ...(poll_after_ms !== null && { pollIntervalMs: poll_after_ms })
  }
}

/** `running: 120 of 4000, 3 failed`. */
function statusText({ status, error, progress: { done, total, failed } }: Job): string {
  const count = total === null ? '' : `: ${done} of ${total.value}`
  return `${status}${count}${failed > 0 ? `, ${failed} failed` : ''}${error ? `. ${error.message}` : ''}`
}

function question({ message, preview }: Job): InputRequests[string] {
  const many = preview ? ` ${preview.total.value} items.` : ''
  const warnings = preview?.warnings.map(warning => ` ${warning}`).join('') ?? ''
  return inputRequired.elicit({ message: `${message}${many}${warnings}`, requestedSchema: FORM })
}

/** Returns the result of a call; for any other job the job, as an error if it failed or no item succeeded. */
function outcomeOf(job: Job, { parts, session }: McpContext): CallToolResult {
  const called = parts.catalog.get(job.operation)
  if (job.result && called)
    return jobCallResult(called, job.result, { jobId: job.id, requestId: session.requestId, detail: session.detail })
  const { failed, succeeded, skipped } = job.progress
  const isError = job.status === 'failed' || (failed > 0 && succeeded + skipped === 0)
  return withText(jobMarkdown(job).trimEnd(), { structuredContent: { ...job }, ...(isError && { isError }) })
}
