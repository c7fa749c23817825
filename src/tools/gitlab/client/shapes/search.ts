import { integerOrNull, type Row, textOrNull } from '../../../../lib/row.ts'
import type { Hit } from '../../schemas/search.ts'

const LONGEST = 500

/** What is found differs from scope to scope, so the first name that a thing has counts. */
export const foundOf = (row: Row): Hit => ({
  id: integerOrNull(row, 'id'),
  iid: integerOrNull(row, 'iid') ?? integerOrNull(row, 'noteable_iid'),
  project_id: integerOrNull(row, 'project_id'),
  title: first(row, ['title', 'name', 'noteable_type']),
  path: first(row, ['path_with_namespace', 'path', 'filename', 'username']) ?? textOrNull(row, 'id'),
  ref: textOrNull(row, 'ref'),
  start_line: integerOrNull(row, 'startline'),
  state: textOrNull(row, 'state'),
  excerpt: first(row, ['data', 'body', 'message', 'description'])?.slice(0, LONGEST) ?? null,
  url: textOrNull(row, 'web_url')
})

function first(row: Row, names: string[]): string | null {
  for (const name of names) {
    const value = textOrNull(row, name)
    if (value) return value
  }
  return null
}
