import { segment } from '../../../../lib/http/segment.ts'
import type { Row } from '../../../../lib/row.ts'
import type { Space } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from '../listing.ts'
import { type ConfluenceCall, v1, v2 } from '../request.ts'
import { spaceOf as spaceOfV1 } from '../shapes-v1.ts'
import { spaceOf as spaceOfV2 } from '../shapes-v2.ts'
import { type SpacePart, withParts } from './space-parts.ts'

export interface SpacesInput extends Paging {
  keys?: readonly string[]
  type?: 'global' | 'personal'
  status: 'current' | 'archived' | 'all'
  no_cache: boolean
}

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'
const EXPAND = 'description.plain,homepage,metadata.labels,creator'

export async function listSpaces(confluence: Confluence, input: SpacesInput, call: ConfluenceCall): Promise<Listed<Space>> {
  const { limit, cursor, start, no_cache, ...filters } = input
  const { caller } = call
  const allowed = confluence.spaceAccess.of(caller)
  for (const key of filters.keys ?? []) confluence.spaceAccess.check(caller, key)
  const keys = filters.keys ?? allowed
  const filter = { ...filters, keys }
  if (keys?.length === 0) return { items: [], next_cursor: null, total: { value: 0, relation: 'eq' } }
  const found = await confluence.cache.spaces({ caller, input: [filter, limit, cursor, start], no_cache }, async () => {
    const fetchPage = async (position: Position, max: number) => {
      const request = isCloud(confluence) ? onCloud(filter) : onDataCenter(filter)
      const query = { ...request.query, limit: max, ...positionQuery(position) }
      return vendorPage(
        await confluence.send({ ...request, query, subject: { kind: 'space', name: keys?.join(', ') ?? '' } }, call),
        position
      )
    }
    const read = isCloud(confluence) ? spaceOfV2 : spaceOfV1
    const shown = (row: Row): Space | undefined => {
      const space = read(row, confluence.site.base)
      return allowed === undefined || allowed.includes(space.key) ? space : undefined
    }
    const paging = { limit, ...(cursor !== undefined && { cursor }), ...(start !== undefined && { start }) }
    return await list(paging, filter, fetchPage, shown)
  })
  return report(found, call)
}

type Filter = Pick<SpacesInput, 'type' | 'status'> & { keys: readonly string[] | undefined }

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
  call: ConfluenceCall
): Promise<Space> {
  confluence.spaceAccess.check(call.caller, space_key)
  const space = await confluence.cache.space({ caller: call.caller, input: space_key, no_cache }, async () => {
    const subject = { kind: 'space', name: space_key } as const
    if (!isCloud(confluence))
      return spaceOfV1(
        await confluence.row({ path: `${v1('space')}/${segment(space_key, 'space_key')}`, query: { expand: EXPAND }, subject }, call),
        confluence.site.base
      )
    const [known] = await confluence.spaces.byKeys([space_key], call)
    const query = { 'description-format': 'plain', 'include-labels': true }
    return spaceOfV2(await confluence.row({ path: `${v2('spaces')}/${known?.id}`, query, subject }, call), confluence.site.base)
  })
  return await withParts(confluence, space, expand, call)
}
