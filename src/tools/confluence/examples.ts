import type { SpaceInfo, User } from './schemas.ts'

/** What examples share: people and spaces of the sandbox. */

/** As version 2 names people: by their ids. */
const person = (account_id: string): User => ({
  type: null,
  account_id,
  account_type: null,
  username: null,
  user_key: null,
  email: null,
  public_name: null,
  display_name: null,
  profile_picture: null,
  is_external_collaborator: null
})

export const ADA = person('5b10ac8d82e05b22cc7d4ef5')
export const BEA = person('5b10ac8d82e05b22cc7d4ef6')

/** As version 1 tells them. */
const known = (account_id: string, username: string, display_name: string): User => ({
  ...person(account_id),
  type: 'known',
  account_type: 'atlassian',
  public_name: display_name,
  display_name,
  profile_picture: { path: `/wiki/aa-avatar/${username}`, width: 48, height: 48, is_default: false },
  is_external_collaborator: false
})

export const ADA_WHOLE = known('5b10ac8d82e05b22cc7d4ef5', 'ada', 'Ada Lovelace')
export const BEA_WHOLE = known('5b10ac8d82e05b22cc7d4ef6', 'bea', 'Bea Builder')

const space = (id: string, key: string, name: string): SpaceInfo => ({ id, key, name, type: 'global', status: 'current' })

export const DOCS = space('65536', 'DOCS', 'Documentation')
export const HR = space('65677', 'HR', 'People and Pay')
export const PLAY = space('65683', 'PLAY', 'Playground')

/** No other format was asked for. */
export const NO_BODY = { storage: null, view: null, export_view: null, styled_view: null, editor: null, markdown: null }
