import { type Static, Type } from 'typebox'
import { count, id, text, url, word } from './common.ts'

export const Hit = Type.Object({
  id: id('thing; of an issue or merge request that over all projects'),
  iid: count('Its number in the project, of issues, merge requests and milestones; of a note that of what it is on'),
  project_id: id('project'),
  title: word('Its title or name; of a note what it is on'),
  path: word('Path of the project, file or wiki page; user name of a user; commit id (SHA) of a commit'),
  ref: word('Branch, tag or commit, of files'),
  start_line: count('Line at which the excerpt begins, of files'),
  state: word('State, of what has one'),
  excerpt: text('The words around it, at most 500 characters'),
  url
})
export type Hit = Static<typeof Hit>
