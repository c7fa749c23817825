import type { BulkAdapter, Json } from '../../../contract/bulk.ts'
import type { Call } from '../../../contract/call.ts'
import type { Job } from '../../../contract/job.ts'
import type { JobLine } from '../../../contract/job-events.ts'
import { startJob } from '../../../contract/program-job.ts'
import type { Runtime } from '../../../contract/runtime.ts'
import { quoted, splitWords } from '../../../lib/command-line.ts'
import { createConcurrencySlots } from '../../../lib/pool.ts'
import { hiddenTexts, redactArguments } from '../../../lib/process/redact/redact.ts'
import { SpawnError } from '../../../lib/process/spawn.ts'
import { failure } from './errors.ts'
import { resolvePath } from './paths.ts'
import type { Programs, Volume } from './volume.ts'

const MAX_CONCURRENT = 4

/** Returns nothing if the operator allows no programs. */
export function createPrograms(allowed: readonly string[], { spawn }: Pick<Runtime, 'spawn'>): { programs?: Programs } {
  const refuse = () =>
    failure('rate_limit_exceeded', `${MAX_CONCURRENT} programs are already running on this host. The job starts when one of them ends.`, {
      retry_after_ms: 1_000
    })
  return allowed.length === 0
    ? {}
    : { programs: { allowed, spawn, slots: createConcurrencySlots({ max: MAX_CONCURRENT, each: MAX_CONCURRENT, refuse }) } }
}

export interface ExecuteRequest {
  args?: string[]
  command?: string
  working_directory: string
  timeout_seconds: number
}

/** Input of a job. */
export type Command = { args: string[]; directory: string; timeout_ms: number }

/** Parses and checks a command without running it. */
async function parseCommand(volume: Volume, { args, command, working_directory, timeout_seconds }: ExecuteRequest): Promise<Command> {
  const { allowed } = requirePrograms(volume)
  const words = args ?? splitWords(command ?? '')
  const [program] = words
  if (program === undefined || program === '')
    throw failure('missing_required_field', 'The command is empty.', {
      issues: [{ path: 'args', message: 'is empty', expected: 'a program and its arguments' }]
    })
  if (words.some(word => word.includes('\0') || !word.isWellFormed()))
    throw failure('invalid_field_value', 'An argument contains a NUL or a lone surrogate.')
  if (!allowed.includes(program))
    throw failure('command_denied', `${program.slice(0, 80)} is not an allowed program.`, {
      suggestions: [`Allowed programs: ${allowed.join(', ')}.`]
    })
  await resolveWorkingDirectory(volume, working_directory)
  return { args: words, directory: working_directory, timeout_ms: timeout_seconds * 1000 }
}

/** Describes a command for the user who must approve it. */
export const describeCommand = ({ args, directory }: Pick<Command, 'args' | 'directory'>): string =>
  `Run \`${quoted(redactArguments(args))}\`${directory === '.' ? '' : ` in "${directory}"`}`

/** Throws if the operator allows no programs. */
export function requirePrograms({ programs }: Volume): Programs {
  if (programs) return programs
  throw failure('configuration_missing', 'Running programs is disabled on this gateway.', {
    suggestions: ['Ask the operator to set FILESYSTEM_COMMANDS to the allowed programs, such as ls,git.']
  })
}

async function resolveWorkingDirectory(volume: Volume, requestedPath: string): Promise<string> {
  const resolved = await resolvePath(volume, requestedPath)
  if (!resolved.stats) throw failure('file_not_found', `${requestedPath} does not exist.`)
  if (!resolved.stats.isDirectory()) throw failure('not_a_directory', `${requestedPath} is not a directory.`)
  return resolved.path
}

type ProgramResult = {
  exit_code: number | null
  signal: string | null
  timed_out: boolean
  cancelled: boolean
  truncated: boolean
  execution_time: number
}

