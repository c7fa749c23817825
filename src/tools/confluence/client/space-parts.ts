import { isRow, type Row } from '../../../lib/row.ts'
import type { Space } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { segment, type Turn, v1, v2 } from './request.ts'
import { allRows, whereTold } from './where-told.ts'

/** What of a space stands at places of its own, and is asked for only where it is wanted. */
export type SpacePart = 'permissions' | 'settings'

export async function withParts(confluence: Confluence, space: Space, wanted: readonly SpacePart[], turn: Turn): Promise<Space> {
  const permissions = wanted.includes('permissions')
    ? await whereTold('permissions', turn, () => permissionsOf(confluence, space, turn))
    : space.permissions
  // Data Center keeps no settings of a space that it would tell.
  const settings =
    wanted.includes('settings') && confluence.site.deployment === 'cloud'
      ? await whereTold('settings', turn, () => settingsOf(confluence, space, turn))
      : space.settings
  return { ...space, permissions, settings }
}

async function permissionsOf(confluence: Confluence, { id, key }: Space, turn: Turn): Promise<Row[]> {
  const about = { kind: 'space', name: key } as const
  if (confluence.site.deployment === 'cloud')
    return await allRows(confluence, 'permissions', { path: `${v2('spaces')}/${segment(id)}/permissions`, about }, turn)
  const told = await confluence.send({ path: `${v1('space')}/${segment(key)}/permissions`, about }, turn)
  return Array.isArray(told) ? told.filter(isRow) : []
}

async function settingsOf(confluence: Confluence, { key }: Space, turn: Turn): Promise<Row> {
  const { _links, ...settings } = await confluence.row(
    { path: `${v1('space')}/${segment(key)}/settings`, about: { kind: 'space', name: key } },
    turn
  )
  return settings
}
