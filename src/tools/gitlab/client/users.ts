import type { User } from '../schemas/people.ts'
import type { GitLab } from './connection.ts'
import { list, type Paging } from './paging.ts'
import type { Turn } from './request.ts'
import { userOf } from './shapes/people.ts'

export const getUser = async (gitlab: GitLab, user_id: number, turn: Turn): Promise<User> =>
  userOf(await gitlab.row({ path: `users/${user_id}`, about: { kind: 'user', name: String(user_id) } }, turn))

interface UsersQuestion extends Paging {
  search?: string
  username?: string
  active?: boolean
}

export const searchUsers = (gitlab: GitLab, { search, username, active, ...paging }: UsersQuestion, turn: Turn) => {
  const query = { search, username: username?.replace(/^@/, ''), active }
  return list(gitlab, { path: 'users', query, about: { kind: 'list', name: 'of users' } }, paging, userOf, turn)
}
