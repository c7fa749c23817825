import { below, flagOrNull, has, id, idOrNull, integerOrNull, type Row, text, textOrNull, time } from '../../../lib/row.ts'
import type { Page, PageReference, Space, SpaceInfo, User, Version } from '../schemas.ts'
import { bodyOf, labelsIn, spaceInfoOf, urlOf } from './shapes-v1.ts'

/** Shapes of version 2 of the API. It contains only the IDs of users and spaces. */

export const userById = (account_id: string | null, known: ReadonlyMap<string, User>): User | null =>
  account_id === null || account_id === '' ? null : (known.get(account_id) ?? { ...UNKNOWN_USER, account_id })

const UNKNOWN_USER: User = {
  type: null,
  account_id: null,
  account_type: null,
  username: null,
  user_key: null,
  email: null,
  public_name: null,
  display_name: null,
  profile_picture: null,
  is_external_collaborator: null
}

const NO_USERS: ReadonlyMap<string, User> = new Map()

export const versionOf = (row: Row, users = NO_USERS): Version => ({
  number: integerOrNull(row, 'number') ?? 0,
  when: time(row, 'createdAt'),
  by: userById(textOrNull(row, 'authorId'), users),
  message: textOrNull(row, 'message'),
  minor_edit: flagOrNull(row, 'minorEdit'),
  sync_rev: null,
  conf_rev: null
})

export const referenceOf = (row: Row): PageReference => ({
  id: id(row),
  type: textOrNull(row, 'type') ?? 'page',
  status: textOrNull(row, 'status'),
  title: textOrNull(row, 'title')
})

export function pageOf(row: Row, type: Page['type'], space: SpaceInfo, base: string, users = NO_USERS): Page {
  return {
    id: id(row),
    type,
    status: textOrNull(row, 'status') ?? 'current',
    title: text(row, 'title'),
    space,
    version: versionOf(below(row, 'version'), users),
    parent_id: idOrNull(row, 'parentId'),
    ancestors: null,
    children: null,
    body: bodyOf(below(row, 'body')),
    metadata: {
      labels: labelsIn(row, 'labels'),
      frontend_url: urlOf(row, base),
      created: time(row, 'createdAt'),
      created_by: userById(textOrNull(row, 'authorId'), users),
      properties: null
    },
    restrictions: null,
    extensions: has(row, 'position') ? { position: integerOrNull(row, 'position') } : null
  }
}

export const spaceOf = (row: Row, base: string): Space => ({
  ...spaceInfoOf(row),
  description: textOrNull(below(row, 'description', 'plain'), 'value'),
  homepage: has(row, 'homepageId') ? { id: idOrNull(row, 'homepageId') ?? '', title: null } : null,
  metadata: {
    labels: labelsIn(row, 'labels'),
    created: time(row, 'createdAt'),
    created_by: userById(textOrNull(row, 'authorId'), NO_USERS),
    frontend_url: urlOf(row, base)
  },
  permissions: null,
  settings: null
})

/** Returns the IDs of all users in a page. */
export const authorsIn = (row: Row): string[] =>
  [textOrNull(row, 'authorId'), textOrNull(below(row, 'version'), 'authorId')].filter(id => id !== null)
