import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { POIS, type Site } from './corpus.ts'
import { findPois, findSites } from './find.ts'
import { createLimits, type Limits } from './limits.ts'
import { invalid, Refusal } from './refusal.ts'

export const KEY = 'sandbox-brave-key'

type Query = Record<string, string | string[] | undefined>

const COUNTRIES = ['ALL', 'AR', 'AU', 'BR', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'JP', 'NL', 'US']

/** Brave's REST API over the sample pages. */
export function braveRoutes(app: FastifyInstance, limits: Limits): void {
  const counted = createLimits(limits)
  app.register(
    async api => {
      api.addHook('onRequest', async (request, reply) => {
        checkToken(request)
        try {
          counted.admit()
        } finally {
          reply.headers(counted.headers())
        }
      })
      api.setErrorHandler((error: Error, _request, reply) => sendBraveRefusal(error, reply))
      api.get<{ Querystring: Query }>('/web/search', async ({ query }) => webSearch(query))
      api.get<{ Querystring: Query }>('/local/pois', async ({ query }) => pois(query))
      api.get<{ Querystring: Query }>('/local/descriptions', async ({ query }) => descriptions(query))
    },
    { prefix: '/brave/res/v1' }
  )
}

/** An invalid key is 422, and so is a missing one. */
function checkToken({ headers }: FastifyRequest): void {
  const token = headers['x-subscription-token']
  if (token === undefined) throw invalid(['header', 'x-subscription-token'], 'Field required', null)
  if (token !== KEY)
    throw new Refusal(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.', { component: 'authentication' })
}

/** Sends a refusal in Brave's error shape. */
export function sendBraveRefusal(error: Error, reply: FastifyReply): FastifyReply {
  const { status, code, meta } = error instanceof Refusal ? error : { status: 500, code: 'INTERNAL', meta: {} }
  const id = '00000000-0000-4000-8000-000000000000'
  return reply.code(status).send({ type: 'ErrorResponse', error: { id, status, code, detail: error.message, meta }, time: 1773685964 })
}

function webSearch(query: Query) {
  const q = String(query['q'] ?? '')
  if (q === '' || q.length > 400) throw invalid(['query', 'q'], 'String should have 1 to 400 characters', q)
  const count = whole(query, 'count', 20, 1, 20)
  const page = whole(query, 'offset', 0, 0, 9)
  const country = query['country']
  if (country !== undefined && !COUNTRIES.includes(String(country)))
    throw invalid(['query', 'country'], `Input should be one of ${COUNTRIES.join(', ')}`, country, { expected: COUNTRIES.join(', ') })
  const wanted = String(query['result_filter'] ?? 'web,locations').split(',')
  const found = findSites(q)
  const shown = found.slice(page * count, (page + 1) * count)
  const places = wanted.includes('locations') ? findPois(q) : []
  const decorated = query['text_decorations'] !== 'false'
  return {
    type: 'search',
    query: { original: q, more_results_available: found.length > (page + 1) * count },
    // Brave omits sections without results.
    ...(wanted.includes('web') && shown.length > 0 && { web: { type: 'search', results: shown.map(site => resultOf(site, decorated)) } }),
    ...(places.length > 0 && {
      locations: { type: 'locations', results: places.map(({ id, poi }) => ({ id, title: poi['title'], type: 'location_result' })) }
    })
  }
}

function whole(query: Query, name: string, usual: number, least: number, max: number): number {
  const text = query[name]
  const value = text === undefined ? usual : Number(text)
  if (!Number.isInteger(value) || value < least) throw invalid(['query', name], `Input should be greater than or equal to ${least}`, text)
  if (value > max) throw invalid(['query', name], `Input should be less than or equal to ${max}`, text, { le: max })
  return value
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const resultOf = ({ url, title, description, age, language, site_name }: Site, decorated: boolean) => ({
  type: 'search_result',
  title: escaped(title),
  url,
  description: decorated ? `<strong>${escaped(description)}</strong>` : escaped(description),
  age,
  language,
  profile: { name: site_name, url },
  meta_url: { scheme: 'https', hostname: new URL(url).hostname, path: '' }
})

/** In an order other than the requested one, as Brave may do. */
function idsIn(query: Query): string[] {
  const ids = [query['ids'] ?? []].flat()
  if (ids.length === 0 || ids.length > 20) throw invalid(['query', 'ids'], 'List should have 1 to 20 items', ids)
  return ids.toReversed()
}

const pois = (query: Query) => ({
  type: 'local_pois',
  results: idsIn(query).map(id => {
    const found = POIS.find(poi => poi.id === id)
    return found ? { type: 'location_result', id, ...found.poi } : null
  })
})

const descriptions = (query: Query) => ({
  type: 'local_descriptions',
  results: idsIn(query).map(id => {
    const found = POIS.find(poi => poi.id === id)
    return found?.description ? { type: 'local_description', id, description: found.description } : null
  })
})
