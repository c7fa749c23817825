import { useState } from 'preact/hooks'
import type { Call } from '../../api/client.ts'
import { toast } from '../../app/announce.ts'
import { hrefOf, navigate } from '../../app/router.ts'
import { can, replaceKey } from '../../app/session.ts'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { useShown } from '../../components/use-shown.ts'
import { plural, words } from '../../lib/format.ts'
import { issued } from './issued.tsx'
import { type Access, type IssuedKey, isChangeable, isOwn, type Key, missingOf, OWN_NOTE, pathOf } from './key.ts'

type Verb = 'enable' | 'disable' | 'rotate' | 'revoke' | 'delete'

interface Action {
  /** Message after it. */
  done: string
  effect: string
  /** What else the user should know if the console uses the key. */
  own?: string
  call: (path: string, options: Options) => Call
}

interface Options {
  seconds: number
  isCancelling: boolean
}

const SIGNED_OUT = 'You are signed out.'
const patch = (path: string, disabled: boolean): Call => ({ method: 'PATCH', path, body: { disabled, confirm: true } })

const ACTIONS: Readonly<Record<Verb, Action>> = {
  enable: {
    done: 'enabled',
    effect: 'The key is accepted again. Its paused jobs can be resumed.',
    call: path => patch(path, false)
  },
  disable: {
    done: 'disabled',
    effect:
      'The key is refused until it is enabled again. Its streams end, its bulk jobs pause, and its calls and programs that run as jobs are cancelled.',
    own: `${SIGNED_OUT} Enabling it again needs another key.`,
    call: path => patch(path, true)
  },
  rotate: {
    done: 'rotated',
    effect: 'A new key replaces it, with the same ID, scopes, jobs and expiry. It is shown once.',
    own: 'It uses the new one from then on.',
    call: (path, { seconds }) => ({ method: 'POST', path: `${path}/rotate`, body: { overlap_seconds: seconds, confirm: true } })
  },
  revoke: {
    done: 'revoked',
    effect:
      'The key is refused permanently, everywhere within a second. There is no undo. Its streams and programs end, and its calls that run as jobs are cancelled. A write that was sent finishes.',
    own: SIGNED_OUT,
    call: (path, { isCancelling }) => ({ method: 'POST', path: `${path}/revoke`, body: { cancel_jobs: isCancelling, confirm: true } })
  },
  delete: {
    done: 'deleted',
    effect: 'The key is refused permanently and disappears from this list. There is no undo. Its ID is never used again.',
    own: SIGNED_OUT,
    call: path => ({ method: 'DELETE', path, query: { confirm: true } })
  }
}

/** Returns what the user can do with a key. A caller that lacks a scope of the key can neither rotate nor enable it. */
function verbsOf(item: Key, access: Access): Verb[] {
  const isGranted = isChangeable(item) && missingOf(item, access).length === 0
  const verbs: readonly (readonly [Verb, string, boolean])[] = [
    ['enable', 'keys_update', isGranted && item.status === 'disabled'],
    ['disable', 'keys_update', isChangeable(item) && item.status === 'active'],
    ['rotate', 'keys_rotate', isGranted],
    ['revoke', 'keys_revoke', item.status !== 'revoked'],
    ['delete', 'keys_delete', item.source === 'managed']
  ]
  return verbs.flatMap(([verb, operation, isPossible]) => (isPossible && can(operation) ? verb : []))
}

/** Buttons for what can be done with a key. Each asks first. */
export function KeyActions({ item, access, onChanged }: { item: Key; access: Access; onChanged: () => void }) {
  const [verb, setVerb] = useState<Verb>()
  return (
    <div class="buttons">
      {isChangeable(item) && can('keys_update') && (
        <a class="button" href={hrefOf('keys', item.id, 'change')}>
          Change
        </a>
      )}
      {verbsOf(item, access).map(one => (
        <button key={one} type="button" class={isFinal(one) ? 'button danger' : 'button'} onClick={() => setVerb(one)}>
          {words(one)}
        </button>
      ))}
      {verb && <Question verb={verb} item={item} own={isOwn(item, access)} onClose={() => setVerb(undefined)} onChanged={onChanged} />}
    </div>
  )
}

const isFinal = (verb: Verb): boolean => verb === 'revoke' || verb === 'delete'

const OVERLAPS = [
  [0, 'It is refused immediately'],
  [3_600, 'For an hour'],
  [86_400, 'For a day'],
  [2_592_000, 'For 30 days']
] as const

interface QuestionProps {
  verb: Verb
  item: Key
  /** Whether the console uses the key. */
  own: boolean
  onClose: () => void
  onChanged: () => void
}

function Question({ verb, item: { id, source }, own, onClose, onChanged }: QuestionProps) {
  const [seconds, setSeconds] = useState(86_400)
  const [isCancelling, setCancelling] = useState(false)
  const isShown = useShown()
  const { done, effect, own: note, call } = ACTIONS[verb]
  const onDone = (data: Partial<IssuedKey> & { cancelled_jobs?: number }): void => {
    if (data.key === undefined) toast(`Key ${done}${isCancelling ? `, ${plural(data.cancelled_jobs ?? 0, 'job')} cancelled` : ''}`)
    else {
      if (own) replaceKey(data.key)
      issued.value = { id, key: data.key, note: own && note ? note : 'The previous key is accepted for as long as you chose.' }
    }
    if (!isShown()) return
    onClose()
    if (verb === 'delete') navigate(hrefOf('keys'))
    else onChanged()
  }
  return (
    <ActionDialog
      title={`${words(verb)} the key ${id}?`}
      call={call(pathOf(id), { seconds, isCancelling })}
      label={`${words(verb)} the key`}
      isDanger={isFinal(verb)}
      onClose={onClose}
      onDone={onDone}
    >
      <p>{effect}</p>
      {verb === 'rotate' && (
        <label class="stacked">
          How long is the previous key accepted?
          <select value={seconds} onChange={({ currentTarget }) => setSeconds(Number(currentTarget.value))}>
            {OVERLAPS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {verb === 'revoke' && (
        <label class="check">
          <input type="checkbox" checked={isCancelling} onChange={() => setCancelling(!isCancelling)} />
          Also cancel its bulk jobs. Otherwise they pause
        </label>
      )}
      {verb === 'revoke' && source === 'file' && <p>Its entry in the configuration does not restore it.</p>}
      {own && note && (
        <p class="notice warn">
          {OWN_NOTE} {note}
        </p>
      )}
    </ActionDialog>
  )
}
