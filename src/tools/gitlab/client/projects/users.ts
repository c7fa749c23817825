import pMap from 'p-map'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { integerOrNull, isRow } from '../../../../lib/row.ts'
import type { User } from '../../schemas/people.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging } from '../http/pagination.ts'
import { userOf } from '../mappers/people.ts'
import type { GitLabCall } from '../request.ts'

export const getUser = async (gitlab: GitLab, user_id: number, call: GitLabCall): Promise<User> =>
  userOf(await gitlab.row({ path: `users/${user_id}`, subject: { kind: 'user', name: String(user_id) } }, call))

interface UsersQuery extends Paging {
  search?: string
  username?: string
  active?: boolean
}

export const searchUsers = (gitlab: GitLab, { search, username, active, ...paging }: UsersQuery, call: GitLabCall) => {
  const query = { search, username: username?.replace(/^@/, ''), active }
  return list(gitlab, { path: 'users', query, subject: { kind: 'list', name: 'of users' } }, paging, userOf, call)
}

/** Returns the ID of each user. GitLab takes only IDs where it assigns users. Throws invalid_field_value if a user does not exist. */
export const userIdsOf = (gitlab: GitLab, usernames: readonly string[], property: string, call: GitLabCall): Promise<number[]> =>
  pMap(usernames, name => userIdOf(gitlab, name, property, call), { concurrency: 4 })

async function userIdOf(gitlab: GitLab, name: string, property: string, call: GitLabCall): Promise<number> {
  const username = name.replace(/^@/, '')
  const { body } = await gitlab.send({ path: 'users', query: { username }, subject: { kind: 'user', name: username } }, call)
  const [found] = Array.isArray(body) ? body.filter(isRow) : []
  const id = found && integerOrNull(found, 'id')
  if (id === undefined || id === null)
    throw invalidField(property, `names a user that does not exist: ${username}`, 'usernames, as gitlab_search_users returns them')
  return id
}

interface Assigned {
  assignees?: string[]
  reviewers?: string[]
  assignee_ids?: number[]
  reviewer_ids?: number[]
}

/** Replaces usernames with IDs. */
export async function withUserIds<Input extends Assigned>(
  gitlab: GitLab,
  { assignees, reviewers, ...input }: Input,
  call: GitLabCall
): Promise<Omit<Input, 'assignees' | 'reviewers'>> {
  const assignee_ids = assignees && (await userIdsOf(gitlab, assignees, 'assignees', call))
  const reviewer_ids = reviewers && (await userIdsOf(gitlab, reviewers, 'reviewers', call))
  return { ...input, ...(assignee_ids && { assignee_ids }), ...(reviewer_ids && { reviewer_ids }) }
}
