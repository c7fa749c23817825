import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { EXTRA_ROWS, scrollTopOf, windowOf } from '../lib/window.ts'

const ROW_HEIGHT = 36
const HEAD_HEIGHT = 34

interface Column<Row> {
  title: string
  /** Name of a class that sets the width and the alignment. */
  class: string
  /** Whether the cell has the control of the row, to which `tabIndex` applies. */
  isMain?: true
  cell: (row: Row, tabIndex: number) => ComponentChildren
}

interface Props<Row> {
  label: string
  total: number
  columns: readonly Column<Row>[]
  /** The row, if it is loaded. */
  rowAt: (index: number) => Row | undefined
  /** Called with the rows that are visible, when they change. */
  onVisible: (first: number, count: number) => void
}

/**
 * A table of any length that renders only the rows in view. Tab reaches one row, whose control has the class `row-link`; the arrow keys, Page Up, Page Down,
 * Home and End move between rows: with a stop at each, the keyboard would never get past the table.
 */
export function VirtualTable<Row>({ label, total, columns, rowAt, onVisible }: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ scrollTop: 0, viewport: 400 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = (): void => setView({ scrollTop: element.scrollTop, viewport: element.clientHeight })
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [])
  const { first, count, above, below } = windowOf(total, ROW_HEIGHT, view)
  useLayoutEffect(() => onVisible(first, count), [first, count, total])

  const [current, setCurrent] = useState(0)
  const hint = useId()
  // If the current row is scrolled out of view, Tab reaches the first one that is visible.
  const isInView = current >= first && current < first + count
  const stop = isInView ? current : Math.min(total - 1, first + (first === 0 ? 0 : EXTRA_ROWS))
  const wanted = useRef<number>(undefined)
  const focusWanted = (): void => {
    const row = scroller.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${(wanted.current ?? -2) + 2}"] :is(.row-link, .row-wait)`)
    if (!row) return
    if (!row.matches('.row-wait')) wanted.current = undefined
    row.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    if (wanted.current !== undefined) focusWanted()
  })
  const move = (event: KeyboardEvent): void => {
    const element = scroller.current
    if (!element || !(event.target instanceof Element && event.target.matches('.row-link, .row-wait'))) return
    const page = Math.max(1, Math.floor(element.clientHeight / ROW_HEIGHT) - 2)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -total,
      End: total
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = Math.max(0, Math.min(total - 1, stop + step))
    wanted.current = next
    setCurrent(next)
    element.scrollTop = scrollTopOf(next, total, ROW_HEIGHT, { scrollTop: element.scrollTop, viewport: element.clientHeight - HEAD_HEIGHT })
    setView({ scrollTop: element.scrollTop, viewport: element.clientHeight })
  }
  return (
    <>
      <p id={hint} class="visually-hidden">
        The arrow keys move between rows; Enter opens one.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the buttons in its rows */}
      <div
        ref={scroller}
        class="scroller"
        onKeyDown={move}
        onFocusCapture={({ target }) => {
          const row = target instanceof Element ? target.closest('tr')?.ariaRowIndex : undefined
          if (row) setCurrent(Number(row) - 2)
        }}
        onScroll={({ currentTarget }) => setView({ scrollTop: currentTarget.scrollTop, viewport: currentTarget.clientHeight })}
      >
        <table class="rows" aria-label={label} aria-describedby={hint} aria-rowcount={total + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(column => (
                <th key={column.title} scope="col" class={column.class}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Space height={above} />
            {Array.from({ length: count }, (_, at) => {
              const row = rowAt(first + at)
              return (
                <tr key={first + at} aria-rowindex={first + at + 2} style={{ height: `${ROW_HEIGHT}px` }}>
                  {columns.map(column => (
                    <td key={column.title} class={column.class}>
                      {row === undefined ? (
                        <span {...(column.isMain ? { class: 'skeleton row-wait', tabIndex: -1 } : { class: 'skeleton' })} />
                      ) : (
                        column.cell(row, first + at === stop ? 0 : -1)
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
            <Space height={below} />
          </tbody>
        </table>
      </div>
    </>
  )
}

/** One cell, not one that spans all columns: a narrow screen hides some, and the table would make room for those. */
const Space = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr class="space">
      <td style={{ height: `${height}px` }} />
    </tr>
  ) : null
