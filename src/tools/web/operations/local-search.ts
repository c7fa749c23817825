import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable, words } from '../../../contract/schema.ts'
import { searchPlaces } from '../brave/local.ts'
import { country, searchLanguage, searchQuery } from '../inputs.ts'
import { placesText } from '../markdown.ts'
import { Place, untrusted } from '../schemas.ts'
import { web } from '../tool.ts'

export default defineOperation(web, {
  name: 'local_search',
  core: true,
  aliases: ['brave_local_search'],
  summary: 'Find shops, restaurants and other places',
  description:
    'Answers places that Brave Search knows for some words: name, address, telephone, rating, hours. Use it for what is somewhere, and say where in the words ("coffee in Utrecht"). It is not for pages about a subject (use search). Where Brave knows no such place, pages of the web are answered instead, and note says so. It takes up to three requests of the plan, one after another. Much is null, since little is known of many places. Results are not kept, as the terms of Brave ask, so that it runs as no job.',
  permission: 'read',
  http: 'GET /local-search',
  transient: true,
  see_also: ['web_search', 'web_read_url'],
  input: Type.Object({
    query: searchQuery,
    count: Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Most places to answer, 1 to 20. Default 5' }),
    country,
    search_lang: searchLanguage,
    units: Type.Optional(words(['metric', 'imperial'], { description: 'Of distances. Absent: as is usual in the country' }))
  }),
  output: Type.Object({
    results: Type.Array(Place, { description: 'The places, the best first; pages in their stead where source is web' }),
    source: words(['local', 'web'], { description: 'local: places; web: pages, since no place was found' }),
    note: nullable(Type.String(), { description: 'Says so where pages were answered; else null' }),
    untrusted
  }),
  errors: {},
  timeout_ms: 40_000, // as long as any caller waits, since no job can take its place
  examples: [
    {
      name: 'coffee',
      summary: 'A place of which much is known',
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
      summary: 'No such place: pages of the web in its stead',
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
  message: ({ query }) => `Look for places: "${query}"`,
  markdown: ({ results, note }) => (note === null ? placesText(results) : `*${note}*\n\n${placesText(results)}`),
  handler: (input, call) => searchPlaces(input, call)
})
