import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type ApiError, type Call, send, toApiError } from '../api/client.ts'
import { AsCurl } from './curl.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './states.tsx'

interface ActionDialogProps<Result> {
  title: string
  call: Call
  /** Label of the button that sends the call. */
  label: string
  /** Label of the button that does not. */
  keep?: string
  isDanger?: boolean
  isDisabled?: boolean
  onClose: () => void
  /** Called with the response even if the dialog was closed in the meantime. */
  onDone: (result: Result) => void
  children: ComponentChildren
}

/** Asks before a call is sent, and shows why it failed. */
export function ActionDialog<Result>({
  title,
  call,
  label,
  keep = 'Cancel',
  isDanger = false,
  isDisabled = false,
  ...props
}: ActionDialogProps<Result>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const run = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      props.onDone((await send<Result>(call)).data)
    } catch (caught) {
      setError(toApiError(caught))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={props.onClose}>
      {props.children}
      <AsCurl call={call} />
      {error && <Failure error={error} />}
      <div class="buttons">
        <button type="button" class="button" onClick={props.onClose}>
          {keep}
        </button>
        <button type="button" class={`button ${isDanger ? 'danger' : 'primary'}`} disabled={busy || isDisabled} onClick={run}>
          {label}
        </button>
      </div>
    </Dialog>
  )
}
