import { type ErrorDetails, OperationError, type Outcome, statusOf } from '../../../contract/errors.ts'
import { outputMarkdown } from '../markdown.ts'
import { classOf, type ErrorClass, SILENT_FAILURE } from './catalogue.ts'
import type { Output } from './output.ts'
import { suggestionsIn, withLogin } from './suggestions.ts'

/** How a command ended, as the catalogue tells it. */
export interface Ending {
  output: Output
  /** Undefined: it went well. */
  failure?: OperationError
}

/** Judges what a command came to. `writes`: it may change something, so that what was cut off may have been done. */
export function judgeOutput(output: Output, writes: boolean): Ending {
  const stderr = output.stderr.join('\n')
  if (output.cancelled || output.timed_out || output.exit_code === null) return brokenOff(output, writes)
  if (output.exit_code === 0 && !isSilentFailure(output, stderr)) return { output: { ...output, suggestions: suggestionsIn(stderr) } }
  return failed(output, stderr, classOf(output.exit_code, stderr), writes)
}

/** Nothing on stdout but an empty list, and a word on stderr that this is not all. */
const isSilentFailure = ({ stdout }: Output, stderr: string): boolean =>
  stderr.includes(SILENT_FAILURE) && /^\s*(?:\[\s*\])?\s*$/.test(stdout.join('\n'))

function failed(output: Output, stderr: string, row: ErrorClass, writes: boolean): Ending {
  const isPartial = output.exit_code !== 0 && wasPartlyDone(output, stderr)
  const needsLogin = statusOf(row.reason) === 424 && row.reason !== 'api_disabled'
  const hints = row.noHints ? [] : suggestionsIn(stderr)
  const suggestions = needsLogin ? withLogin(hints) : hints
  const told = { ...output, success: false, error: messageIn(stderr, output), authentication_required: needsLogin, suggestions }
  const outcome: Outcome = isPartial ? 'executed' : row.mayHaveRun && writes ? 'unknown' : 'not_executed'
  const facts: ErrorDetails = { class: row.class, ...(isPartial && { partial: true }), ...(row.quota && { quota: true }) }
  return { output: told, failure: failureOf(row, told, { ...facts, outcome, suggestions }) }
}

function failureOf({ reason }: Pick<ErrorClass, 'reason'>, output: Output, details: ErrorDetails): OperationError {
  const message = output.error ?? 'gcloud failed.'
  return new OperationError(reason, message, { source: 'upstream', ...details, output }, { markdown: () => outputMarkdown(output) })
}

/** It, or somebody, ended it before its time: what it had printed is kept, and it was no success. */
function brokenOff(output: Output, writes: boolean): Ending {
  const outcome: Outcome = writes ? 'unknown' : 'not_executed'
  const advice = writes ? ['Look what became of it before you repeat it: it may have been done.'] : []
  const [reason, word] = output.timed_out
    ? (['deadline_exceeded', `did not end within ${output.execution_time} ms`] as const)
    : output.cancelled
      ? (['client_closed', 'was cancelled'] as const)
      : (['server_error', `was ended by ${output.signal ?? 'a signal'}`] as const)
  const more = output.timed_out ? ['Give it more time by timeout_ms, or run it as a job by gcloud_start.'] : []
  const told = { ...output, success: false, error: `The command ${word}.`, suggestions: [...advice, ...more] }
  return {
    output: told,
    failure: failureOf({ reason }, told, {
      source: 'gateway',
      class: word.split(' ')[0] === 'did' ? 'timed_out' : output.cancelled ? 'cancelled' : 'killed',
      outcome,
      suggestions: told.suggestions
    })
  }
}

/** Results on stdout, or words for what was done. */
const wasPartlyDone = ({ structured_output: found }: Output, stderr: string): boolean =>
  (Array.isArray(found) && found.length > 0) || /^(?:Created|Deleted|Updated|Added|Removed) \S/m.test(stderr)

/** Lines that say what the first one is about. */
const MOST_FOLLOWING = 5
const isUnfinished = (line: string): boolean => line.endsWith(':') || line.includes(SILENT_FAILURE)

/** gcloud's own words, without what the code says already. */
function messageIn(stderr: string, { exit_code, stdout }: Output): string {
  const lines = stderr.split('\n')
  const at = lines.findIndex(line => /(?:^|\s)ERROR: /.test(line) || line.includes(SILENT_FAILURE))
  const first = (at < 0 ? (lines.find(line => line.trim() !== '') ?? stdout.find(line => line.trim() !== '')) : lines[at]) ?? ''
  const more = lines
    .slice(at + 1)
    .filter(line => line.trim() !== '')
    .slice(0, isUnfinished(first) ? MOST_FOLLOWING : 0)
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
