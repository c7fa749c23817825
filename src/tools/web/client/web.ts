import type { Guard } from '../../../contract/guard.ts'
import type { Call } from '../../../contract/handed.ts'
import type { HttpSettings } from '../../../contract/http-settings.ts'
import type { Availability, Runtime } from '../../../contract/tool.ts'
import { createFairPool, type FairPool } from '../../../lib/fair-pool.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import { createUpstream, type Upstream } from '../../../lib/http/upstream.ts'
import { classifyBrave } from '../brave/failures.ts'
import { refused } from '../failures.ts'
import { classifyJina } from '../jina/failures.ts'
import { createShelf, type Shelf } from '../reader/shelf.ts'
import { createThreads, type Threads } from '../reader/threads.ts'

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

/** Searching by Brave; reading by the gateway itself, or by Jina. */
export interface Web {
  /** Undefined where no key is set. */
  brave: Upstream | undefined
  jina: Upstream
  guard: Guard
  /** How many pages are read at once: each may fill 10 MB until it is text. */
  pool: FairPool
  /** Where pages are made text. */
  threads: Threads
  shelf: Shelf
  settings: WebSettings
}

/** What the client needs of a call. */
export type Turn = Pick<Call<Web>, 'client' | 'caller' | 'signal' | 'observe'>

const AT_ONCE = 16
const AT_ONCE_EACH = 12
const MOST_WAITING = 500

const busy = () =>
  refused('rate_limit_exceeded', 'The gateway reads as many pages as it can at once, and as many wait as may.', { retry_after_ms: 2_000 })

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
    pool: createFairPool({ most: AT_ONCE, each: AT_ONCE_EACH, waiting: { most: MOST_WAITING, refuse: busy } }),
    threads: createThreads(),
    shelf: createShelf(),
    settings
  }
}

/** Asking Brave would cost a request of the plan, so that only the settings are looked at. */
export async function availabilityOf(_web: Web): Promise<Availability> {
  return { available: true }
}
