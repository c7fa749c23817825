import { flagOrNull, integerOrNull, isRow, type Row, rows, textOrNull, time } from '../../../../lib/row.ts'
import type { Member, Person, User } from '../../schemas/people.ts'

export const personOf = (row: Row): Person => ({
  id: integerOrNull(row, 'id'),
  username: textOrNull(row, 'username'),
  name: textOrNull(row, 'name')
})

export const personIn = (row: Row, name: string): Person | null => (isRow(row[name]) ? personOf(row[name]) : null)

/** Old versions of GitLab support one assignee. */
export function assigneesOf(row: Row): Person[] {
  const one = personIn(row, 'assignee')
  return Array.isArray(row['assignees']) ? rows(row, 'assignees').map(personOf) : one ? [one] : []
}

export const userOf = (row: Row): User => ({
  ...personOf(row),
  state: textOrNull(row, 'state'),
  bot: flagOrNull(row, 'bot'),
  email: textOrNull(row, 'email') ?? (textOrNull(row, 'public_email') || null),
  is_admin: flagOrNull(row, 'is_admin'),
  created_at: time(row, 'created_at'),
  url: textOrNull(row, 'web_url')
})

const ROLES: Readonly<Record<number, string>> = {
  5: 'minimal access',
  10: 'guest',
  15: 'planner',
  20: 'reporter',
  30: 'developer',
  40: 'maintainer',
  50: 'owner'
}

export function memberOf(row: Row): Member {
  const level = integerOrNull(row, 'access_level')
  return {
    ...personOf(row),
    state: textOrNull(row, 'state'),
    access_level: level,
    role: level === null ? null : (ROLES[level] ?? null),
    expires_at: textOrNull(row, 'expires_at'),
    url: textOrNull(row, 'web_url')
  }
}
