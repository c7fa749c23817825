import type { Call } from '../api/client.ts'
import { curlOf } from '../api/curl.ts'
import { hasKey } from '../app/session.ts'
import { copy } from './copy.ts'

/** The call of an action as a command. */
export function AsCurl({ call, label = 'As curl' }: { call: Call; label?: string }) {
  const text = curlOf(call, window.location.origin, hasKey.value)
  return (
    <details class="curl">
      <summary>{label}</summary>
      <div class="code">
        <pre>{text}</pre>
        <button type="button" class="button small" onClick={() => copy(text, 'Command copied')}>
          Copy
        </button>
      </div>
    </details>
  )
}
