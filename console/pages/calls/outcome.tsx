import type { Output } from '../../api/client.ts'
import { words } from '../../lib/format.ts'

export type Call = Output<'calls_get'>

const KINDS: Readonly<Record<Call['outcome'], string>> = { succeeded: 'ok', failed: 'bad', executed: 'warn', unknown: 'warn' }

export const OUTCOMES: readonly string[] = Object.keys(KINDS)

const MEANINGS: Readonly<Record<Call['outcome'], string>> = {
  succeeded: 'It was executed.',
  failed: 'It was not executed.',
  executed: 'It was executed, but then failed.',
  unknown: 'It is still in progress, or was interrupted: it may have been executed. Check that before you repeat it.'
}

export const meaningOf = ({ outcome, permission }: Pick<Call, 'outcome' | 'permission'>): string =>
  outcome === 'failed' && permission === 'read' ? 'It failed. It only reads, so it changed nothing.' : MEANINGS[outcome]

/** The outcome of a call, by word and color. */
export const CallOutcome = ({ call }: { call: Pick<Call, 'outcome' | 'permission'> }) => (
  <span class="status" title={meaningOf(call)}>
    <span class={`dot ${KINDS[call.outcome]}`} aria-hidden="true" />
    {words(call.outcome)}
  </span>
)
