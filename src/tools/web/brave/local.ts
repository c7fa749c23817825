import { OperationError } from '../../../contract/errors.ts'
import type { Call } from '../../../contract/handed.ts'
import { below, numberOrNull, type Row, rows, texts } from '../../../lib/row.ts'
import type { Web, Turn as WebTurn } from '../client/web.ts'
import { textOrNull } from '../json.ts'
import type { Place, SearchResult } from '../schemas.ts'
import { ask } from './ask.ts'
import { plain, plainOrNull } from './plain.ts'
import { resultsIn } from './search.ts'

type Turn = WebTurn & Pick<Call<Web>, 'warn'>

export interface LocalQuestion {
  query: string
  count: number
  country?: string
  search_lang?: string
  units?: string
}

const NOTHING_LOCAL = 'No local results found, showing web results'

/** Places by words. One request finds their ids and, in case there are none, pages; two more tell what is known of the places. */
export async function searchPlaces({ query: q, count, units, ...conditions }: LocalQuestion, turn: Turn) {
  const found = await ask('web/search', { q, count, text_decorations: false, result_filter: 'web,locations', ...conditions }, turn)
  const ids = rows(below(found, 'locations'), 'results').flatMap(row => textOrNull(row, 'id') ?? [])
  const wanted = [...new Set(ids)].slice(0, count)
  if (wanted.length === 0) return fallback(found, count)
  const known = byId(await ask('local/pois', { ids: wanted, ...(units !== undefined && { units }) }, turn))
  const told = await descriptions(wanted, turn)
  const results = wanted.flatMap(id => {
    const row = known.get(id)
    return row ? [placeOf(id, row, told.get(id))] : []
  })
  return results.length > 0 ? { results, source: 'local' as const, note: null, untrusted: true } : fallback(found, count)
}

const fallback = (found: Row, count: number) => ({
  results: resultsIn(found).slice(0, count).map(asPlace),
  source: 'web' as const,
  note: NOTHING_LOCAL,
  untrusted: true
})

/** Nothing hangs on them: without, the places are still there. After the other request, never beside it: small plans allow one at a time. */
async function descriptions(ids: string[], turn: Turn): Promise<Map<string, Row>> {
  try {
    return byId(await ask('local/descriptions', { ids }, turn))
  } catch (error) {
    turn.signal.throwIfAborted()
    if (!(error instanceof OperationError)) throw error
    turn.warn(`The descriptions of the places could not be had: ${error.message}`)
    return new Map()
  }
}

/** Brave answers in an order of its own, and null for what it does not know. */
const byId = (answer: Row): Map<string, Row> =>
  new Map(
    rows(answer, 'results').flatMap(row => {
      const id = textOrNull(row, 'id')
      return id === null ? [] : [[id, row] as const]
    })
  )

function placeOf(id: string, row: Row, told: Row | undefined): Place {
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
    description: plainOrNull(told?.['description'])
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

/** Of today where it is told, else of each day. */
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
