import { signal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import { copy } from '../../components/copy.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Foreign } from '../../components/text.tsx'
import './keys.css'

/** The key that the gateway just returned, and what its holder should know. It is nowhere else. */
export const issued = signal<{ id: string; key: string; note: string } | undefined>()

const keepTab = (event: Event): void => event.preventDefault()

/** Shows a new key until the user closes it, whatever page is below. The browser asks before the tab is closed. */
export function Issued() {
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const shown = issued.value
  const isAtRisk = shown !== undefined && !isCopied
  useLayoutEffect(() => {
    setCopied(false)
    setLeaving(false)
  }, [shown])
  useLayoutEffect(() => {
    if (!isAtRisk) return
    window.addEventListener('beforeunload', keepTab)
    return () => window.removeEventListener('beforeunload', keepTab)
  }, [isAtRisk])
  if (!shown) return null
  const copyKey = async (): Promise<void> => setCopied(await copy(shown.key, 'Key copied'))
  const close = (): void => {
    if (isAtRisk && !isLeaving) setLeaving(true)
    else issued.value = undefined
  }
  return (
    <Dialog title={`The key ${shown.id}`} onClose={close}>
      <p>Copy it now: it is not stored, and cannot be shown again.</p>
      <div class="code">
        <pre onCopy={() => setCopied(String(getSelection()).trim() === shown.key)}>{shown.key}</pre>
        <button type="button" class="button small" onClick={copyKey}>
          Copy
        </button>
      </div>
      <p class="muted">
        <Foreign>{shown.note}</Foreign>
      </p>
      {isLeaving && !isCopied && (
        <p class="notice warn" role="alert">
          It was not copied. If you close this, it is lost.
        </p>
      )}
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {isLeaving && !isCopied ? 'Close without copying' : 'Close'}
        </button>
      </div>
    </Dialog>
  )
}
