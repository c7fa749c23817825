import { integerOrNull, type Row, textOrNull } from '../../../../lib/row.ts'
import type { Hit } from '../../schemas/search.ts'

const MAX_EXCERPT = 500

/** Results have different properties in each search scope; the first that exists is used. */
export const searchHitOf = (row: Row): Hit => ({
  id: integerOrNull(row, 'id'),
  iid: integerOrNull(row, 'iid') ?? integerOrNull(row, 'noteable_iid'),
  project_id: integerOrNull(row, 'project_id'),
  title: first(row, ['title', 'name', 'noteable_type']),
  path: first(row, ['path_with_namespace', 'path', 'filename', 'username']) ?? textOrNull(row, 'id'),
  ref: textOrNull(row, 'ref'),
  start_line: integerOrNull(row, 'startline'),
  state: textOrNull(row, 'state'),
  excerpt: first(row, ['data', 'body', 'message', 'description'])?.slice(0, MAX_EXCERPT) ?? null,
  url: textOrNull(row, 'web_url')
})

function first(row: Row, names: string[]): string | null {
  for (const name of names) {
    const value = textOrNull(row, name)
    if (value) return value
  }
  return null
}
