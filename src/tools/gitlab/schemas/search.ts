import { type Static, Type } from 'typebox'
import { count, id, text, url, word } from './common.ts'

export const Hit = Type.Object({
  id: id('result; for issues and merge requests, the ID that is unique across all projects'),
  iid: count(
    'Number in the project, for issues, merge requests and milestones; for a comment, that of the item it is on',
    'for other results, or if unknown'
  ),
  project_id: id('project'),
  title: word('Title or name; for a comment, the type of the item it is on, such as Issue'),
  path: word('Path of the project, file or wiki page; username of a user; SHA of a commit'),
  ref: word('Branch, tag or commit, for files'),
  start_line: count('First line of the excerpt, for files'),
  state: word('State, if it has one'),
  excerpt: text('Excerpt, at most 500 characters'),
  url
})
export type Hit = Static<typeof Hit>
