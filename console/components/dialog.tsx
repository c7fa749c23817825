import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

/** A modal dialog. The browser keeps the focus in it, and returns the focus when it is closed; Escape closes it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // A layout effect ends while the dialog is still on the page: only then does the browser return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={heading}
      onCancel={event => {
        // The page closes it, as its buttons do. If the browser did, the page would learn of it later, and a key pressed in the meantime would be lost.
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        // The event comes after the page has closed it, too, when the next one may be open already.
        if (!dialog.current) return
        onClose()
        // The page may keep it, with a warning; the browser does not ask before it closes a dialog twice in a row.
        setTimeout(() => dialog.current?.open === false && dialog.current.showModal())
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  )
}
