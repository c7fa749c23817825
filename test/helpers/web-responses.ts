// Responses of Brave Search and Jina Reader in the format of their documentation, with sample content.
import type { Recorded } from './web.ts'

/** Header of each response of Brave: a limit per second and one per month. */
const limits = (remaining: string, reset = '1, 864000'): Record<string, string> => ({
  'x-ratelimit-limit': '1, 2000',
  'x-ratelimit-policy': '1;w=1, 2000;w=2592000',
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': reset
})

const braveRefusal = (status: number, code: string, detail: string, meta: object, headers: Record<string, string> = {}): Recorded => ({
  status,
  headers,
  body: { type: 'ErrorResponse', error: { id: '7f6c1f2e-0000-4000-8000-000000000000', status, code, detail, meta }, time: 1_767_225_600 }
})

const invalid = (problem: object): Recorded =>
  braveRefusal(422, 'VALIDATION', 'Unable to validate request parameter(s)', { errors: [problem] })

const found = (web: readonly object[] | undefined, query: object = {}): Recorded => ({
  status: 200,
  headers: limits('0, 1234'),
  body: {
    type: 'search',
    query: { original: 'lighthouse', more_results_available: false, ...query },
    ...(web && { web: { type: 'search', results: web } })
  }
})

const PIER = 'locPIER='
const QUAY = 'locQUAY='

