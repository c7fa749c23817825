import { hrefOf } from '../../app/router.ts'
import { can } from '../../app/session.ts'
import { AsCurl } from '../../components/curl.tsx'
import { Fact, Facts } from '../../components/facts.tsx'
import { Empty, Show } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { useLoad } from '../../components/use-load.ts'
import { Data } from '../job/data.tsx'
import { type Access, getAccess, getKey, isChangeable, isOwn, type Key, limitsOf, missingOf, pathOf } from './key.ts'
import { KeyActions } from './key-actions.tsx'
import { KeyStatus } from './key-status.tsx'
import './keys.css'

/** One key. */
export function KeyPage({ params: { id = '' } }: { params: Readonly<Record<string, string>> }) {
  const { value, reload } = useLoad(
    async signal => {
      const [item, access] = await Promise.all([getKey(id, signal), getAccess(signal)])
      return { item, access }
    },
    [id]
  )
  return (
    <>
      <p class="back">
        <a href={hrefOf('keys')}>Keys</a>
      </p>
      <h1 tabIndex={-1} class="key-title">
        <Foreign>{id}</Foreign>
      </h1>
      {value.state === 'failed' && value.error.status === 404 ? (
        <Empty title="No key has this ID">It may have been deleted.</Empty>
      ) : (
        <Show value={value} onRetry={reload} lines={8}>
          {data => <Details {...data} onChanged={reload} />}
        </Show>
      )}
      <AsCurl call={{ path: pathOf(id) }} />
    </>
  )
}

function Details({ item, access, onChanged }: { item: Key; access: Access; onChanged: () => void }) {
  const { id, description, source, status, scopes } = item
  const missing = missingOf(item, access)
  return (
    <>
      <p class="job-sub muted">
        <KeyStatus item={item} />
        {isOwn(item, access) && <span class="tag">used by this console</span>}
        {description !== null && <Foreign>{description}</Foreign>}
      </p>
      <div class="key-actions">
        <KeyActions item={item} access={access} onChanged={onChanged} />
        {source === 'file' && <p class="muted small">Only the operator can change it: it is in the configuration.</p>}
        {status === 'unreadable' && <p class="muted small">Another version of the gateway stored it.</p>}
        {isChangeable(item) && missing.length > 0 && (
          <p class="muted small">
            To rotate or enable it, you need all of its scopes. Missing: <Foreign>{missing.join(', ')}</Foreign>
          </p>
        )}
      </div>
      <section aria-labelledby="scopes">
        <h2 id="scopes">Scopes</h2>
        <ul class="tags">
          {scopes.map(scope => (
            <li key={scope} class="tag mono">
              <Foreign>{scope}</Foreign>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="facts">
        <h2 id="facts">Details</h2>
        <Facts>
          <Fact name="Created">{source === 'file' ? 'In the configuration' : <Change at={item.created_at} by={item.created_by} />}</Fact>
          <Fact name="Expires">{item.expires_at === null ? 'Never' : <Time at={item.expires_at} />}</Fact>
          <Fact name="Last use">
            {item.last_used_at === null ? 'None recorded' : <Time at={item.last_used_at} />}
            {can('calls_list') && (
              <p>
                <a href={`${hrefOf('calls')}?principal=key%3A${id}`}>Calls</a>
              </p>
            )}
          </Fact>
          {item.rotated_at !== null && (
            <Fact name="Rotated">
              <Change at={item.rotated_at} by={item.rotated_by} />
            </Fact>
          )}
          {item.revoked_at !== null && (
            <Fact name="Revoked">
              <Change at={item.revoked_at} by={item.revoked_by} />
            </Fact>
          )}
          {item.constraints_withheld && <Fact name="Constraints">Withheld</Fact>}
          {item.constraints !== null && (
            <Fact name="Constraints">
              <Data value={item.constraints} />
            </Fact>
          )}
          <Fact name="Limits">{item.limits === null ? 'Those of every key' : limitsOf(item).map(text => <p key={text}>{text}</p>)}</Fact>
        </Facts>
      </section>
    </>
  )
}

const Change = ({ at, by }: { at: string | null; by: string | null }) => (
  <>
    {at !== null && <Time at={at} />}
    {by !== null && (
      <>
        {' '}
        by <Foreign>{by}</Foreign>
      </>
    )}
  </>
)
