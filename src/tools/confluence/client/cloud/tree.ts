import { id, textOrNull } from '../../../../lib/row.ts'
import type { PageReference } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { segment, type Turn, v2 } from '../request.ts'
import { rowsOf } from '../shapes-v1.ts'

/** From the top of the space down to the parent. Cloud tells their ids only, so that their titles are asked for as well. */
export async function ancestorsOf(confluence: Confluence, page_id: string, turn: Turn): Promise<PageReference[]> {
  const about = { kind: 'page', name: page_id } as const
  const rows = rowsOf(await confluence.send({ path: `${v2('pages')}/${segment(page_id)}/ancestors`, query: { limit: 250 }, about }, turn))
  const pages = rows.filter(row => textOrNull(row, 'type') === 'page').map(id)
  if (pages.length === 0) return rows.map(row => ({ id: id(row), type: textOrNull(row, 'type') ?? 'page', status: null, title: null }))
  const query = { id: pages.join(','), status: 'current,archived', limit: 250 }
  const known = new Map(rowsOf(await confluence.send({ path: v2('pages'), query, about }, turn)).map(row => [id(row), row]))
  return rows.map(row => {
    const page = known.get(id(row)) ?? {}
    return { id: id(row), type: textOrNull(row, 'type') ?? 'page', status: textOrNull(page, 'status'), title: textOrNull(page, 'title') }
  })
}
