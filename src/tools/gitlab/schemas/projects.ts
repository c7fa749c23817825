import { type Static, Type } from 'typebox'
import { count, flag, id, newId, now, text, time, url, word } from './common.ts'

const properties = {
  path: word('Its path, as group/name: what other operations take as project'),
  name: word('Its name'),
  description: text('What it is about'),
  visibility: word('private, internal or public'),
  default_branch: word('Its default branch; null also for an empty repository'),
  archived: flag('true: it can only be read'),
  topics: Type.Array(Type.String(), { description: 'Its topics' }),
  star_count: count('Stars'),
  open_issues_count: count('Open issues'),
  url
}
export const Project = Type.Object({
  id: id('project'),
  ...properties,
  created_at: time('When it was made'),
  last_activity_at: now('When something last happened in it')
})
export const NewProject = Type.Object({
  id: newId('project'),
  ...properties,
  created_at: now('When it was made'),
  last_activity_at: now('When something last happened in it')
})
export type Project = Static<typeof Project>

export const Group = Type.Object({
  id: id('group'),
  path: word('Its path, as group/subgroup'),
  name: word('Its name'),
  description: text('What it is about'),
  visibility: word('private, internal or public'),
  parent_id: id('group it is in'),
  created_at: time('When it was made'),
  url
})
export type Group = Static<typeof Group>
