import type { CallRecord } from '../../contract/record.ts'
import { inLine } from '../../lib/format.ts'

/** Renders a page of calls as a table with the most important columns. */
export function callsMarkdown({ items, next_cursor }: { items: CallRecord[]; next_cursor: string | null }): string {
  const more = next_cursor === null ? '' : `\n\nMore: next_cursor \`${next_cursor}\``
  if (items.length === 0) return `No calls.${more}`
  const rows = items.map(({ id, at, operation, outcome, reason, duration_ms, principal }) =>
    [at, operation, outcome, reason ?? '', duration_ms === null ? '' : `${duration_ms} ms`, principal, `\`${id}\``].map(cell).join(' | ')
  )
  return `| time | operation | outcome | reason | duration | principal | id |\n| --- | --- | --- | --- | --- | --- | --- |\n${rows.map(row => `| ${row} |`).join('\n')}${more}`
}

const cell = (text: string): string => inLine(text).replaceAll('|', '\\|')
