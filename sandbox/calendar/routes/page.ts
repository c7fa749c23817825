import { badRequest } from '../refusals.ts'

export interface Paged {
  maxResults?: string
  pageToken?: string
}

/**
 * Returns one page of rows that are sorted by their keys. The token refers to the last row, so changes elsewhere do not shift the pages. As with Google,
 * hidden rows count toward the size of the page, so a page may be short or empty without being the last.
 */
export function pageOf<Row>(
  rows: readonly { key: string; row: Row }[],
  { maxResults, pageToken }: Paged,
  sizes: { default: number; max: number },
  isShown: (row: Row) => boolean = () => true
): { items: Row[]; nextPageToken?: string } {
  const size = maxResults === undefined ? sizes.default : Number(maxResults)
  if (!Number.isInteger(size) || size < 1) throw badRequest('Bad Request', 'badRequest')
  const after = pageToken === undefined ? '' : readToken(pageToken)
  const rest = rows.filter(({ key }) => key > after)
  const page = rest.slice(0, Math.min(size, sizes.max))
  const last = page.at(-1)
  return {
    items: page.map(({ row }) => row).filter(isShown),
    ...(last && rest.length > page.length && { nextPageToken: Buffer.from(`p:${last.key}`).toString('base64url') })
  }
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString()
  if (!text.startsWith('p:')) throw badRequest('Invalid page token value.', 'invalid')
  return text.slice(2)
}

/** Returns a number as a key that sorts like the number. */
export const digits = (value: number): string => String(Math.round(value) + 1_000_000_000_000_000).padStart(17, '0')
