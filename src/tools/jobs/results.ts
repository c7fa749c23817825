import { stringify } from 'csv-stringify/sync'
import type { JobItem } from '../../contract/jobs.ts'
import { jobItemsMarkdown } from '../../contract/render-job.ts'
import type { StreamLink } from '../../contract/stream.ts'

export const NDJSON = 'application/x-ndjson'
export const CSV = 'text/csv'

/** The beginning of such a file for an assistant to read: its whole lines as the table that jobs_list_items answers, and where the rest is. */
export function fileMarkdown({ content, media_type, url, complete }: StreamLink): string {
  const rest = complete ? '' : `\n\nThis is its beginning. All of it: GET ${url}`
  if (media_type !== NDJSON) return `\`\`\`csv\n${content ?? ''}\`\`\`${rest}`
  const lines = (content ?? '').split('\n').slice(0, -1) // the last is empty, or cut
  const items: JobItem[] = lines.map(line => JSON.parse(line))
  return `${jobItemsMarkdown({ items, next_cursor: null })}${rest}`
}

/** Items as text, a page at a time. */
export async function* textOf(pages: AsyncIterable<JobItem[]>, isCsv: boolean): AsyncGenerator<string> {
  if (isCsv) yield table([COLUMNS])
  for await (const items of pages) yield isCsv ? table(items.map(rowOf)) : items.map(item => `${JSON.stringify(item)}\n`).join('')
}

const COLUMNS = ['index', 'item_id', 'display_name', 'outcome', 'success', 'error_code', 'error_reason', 'error_message', 'data']

function rowOf({ index, item_id, display_name, outcome, success, error, data }: JobItem): unknown[] {
  const known = data === undefined ? '' : typeof data === 'string' ? data : JSON.stringify(data)
  return [index, item_id, display_name, outcome, success, error?.code, error?.reason, error?.message, known]
}

/** RFC 4180, where a lone line feed is quoted too; a text that a spreadsheet would run gets an apostrophe in front. */
const table = (rows: unknown[][]): string =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: true, cast: { boolean: value => String(value) } })
