import { segment } from '../../../../lib/http/segment.ts'
import { isRow, type Row } from '../../../../lib/row.ts'
import type { Space } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { allRows, ifReadable } from '../pages/optional-parts.ts'
import { type ConfluenceCall, v1, v2 } from '../request.ts'

/** Parts of a space with their own endpoints, read only on request. */
export type SpacePart = 'permissions' | 'settings'

export async function withParts(confluence: Confluence, space: Space, wanted: readonly SpacePart[], call: ConfluenceCall): Promise<Space> {
  const permissions = wanted.includes('permissions')
    ? await ifReadable('permissions', call, () => permissionsOf(confluence, space, call))
    : space.permissions
  // Data Center has no settings of a space in its API.
  const settings =
    wanted.includes('settings') && confluence.site.deployment === 'cloud'
      ? await ifReadable('settings', call, () => settingsOf(confluence, space, call))
      : space.settings
  return { ...space, permissions, settings }
}

async function permissionsOf(confluence: Confluence, { id, key }: Space, call: ConfluenceCall): Promise<Row[]> {
  const subject = { kind: 'space', name: key } as const
  if (confluence.site.deployment === 'cloud')
    return await allRows(confluence, 'permissions', { path: `${v2('spaces')}/${segment(id)}/permissions`, subject }, call)
  const permissions = await confluence.send({ path: `${v1('space')}/${segment(key, 'space_key')}/permissions`, subject }, call)
  return Array.isArray(permissions) ? permissions.filter(isRow) : []
}

async function settingsOf(confluence: Confluence, { key }: Space, call: ConfluenceCall): Promise<Row> {
  const { _links, ...settings } = await confluence.row(
    { path: `${v1('space')}/${segment(key, 'space_key')}/settings`, subject: { kind: 'space', name: key } },
    call
  )
  return settings
}
