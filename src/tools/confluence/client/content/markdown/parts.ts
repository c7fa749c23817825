/**
 * A part of a page: the storage between two offsets, and its Markdown. The parts of a sequence are contiguous, so that the storage of a
 * page is that of its parts. A part without Markdown stays whatever is written.
 */
export interface Block {
  kind: string
  markdown: string
  from: number
  to: number
  /** Where its text, its code or its parts begin and end. */
  inner?: { from: number; to: number }
  children?: Block[]
  /** Whether a task is done. */
  status?: { from: number; to: number }
  /** Rows of a table. */
  rows?: TableRow[]
}

export interface TableRow {
  markdown: string
  from: number
  to: number
  cells: { markdown: string; from: number; to: number; inner: { from: number; to: number } }[]
}
