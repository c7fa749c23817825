import { useState } from 'preact/hooks'
import type { Job } from '../../api/follow.ts'
import { AsCurl } from '../../components/curl.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { formatCount } from '../../lib/format.ts'
import { callOf } from './actions.ts'

const CHOICES = [
  { outcome: 'failed', label: 'Failed' },
  { outcome: 'not_attempted', label: 'Not attempted' },
  { outcome: 'unknown', label: 'Unknown' }
] as const

/** Selects the items to retry. Unknown items may be done already, so the user must acknowledge them. */
export function RetryDialog({ job, onRun, onClose }: { job: Job; onRun: (body: unknown) => void; onClose: () => void }) {
  const possible = CHOICES.filter(({ outcome }) => job.progress[outcome] > 0)
  const [chosen, setChosen] = useState<readonly string[]>(
    possible.filter(({ outcome }) => outcome !== 'unknown').map(({ outcome }) => outcome)
  )
  const [acknowledged, setAcknowledged] = useState(false)
  const hasUnknown = chosen.includes('unknown')
  const body = { outcomes: chosen, ...(hasUnknown && { acknowledge_unknown: acknowledged }) }
  const toggle = (outcome: string): void =>
    setChosen(chosen.includes(outcome) ? chosen.filter(one => one !== outcome) : [...chosen, outcome])
  return (
    <Dialog title="Retry items" onClose={onClose}>
      <p class="muted">Creates a new job for these items. It shows a preview before it starts.</p>
      <fieldset class="choices">
        <legend class="visually-hidden">Items to retry</legend>
        {possible.map(({ outcome, label }) => (
          <label key={outcome}>
            <input type="checkbox" checked={chosen.includes(outcome)} onChange={() => toggle(outcome)} />
            {label} <span class="muted numbers">{formatCount(job.progress[outcome])}</span>
          </label>
        ))}
        {hasUnknown && (
          <label>
            <input type="checkbox" checked={acknowledged} onChange={() => setAcknowledged(!acknowledged)} />
            Retry unknown items although each may already be done
          </label>
        )}
      </fieldset>
      <AsCurl call={callOf('retry', job, body)} />
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
        <button
          type="button"
          class="button primary"
          disabled={chosen.length === 0 || (hasUnknown && !acknowledged)}
          onClick={() => onRun(body)}
        >
          Create retry
        </button>
      </div>
    </Dialog>
  )
}
