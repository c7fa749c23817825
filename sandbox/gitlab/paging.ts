import type { FastifyReply, FastifyRequest } from 'fastify'
import { numberIn, type Params, paramsOf, textIn } from './params.ts'

/** GitLab omits the total above this number of rows. */
const COUNTED = 10_000
const PER_PAGE = 20
const LARGEST = 100

/** Returns a page by number, or by keyset token if requested, and sets the pagination headers. */
export function page<T extends { id: number }>(
  request: FastifyRequest,
  reply: FastifyReply,
  all: readonly T[],
  show: (item: T) => unknown
): unknown[] {
  const params = paramsOf(request)
  const per_page = Math.min(Math.max(numberIn(params, 'per_page') ?? PER_PAGE, 1), LARGEST)
  const address = new URL(request.originalUrl, `${request.protocol}://${request.host}`)
  address.searchParams.set('per_page', String(per_page))
  if (textIn(params, 'pagination') === 'keyset') return keyset(reply, address, all, per_page, params, show)
  const number = Math.max(numberIn(params, 'page') ?? 1, 1)
  const pages = Math.max(Math.ceil(all.length / per_page), 1)
  const counted = all.length <= COUNTED
  const link = (rel: string, to: number): string => {
    address.searchParams.set('page', String(to))
    return `<${address}>; rel="${rel}"`
  }
  const links = [
    ...(number > 1 ? [link('prev', number - 1)] : []),
    ...(number < pages ? [link('next', number + 1)] : []),
    link('first', 1),
    ...(counted ? [link('last', pages)] : [])
  ]
  reply.headers({
    link: links.join(', '),
    'x-page': String(number),
    'x-per-page': String(per_page),
    'x-next-page': number < pages ? String(number + 1) : '',
    'x-prev-page': number > 1 ? String(number - 1) : '',
    ...(counted && { 'x-total': String(all.length), 'x-total-pages': String(pages) })
  })
  return all.slice((number - 1) * per_page, number * per_page).map(show)
}

/**
 * The token identifies the last row, and appears only in the link. For database rows, every page that is not empty has a next link, so that the list
 * ends with an empty page; for a tree, the last page has none.
 */
function keyset<T extends { id: number }>(
  reply: FastifyReply,
  address: URL,
  all: readonly T[],
  per_page: number,
  params: Params,
  show: (item: T) => unknown
): unknown[] {
  const isTree = address.pathname.endsWith('/tree')
  // The name of the token parameter differs between lists.
  const token = isTree ? 'page_token' : textIn(params, 'sort') === 'asc' ? 'id_after' : 'id_before'
  const after = textIn(params, token)
  const from = after === undefined ? 0 : all.findIndex(({ id }) => String(id) === after) + 1
  const found = all.slice(from, from + per_page)
  const last = found.at(-1)
  reply.header('x-per-page', String(per_page))
  if (last && (!isTree || from + per_page < all.length)) {
    address.searchParams.set(token, String(last.id))
    reply.header('link', `<${address}>; rel="next"`)
  }
  return found.map(show)
}
