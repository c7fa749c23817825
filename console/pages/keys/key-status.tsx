import { Time } from '../../components/time.tsx'
import { words } from '../../lib/format.ts'
import type { Key } from './key.ts'

const KINDS: Readonly<Record<Key['status'], string>> = { active: 'ok', disabled: 'warn', expired: '', revoked: '', unreadable: 'bad' }

export const STATUSES = Object.keys(KINDS)

/** The status of a key, by word and color, and until when the key from before its rotation is accepted. */
export const KeyStatus = ({ item: { status, previous_until: until } }: { item: Key }) => (
  <span class="key-status">
    <span class="status">
      <span class={`dot ${KINDS[status]}`} aria-hidden="true" />
      {words(status)}
    </span>
    {until !== null && status === 'active' && (
      <span class="small warn-text">
        previous key ends <Time at={until} />
      </span>
    )}
  </span>
)
