/** The visible rows of a table whose rows have equal height. */
export interface Window {
  /** Index of the first row to render. */
  first: number
  /** Number of rows to render. */
  count: number
  /** Height of the space above and below them, in pixels. */
  above: number
  below: number
}

/** Browsers cannot lay out elements that are much higher; a table with more rows scrolls in larger steps. */
const MAX_HEIGHT = 8_000_000
export const EXTRA_ROWS = 8

/** Returns the rows to render for a scroll position. */
export function windowOf(total: number, rowHeight: number, { scrollTop, viewport }: { scrollTop: number; viewport: number }): Window {
  const visible = Math.ceil(viewport / rowHeight) + 1
  const height = Math.min(total * rowHeight, MAX_HEIGHT)
  const range = Math.max(1, height - viewport)
  const top = Math.min(Math.max(0, scrollTop), range)
  const exact = height < total * rowHeight ? (top / range) * Math.max(0, total - visible + 1) : top / rowHeight
  const first = Math.max(0, Math.min(Math.floor(exact) - EXTRA_ROWS, total - 1))
  const count = Math.max(0, Math.min(visible + 2 * EXTRA_ROWS, total - first))
  const offset = height < total * rowHeight ? Math.max(0, top - (exact - first) * rowHeight) : first * rowHeight
  return { first, count, above: offset, below: Math.max(0, height - offset - count * rowHeight) }
}

/** Returns the scroll position, changed as little as possible, at which a row is in view. */
export function scrollTopOf(
  row: number,
  total: number,
  rowHeight: number,
  { scrollTop, viewport }: { scrollTop: number; viewport: number }
): number {
  const height = Math.min(total * rowHeight, MAX_HEIGHT)
  const range = Math.max(1, height - viewport)
  if (height < total * rowHeight) {
    // One pixel is many rows: the row becomes the first one, unless the last ones are shorter than the view.
    const last = Math.max(1, total - Math.ceil(viewport / rowHeight))
    return Math.min(range, (row / last) * range)
  }
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + viewport ? top + rowHeight - viewport : scrollTop
}
