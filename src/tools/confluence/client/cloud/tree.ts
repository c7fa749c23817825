import { segment } from '../../../../lib/http/segment.ts'
import { id, textOrNull } from '../../../../lib/row.ts'
import type { PageReference } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { type ConfluenceCall, v2 } from '../request.ts'
import { rowsOf } from '../shapes-v1.ts'

/** Returns the pages above, from the top of the space. Cloud returns only their IDs, so their titles are fetched as well. */
export async function ancestorsOf(confluence: Confluence, page_id: string, call: ConfluenceCall): Promise<PageReference[]> {
  const subject = { kind: 'page', name: page_id } as const
  const rows = rowsOf(
    await confluence.send({ path: `${v2('pages')}/${segment(page_id, 'page_id')}/ancestors`, query: { limit: 250 }, subject }, call)
  )
  const pages = rows.filter(row => textOrNull(row, 'type') === 'page').map(id)
  if (pages.length === 0) return rows.map(row => ({ id: id(row), type: textOrNull(row, 'type') ?? 'page', status: null, title: null }))
  const query = { id: pages.join(','), status: 'current,archived', limit: 250 }
  // They are in the space of the page.
  const request = { path: v2('pages'), query, subject, filtered: true }
  const known = new Map(rowsOf(await confluence.send(request, call)).map(row => [id(row), row]))
  return rows.map(row => {
    const page = known.get(id(row)) ?? {}
    return { id: id(row), type: textOrNull(row, 'type') ?? 'page', status: textOrNull(page, 'status'), title: textOrNull(page, 'title') }
  })
}
