const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]'

/** Parts of a page that a reader finds again by their name or content. */
const PARTS = 'dialog, fieldset, form, section, main'

/**
 * Keeps the focus on the page. A control may disappear after its action, such as Pause, or be disabled while it runs: the browser then moves the focus to
 * the top of the page, and the next Tab starts there. The focus returns to the control when it is enabled again, else moves to the part that the control
 * was in, so that the next Tab continues from there and Enter does nothing.
 */
export function keepFocus(root: HTMLElement): void {
  /** The control that has the focus, and what contains it, innermost first. */
  let path: HTMLElement[] = []
  root.addEventListener('focusin', ({ target }) => {
    path = target instanceof HTMLElement ? [target, ...ancestorsOf(target, root)] : []
  })
  // For the keyboard, what has the focus is scrolled into view; the wheel may have scrolled it away on purpose.
  let preventScroll = false
  for (const name of ['keydown', 'pointerdown', 'wheel'] as const)
    document.addEventListener(name, () => (preventScroll = name !== 'keydown'), { capture: true, passive: true })
  // A click next to any control takes the focus away on purpose.
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Element && target.closest(`${FOCUSABLE}, label`))) path = []
  })
  new MutationObserver(() => {
    const [control] = path
    const active = document.activeElement
    if (!control || (active !== null && active !== document.body)) return
    if (control.isConnected) {
      if (control.matches(FOCUSABLE) && isShown(control)) control.focus({ preventScroll })
      return
    }
    const part = path.find(one => one.isConnected && one.matches(PARTS) && isShown(one)) ?? document.querySelector('main')
    const place = part?.matches('main, section') ? (part.querySelector<HTMLElement>('h1, h2') ?? part) : part
    if (place && !place.matches(FOCUSABLE)) place.tabIndex = -1
    place?.focus({ preventScroll })
  }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
}

function ancestorsOf(element: HTMLElement, root: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = element.parentElement; at && at !== root; at = at.parentElement) found.push(at)
  return found
}

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0
