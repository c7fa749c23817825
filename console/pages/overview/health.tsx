import { ApiError, request } from '../../api/client.ts'
import { Show } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import { usePolled } from '../../components/use-load.ts'
import { words } from '../../lib/format.ts'

interface Readiness {
  status: 'ready' | 'not_ready'
  checks: { name: string; ok: boolean; problem: string | null; note?: string }[]
}

const POLL_MS = 10_000

/** Whether the gateway has what it needs. */
export function Health() {
  const { value, reload } = usePolled(readiness, POLL_MS)
  return (
    <section aria-labelledby="health">
      <h2 id="health">Health</h2>
      <Show value={value} onRetry={reload} lines={2}>
        {({ checks }) => (
          <ul class="checks">
            {checks.map(({ name, ok, problem, note }) => (
              <li key={name} class="check">
                <span class={`dot ${ok ? (note ? 'warn' : 'ok') : 'bad'}`} aria-hidden="true" />
                <span class="check-name">{words(name)}</span>
                <span class={ok ? 'muted' : 'bad-text'}>
                  <Foreign>{problem ?? note ?? 'OK'}</Foreign>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Show>
    </section>
  )
}

/** The response has no envelope, and is 503 if the gateway is not ready. */
async function readiness(signal: AbortSignal): Promise<Readiness> {
  const response = await request({ path: '/readyz' }, signal)
  const body: Partial<Readiness> = await response.json().catch(() => ({}))
  // A proxy may respond in place of a gateway that does not run.
  if (!body.checks || !body.status) throw new ApiError(response.status, 'UNKNOWN_ERROR', `The health check returned ${response.status}.`)
  return { status: body.status, checks: body.checks }
}
