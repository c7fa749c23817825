import { below, flagOrNull, integerOrNull, type Row, rows, text, textOrNull, time } from '../../../../lib/row.ts'
import type { Release, Snippet, WikiPage } from '../../schemas/documents.ts'
import { personIn } from './people.ts'

export const releaseOf = (row: Row): Release => ({
  tag: textOrNull(row, 'tag_name'),
  name: textOrNull(row, 'name'),
  description: textOrNull(row, 'description'),
  author: personIn(row, 'author'),
  commit_id: textOrNull(below(row, 'commit'), 'id'),
  upcoming: flagOrNull(row, 'upcoming_release'),
  milestones: rows(row, 'milestones')
    .map(milestone => text(milestone, 'title'))
    .filter(Boolean),
  links: rows(below(row, 'assets'), 'links').map(link => ({
    name: textOrNull(link, 'name'),
    url: textOrNull(link, 'url'),
    link_type: textOrNull(link, 'link_type')
  })),
  url: textOrNull(below(row, '_links'), 'self'),
  created_at: time(row, 'created_at'),
  released_at: time(row, 'released_at')
})

export const wikiPageOf = (row: Row): WikiPage => ({
  slug: textOrNull(row, 'slug'),
  title: textOrNull(row, 'title'),
  format: textOrNull(row, 'format'),
  content: textOrNull(row, 'content')
})

/** Old versions of GitLab support one file per snippet. */
export const snippetOf = (row: Row): Snippet => ({
  id: integerOrNull(row, 'id'),
  title: textOrNull(row, 'title'),
  description: textOrNull(row, 'description'),
  visibility: textOrNull(row, 'visibility'),
  author: personIn(row, 'author'),
  files: filesOf(row),
  created_at: time(row, 'created_at'),
  updated_at: time(row, 'updated_at'),
  url: textOrNull(row, 'web_url')
})

function filesOf(row: Row): string[] {
  const paths = rows(row, 'files').map(file => text(file, 'path'))
  return (Array.isArray(row['files']) ? paths : [text(row, 'file_name')]).filter(Boolean)
}
