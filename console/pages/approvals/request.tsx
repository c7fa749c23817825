import { useState } from 'preact/hooks'
import { toast } from '../../app/announce.ts'
import { type Approval, noteApproval } from '../../app/approvals.ts'
import { now } from '../../app/clock.ts'
import { hrefOf } from '../../app/router.ts'
import { can, operationOf } from '../../app/session.ts'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { Fact, Facts } from '../../components/facts.tsx'
import { Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { formatDuration, words } from '../../lib/format.ts'
import { Data } from '../job/data.tsx'
import './approvals.css'

const KINDS: Readonly<Record<Approval['status'], string>> = { pending: 'warn', approved: 'ok', denied: 'bad', used: 'ok', expired: '' }

/** The status of a request, which expires without an event. */
const statusOf = ({ status, expires_at: end }: Approval): Approval['status'] =>
  (status === 'pending' || status === 'approved') && Date.parse(end) <= now.value ? 'expired' : status

/** The status of a request, by word and color; how long a pending one waits at most. */
export function ApprovalStatus({ item }: { item: Approval }) {
  const status = statusOf(item)
  return (
    <span class="status">
      <span class={`dot ${KINDS[status]}`} aria-hidden="true" />
      {words(status)}
      {status === 'pending' && (
        <span class="muted numbers"> · expires in {formatDuration((Date.parse(item.expires_at) - now.value) / 1000)}</span>
      )}
    </span>
  )
}

/** Who asks for what, what it would do, and the decision or the buttons for it. */
export function Request({ item }: { item: Approval }) {
  const { principal, operation, instance, irreversible, cost, details, input, job_id: jobId } = item
  return (
    <>
      <p class="job-sub muted">
        <ApprovalStatus item={item} />
        <Foreign>{principal}</Foreign>
        {operationOf(operation) ? (
          <a class="mono" href={hrefOf('catalog', operation)}>
            {operation}
          </a>
        ) : (
          <span class="mono">{operation}</span>
        )}
        {instance !== null && <Foreign>{instance}</Foreign>}
        <Time at={item.created_at} />
        {jobId !== null && can('jobs_get') && <a href={hrefOf('jobs', jobId)}>Job that waits</a>}
      </p>
      {irreversible && <p class="bad-text">It cannot be undone.</p>}
      {cost !== null && <p class="warn-text">{cost}</p>}
      {details.length + input.length > 0 && (
        <Facts>
          {[...details, ...input].map(({ name, value }, at) => (
            <Fact key={at} name={name}>
              <Data value={value} />
            </Fact>
          ))}
        </Facts>
      )}
      <Decision item={item} />
      {item.withdrawn_because && <p>{item.withdrawn_because}</p>}
    </>
  )
}

function Decision({ item }: { item: Approval }) {
  const { may_decide: mayDecide, decided_by: decider, decided_at: at, reason } = item
  const [verb, setVerb] = useState<'approve' | 'deny'>()
  if (decider !== null && at !== null)
    return (
      <p>
        {item.status === 'denied' ? 'Denied' : 'Approved'} by <Foreign>{decider}</Foreign> <Time at={at} />
        {reason !== null && (
          <>
            : <Foreign>{reason}</Foreign>
          </>
        )}
      </p>
    )
  if (statusOf(item) !== 'pending') return null
  if (!mayDecide) return <p class="muted">Another caller must decide.</p>
  return (
    <div class="buttons">
      <button type="button" class="button primary" onClick={() => setVerb('approve')}>
        Approve
      </button>
      <button type="button" class="button danger" onClick={() => setVerb('deny')}>
        Deny
      </button>
      {verb && <Question item={item} verb={verb} onClose={() => setVerb(undefined)} />}
    </div>
  )
}

function Question({ item, verb, onClose }: { item: Approval; verb: 'approve' | 'deny'; onClose: () => void }) {
  const [text, setText] = useState('')
  const reason = text.trim()
  const isApproval = verb === 'approve'
  const label = words(verb)
  return (
    <ActionDialog<Approval>
      title={`${label} this call?`}
      call={{ method: 'POST', path: `/v1/approvals/${encodeURIComponent(item.id)}/${verb}`, body: reason === '' ? {} : { reason } }}
      label={label}
      isDanger={!isApproval}
      isDisabled={!isApproval && reason === ''}
      onClose={onClose}
      onDone={decided => {
        toast(isApproval ? 'Approved' : 'Denied')
        onClose()
        noteApproval(decided)
      }}
    >
      <p>
        <Foreign>{item.message}</Foreign>
      </p>
      <p class="muted">
        {isApproval ? 'It may run once, with exactly this input, on behalf of ' : 'It does not run. The reason is shown to '}
        <Foreign>{item.principal}</Foreign>.
      </p>
      <label class="stacked">
        Reason{isApproval && ' (optional)'}
        <textarea rows={2} maxLength={500} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
    </ActionDialog>
  )
}
