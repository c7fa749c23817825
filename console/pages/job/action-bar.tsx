import { useState } from 'preact/hooks'
import { send, toApiError } from '../../api/client.ts'
import type { Job } from '../../api/follow.ts'
import { toast } from '../../app/announce.ts'
import { hrefOf, navigate } from '../../app/router.ts'
import { AsCurl } from '../../components/curl.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useShown } from '../../components/use-shown.ts'
import { formatCount } from '../../lib/format.ts'
import { callOf, DONE, LABELS, type Verb, verbsOf } from './actions.ts'
import { RetryDialog } from './retry-dialog.tsx'

/** Verbs that create another job, which is then shown. */
const CREATING: ReadonlySet<Verb> = new Set(['retry', 'undo', 'reconcile'])

export interface ActionBarProps {
  job: Job
  onChanged: (job?: Job) => void
  /** The action whose dialog is open. */
  openVerb: Verb | undefined
  onOpen: (verb: Verb | undefined) => void
}

/** Buttons for the actions of a job, and the same actions as commands. */
export function ActionBar({ job, onChanged, openVerb, onOpen: setOpenVerb }: ActionBarProps) {
  const [busy, setBusy] = useState<Verb>()
  const isShown = useShown()
  const verbs = verbsOf(job)

  const run = async (verb: Verb, body?: unknown): Promise<void> => {
    setOpenVerb(undefined)
    setBusy(verb)
    try {
      const { data } = await send<Job>(callOf(verb, job, body))
      toast(DONE[verb])
      if (!isShown()) return
      if (verb === 'delete') navigate(hrefOf('jobs'))
      else if (CREATING.has(verb)) navigate(hrefOf('jobs', data.id))
      else onChanged(data)
    } catch (error) {
      toast(toApiError(error).message, 'failed')
      onChanged()
    } finally {
      setBusy(undefined)
    }
  }
  const choose = (verb: Verb): void => {
    const needsDialog = verb === 'retry' || verb === 'delete' || (verb === 'cancel' && job.started_at !== null)
    if (needsDialog) setOpenVerb(verb)
    else run(verb)
  }

  if (verbs.length === 0) return null
  return (
    <div class="actions">
      <div class="buttons">
        {verbs.map(verb => (
          <button
            key={verb}
            type="button"
            class={`button ${verb === 'confirm' || verb === 'resume' ? 'primary' : ''} ${verb === 'delete' ? 'danger' : ''}`}
            disabled={busy !== undefined}
            onClick={() => choose(verb)}
          >
            {LABELS[verb]}
          </button>
        ))}
      </div>
      <details class="curl">
        <summary>As curl</summary>
        {verbs.map(verb => (
          <AsCurl key={verb} call={callOf(verb, job, verb === 'retry' ? { outcomes: ['failed'] } : undefined)} label={LABELS[verb]} />
        ))}
      </details>
      {openVerb === 'cancel' && (
        <Dialog title="Cancel this job?" onClose={() => setOpenVerb(undefined)}>
          <p>
            {formatCount(job.progress.done)} items are done and stay as they are. The other {formatCount(job.progress.pending)} are not
            attempted. Calls in progress have 10 seconds to finish.
          </p>
          <Choice verb="cancel" label="Cancel the job" onRun={run} onClose={() => setOpenVerb(undefined)} />
        </Dialog>
      )}
      {openVerb === 'delete' && (
        <Dialog title="Delete this job?" onClose={() => setOpenVerb(undefined)}>
          <p>
            Its items, outcomes and history are deleted.
            {job.started_at !== null && ' What it changed stays changed, and can no longer be undone.'}
          </p>
          <Choice verb="delete" label="Delete the job" onRun={run} onClose={() => setOpenVerb(undefined)} />
        </Dialog>
      )}
      {openVerb === 'retry' && <RetryDialog job={job} onRun={body => run('retry', body)} onClose={() => setOpenVerb(undefined)} />}
    </div>
  )
}

const Choice = ({ verb, label, onRun, onClose }: { verb: Verb; label: string; onRun: (verb: Verb) => void; onClose: () => void }) => (
  <div class="buttons">
    <button type="button" class="button" onClick={onClose}>
      Keep it
    </button>
    <button type="button" class="button danger" onClick={() => onRun(verb)}>
      {label}
    </button>
  </div>
)