/** Runs the program of a job and adds its output to the job. */
export async function run({ args, directory, timeout_ms }: Command, { client, caller, emit, signal }: Call<Volume>) {
  const { slots, spawn } = requirePrograms(client)
  const [program = '', ...rest] = args
  const end = await slots.run(caller.id, async () => {
    const secrets = hiddenTexts(args, redactArguments(args))
    const request = { program, args: rest, secrets, directory: await resolveWorkingDirectory(client, directory), timeout_ms, signal }
    return await spawn({ ...request, onLine: ({ stream, text }) => emit(stream, { line: text }) }).catch(convertSpawnError)
  })
  const { exit_code, ended, omitted_bytes, cut_off, duration_ms } = end
  const data: ProgramResult = {
    exit_code,
    signal: end.signal,
    timed_out: ended === 'timed_out',
    cancelled: ended === 'cancelled',
    truncated: omitted_bytes > 0 || cut_off,
    execution_time: duration_ms
  }
  if (ended === 'itself')
    return {
      outcome: exit_code === 0 ? ('succeeded' as const) : ('failed' as const),
      data: asJson(data),
      ...(exit_code !== 0 && { error: exitError(exit_code) })
    }
  return { outcome: 'unknown' as const, error: INTERRUPTED, data: asJson(data) }
}

const asJson = (data: ProgramResult): Json => ({ ...data })

const exitError = (code: number | null) => ({
  code: 'VALIDATION_ERROR',
  reason: 'upstream_refused',
  message: `The program ended with exit code ${code}`
})
const INTERRUPTED = {
  code: 'TIMEOUT_ERROR',
  reason: 'deadline_exceeded',
  message: 'The program was stopped before it ended; what it completed is unknown'
}

function convertSpawnError(error: unknown): never {
  if (!(error instanceof SpawnError)) throw error
  if (error.fault === 'program') throw failure('configuration_invalid', 'The program is allowed, but not installed on this host.')
  if (error.fault === 'system') throw failure('machine_busy', `${error.message}.`, { retry_after_ms: 1_000 })
  throw failure(error.fault === 'directory' ? 'file_not_found' : 'invalid_field_value', `${error.message}.`)
}

type ExecuteCall = Omit<Call<Volume>, 'fail'>

/** Maximum number of output lines per response. The job has the rest. */
const MAX_LINES = 5_000

/** Starts a program as a job, waits, and returns its result, or the job if it is still running. Deletes a job that ended in time. */
export async function execute(program: BulkAdapter, input: ExecuteRequest & { yield_time_ms: number }, call: ExecuteCall) {
  const begun = performance.now()
  const started = await startJob(program, await parseCommand(call.client, input), call)
  const now = await waitForJob(started, begun + input.yield_time_ms, call)
  if (call.disconnected().aborted && !hasEnded(now)) await call.jobs.cancel(call.caller, started.id)
  const { items, next_cursor } = await call.jobs.output(call.caller, started.id, { after: 0, limit: MAX_LINES })
  if (!hasEnded(now)) return { ...runningResult(items), job_id: started.id }
  const result = await resultOf(started.id, call)
  if (next_cursor === null) await call.jobs.delete(call.caller, started.id)
  else call.truncate({ reason: 'size', omitted: null, next: 'job_id', hint: 'Read the rest with jobs_get_output.' })
  return {
    ...result,
    output: textOf(items),
    truncated: result.truncated || next_cursor !== null,
    job_id: next_cursor === null ? null : started.id
  }
}

const hasEnded = ({ status }: Job): boolean => ['completed', 'cancelled', 'failed'].includes(status)

async function waitForJob(job: Job, until: number, { jobs, caller, disconnected }: ExecuteCall): Promise<Job> {
  const seconds = (until - performance.now()) / 1000
  return hasEnded(job) || seconds <= 0 ? job : await jobs.get(caller, job.id, { wait: seconds, until: 'ended', signal: disconnected() })
}

async function resultOf(id: string, { jobs, caller }: ExecuteCall) {
  const [item] = (await jobs.items(caller, id, { limit: 1 })).items
  const data = item?.data
  if (isProgramResult(data))
    return { running: false, success: data.exit_code === 0, error: data.exit_code === 0 ? null : (item?.error?.message ?? null), ...data }
  return { ...ENDED, error: item?.error?.message ?? 'The program did not run.' }
}

const ENDED = {
  running: false,
  success: false,
  exit_code: null,
  signal: null,
  timed_out: false,
  cancelled: false,
  truncated: false,
  execution_time: 0
}

const runningResult = (items: JobLine[]) => ({ ...ENDED, running: true, success: null, error: null, output: textOf(items) })

const isProgramResult = (data: unknown): data is ProgramResult => typeof data === 'object' && data !== null && 'exit_code' in data

const textOf = (items: JobLine[]): string => items.map(({ text }) => text).join('\n')
