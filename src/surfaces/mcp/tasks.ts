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
import type { Result } from '../../contract/answer.ts'
import { OperationError } from '../../contract/errors.ts'
import { invoke } from '../../contract/invoke.ts'
import type { Job, JobStatus } from '../../contract/jobs.ts'
import type { Operation } from '../../contract/operation.ts'
import { jobMarkdown } from '../../contract/render-job.ts'
import { ANSWER, canAsk, FORM } from './confirm.ts'
import { answeredLater } from './content.ts'
import type { Exchange } from './exchange.ts'
import { presenceIn, type Session } from './parts.ts'

/** The extension by which a client says, with each request, that it follows tasks. */
export const TASKS = 'io.modelcontextprotocol/tasks'

export const TaskParams = fromJsonSchema<{ taskId: string; inputResponses?: Record<string, unknown> }>({
  type: 'object',
  properties: { taskId: { type: 'string' }, inputResponses: { type: 'object' } },
  required: ['taskId']
})

// A type, and no interface: only those are plain objects to TypeScript.
type Task = {
  taskId: string
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  statusMessage: string
  createdAt: string
  lastUpdatedAt: string
  /** For how long after it was made it is kept. */
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
  failed: 'completed', // the tool says that it failed; only a defect of ours is a failed task
  expired: 'cancelled'
}

/** The job that a call has made, as a task: for a client that follows tasks and, where the job waits for a yes, can ask for it. */
export async function taskFor(
  operation: Operation,
  result: Result,
  { session, server }: Exchange
): Promise<(Task & CallToolResult) | undefined> {
  const job = followsTasks(server) ? (result.job ?? (await madeBy(operation, result, session))) : undefined
  if (!job) return undefined
  const asks = operation.kind === 'bulk' && !job.dry_run && (job.status === 'snapshotting' || job.status === 'awaiting_confirmation')
  return asks && !canAsk(server) ? undefined : { resultType: 'task', ...taskOf(job), content: [] }
}

/** tasks/get: how far it is, what it asks, or what came of it. */
export async function getTask(id: string, exchange: Exchange): Promise<Detailed> {
  const job = await jobOrFail(id, exchange)
  const task = taskOf(job)
  if (task.status === 'input_required') return { ...task, inputRequests: { [ANSWER]: question(job) } }
  if (task.status === 'completed') return { ...task, result: outcomeOf(job, exchange) }
  return task.status === 'failed' ? { ...task, error: { code: ProtocolErrorCode.InternalError, message: task.statusMessage } } : task
}

/** tasks/update: the answer to what it asked. Yes confirms the very job that was shown, no cancels it. */
export async function updateTask(id: string, responses: Record<string, unknown>, exchange: Exchange): Promise<Answer> {
  const { status, confirm_token } = await jobOrFail(id, exchange)
  if (status !== 'awaiting_confirmation' || responses[ANSWER] === undefined) return {}
  if (acceptedContent(responses, ANSWER)?.['confirm'] === true) await steer('jobs_confirm', { id, confirm_token }, exchange)
  else await steer('jobs_cancel', { id }, exchange)
  return {}
}

/** tasks/cancel. What has ended stays as it is. */
export async function cancelTask(id: string, exchange: Exchange): Promise<Answer> {
  const { status } = await jobOrFail(id, exchange)
  if (!['completed', 'failed', 'cancelled'].includes(STATUS[status])) await steer('jobs_cancel', { id }, exchange)
  return {}
}

/** The job that an operation of jobs has made. Where it cannot be read now, the answer itself has its id: it must not be lost. */
async function madeBy({ kind, job }: Operation, { data }: Result, { jobs, caller }: Session): Promise<Job | undefined> {
  if (!(kind === 'bulk' || job !== undefined) || !hasId(data)) return undefined
  return await jobs.get(caller, data.id).catch(() => undefined)
}

const followsTasks = (server: Server): boolean => server.getClientCapabilities()?.extensions?.[TASKS] !== undefined

const hasId = (data: unknown): data is { id: string } =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string'

/** Of the caller: to others a job does not exist. */
async function jobOrFail(id: string, { session, server }: Exchange): Promise<Job> {
  if (!followsTasks(server)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } })
  return await session.jobs.get(session.caller, id).catch(toProtocol)
}

/** Through the door, as every change of a job. */
async function steer(verb: string, input: object, { parts, session, ctx }: Exchange): Promise<void> {
  const operation = parts.catalog.get(verb)
  if (!operation) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${verb} is not served here.`)
  await invoke(operation, input, { ...session, presence: presenceIn(session, ctx) }).catch(toProtocol)
}

function toProtocol(error: unknown): never {
  if (!(error instanceof OperationError)) throw error
  const isUnknown = ['NOT_FOUND_ERROR', 'GONE_ERROR', 'VALIDATION_ERROR'].includes(error.code)
  throw new ProtocolError(isUnknown ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, error.message)
}

function taskOf(job: Job): Task {
  const { id, created_at, updated_at, expires_at, poll_after_ms } = job
  return {
    taskId: id,
    status: job.status === 'failed' && job.error?.reason === 'unexpected' ? 'failed' : STATUS[job.status],
    statusMessage: standing(job),
    createdAt: created_at,
    lastUpdatedAt: updated_at,
    ttlMs: expires_at === null ? null : Math.max(1, Date.parse(expires_at) - Date.parse(created_at)),
    ...(poll_after_ms !== null && { pollIntervalMs: poll_after_ms })
  }
}

/** `running: 120 of 4000, 3 failed`. */
function standing({ status, error, progress: { done, total, failed } }: Job): string {
  const count = total === null ? '' : `: ${done} of ${total.value}`
  return `${status}${count}${failed > 0 ? `, ${failed} failed` : ''}${error ? `. ${error.message}` : ''}`
}

function question({ message, preview }: Job): InputRequests[string] {
  const many = preview ? ` ${preview.total.value} items.` : ''
  const warnings = preview?.warnings.map(warning => ` ${warning}`).join('') ?? ''
  return inputRequired.elicit({ message: `${message}${many}${warnings}`, requestedSchema: FORM })
}

/** Of a call what it came to; of other jobs the job, and an error where it failed or nothing of it succeeded. */
function outcomeOf(job: Job, { parts, session }: Exchange): CallToolResult {
  const called = parts.catalog.get(job.operation)
  if (job.result && called) return answeredLater(called, job.result, { jobId: job.id, requestId: session.requestId })
  const { failed, succeeded, skipped } = job.progress
  const isError = job.status === 'failed' || (failed > 0 && succeeded + skipped === 0)
  return { content: [{ type: 'text', text: jobMarkdown(job).trimEnd() }], structuredContent: { ...job }, ...(isError && { isError }) }
}
