import type { GitLab } from '../connection.ts'
import { memberOf } from '../mappers/people.ts'
import type { GitLabCall } from '../request.ts'
import { projectOrGroup } from './projects.ts'
import { userIdsOf } from './users.ts'

/** GitLab's numbers of roles. */
export const LEVELS = { guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const
export type Role = keyof typeof LEVELS

interface MemberRef {
  project?: string
  group?: string
  user: string
}

/** `property`: the input that names the user. */
export async function memberTarget(gitlab: GitLab, { user, ...owner }: MemberRef, call: GitLabCall, property = 'user') {
  const { path, subject } = await projectOrGroup(gitlab, owner, call)
  const [user_id] = await userIdsOf(gitlab, [user], property, call)
  return { parent: `${path}/members`, user_id, subject: { kind: 'member', name: `${user} of ${subject.name}` } }
}

export async function addMember(
  gitlab: GitLab,
  { role, expires_at, ...name }: MemberRef & { role: Role; expires_at?: string },
  call: GitLabCall
) {
  const { parent, user_id, subject } = await memberTarget(gitlab, name, call)
  const json = { user_id, access_level: LEVELS[role], expires_at }
  return memberOf(await gitlab.row({ method: 'POST', path: parent, json, subject: { ...subject, conflict: 'already_exists' } }, call))
}

export async function updateMember(
  gitlab: GitLab,
  { role, expires_at, ...name }: MemberRef & { role: Role; expires_at?: string },
  call: GitLabCall
) {
  const { parent, user_id, subject } = await memberTarget(gitlab, name, call)
  return memberOf(
    await gitlab.row({ method: 'PUT', path: `${parent}/${user_id}`, json: { access_level: LEVELS[role], expires_at }, subject }, call)
  )
}

export async function removeMember(gitlab: GitLab, name: MemberRef, call: GitLabCall) {
  const { parent, user_id, subject } = await memberTarget(gitlab, name, call)
  await gitlab.send({ method: 'DELETE', path: `${parent}/${user_id}`, subject }, call)
  return { user: name.user, removed: true }
}
