import { OperationError, type Reason } from '../../../../contract/errors.ts'
import type { Row } from '../../../../lib/row.ts'
import type { Confluence } from '../connection.ts'
import { type Position, positionQuery, type VendorPage, vendorPage } from '../listing.ts'
import type { ConfluenceCall, Request } from '../request.ts'

/** Reasons for which a deployment, version or account cannot read a part. */
const UNTOLD: readonly Reason[] = ['upstream_gone', 'insufficient_permissions', 'upstream_not_found', 'page_not_found', 'space_not_found']

export const isUnreadable = (error: unknown): error is OperationError => error instanceof OperationError && UNTOLD.includes(error.reason)

/** Reads an optional part. If Confluence does not return it, adds a warning and returns null. */
export async function ifReadable<T>(part: string, call: ConfluenceCall, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (!isUnreadable(error)) throw error
    call.warn(`${part} could not be read: ${error.message}`)
    return null
  }
}

/** Maximum number of rows. */
const MAX_ROWS = 1000
const LARGEST_PAGE = 250

/** Returns all rows of a list that is part of another resource, with a warning if there are more than the maximum. */
export async function allRows(confluence: Confluence, part: string, request: Request, call: ConfluenceCall): Promise<Row[]> {
  const found: Row[] = []
  let position: Position | undefined = { start: 0 }
  while (position && found.length < MAX_ROWS) {
    const body = await confluence.send({ ...request, query: { limit: LARGEST_PAGE, ...positionQuery(position) } }, call)
    const page: VendorPage = vendorPage(body, position)
    found.push(...page.rows)
    position = page.next
  }
  if (position) call.warn(`${part}: only the first ${found.length} are returned.`)
  return found
}
