import { wrong } from '../refusals.ts'

export interface Paged {
  maxResults?: string
  pageToken?: string
}

/**
 * A page of rows that are sorted by their keys. The token names the last one looked at, so that what comes or goes elsewhere shifts
 * nothing. Rows that are not shown take their place on the page all the same, as with Google: a page may be short, or empty, and not the last.
 */
export function pageOf<Row>(
  rows: readonly { key: string; row: Row }[],
  { maxResults, pageToken }: Paged,
  { usual, most }: { usual: number; most: number },
  isShown: (row: Row) => boolean = () => true
): { items: Row[]; nextPageToken?: string } {
  const size = maxResults === undefined ? usual : Number(maxResults)
  if (!Number.isInteger(size) || size < 1) throw wrong('Bad Request', 'badRequest')
  const after = pageToken === undefined ? '' : readToken(pageToken)
  const rest = rows.filter(({ key }) => key > after)
  const page = rest.slice(0, Math.min(size, most))
  const last = page.at(-1)
  return {
    items: page.map(({ row }) => row).filter(isShown),
    ...(last && rest.length > page.length && { nextPageToken: Buffer.from(`p:${last.key}`).toString('base64url') })
  }
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString()
  if (!text.startsWith('p:')) throw wrong('Invalid page token value.', 'invalid')
  return text.slice(2)
}

/** Numbers as keys sort as numbers do. */
export const digits = (value: number): string => String(Math.round(value) + 1_000_000_000_000_000).padStart(17, '0')
