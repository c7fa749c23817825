import { OperationError } from '../../../contract/errors.ts'
import type { UpstreamAnswer } from '../../../lib/http/upstream.ts'
import type { Request } from './request.ts'
import { isByToken, pageOf, type Spot, STEPS } from './spot.ts'

type Headers = UpstreamAnswer['headers']

/**
 * The page that is linked to as next. Where something on the way took the links out, the other headers serve; where these are gone, too, a full
 * page is not the end. By tokens the last page has no link: there is none to make up.
 */
export function nextIn(headers: Headers, asked: Request, spot: Spot, found: number): Spot | undefined {
  const link = headerOf(headers, 'link')
  if (link !== undefined && PAGES.test(link)) return linked(link, asked, spot)
  const page = headerOf(headers, 'x-next-page')
  if (page !== undefined) return page === '' ? undefined : { ...spot, query: { page }, skip: 0 }
  if (asked.query?.['pagination'] === 'keyset' || isByToken(spot)) return undefined
  return found < spot.per_page ? undefined : { ...spot, query: { page: String(pageOf(spot) + 1) }, skip: 0 }
}

/** Links to other pages; proxies add links of other kinds. */
const PAGES = /;[^,<]*\brel="?(?:first|prev|next|last)\b/

function linked(header: string, { about }: Request, spot: Spot): Spot | undefined {
  const [, address] = /<([^>]*)>\s*;[^,<]*\brel="?next\b/.exec(header) ?? []
  const parameters = address === undefined ? undefined : URL.parse(address, 'http://gitlab')?.searchParams
  if (!parameters) return undefined
  const steps = [...parameters].filter(([name]) => STEPS.includes(name))
  if (steps.length === 0) throw unfollowable(about)
  return { query: Object.fromEntries(steps), per_page: Number(parameters.get('per_page')) || spot.per_page, skip: 0 }
}

/** Without what leads on, the next page would be the first again. */
const unfollowable = ({ kind, name }: Request['about']): OperationError =>
  new OperationError('server_error', `GitLab links to the next page about the ${kind} ${name} in a way that is not known.`, {
    source: 'upstream',
    outcome: 'not_executed',
    retryable: false,
    suggestions: ['Ask for the pages by number: page and per_page.']
  })

/** GitLab leaves the total out over 10,000, and where it pages by tokens: the last page tells it, if its number is known. */
export function totalIn(headers: Headers, spot: Spot, found: number, goesOn: boolean): number | null {
  const told = Number(headerOf(headers, 'x-total') || Number.NaN)
  if (Number.isInteger(told)) return told
  const page = pageOf(spot)
  const isPastEnd = found === 0 && page > 1
  if (goesOn || isPastEnd || isByToken(spot)) return null
  return (page - 1) * spot.per_page + found
}

function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
