import type { Pagination } from '../../../contract/handed.ts'
import type { ListInput } from '../../../contract/operation.ts'
import type { Total } from '../../../contract/schema.ts'
import { digest } from '../../../lib/cursor.ts'
import type { UpstreamAnswer } from '../../../lib/http/upstream.ts'
import { isRow, type Row } from '../../../lib/row.ts'
import type { GitLab } from './connection.ts'
import { unreadable } from './failures.ts'
import { nextIn, totalIn } from './following.ts'
import type { Request, Turn } from './request.ts'
import { cursorOf, isByToken, isLater, pageOf, type Spot, spotIn } from './spot.ts'

/** Where a list is asked to begin: by cursor, or by the number of a page. */
export interface Paging extends ListInput {
  page?: number
  per_page?: number
  /** The most that the caller wants, of however many pages. */
  max_items?: number
}

export interface Listed<Item> {
  items: Item[]
  next_cursor: string | null
  total: Total | null
}

/** GitLab's own default, where a page is named by number. */
const PER_PAGE = 20

/** What is asked of a list. */
export interface Asked extends Request {
  /** GitLab answers all at once. */
  whole?: boolean
  /** Which rows are told; GitLab counts the others, too, so that its total is none of these. Default: all. */
  tells?: (row: Row) => boolean
}

/** One page of a list. What is next is what GitLab links to: page numbers and tokens are never made up here, but where nothing tells. */
export async function list<Item>(
  gitlab: GitLab,
  { whole = false, tells, ...asked }: Asked,
  paging: Paging,
  read: (row: Row) => Item,
  turn: Turn
): Promise<Listed<Item>> {
  const mark = digest([asked.path, asked.query])
  const spot = whole ? withinWhole(spotOf(paging, mark)) : spotOf(paging, mark)
  const answer = await gitlab.send({ ...asked, query: { ...asked.query, ...(!whole && { per_page: spot.per_page }), ...spot.query } }, turn)
  const found = rowsIn(answer, asked)
  const kept = found.slice(spot.skip, spot.skip + mostOf(paging, spot))
  const seen = spot.skip + kept.length
  const following = whole ? undefined : nextIn(answer.headers, asked, spot, found.length)
  const next = seen < found.length ? { ...spot, skip: seen } : following
  const items = tells ? kept.filter(tells) : kept
  const counted = whole ? found.length : totalIn(answer.headers, spot, found.length, following !== undefined)
  const isAll = kept.length === found.length && next === undefined && !isLater(spot)
  const total = tells ? (isAll ? items.length : null) : counted
  turn.respond({ pagination: paginationOf(whole ? numberedBySkip(spot) : spot, total, next !== undefined) })
  return {
    items: items.map(read),
    next_cursor: next ? cursorOf(next, mark) : null,
    total: total === null ? null : { value: total, relation: 'eq' }
  }
}

/** A page of what comes whole begins after the pages before it. */
const withinWhole = (spot: Spot): Spot => ({ ...spot, query: {}, skip: spot.skip + (pageOf(spot) - 1) * spot.per_page })

const numberedBySkip = ({ per_page, skip }: Spot): Spot => ({
  query: { page: String(Math.floor(skip / per_page) + 1) },
  per_page,
  skip: skip % per_page
})

/** A page by number is told whole, unless that is more than the caller wants of all pages. */
const mostOf = ({ cursor, limit, max_items }: Paging, { per_page }: Spot): number =>
  cursor !== undefined ? limit : max_items === undefined ? per_page : Math.min(limit, per_page)

function rowsIn({ body }: UpstreamAnswer, request: Request): Row[] {
  if (Array.isArray(body)) return body.filter(isRow)
  throw unreadable(request.about, true)
}

function spotOf({ limit, cursor, page, per_page }: Paging, mark: string): Spot {
  if (cursor !== undefined) return spotIn(cursor, mark)
  const numbered = page !== undefined || per_page !== undefined
  return { query: page === undefined ? {} : { page: String(page) }, per_page: per_page ?? (numbered ? PER_PAGE : limit), skip: 0 }
}

function paginationOf(spot: Spot, total: number | null, goesOn: boolean): Pagination {
  const page = isByToken(spot) ? null : pageOf(spot)
  return {
    page,
    per_page: spot.per_page,
    total_count: total,
    total_pages: total === null ? null : Math.ceil(total / spot.per_page),
    has_next: goesOn,
    has_previous: page === null || page > 1 || spot.skip > 0
  }
}
