import type { ProgramResult } from '../../../../contract/runtime.ts'
import { redactedArguments, redactedCommand } from '../command/redacted.ts'

/** The output of a command. */
export interface Output {
  command: string
  argv: string[]
  /** As the caller gave it; null: the empty folder of the gateway. */
  directory: string | null
  success: boolean
  exit_code: number | null
  signal: string | null
  stdout: string[]
  stderr: string[]
  execution_time: number
  cancelled: boolean
  timed_out: boolean
  error: string | null
  authentication_required: boolean
  suggestions: string[]
  structured_output: unknown
  warnings: string[]
  truncated: boolean
  omitted_bytes: number
}

/** Builds the output before its result is judged. */
export function outputOf(end: ProgramResult, argv: readonly string[], directory: string | null, json: boolean): Output {
  const stdout = linesOf(end, 'stdout')
  const stderr = linesOf(end, 'stderr')
  return {
    command: redactedCommand(argv),
    argv: redactedArguments(argv),
    directory,
    success: end.exit_code === 0 && end.ended === 'itself',
    exit_code: end.exit_code,
    signal: end.signal,
    stdout,
    stderr,
    execution_time: end.duration_ms,
    cancelled: end.ended === 'cancelled',
    timed_out: end.ended === 'timed_out',
    error: null,
    authentication_required: false,
    suggestions: [],
    structured_output: json && isWhole(end) ? jsonIn(stdout) : null,
    warnings: stderr.filter(line => line.startsWith('WARNING:')).map(line => line.slice('WARNING:'.length).trim()),
    truncated: !isWhole(end),
    omitted_bytes: end.omitted_bytes
  }
}

const isWhole = ({ omitted_bytes, cut_off }: ProgramResult): boolean => omitted_bytes === 0 && !cut_off

const linesOf = ({ lines }: ProgramResult, wanted: string): string[] =>
  lines.filter(({ stream }) => stream === wanted).map(({ text }) => text)

/** Only if all of it is JSON. Many commands print something else, which is not a failure. */
function jsonIn(lines: readonly string[]): unknown {
  const text = lines.join('\n').trim()
  if (!/^[[{"\d-]|^(?:true|false|null)$/.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
