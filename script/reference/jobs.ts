import { TRANSITIONS } from '../../src/bulk/states.ts'
import { failedItem, waitReason } from '../../src/contract/bulk-failure.ts'
import { ERROR_CODES } from '../../src/contract/describe.ts'
import { OperationError, REASON_NAMES, REASONS, type Reason } from '../../src/contract/errors.ts'
import { JOB_STATUSES, STATUS_MEANINGS } from '../../src/contract/jobs.ts'
import { cell, table } from './table.ts'

/** Every state of a job and every move it can make. */
export function statesTable(): string {
  return table(
    ['state', 'meaning', 'becomes'],
    JOB_STATUSES.map(status => {
      const moves = Object.entries(TRANSITIONS[status]).map(([to, why]) => `\`${to}\`: ${cell(why)}`)
      return [`\`${status}\``, cell(STATUS_MEANINGS[status]), moves.length > 0 ? moves.join('<br>') : 'nothing: it has ended']
    })
  )
}

/** What each error that a client throws means for the item and its job. */
export function thrownTable(): string {
  const groups = Map.groupBy(
    ERROR_CODES.flatMap(code => namedIn(REASON_NAMES.filter(reason => REASONS[reason].code === code))),
    ([, means]) => means
  )
  return table(
    ['the client threw', 'what it means'],
    [...groups].map(([means, rows]) => [rows.map(([name]) => `\`${name}\``).join(', '), cell(means)])
  )
}

/** A code stands for its reasons; those that mean something else than most of them stand for themselves. */
function namedIn(reasons: Reason[]): [name: string, means: string][] {
  const byMeaning = [...Map.groupBy(reasons, meaningOf)].toSorted(([, a], [, b]) => b.length - a.length)
  return byMeaning.flatMap(([means, reasons], at): [string, string][] =>
    at === 0 ? reasons.slice(0, 1).map(reason => [REASONS[reason].code, means]) : reasons.map(reason => [reason, means])
  )
}

function meaningOf(reason: Reason): string {
  if (reason === 'insufficient_permissions')
    return 'the item `failed`; with `details.of_credential: true`, where the system refuses the credential and not the thing, the job waits: `auth`'
  const error = new OperationError(reason, '')
  const wait = waitReason(error)
  if (wait === 'rate_limit') return 'the job waits: `rate_limit`, or `quota` with `details.quota: true`; at least `retry_after_ms`'
  if (wait) return `the job waits: \`${wait}\``
  try {
    failedItem({ id: '', display_name: '' }, error)
    return 'the item `failed`; the others go on'
  } catch {
    return 'the job pauses, for somebody to look'
  }
}