export const BRAVE = {
  notInPlan: braveRefusal(400, 'OPTION_NOT_IN_PLAN', 'This option is not in the plan.', { component: 'subscriptions' }),
  offsetTooLarge: invalid({
    type: 'less_than_equal',
    loc: ['query', 'offset'],
    msg: 'Input should be less than or equal to 9',
    input: '12',
    ctx: { le: 9 }
  }),
  tokenInvalid: braveRefusal(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The subscription token is invalid.', { component: 'authentication' }),
  tokenMissing: invalid({ type: 'missing', loc: ['header', 'x-subscription-token'], msg: 'Field required', input: null }),
  countryUnknown: invalid({
    type: 'enum',
    loc: ['query', 'country'],
    msg: "Input should be 'AR' or 'AU'",
    input: 'XX',
    ctx: { expected: "'AR' or 'AU'" }
  }),
  rateLimited: braveRefusal(429, 'RATE_LIMITED', 'Too many requests in a second.', { rate_limit: 1, rate_current: 1 }, limits('0, 1234')),
  quotaUsedUp: braveRefusal(
    429,
    'QUOTA_LIMITED',
    'The quota of the month is used up.',
    { quota_limit: 2000, quota_current: 2000 },
    limits('1, 0')
  ),
  gatewayHtml: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><head><title>502 Bad Gateway</title></head></html>' },
  twoPages: found([
    {
      title: 'Light &amp; lens',
      url: 'https://lights.example/lens?a=1&b=2',
      description: 'A <strong>lens</strong> of &quot;Fresnel&quot;.',
      page_age: '2025-04-12T00:00:00',
      age: 'April 12, 2025',
      profile: { name: 'Lights' }
    },
    { title: 'Keepers', url: 'https://lights.example/keepers', description: '', extra_snippets: ['Who kept the light', 'And when'] }
  ]),
  spelledOtherwise: found([{ title: 'Lighthouse', url: 'https://lights.example/' }], { original: 'ligthouse', altered: 'lighthouse' }),
  noWebKey: found(undefined),
  emptyWeb: found([]),
  places: { status: 200, body: { type: 'search', query: {}, locations: { results: [{ id: PIER }, { id: QUAY }] } } },
  /** In an order other than the requested one, and with null for unknown places. */
  sparsePlaces: {
    status: 200,
    headers: {},
    body: {
      type: 'local_pois',
      results: [
        null,
        { type: 'location_result', id: QUAY, title: 'Quay Rooms' },
        {
          type: 'location_result',
          id: PIER,
          title: 'Pier Kitchen',
          postal_address: { type: 'PostalAddress', displayAddress: '1 Pier Road, Harbourtown' },
          contact: { telephone: '+44 20 7946 0000' },
          rating: { ratingValue: 4.5, bestRating: 5, reviewCount: 12 }
        }
      ]
    }
  },
  sparseDescriptions: {
    status: 200,
    headers: {},
    body: { type: 'local_descriptions', results: [null, { type: 'local_description', id: PIER, description: 'Fish &amp; chips' }] }
  }
} satisfies Record<string, { status: number; headers?: Record<string, string>; body: unknown }>

const jinaRefusal = (code: number, status: number, name: string, message: string, more: object = {}): Recorded => ({
  status: code,
  headers: {},
  body: { data: null, code, name, status, message, readableMessage: `${name}: ${message}`, ...more }
})

const jinaPage = (data: object): Recorded => ({ status: 200, headers: {}, body: { code: 200, status: 20_000, data } })

export const JINA = {
  invalidUrl: jinaRefusal(400, 40_001, 'ParamValidationError', 'Invalid URL', { path: 'url' }),
  keyRefused: jinaRefusal(401, 40_103, 'AuthenticationRequiredError', 'Invalid API key'),
  balanceUsedUp: jinaRefusal(402, 40_203, 'InsufficientBalanceError', 'The balance is used up, please recharge.'),
  overBudget: jinaRefusal(409, 40_904, 'BudgetExceededError', 'Token budget (10) exceeded.'),
  tooLarge: jinaRefusal(413, 41_302, 'PayloadTooLargeError', 'The document is too large'),
  slowPage: jinaRefusal(
    422,
    42_206,
    'AssertionFailureError',
    'Failed to goto https://slow.example/: TimeoutError: Navigation timeout of 30000 ms exceeded'
  ),
  rateLimited: {
    ...jinaRefusal(429, 42_903, 'RateLimitTriggeredError', 'Rate limit exceeded', { retryAfter: 21 }),
    headers: { 'retry-after': '21' }
  },
  privateAddress: jinaRefusal(451, 45_102, 'SecurityCompromiseError', 'Domain localhost resolved to non-public IP 127.0.0.1'),
  unavailable: jinaRefusal(503, 50_303, 'ServiceCrashError', 'Temporarily unavailable'),
  edgeTimeout: {
    status: 524,
    headers: { 'content-type': 'text/html' },
    body: '<html><head><title>524: A timeout occurred</title></head></html>'
  },
  emptyPage: jinaPage({ title: '', url: 'https://lights.example/empty', content: '' }),
  page: jinaPage({
    title: 'Lights',
    url: 'https://lights.example/',
    content: 'The lamp is lit at dusk.',
    metadata: { lang: 'en' },
    publishedTime: 'Mon, 13 Jan 2025 20:11:20 GMT',
    links: { 'All lights': 'https://lights.example/all' },
    images: { 'Image 1: lamp': 'https://lights.example/lamp.png' }
  }),
  plainPage: {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: 'Title: Lights\n\nURL Source: https://lights.example/\n\nPublished Time: Mon, 13 Jan 2025 20:11:20 GMT\n\nMarkdown Content:\nThe lamp is lit at dusk.\n'
  },
  notFound: jinaPage({
    warning: 'Target URL returned error 404: Not Found',
    title: '404',
    url: 'https://lights.example/none',
    content: '# There is no such page',
    httpStatus: 404
  }),
  plainNotFound: {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: 'Title: 404\n\nURL Source: https://lights.example/none\n\nWarning: Target URL returned error 404: Not Found\n\nMarkdown Content:\n# None\n'
  },
  captcha: jinaPage({
    warning: 'This page maybe requiring CAPTCHA, please make sure you are authorized to access this page.',
    title: 'One moment',
    url: 'https://lights.example/',
    content: 'Checking your browser.'
  })
} satisfies Record<string, Recorded>
