import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable, stringEnum } from '../../../contract/schema.ts'
import { searchPlaces } from '../brave/local.ts'
import { country, searchLanguage, searchQuery } from '../inputs.ts'
import { placesText } from '../markdown.ts'
import { Place, untrusted } from '../schemas.ts'
import { web } from '../tool.ts'

export default defineOperation(web, {
  name: 'local_search',
  core: true,
  aliases: ['brave_local_search'],
  summary: 'Search shops, restaurants and other places',
  description:
    'Returns places that Brave Search finds for a query: name, address, phone number, rating, opening hours. Use it for places, and include the location in the query ("coffee in Utrecht"). For pages about a topic, use web_search. If Brave finds no place, web pages are returned instead, and note explains this. A call uses up to three requests of the Brave plan. Many fields are null, since little is known about many places. Results are not stored, as Brave\'s terms require, so the call cannot run as a job.',
  permission: 'read',
  http: 'GET /local-search',
  transient: true,
  see_also: ['web_search', 'web_read_url'],
  asked_as: {
    en: [
      'restaurants near me',
      'where can I get coffee around here',
      'find a shop nearby',
      'pharmacies in town',
      'opening hours of a store',
      'recommend a place for dinner',
      'is there a bakery close by',
      'good sushi in Berlin',
      'nearest gas station',
      'which museums are in town',
      'where to eat tonight',
      'is there a good pizzeria nearby',
      'where can I have my bike fixed',
      'any barber around here',
      'where do I get keys made',
      'a doctor in the neighbourhood',
      'phone number of the shop',
      'when does the pharmacy close'
    ],
    de: ['Restaurants in der Nähe', 'einen Laden in der Stadt finden'],
    es: ['restaurantes cerca de mí', 'busca una tienda cercana'],
    fr: ['restaurants près de moi', 'trouver un magasin à proximité'],
    ja: ['近くのレストラン', '近所の店を探して'],
    pl: ['restauracje w pobliżu', 'znajdź sklep w okolicy']
  },
  input: Type.Object({
    query: searchQuery,
    count: Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Maximum number of places, 1 to 20. Default 5' }),
    country,
    search_lang: searchLanguage,
    units: Type.Optional(stringEnum(['metric', 'imperial'], { description: 'Unit of distances. Default: the unit used in the country' }))
  }),
  output: Type.Object({
    results: Type.Array(Place, { description: 'Places, best match first; pages instead if source is web' }),
    source: stringEnum(['local', 'web'], { description: 'local: places; web: pages, since no place was found' }),
    note: nullable(Type.String(), { description: 'Explains that pages were returned instead of places; else null' }),
    untrusted
  }),
  errors: {},
  timeout_ms: 40_000, // calls may run this long, because no job can replace them
  examples: [
    {
      name: 'coffee',
      summary: 'A place with many details',
      input: { query: 'coffee old town', count: 1 },
      output: {
        results: [
          {
            id: 'locCOPPERKETTLE=',
            title: 'The Copper Kettle',
            url: 'https://cafe-guide.example/old-town',
            address: '4 Mill Lane, Old Town',
            phone: '+1 555-0100',
            rating: 4.5,
            best_rating: 5,
            review_count: 128,
            price_range: '$$',
            categories: ['Cafe'],
            opening_hours: ['Monday 07:00-18:00'],
            latitude: 52.37,
            longitude: 4.89,
            distance: '0.3 km',
            timezone: 'Europe/Amsterdam',
            description: 'A small roastery with **six** tables.'
          }
        ],
        source: 'local',
        note: null,
        untrusted: true
      }
    },
    {
      name: 'pages_instead',
      summary: 'No place found: web pages instead',
      input: { query: 'harbour bridge cyclists' },
      output: {
        results: [
          {
            id: null,
            title: 'Harbour bridge opens to cyclists',
            url: 'https://news.example/2026/harbour-bridge',
            address: null,
            phone: null,
            rating: null,
            best_rating: null,
            review_count: null,
            price_range: null,
            categories: [],
            opening_hours: [],
            latitude: null,
            longitude: null,
            distance: null,
            timezone: null,
            description: 'After three years of work the harbour bridge has lanes for bicycles on both sides.'
          }
        ],
        source: 'web',
        note: 'No local results found, showing web results',
        untrusted: true
      }
    },
    {
      name: 'too_many',
      summary: 'At most 20 places',
      input: { query: 'coffee', count: 21 },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ query }) => `Search places: "${query}"`,
  markdown: ({ results, note }) => (note === null ? placesText(results) : `*${note}*\n\n${placesText(results)}`),
  handler: (input, call) => searchPlaces(input, call)
})
