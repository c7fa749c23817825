import { useState } from 'preact/hooks'
import { send, toApiError } from '../../api/client.ts'
import type { Job } from '../../api/follow.ts'
import { toast } from '../../app/announce.ts'
import { hrefOf, navigate } from '../../app/router.ts'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { AsCurl } from '../../components/curl.tsx'
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

  const done = (verb: Verb, data: Job): void => {
    toast(DONE[verb])
    if (!isShown()) return
    if (verb === 'delete') navigate(hrefOf('jobs'))
    else if (CREATING.has(verb)) navigate(hrefOf('jobs', data.id))
    else onChanged(data)
  }
  const run = async (verb: Verb, body?: unknown): Promise<void> => {
    setOpenVerb(undefined)
    setBusy(verb)
    try {
      const { data } = await send<Job>(callOf(verb, job, body))
      done(verb, data)
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
      {(openVerb === 'cancel' || openVerb === 'delete') && (
        <ActionDialog<Job>
          title={`${LABELS[openVerb]} this job?`}
          call={callOf(openVerb, job)}
          label={`${LABELS[openVerb]} the job`}
          keep="Keep it"
          isDanger
          onClose={() => setOpenVerb(undefined)}
          onDone={data => {
            setOpenVerb(undefined)
            done(openVerb, data)
          }}
        >
          <p>
            {openVerb === 'cancel'
              ? `${formatCount(job.progress.done)} items are done and stay as they are. The other ${formatCount(job.progress.pending)} are not attempted. Calls in progress have 10 seconds to finish.`
              : 'Its items, outcomes and history are deleted.'}
            {openVerb === 'delete' && job.started_at !== null && ' What it changed stays changed, and can no longer be undone.'}
          </p>
        </ActionDialog>
      )}
      {openVerb === 'retry' && <RetryDialog job={job} onRun={body => run('retry', body)} onClose={() => setOpenVerb(undefined)} />}
    </div>
  )
}
