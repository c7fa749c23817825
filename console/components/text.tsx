import type { ComponentChildren } from 'preact'
import { visibleControls, words } from '../lib/format.ts'
import { copy } from './copy.ts'

/**
 * Text that others wrote: names of items, errors of a system, messages. It is text only, its direction does not affect what surrounds it, and it wraps
 * however long it is. Characters that would change the order of others are shown by their codes.
 */
export const Foreign = ({ children }: { children: ComponentChildren }) => (
  <bdi class="foreign">{typeof children === 'string' ? visibleControls(children) : children}</bdi>
)

/** An ID that can be copied. `shown`: a shorter form of it. */
export const CopyId = ({ id, label = 'ID', shown = id }: { id: string; label?: string; shown?: string }) => (
  <button
    type="button"
    class="copy"
    title={visibleControls(`Copy ${label} ${id}`)}
    aria-label={visibleControls(`Copy ${label} ${shown}`)}
    onClick={() => copy(id, words(`${label} copied`))}
  >
    <span class="mono foreign">{visibleControls(shown)}</span>
    <span class="copy-mark" aria-hidden="true" />
  </button>
)
