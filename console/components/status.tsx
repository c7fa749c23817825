import type { Job } from '../api/follow.ts'
import { formatCount, words } from '../lib/format.ts'

const KINDS: ReadonlyMap<string, string> = new Map([
  ['completed', 'ok'],
  ['failed', 'bad'],
  ['running', 'busy'],
  ['snapshotting', 'busy'],
  ['pausing', 'busy'],
  ['cancelling', 'busy'],
  ['queued', ''],
  ['waiting', 'warn'],
  ['paused', 'warn'],
  ['awaiting_confirmation', 'warn'],
  ['cancelled', ''],
  ['expired', '']
])

const LABELS: ReadonlyMap<string, string> = new Map([
  ['snapshotting', 'Listing items'],
  ['awaiting_confirmation', 'Needs confirmation']
])

/** Name of the color of a status. */
export const statusKind = (status: string): string => KINDS.get(status) ?? ''

export const statusLabel = (status: string): string => LABELS.get(status) ?? words(status)

/** Items that a completed job did not do, or may not have done. */
const missedText = ({ failed, unknown }: Job['progress']): string =>
  [failed > 0 && `, ${formatCount(failed)} failed`, unknown > 0 && `, ${formatCount(unknown)} unknown`].filter(Boolean).join('')

/** Whether a job is paused because a user asked for it: an error that it met before does not explain that. */
export const isOnRequest = ({ status, reason }: Pick<Job, 'status' | 'reason'>): boolean =>
  reason === 'asked' && (status === 'paused' || status === 'pausing')

/** Why a job is held up. */
const heldText = ({ status, reason }: Pick<Job, 'status' | 'reason'>): string =>
  reason !== null && reason !== 'asked' && HELD.has(status) ? `: ${words(reason).toLowerCase()}` : ''
const HELD: ReadonlySet<string> = new Set(['queued', 'waiting', 'paused'])

/** The status of a job, by word and color. A job that is held up shows why; one that completed with failures, how many. */
export function Status({ job }: { job: Pick<Job, 'status' | 'reason' | 'progress'> }) {
  const { status, progress } = job
  const missed = progress.failed + progress.unknown
  const kind = status === 'completed' && missed > 0 ? 'warn' : statusKind(status)
  return (
    <span class="status">
      <span class={`dot ${kind}`} aria-hidden="true" />
      {statusLabel(status)}
      {heldText(job)}
      {status === 'completed' && missed > 0 && missedText(progress)}
    </span>
  )
}
