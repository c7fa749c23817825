import { cursorOfParts, partsOfCursor } from '../../../lib/cursor.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { isRow } from '../../../lib/row.ts'

/** A page of GitLab's, and how many of its rows were answered before. */
export interface Spot {
  query: Record<string, string>
  per_page: number
  skip: number
}

/** What a link to the next page tells; the rest of it repeats the question. */
export const STEPS = ['page', 'cursor', 'id_after', 'id_before', 'page_token']

/** Whether it is named by a token, and has no number. */
export const isByToken = ({ query }: Spot): boolean => Object.keys(query).some(name => name !== 'page')

export const pageOf = ({ query }: Spot): number => Number(query['page'] ?? 1)

/** Whether rows come before it. */
export const isLater = (spot: Spot): boolean => spot.skip > 0 || pageOf(spot) > 1 || isByToken(spot)

export const cursorOf = ({ query, per_page, skip }: Spot, mark: string): string => cursorOfParts([query, per_page, skip, mark])

export function spotIn(cursor: string, mark: string): Spot {
  const [query, per_page, skip, made] = partsOfCursor(cursor)
  if (!isRow(query) || !isCount(per_page) || !isCount(skip))
    throw misgiven('cursor', 'was not made by this operation', 'next_cursor of the page before')
  if (made !== mark) throw misgiven('cursor', 'belongs to another list', 'the input that made it, unchanged but for limit')
  const steps = Object.entries(query).filter(([name, value]) => STEPS.includes(name) && typeof value === 'string')
  return { query: Object.fromEntries(steps.map(([name, value]) => [name, String(value)])), per_page, skip }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 100_000
