import type { Row } from '../../../lib/row.ts'
import type { Space } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { type Listed, list, type Paging, type Place, placeQuery, tell, vendorPage } from './listing.ts'
import { segment, type Turn, v1, v2 } from './request.ts'
import { spaceOf as spaceOfV1 } from './shapes-v1.ts'
import { spaceOf as spaceOfV2 } from './shapes-v2.ts'
import { type SpacePart, withParts } from './space-parts.ts'

export interface SpacesQuestion extends Paging {
  keys?: readonly string[]
  type?: 'global' | 'personal'
  status: 'current' | 'archived' | 'all'
  no_cache: boolean
}

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'
const EXPAND = 'description.plain,homepage,metadata.labels,creator'

export async function listSpaces(confluence: Confluence, question: SpacesQuestion, turn: Turn): Promise<Listed<Space>> {
  const { limit, cursor, start, no_cache, ...asked } = question
  const { caller } = turn
  const allowed = confluence.allowance.of(caller)
  for (const key of asked.keys ?? []) confluence.allowance.check(caller, key)
  const keys = asked.keys ?? allowed
  const filter = { ...asked, keys }
  if (keys?.length === 0) return { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
  const told = await confluence.cache.spaces({ caller, input: [filter, limit, cursor, start], no_cache }, async () => {
    const ask = async (place: Place, most: number) => {
      const request = isCloud(confluence) ? onCloud(filter) : onDataCenter(filter)
      const query = { ...request.query, limit: most, ...placeQuery(place) }
      return vendorPage(await confluence.send({ ...request, query, about: { kind: 'space', name: keys?.join(', ') ?? '' } }, turn), place)
    }
    const read = isCloud(confluence) ? spaceOfV2 : spaceOfV1
    const shown = (row: Row): Space | undefined => {
      const space = read(row, confluence.site.base)
      return allowed === undefined || allowed.includes(space.key) ? space : undefined
    }
    const paging = { limit, ...(cursor !== undefined && { cursor }), ...(start !== undefined && { start }) }
    return await list(paging, filter, ask, shown)
  })
  return tell(told, turn)
}

type Filter = Pick<SpacesQuestion, 'type' | 'status'> & { keys: readonly string[] | undefined }

const onCloud = ({ keys, type, status }: Filter) => ({
  path: v2('spaces'),
  query: { keys: keys?.join(','), type, status: status === 'all' ? undefined : status, 'description-format': 'plain', sort: 'name' }
})

const onDataCenter = ({ keys, type, status }: Filter) => ({
  path: v1('space'),
  query: { spaceKey: keys, type, status: status === 'all' ? undefined : status, expand: EXPAND }
})

export async function getSpace(
  confluence: Confluence,
  { space_key, expand = [], no_cache }: { space_key: string; expand?: readonly SpacePart[]; no_cache: boolean },
  turn: Turn
): Promise<Space> {
  confluence.allowance.check(turn.caller, space_key)
  const space = await confluence.cache.space({ caller: turn.caller, input: space_key, no_cache }, async () => {
    const about = { kind: 'space', name: space_key } as const
    if (!isCloud(confluence))
      return spaceOfV1(
        await confluence.row({ path: `${v1('space')}/${segment(space_key)}`, query: { expand: EXPAND }, about }, turn),
        confluence.site.base
      )
    const [known] = await confluence.spaces.byKeys([space_key], turn)
    const query = { 'description-format': 'plain', 'include-labels': true }
    return spaceOfV2(await confluence.row({ path: `${v2('spaces')}/${known?.id}`, query, about }, turn), confluence.site.base)
  })
  return await withParts(confluence, space, expand, turn)
}
