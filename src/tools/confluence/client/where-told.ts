import { OperationError, type Reason } from '../../../contract/errors.ts'
import type { Row } from '../../../lib/row.ts'
import type { Confluence } from './connection.ts'
import { type Place, placeQuery, type VendorPage, vendorPage } from './listing.ts'
import type { Request, Turn } from './request.ts'

/** How Confluence answers where this deployment or version lacks the part, or this account may not see it. */
const UNTOLD: readonly Reason[] = ['upstream_gone', 'insufficient_permissions', 'upstream_not_found', 'page_not_found', 'space_not_found']

export const isUntold = (error: unknown): error is OperationError => error instanceof OperationError && UNTOLD.includes(error.reason)

/** A part that was asked for besides. Where Confluence does not tell it, it is null, and a warning says so: the rest stands. */
export async function whereTold<T>(part: string, turn: Turn, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isUntold(error)) throw error
    turn.warn(`${part} could not be told: ${error.message}`)
    return null
  }
}

/** The seed's bound of a list. */
const MOST = 1000
const LARGEST_PAGE = 250

/** All rows of a list that is a part of something else, and a warning where there are more than are told. */
export async function allRows(confluence: Confluence, part: string, request: Request, turn: Turn): Promise<Row[]> {
  const found: Row[] = []
  let place: Place | undefined = { start: 0 }
  while (place && found.length < MOST) {
    const body = await confluence.send({ ...request, query: { limit: LARGEST_PAGE, ...placeQuery(place) } }, turn)
    const page: VendorPage = vendorPage(body, place)
    found.push(...page.rows)
    place = page.next
  }
  if (place) turn.warn(`${part}: the first ${found.length} are told, there are more.`)
  return found
}
