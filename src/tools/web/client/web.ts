import { LRUCache } from 'lru-cache'
import type { Call } from '../../../contract/call.ts'
import type { HttpSettings } from '../../../contract/http-settings.ts'
import type { Guard, Runtime } from '../../../contract/runtime.ts'
import type { Availability } from '../../../contract/tool.ts'
import { createFairPool, type FairPool } from '../../../lib/fair-pool.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import { createUpstream, type Upstream } from '../../../lib/http/upstream.ts'
import { classifyBrave } from '../brave/errors.ts'
import { pageError } from '../errors.ts'
import { classifyJina } from '../jina/errors.ts'
import { createPageCache, type PageCache } from '../reader/page-cache.ts'
import { createPageWorkers, type PageWorkers } from '../reader/page-workers.ts'

export interface WebSettings extends Omit<HttpSettings, 'url'> {
  brave_url: string
  brave_api_key?: string
  brave_requests_per_second: number
  jina_url: string
  jina_api_key?: string
  reader?: 'embedded' | 'jina'
  user_agent: string
  pages_url?: string
}

/** Search with Brave; pages are read by the gateway itself or by Jina. */
export interface Web {
  /** undefined: no key is set. */
  brave: Upstream | undefined
  jina: Upstream
  guard: Guard
  /** Limits concurrent page reads, because each may hold 10 MB. */
  pool: FairPool
  /** Worker pool that converts pages to text. */
  workers: PageWorkers
  cache: PageCache
  /** URLs of site maps and pages, for the parts of a job's listing. */
  lists: LRUCache<string, string[]>
  settings: WebSettings
}

/** The parts of a call that the client uses. */
export type WebCall = Pick<Call<Web>, 'client' | 'caller' | 'signal' | 'observe'>

const AT_ONCE = 16
const AT_ONCE_EACH = 12
const MAX_WAITING = 500

const MAX_LISTS = 20
/** Characters of all lists: one may have 10,000 URLs of 1,024 characters. */
const MAX_LISTED_CHARACTERS = 20_000_000
const LIST_TTL_MS = 300_000

const busy = () =>
  pageError('rate_limit_exceeded', 'The maximum numbers of concurrent and waiting page reads have been reached.', { retry_after_ms: 2_000 })

export async function openWeb(
  settings: WebSettings,
  runtime: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane' | 'guard'>
): Promise<Web> {
  const { brave_url, brave_api_key, jina_url, jina_api_key } = settings
  const secrets = [brave_api_key, jina_api_key].filter(secret => secret !== undefined)
  const brave = brave_api_key === undefined ? undefined : { 'x-subscription-token': brave_api_key }
  const jina = jina_api_key === undefined ? {} : { authorization: `Bearer ${jina_api_key}` }
  const open = async (title: string, url: string) => ({ ...(await upstreamOptions({ ...settings, url }, runtime)), title, secrets })
  return {
    brave: brave && createUpstream({ ...(await open('Brave Search', brave_url)), headers: brave, classify: classifyBrave }),
    jina: createUpstream({ ...(await open('Jina Reader', jina_url)), headers: jina, classify: classifyJina }),
    guard: runtime.guard,
    pool: createFairPool({ max: AT_ONCE, each: AT_ONCE_EACH, waiting: { max: MAX_WAITING, refuse: busy } }),
    workers: createPageWorkers(),
    cache: createPageCache(),
    lists: new LRUCache({
      max: MAX_LISTS,
      ttl: LIST_TTL_MS,
      maxSize: MAX_LISTED_CHARACTERS,
      sizeCalculation: urls => urls.reduce((sum, url) => sum + url.length, 1)
    }),
    settings
  }
}

/** Checks the settings only, because a request to Brave would count against the plan. */
export async function checkAvailability(_web: Web): Promise<Availability> {
  return { available: true }
}
