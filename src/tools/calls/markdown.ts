import type { CallRecord, CallStatistics } from '../../contract/record.ts'
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

/** Renders the totals, and the errors as a table. Intervals are for plots. */
export function statisticsMarkdown({ calls, errors, from, to, complete, failures }: CallStatistics): string {
  const totals = `${calls} calls from ${inLine(from)} to ${inLine(to)}, ${errors} with an error.${complete ? '' : ' Older calls were not counted.'}`
  const rows = failures.map(({ operation, reason, calls: count, latest_at: at, latest_id: id }) =>
    [`${count}`, operation, reason, at, `\`${id}\``].map(cell).join(' | ')
  )
  if (rows.length === 0) return totals
  return `${totals}\n\n| calls | operation | reason | latest | its id |\n| --- | --- | --- | --- | --- |\n${rows.map(row => `| ${row} |`).join('\n')}`
}

const cell = (text: string): string => inLine(text).replaceAll('|', '\\|')
