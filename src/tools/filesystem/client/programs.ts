import type { Json } from '../../../contract/bulk.ts'
import type { Call } from '../../../contract/handed.ts'
import type { Runtime } from '../../../contract/tool.ts'
import { createPlaces } from '../../../lib/pool.ts'
import { redactWords } from '../../../lib/process/redact.ts'
import { SpawnError } from '../../../lib/process/spawn-error.ts'
import { putAway, takeOut } from '../../../lib/sealed.ts'
import { quoted, splitWords } from '../../../lib/words.ts'
import { failure } from './failures.ts'
import { locate } from './locate.ts'
import type { Programs, Volume } from './volume.ts'

const AT_ONCE = 4

/** None where the operator names none. */
export function programsOf(allowed: readonly string[], { spawn, shared }: Pick<Runtime, 'spawn' | 'shared'>): { programs?: Programs } {
  const refuse = () =>
    failure('rate_limit_exceeded', `${AT_ONCE} programs run on this host already. The job begins when one has ended.`, {
      retry_after_ms: 1_000
    })
  return allowed.length === 0
    ? {}
    : { programs: { allowed, spawn, shared, places: createPlaces({ most: AT_ONCE, each: AT_ONCE, refuse }) } }
}

export interface ExecuteRequest {
  args?: string[]
  command?: string
  working_directory: string
  timeout_seconds: number
}

/** What a job keeps of it. Arguments may hold a password: they are kept elsewhere, sealed, under a name. */
export type Execution = { message: string; sealed: string }

type Command = { args: string[]; directory: string; timeout_ms: number }

/** Reads and checks what is to be run; runs nothing. */
export async function executionOf(
  volume: Volume,
  { args, command, working_directory, timeout_seconds }: ExecuteRequest
): Promise<Execution> {
  const { allowed, shared } = programsIn(volume)
  const words = args ?? splitWords(command ?? '')
  const [program] = words
  if (program === undefined || program === '')
    throw failure('missing_required_field', 'There is no program to run.', {
      issues: [{ path: 'args', message: 'is empty', expected: 'a program and its arguments' }]
    })
  if (words.some(word => word.includes('\0') || !word.isWellFormed()))
    throw failure('invalid_field_value', 'An argument holds a NUL or half a character, which no program can be given.')
  if (!allowed.includes(program))
    throw failure('command_denied', `${program.slice(0, 80)} is not a program that may be run here.`, {
      suggestions: [`Programs that may be run: ${allowed.join(', ')}.`]
    })
  await directoryIn(volume, working_directory)
  const made: Command = { args: words, directory: working_directory, timeout_ms: timeout_seconds * 1000 }
  return { message: commandSaid(made), sealed: await putAway(shared, made) }
}

/** The command and its place, as a question to a person says it. */
export const commandSaid = ({ args, directory }: Pick<Command, 'args' | 'directory'>): string =>
  `Run \`${quoted(redactWords(args))}\`${directory === '.' ? '' : ` in "${directory}"`}`

/** Throws where none may be run. */
export function programsIn({ programs }: Volume): Programs {
  if (programs) return programs
  throw failure('configuration_missing', 'Running programs is switched off on this gateway.', {
    suggestions: ['Whoever runs the gateway may set FILESYSTEM_COMMANDS to the programs that may be run, such as ls,git.']
  })
}

async function directoryIn(volume: Volume, given: string): Promise<string> {
  const place = await locate(volume, given)
  if (!place.stats) throw failure('file_not_found', `${given} does not exist.`)
  if (!place.stats.isDirectory()) throw failure('not_a_directory', `${given} is not a directory.`)
  return place.path
}

export type Ran = {
  exit_code: number | null
  signal: string | null
  timed_out: boolean
  cancelled: boolean
  truncated: boolean
  execution_time: number
}

/** Runs the program of a job; what it prints goes to the job. */
export async function run({ sealed }: Execution, { client, caller, emit, signal }: Call<Volume>) {
  const { places, spawn, shared } = programsIn(client)
  const command = await takeOut<Command>(shared, sealed)
  if (!command) throw failure('configuration_invalid', 'The settings have changed since the job was made: make it again.')
  const { args, directory, timeout_ms } = command
  const [program = '', ...rest] = args
  const end = await places.run(caller.id, async () => {
    const request = { program, args: rest, directory: await directoryIn(client, directory), timeout_ms, signal }
    return await spawn({ ...request, onLine: ({ stream, text }) => emit(stream, { line: text }) }).catch(asFailure)
  })
  const { exit_code, ended, omitted_bytes, cut_off, duration_ms } = end
  const data: Ran = {
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
      ...(exit_code !== 0 && { error: EXITED(exit_code) })
    }
  return { outcome: 'unknown' as const, error: BROKEN_OFF, data: asJson(data) }
}

const asJson = (data: Ran): Json => ({ ...data })

const EXITED = (code: number | null) => ({
  code: 'VALIDATION_ERROR',
  reason: 'upstream_refused',
  message: `The program ended with exit code ${code}`
})
const BROKEN_OFF = {
  code: 'TIMEOUT_ERROR',
  reason: 'deadline_exceeded',
  message: 'The program was ended before it had: nobody knows how far it came'
}

function asFailure(error: unknown): never {
  if (!(error instanceof SpawnError)) throw error
  if (error.fault === 'program') throw failure('configuration_invalid', 'The program is allowed, but not installed on this host.')
  if (error.fault === 'system') throw failure('machine_busy', `${error.message}.`, { retry_after_ms: 1_000 })
  throw failure(error.fault === 'directory' ? 'file_not_found' : 'invalid_field_value', `${error.message}.`)
}
