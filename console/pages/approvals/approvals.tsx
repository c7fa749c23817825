import { get } from '../../api/client.ts'
import { type Approval, approvals, approvalsProblem, pending } from '../../app/approvals.ts'
import { hrefOf } from '../../app/router.ts'
import { AsCurl } from '../../components/curl.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { Empty, Failure, Loading, Show } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { useLoad } from '../../components/use-load.ts'
import { usePages } from '../../components/use-pages.ts'
import { ApprovalStatus, Request } from './request.tsx'
import './approvals.css'

const DECIDED = ['approved', 'denied', 'used', 'expired']

/** Calls that wait for a decision, and those that were decided. */
export function Approvals() {
  const known = approvals.value
  const problem = approvalsProblem.value
  // What was decided since is read again.
  const changes = [...(known?.values() ?? [])].filter(({ status }) => status !== 'pending').map(({ id, status }) => id + status)
  return (
    <>
      <h1 tabIndex={-1}>Approvals</h1>
      {problem && <Failure error={problem} />}
      {!known && !problem && <Loading lines={8} />}
      {known && (
        <section aria-labelledby="pending">
          <h2 id="pending">Waiting for a decision</h2>
          {pending.value.length === 0 && <Empty title="No call waits for approval" />}
          <ul class="approval-list">
            {pending.value.map(item => (
              <li key={item.id} class="card">
                <h3>
                  <Link item={item} />
                </h3>
                <Request item={item} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {known && <History key={changes.join()} />}
      <AsCurl call={{ path: '/v1/approvals', query: { status: 'pending' } }} />
    </>
  )
}

const Link = ({ item: { id, message } }: { item: Approval }) => (
  <a href={hrefOf('approvals', id)}>
    <Foreign>{message}</Foreign>
  </a>
)

function History() {
  const { page, error, busy, more } = usePages<Approval>('/v1/approvals', { status: DECIDED, limit: 50 })
  if (error) return <Failure error={error} onRetry={more} />
  if (!page || page.items.length + Number(page.next_cursor !== null) === 0) return null
  return (
    <section aria-labelledby="decided">
      <h2 id="decided">Decided</h2>
      <ul class="card">
        {page.items.map(item => (
          <li key={item.id} class="key-row">
            <Link item={item} />
            <ApprovalStatus item={item} />
            <span class="small muted">
              <Foreign>{[item.principal, item.withdrawn_because ?? item.reason].filter(Boolean).join(' · ')}</Foreign>
            </span>
            <span class="small muted">
              <Time at={item.decided_at ?? item.expires_at} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore page={page} busy={busy} more={more} />
    </section>
  )
}

/** One request, which the URL in its error opens. */
export function ApprovalPage({ params: { id = '' } }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/approvals/${encodeURIComponent(id)}`
  const live = approvals.value?.get(id)
  const { value, reload } = useLoad(signal => get<Approval>(path, undefined, signal), [id])
  const shown = live ? { state: 'ready' as const, data: live } : value
  return (
    <>
      <p class="back">
        <a href={hrefOf('approvals')}>Approvals</a>
      </p>
      <h1 tabIndex={-1}>
        <Foreign>{shown.state === 'ready' ? shown.data.message : 'Approval'}</Foreign>
      </h1>
      {shown.state === 'failed' && shown.error.status === 404 ? (
        <Empty title="There is no such approval">It may be too old, or another key must decide it.</Empty>
      ) : (
        <Show value={shown} onRetry={reload} lines={8}>
          {item => <Request item={item} />}
        </Show>
      )}
      <AsCurl call={{ path }} />
    </>
  )
}
