import type { ComponentChildren, RefObject } from 'preact'

interface ScrollProps {
  label: string
  class?: string
  /** A log: screen readers read what is appended. */
  isLog?: boolean
  box?: RefObject<HTMLDivElement | null>
  onScroll?: (box: HTMLDivElement) => void
  children: ComponentChildren
}

/** A box that scrolls, by the arrow keys, too. */
export const Scroll = ({ label, class: name = '', isLog = false, box, onScroll, children }: ScrollProps) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a label
  <div
    {...(box && { ref: box })}
    class={`scroll ${name}`}
    role={isLog ? 'log' : 'group'}
    aria-label={label}
    tabIndex={0}
    onScroll={({ currentTarget }) => onScroll?.(currentTarget)}
  >
    {children}
  </div>
)
