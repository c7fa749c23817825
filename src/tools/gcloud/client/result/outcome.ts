import { type ErrorDetails, OperationError, type Outcome, statusOf } from '../../../../contract/errors.ts'
import { outputMarkdown } from '../../markdown.ts'
import { advice } from './advice.ts'
import { classOf, type ErrorClass, SILENT_FAILURE } from './error-catalog.ts'
import type { Output } from './output.ts'
import { suggestionsIn, withLogin } from './suggestions.ts'

/** Maximum number of suggestions of a failure. */
const MAX_SUGGESTIONS = 10

/** How a command ended. */
export interface Ending {
  output: Output
  /** undefined: success. */
  failure?: OperationError
}

/** Judges the result of a command. `writes`: it may have an effect, so an interrupted one may have been executed. */
export function judgeOutput(output: Output, writes: boolean): Ending {
  const stderr = output.stderr.join('\n')
  if (output.cancelled || output.timed_out || output.exit_code === null) return interrupted(output, writes)
  if (output.exit_code === 0 && !isSilentFailure(output, stderr)) return { output: { ...output, suggestions: suggestionsIn(stderr) } }
  return failed(output, stderr, classOf(output.exit_code, stderr), writes)
}

/** An empty list on stdout, and a note on stderr that it is incomplete. */
const isSilentFailure = ({ stdout }: Output, stderr: string): boolean =>
  stderr.includes(SILENT_FAILURE) && /^(?:\[\s*\])?$/.test(stdout.join('\n').trim())

function failed(output: Output, stderr: string, row: ErrorClass, writes: boolean): Ending {
  const isPartial = output.exit_code !== 0 && wasPartlyDone(output, stderr)
  const needsLogin = statusOf(row.reason) === 424 && row.reason !== 'api_disabled'
  const hints = row.noHints ? [] : suggestionsIn(stderr)
  const own = advice(row.class, stderr)
  const suggestions = needsLogin ? withLogin(hints) : [...new Set([...own, ...hints])].slice(0, MAX_SUGGESTIONS)
  const result = { ...output, success: false, error: messageIn(stderr, output), authentication_required: needsLogin, suggestions }
  const outcome: Outcome = isPartial ? 'executed' : row.mayHaveRun && writes ? 'unknown' : 'not_executed'
  const facts: ErrorDetails = { class: row.class, ...(isPartial && { partial: true }), ...(row.quota && { quota: true }) }
  return { output: result, failure: failureOf(row, result, { ...facts, outcome, suggestions }) }
}

function failureOf({ reason }: Pick<ErrorClass, 'reason'>, output: Output, details: ErrorDetails): OperationError {
  const message = output.error ?? 'gcloud failed.'
  return new OperationError(
    reason,
    message,
    { source: 'upstream', ...details, output: withoutRepetition(output) },
    { markdown: () => outputMarkdown(output) }
  )
}

/** Returns the output without the lines of stdout if they are also parsed. */
export const withoutRepetition = (output: Output): Output => (output.structured_output === null ? output : { ...output, stdout: [] })

/** The command was cancelled, timed out or killed: its output is kept, and it is not a success. */
function interrupted(output: Output, writes: boolean): Ending {
  const outcome: Outcome = writes ? 'unknown' : 'not_executed'
  const advice = writes ? ['Check the result before you repeat it: the command may have been executed.'] : []
  const [reason, word] = output.timed_out
    ? (['deadline_exceeded', `did not end within ${output.execution_time} ms`] as const)
    : output.cancelled
      ? (['client_closed', 'was cancelled'] as const)
      : (['server_error', `was terminated by ${output.signal ?? 'a signal'}`] as const)
  const more = output.timed_out ? ['Increase timeout_ms, or run it as a job with gcloud_start.'] : []
  const result = { ...output, success: false, error: `The command ${word}.`, suggestions: [...advice, ...more] }
  return {
    output: result,
    failure: failureOf({ reason }, result, {
      source: 'gateway',
      class: word.split(' ')[0] === 'did' ? 'timed_out' : output.cancelled ? 'cancelled' : 'killed',
      outcome,
      suggestions: result.suggestions
    })
  }
}

/** Whether there are results on stdout, or messages about completed actions. */
const wasPartlyDone = ({ structured_output: found }: Output, stderr: string): boolean =>
  (Array.isArray(found) && found.length > 0) || /^(?:Created|Deleted|Updated|Added|Removed) \S/m.test(stderr)

/** Lines that continue the first one. */
const MAX_FOLLOWING = 5
const isUnfinished = (line: string): boolean => line.endsWith(':') || line.includes(SILENT_FAILURE)

/** Returns gcloud's message without its prefix. */
function messageIn(stderr: string, { exit_code, stdout }: Output): string {
  const lines = stderr.split('\n')
  const at = lines.findIndex(line => /(?:^|\s)ERROR: /.test(line) || line.includes(SILENT_FAILURE))
  const first = (at < 0 ? (lines.find(line => line.trim() !== '') ?? stdout.find(line => line.trim() !== '')) : lines[at]) ?? ''
  const more = lines
    .slice(at + 1)
    .filter(line => line.trim() !== '')
    .slice(0, isUnfinished(first) ? MAX_FOLLOWING : 0)
  const whole = [
    first,
    ...more.slice(
      0,
      Math.max(
        1,
        more.findIndex(line => !/^\s/.test(line))
      )
    )
  ]
    .map(line => line.trim().replace(/^- /, ''))
    .join(' ')
  const words = whole.replace(/^.*?ERROR: (?:\(gcloud[\w.-]*\) )?/, '').replace(/^WARNING: /, '')
  return words === '' ? `gcloud ended with exit code ${exit_code}.` : words.slice(0, 1000)
}
