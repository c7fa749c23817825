import type { SpaceInfo, User } from './schemas.ts'

/** Users and spaces of the sandbox that examples share. */

/** Version 2 of the API names users by ID only. */
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

/** The same user as version 1 of the API returns it. */
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
export const PLAY = space('65683', 'PLAY', 'Playground')

/** Bea as version 2 returns her by her ID. */
export const BEA_NAMED: User = {
  ...BEA_WHOLE,
  profile_picture: { path: `/wiki/aa-avatar/${BEA_WHOLE.account_id}`, width: null, height: null, is_default: false }
}

/** Only the requested formats are set. */
export const NO_BODY = {
  storage: null,
  view: null,
  export_view: null,
  styled_view: null,
  editor: null,
  atlas_doc_format: null,
  markdown: null
}
