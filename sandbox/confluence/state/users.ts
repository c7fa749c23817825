import type { User } from './model.ts'

const user = (accountId: string, username: string, displayName: string): User => ({
  accountId,
  username,
  userKey: `ff80808100000000000000000000${username.padStart(4, '0')}`,
  displayName,
  email: `${username}@example.com`
})

export const ada = user('5b10ac8d82e05b22cc7d4ef5', 'ada', 'Ada Lovelace')
export const bea = user('5b10ac8d82e05b22cc7d4ef6', 'bea', 'Bea Builder')
export const carl = user('5b10ac8d82e05b22cc7d4ef7', 'carl', 'Carl Çelik')

/** Returns the display name of the user with this account ID, user key or username. */
export const displayNameOf = (id: string): string | undefined =>
  [ada, bea, carl].find(({ accountId, userKey, username }) => [accountId, userKey, username].includes(id))?.displayName
