import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api/client.ts'
import { hrefOf } from '../app/router.ts'
import type { Loaded } from '../lib/loaded.ts'
import { Foreign } from './text.tsx'

/** Placeholder of the same height as what is loaded. */
export const Loading = ({ label = 'Loading', lines = 3 }: { label?: string; lines?: number }) => (
  <div class="loading" role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} class="skeleton" />
    ))}
  </div>
)

/** Message in place of an empty list. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children && <div class="muted">{children}</div>}
  </div>
)

/** A failed call: what is wrong, then what to do. */
export function Failure({ error, onRetry }: { error: ApiError; onRetry?: (() => void) | undefined }) {
  if (error.status === 403) return <NoPermission error={error} />
  const { suggestions = [], issues = [], request_id: requestId, approval } = error.details
  return (
    <div class="notice bad" role="alert">
      <p class="notice-title">
        <Foreign>{error.message}</Foreign>
      </p>
      {issues.length > 0 && (
        <ul>
          {issues.map(({ path, message, expected }) => (
            <li key={path}>
              <Foreign>
                {path} {message}
                {expected ? ` (expected ${expected})` : ''}
              </Foreign>
            </li>
          ))}
        </ul>
      )}
      {suggestions.map(text => (
        <p key={text}>
          <Foreign>{text}</Foreign>
        </p>
      ))}
      <p class="muted small">
        <span class="mono">{error.details.reason ?? error.code}</span>
        {requestId && <span class="mono"> · request {requestId}</span>}
      </p>
      {approval && (
        <a class="button" href={hrefOf('approvals', approval.id)}>
          Show the request
        </a>
      )}
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Message for a key without permission, with the scope that would allow it. */
const NoPermission = ({ error }: { error: ApiError }) => (
  <div class="notice" role="alert">
    <p class="notice-title">This key has no permission for this.</p>
    <p>
      <Foreign>{error.message}</Foreign>
    </p>
    {error.details.required_scope && (
      <p class="muted small">
        Needs scope <span class="mono">{error.details.required_scope}</span>
      </p>
    )}
  </div>
)

/** Shows what was loaded, or that it loads, or why it could not be loaded. */
export function Show<T>({
  value,
  onRetry,
  lines,
  children
}: {
  value: Loaded<T>
  onRetry?: () => void
  lines?: number
  children: (data: T) => ComponentChildren
}) {
  if (value.state === 'loading') return <Loading {...(lines && { lines })} />
  if (value.state === 'failed') return <Failure error={value.error} onRetry={onRetry} />
  return <>{children(value.data)}</>
}
