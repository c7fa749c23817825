/** A sample page. Hosts under .example are reserved for examples (RFC 2606). */
export interface Site {
  url: string
  title: string
  description: string
  age: string
  language: string
  site_name: string
  /** Content of its article. */
  html: string
}

const paragraph = (text: string): string => `<p>${text}</p>`

export const SITES: readonly Site[] = [
  {
    url: 'https://docs.example/gateways/rate-limits',
    title: 'Rate limits & how to live with them',
    description: 'Why gateways limit requests, what 429 and Retry-After mean, and how a client waits politely.',
    age: 'March 3, 2026',
    language: 'en',
    site_name: 'Docs',
    html: [
      '<h1>Rate limits &amp; how to live with them</h1>',
      paragraph(
        'A gateway limits requests so that one caller cannot take what belongs to all. It answers <code>429</code>, and says in <code>Retry-After</code> how many seconds to wait.'
      ),
      '<h2>What a client does</h2>',
      '<ol><li>Wait as long as the answer says.</li><li>Add some jitter, so that clients do not come back together.</li><li>Give up after a few attempts.</li></ol>',
      '<table><thead><tr><th>Header</th><th>Meaning</th></tr></thead><tbody><tr><td>Retry-After</td><td>seconds, or a date</td></tr><tr><td>RateLimit-Remaining</td><td>requests left</td></tr></tbody></table>',
      '<pre><code class="language-ts">await sleep(seconds * 1000 * (1 + Math.random() / 2))</code></pre>',
      paragraph('See also <a href="/gateways/retries">retries</a>.')
    ].join('')
  },
  {
    url: 'https://docs.example/gateways/retries',
    title: 'Retries',
    description: 'Which requests a gateway may send again, and which never: reads, writes and lost answers.',
    age: 'March 4, 2026',
    language: 'en',
    site_name: 'Docs',
    html: [
      '<h1>Retries</h1>',
      paragraph('A read may be sent again at any time. A write whose answer was lost may have happened: look first, then decide.'),
      paragraph('What was provably never sent, as when no connection came about, may be sent again without harm.')
    ].join('')
  },
  {
    url: 'https://news.example/2026/harbour-bridge',
    title: 'Harbour bridge opens to cyclists',
    description: 'After three years of work the harbour bridge has lanes for bicycles on both sides.',
    age: '2 days ago',
    language: 'en',
    site_name: 'Harbour News',
    html: [
      '<h1>Harbour bridge opens to cyclists</h1>',
      paragraph(
        'After three years of work the harbour bridge has lanes for bicycles on both sides. Four thousand people crossed it on the first day, the city says.'
      ),
      paragraph('The lanes cost eleven million, a third less than was planned.')
    ].join('')
  },
  {
    url: 'https://cafe-guide.example/old-town',
    title: 'Coffee in the old town',
    description: 'Five cafes in the old town, with their hours and what they do best.',
    age: '5 weeks ago',
    language: 'en',
    site_name: 'Cafe Guide',
    html: [
      '<h1>Coffee in the old town</h1>',
      paragraph('The Copper Kettle roasts its own beans. Anchor Coffee is open late, and loud.')
    ].join('')
  }
]

/** A place for local search, with as few facts as real ones have. */
export interface Poi {
  id: string
  words: string
  poi: Readonly<Record<string, unknown>>
  description: string | null
}

export const POIS: readonly Poi[] = [
  {
    id: 'locCOPPERKETTLE=',
    words: 'cafe coffee old town',
    poi: {
      title: 'The Copper Kettle',
      url: 'https://cafe-guide.example/old-town',
      postal_address: { type: 'PostalAddress', displayAddress: '4 Mill Lane, Old Town' },
      contact: { telephone: '+1 555-0100' },
      rating: { ratingValue: 4.5, bestRating: 5, reviewCount: 128 },
      opening_hours: { current_day: [{ abbr_name: 'Mon', full_name: 'Monday', opens: '07:00', closes: '18:00' }] },
      coordinates: [52.37, 4.89],
      distance: { value: 0.3, units: 'km' },
      categories: ['Cafe'],
      price_range: '$$',
      timezone: 'Europe/Amsterdam'
    },
    description: 'A small roastery with **six** tables.'
  },
  {
    id: 'locANCHORCOFFEE=',
    words: 'cafe coffee harbour',
    poi: { title: 'Anchor Coffee', url: 'https://anchor.example/', categories: [] },
    description: null
  }
]
