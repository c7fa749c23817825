import type { Call } from '../../../contract/call.ts'
import { OperationError } from '../../../contract/errors.ts'
import { cleaned } from '../../../lib/invisible.ts'
import { below, numberOrNull, type Row, rows, texts } from '../../../lib/row.ts'
import type { Web, WebCall } from '../client/web.ts'
import { textOrNull } from '../json.ts'
import type { Place, SearchResult } from '../schemas.ts'
import { request } from './request.ts'
import { plain, plainOrNull, resultsIn } from './search.ts'

type LocalSearchCall = WebCall & Pick<Call<Web>, 'warn'>

export interface LocalQuestion {
  query: string
  count: number
  country?: string
  search_lang?: string
  units?: string
}

const NOTHING_LOCAL = 'No local results found, showing web results'

/** Searches places. One request finds their IDs and, if there are none, pages; two more fetch the details of the places. */
export async function searchPlaces({ query: q, count, units, ...conditions }: LocalQuestion, call: LocalSearchCall) {
  const found = await request('web/search', { q, count, text_decorations: false, result_filter: 'web,locations', ...conditions }, call)
  const ids = rows(below(found, 'locations'), 'results').flatMap(row => textOrNull(row, 'id') ?? [])
  const wanted = [...new Set(ids)].slice(0, count)
  if (wanted.length === 0) return fallback(found, count, call)
  const known = byId(await request('local/pois', { ids: wanted, ...(units !== undefined && { units }) }, call))
  const described = await descriptions(wanted, call)
  const places = wanted.flatMap(id => {
    const row = known.get(id)
    return row ? [placeOf(id, row, described.get(id))] : []
  })
  if (places.length === 0) return fallback(found, count, call)
  return { results: cleaned(places, call.warn), source: 'local' as const, note: null, untrusted: true }
}

const fallback = (found: Row, count: number, { warn }: LocalSearchCall) => ({
  results: cleaned(resultsIn(found).slice(0, count).map(asPlace), warn),
  source: 'web' as const,
  note: NOTHING_LOCAL,
  untrusted: true
})

/**
 * Optional: without descriptions, the places are still returned. Requested after the details, never in parallel, because small plans
 * allow one request at a time.
 */
async function descriptions(ids: string[], call: LocalSearchCall): Promise<Map<string, Row>> {
  try {
    return byId(await request('local/descriptions', { ids }, call))
  } catch (error) {
    call.signal.throwIfAborted()
    if (!(error instanceof OperationError)) throw error
    call.warn(`The descriptions of the places could not be fetched: ${error.message}`)
    return new Map()
  }
}

/** Brave returns results in a different order, and null for unknown ones. */
const byId = (response: Row): Map<string, Row> =>
  new Map(
    rows(response, 'results').flatMap(row => {
      const id = textOrNull(row, 'id')
      return id === null ? [] : [[id, row] as const]
    })
  )

function placeOf(id: string, row: Row, details: Row | undefined): Place {
  const rating = below(row, 'rating')
  const [latitude, longitude] = numbersIn(row['coordinates'])
  return {
    id,
    title: plain(row['title']),
    url: textOrNull(row, 'url') ?? textOrNull(row, 'provider_url'),
    address: plainOrNull(below(row, 'postal_address')['displayAddress']),
    phone: textOrNull(below(row, 'contact'), 'telephone'),
    rating: numberOrNull(rating, 'ratingValue'),
    best_rating: numberOrNull(rating, 'bestRating'),
    review_count: numberOrNull(rating, 'reviewCount'),
    price_range: textOrNull(row, 'price_range'),
    categories: texts(row, 'categories'),
    opening_hours: hoursIn(below(row, 'opening_hours')),
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    distance: distanceIn(below(row, 'distance')),
    timezone: textOrNull(row, 'timezone'),
    description: plainOrNull(details?.['description'])
  }
}

const asPlace = ({ title, url, description }: SearchResult): Place => ({
  ...placeOf('', {}, undefined),
  id: null,
  title,
  url,
  description: description === '' ? null : description
})

const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter(item => typeof item === 'number') : [])

/** Today's opening hours if known, else those of each day. */
function hoursIn(hours: Row): string[] {
  const { days } = hours
  const week = Array.isArray(days) ? days.flatMap(day => rows({ day }, 'day')) : []
  const today = rows(hours, 'current_day')
  return (today.length > 0 ? today : week).map(
    row =>
      `${textOrNull(row, 'full_name') ?? textOrNull(row, 'abbr_name') ?? ''} ${textOrNull(row, 'opens') ?? '?'}-${textOrNull(row, 'closes') ?? '?'}`
  )
}

function distanceIn(row: Row): string | null {
  const value = numberOrNull(row, 'value')
  return value === null ? null : `${value} ${textOrNull(row, 'units') ?? ''}`.trim()
}
