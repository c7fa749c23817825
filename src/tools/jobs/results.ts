import { stringify } from 'csv-stringify/sync'
import type { JobItem } from '../../contract/job.ts'
import { jobItemsMarkdown } from '../../contract/job-markdown.ts'
import type { StreamLink } from '../../contract/stream.ts'
import { fenced } from '../../lib/format.ts'

export const NDJSON = 'application/x-ndjson'
export const CSV = 'text/csv'

/** Renders the beginning of a results file for a model: its complete lines as the table of jobs_list_items, and the URL of the rest. */
export function fileMarkdown({ content, media_type, url, complete }: StreamLink): string {
  const rest = complete ? '' : `\n\nThis is the beginning of the file. To get all of it: GET ${url}`
  if (media_type !== NDJSON) return `${fenced(content ?? '', 'csv')}${rest}`
  const lines = (content ?? '').split('\n').slice(0, -1) // the last line is empty or incomplete
  const items: JobItem[] = lines.map(line => JSON.parse(line))
  return `${jobItemsMarkdown({ items, next_cursor: null })}${rest}`
}

/** Yields items as text, page by page. */
export async function* textOf(pages: AsyncIterable<JobItem[]>, isCsv: boolean): AsyncGenerator<string> {
  if (isCsv) yield table([COLUMNS])
  for await (const items of pages) yield isCsv ? table(items.map(rowOf)) : items.map(item => `${JSON.stringify(item)}\n`).join('')
}

const COLUMNS = ['index', 'item_id', 'display_name', 'outcome', 'success', 'error_code', 'error_reason', 'error_message', 'data']

function rowOf({ index, item_id, display_name, outcome, success, error, data }: JobItem): unknown[] {
  const known = data === undefined ? '' : typeof data === 'string' ? data : JSON.stringify(data)
  return [index, item_id, display_name, outcome, success, error?.code, error?.reason, error?.message, known]
}

/** Formats rows as CSV (RFC 4180). Also quotes a lone line feed. A text that a spreadsheet would evaluate gets a leading apostrophe. */
const table = (rows: unknown[][]): string =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: true, cast: { boolean: value => String(value) } })
