import { type Static, Type } from 'typebox'
import { count, flag, id, newId, now, text, time, url, word } from './common.ts'

const properties = {
  path: word('Path, such as group/name, as other operations take it'),
  name: word('Name'),
  description: text('Description'),
  visibility: word('private, internal or public'),
  default_branch: word('Default branch', 'if the repository is empty, or if unknown'),
  archived: flag('true: archived, and therefore read-only'),
  topics: Type.Array(Type.String(), { description: 'Topics' }),
  star_count: count('Number of stars'),
  open_issues_count: count('Number of open issues'),
  url
}
export const Project = Type.Object({
  id: id('project'),
  ...properties,
  created_at: time('Time it was created'),
  last_activity_at: now('Time of the last activity')
})
export const NewProject = Type.Object({
  id: newId('project'),
  ...properties,
  created_at: now('Time it was created'),
  last_activity_at: now('Time of the last activity')
})
export type Project = Static<typeof Project>

export const Group = Type.Object({
  id: id('group'),
  path: word('Path, such as group/subgroup'),
  name: word('Name'),
  description: text('Description'),
  visibility: word('private, internal or public'),
  parent_id: count('ID of the parent group', 'if there is none'),
  created_at: time('Time it was created'),
  url
})
export type Group = Static<typeof Group>
export const NewGroup = Type.Object({ ...Group.properties, id: newId('group'), created_at: now('Time it was created') })

export const Namespace = Type.Object({
  id: id('namespace, as create_project takes it'),
  path: word('Path, such as group/subgroup, or a username'),
  name: word('Name'),
  kind: word('group or user'),
  parent_id: count('ID of the parent group', 'if there is none'),
  plan: word('Plan, such as free or premium', 'if GitLab does not show it'),
  url
})
