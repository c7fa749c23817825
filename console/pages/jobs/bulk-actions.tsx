import { useState } from 'preact/hooks'
import { send, toApiError } from '../../api/client.ts'
import type { Job } from '../../api/follow.ts'
import { toast } from '../../app/announce.ts'
import { can } from '../../app/session.ts'
import { Dialog } from '../../components/dialog.tsx'
import { formatCount, plural } from '../../lib/format.ts'
import { callOf, LABELS, type Verb, verbsOf } from '../job/actions.ts'

/** Actions that make sense for several jobs at once. */
const BULK: readonly Verb[] = ['resume', 'pause', 'cancel', 'retry', 'delete']
const WITH_DIALOG: ReadonlySet<Verb> = new Set(['cancel', 'delete'])
const AT_ONCE = 4

/** Actions on the selected jobs. An action applies to those of them that allow it. */
export function BulkActions({
  all,
  chosen,
  onSelect,
  onDone
}: {
  all: readonly Job[]
  chosen: readonly Job[]
  onSelect: (ids: readonly string[]) => void
  onDone: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [openVerb, setOpenVerb] = useState<Verb>()
  const verbs = BULK.filter(verb => can(`jobs_${verb}`))
  if (verbs.length === 0) return null
  const targets = (verb: Verb): Job[] => chosen.filter(job => verbsOf(job).includes(verb) && (verb !== 'retry' || job.progress.failed > 0))
  const isAll = chosen.length === all.length

  const run = async (verb: Verb): Promise<void> => {
    setOpenVerb(undefined)
    setBusy(true)
    const queue = targets(verb)
    const failures: string[] = []
    const worker = async (): Promise<void> => {
      for (let job = queue.shift(); job; job = queue.shift()) {
        try {
          await send(callOf(verb, job, verb === 'retry' ? { outcomes: ['failed'] } : undefined))
        } catch (error) {
          failures.push(toApiError(error).message)
        }
      }
    }
    const count = queue.length
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    setBusy(false)
    const [first] = failures
    if (first === undefined) toast(`${LABELS[verb]}: ${plural(count, 'job')}`)
    else toast(`${LABELS[verb]} failed for ${formatCount(failures.length)} of ${plural(count, 'job')}: ${first}`, 'failed')
    onDone()
  }

  return (
    <div class="bulk-actions">
      <label>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onSelect(isAll ? [] : all.map(({ id }) => id))}
          ref={box => {
            if (box) box.indeterminate = chosen.length > 0 && !isAll
          }}
        />
        {chosen.length === 0 ? `Select all ${formatCount(all.length)}` : `${formatCount(chosen.length)} selected`}
      </label>
      {chosen.length > 0 && (
        <div class="buttons">
          {verbs.map(verb => {
            const { length } = targets(verb)
            return length === 0 ? null : (
              <button
                key={verb}
                type="button"
                class={`button small ${verb === 'delete' ? 'danger' : ''}`}
                disabled={busy}
                onClick={() => (WITH_DIALOG.has(verb) ? setOpenVerb(verb) : run(verb))}
              >
                {verb === 'retry' ? 'Retry failed items' : LABELS[verb]} {length < chosen.length && `(${length})`}
              </button>
            )
          })}
        </div>
      )}
      {openVerb && (
        <Dialog title={`${LABELS[openVerb]} ${plural(targets(openVerb).length, 'job')}?`} onClose={() => setOpenVerb(undefined)}>
          <p>
            {openVerb === 'delete'
              ? 'Their items, outcomes and history are deleted. What they changed stays changed, and can no longer be undone.'
              : 'What they have done stays done. Items that are not done are not attempted.'}
          </p>
          <div class="buttons">
            <button type="button" class="button" onClick={() => setOpenVerb(undefined)}>
              Keep them
            </button>
            <button type="button" class="button danger" onClick={() => run(openVerb)}>
              {LABELS[openVerb]}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
