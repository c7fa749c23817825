import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Failure, Loading } from '../components/states.tsx'
import { Foreign } from '../components/text.tsx'
import { Issued } from '../pages/keys/issued.tsx'
import { announced, toasts } from './announce.ts'
import { toDecide } from './approvals.ts'
import { hrefOf, place } from './router.ts'
import { matchRoute, ROUTES } from './routes.ts'
import { can, hasKey, openSession, session, signIn, signOut } from './session.ts'
import { isDark, toggleTheme } from './theme.ts'

export function Shell() {
  const isOpen = session.value.state === 'open'
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="side">
        <a class="brand" href={hrefOf()}>
          <span class="brand-mark" aria-hidden="true" />
          Toolgate
        </a>
        {isOpen && <Navigation />}
        <div class="side-end">
          <a class="side-link" href="/docs">
            API reference
          </a>
          {hasKey.value && (
            <button type="button" class="side-link" onClick={signOut}>
              Sign out
            </button>
          )}
          <button type="button" class="side-link" onClick={toggleTheme}>
            {isDark.value ? 'Light colors' : 'Dark colors'}
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Content />
      </main>
      <Issued />
      <Messages />
    </>
  )
}

function Navigation() {
  const current = matchRoute(place.value)?.route
  const shown = ROUTES.filter(({ nav, needs }) => nav && (needs === undefined || can(needs)))
  return (
    <nav aria-label="Pages">
      <ul>
        {shown.map(route => (
          <li key={route.path}>
            <a href={hrefOf(route.path)} aria-current={isWithin(current?.path, route.path) ? 'page' : undefined}>
              {route.title}
              {route.path === 'approvals' && toDecide.value > 0 && (
                <span class="count">
                  {' '}
                  {toDecide.value}
                  <span class="visually-hidden"> to decide</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Whether a page is the one of a link, or below it: a job is below Jobs. */
const isWithin = (current: string | undefined, path: string): boolean =>
  current === path || (path !== '' && (current?.startsWith(`${path}/`) ?? false))

function Content() {
  const { value } = session
  if (value.state === 'locked') return <SignIn />
  if (value.state === 'open') return <Page />
  return (
    <>
      <h1 tabIndex={-1} class={value.state === 'starting' ? 'visually-hidden' : ''}>
        {value.state === 'starting' ? 'Toolgate' : 'No connection'}
      </h1>
      {value.state === 'starting' ? <Loading label="Connecting to the gateway" /> : <Failure error={value.error} onRetry={openSession} />}
    </>
  )
}

function Page() {
  const { parts } = place.value
  const match = matchRoute(place.value)
  const allowed = match && (match.route.needs === undefined || can(match.route.needs)) ? match : undefined
  const address = parts.join('/')
  const isFirst = useRef(true)
  // A layout effect, because the page sets a title of its own in an effect that may run before this one's.
  useLayoutEffect(() => {
    document.title = allowed ? `${allowed.route.title} · Toolgate` : 'Not found · Toolgate'
  }, [address])
  // Before the user can press the next key: later, it would take the focus from where that key moved it.
  useLayoutEffect(() => {
    // A screen reader reads the heading of a page that was opened by a link, or by a key; the first page is read by itself.
    if (!isFirst.current || document.activeElement?.matches('main, h1')) document.querySelector<HTMLElement>('main h1')?.focus()
    isFirst.current = false
  }, [address])
  if (!allowed) return <NotFound isHidden={match !== undefined} />
  const { page: Chosen } = allowed.route
  return <Chosen key={address} params={allowed.params} />
}

const NotFound = ({ isHidden }: { isHidden: boolean }) => (
  <>
    <h1 tabIndex={-1}>{isHidden ? 'No permission' : 'Page not found'}</h1>
    <p>
      {isHidden ? 'This key is not allowed to use this page.' : 'The console has no page at this address.'}{' '}
      <a href={hrefOf()}>Go to the overview</a>
    </p>
  </>
)

function SignIn() {
  const { value } = session
  const [key, setKey] = useState('')
  const error = value.state === 'locked' ? value.error : undefined
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const submit = (event: Event): void => {
    event.preventDefault()
    signIn(key.trim())
  }
  return (
    <form class="sign-in" onSubmit={submit}>
      <h1 tabIndex={-1}>Sign in</h1>
      <p class="muted">This gateway needs a key. It stays in this tab and is removed when you close it.</p>
      <label for="key">Key</label>
      <input
        ref={field}
        id="key"
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="tg_…"
        required
        value={key}
        onInput={({ currentTarget }) => setKey(currentTarget.value)}
        aria-describedby={error ? 'key-error' : undefined}
      />
      {error && (
        <p id="key-error" class="bad-text" role="alert">
          <Foreign>{error.message}</Foreign>
        </p>
      )}
      <button type="submit" class="button primary">
        Sign in
      </button>
    </form>
  )
}

/** Toasts, and the text that only screen readers read. */
const Messages = () => (
  <>
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, kind }) => (
        <p key={id} class={`toast ${kind}`}>
          <Foreign>{text}</Foreign>
        </p>
      ))}
    </div>
    <div class="visually-hidden" role="status">
      <p key={announced.value.id}>{announced.value.text}</p>
    </div>
  </>
)
