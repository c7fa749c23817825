import { signal } from '@preact/signals'

export interface Toast {
  id: number
  text: string
  kind: 'done' | 'failed'
}

export const toasts = signal<readonly Toast[]>([])

/** Text of the live region. Its number makes an equal text a new one, which is read again. */
export const announced = signal({ id: 0, text: '' })

/** Has screen readers read a text. */
export function announce(text: string): void {
  announced.value = { id: announced.peek().id + 1, text }
}

const SHOWN_MS = 6_000
let count = 0

/** Shows a short message for a few seconds, and announces it. */
export function toast(text: string, kind: Toast['kind'] = 'done'): void {
  count += 1
  const id = count
  toasts.value = [...toasts.peek(), { id, text, kind }].slice(-3)
  setTimeout(() => {
    toasts.value = toasts.peek().filter(one => one.id !== id)
  }, SHOWN_MS)
}
