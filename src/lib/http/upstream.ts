import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { OptionsInit, RequestError, Response } from 'got'
import type { Budget } from '../../contract/budget.ts'
import { OperationError } from '../../contract/errors.ts'
import type { RateLimitFacts } from '../../contract/handed.ts'
import { type Body, parsed, textOf } from './body.ts'
import { tellLimit } from './counted.ts'
import { type Classify, toOperationError, wasNotDone } from './failures.ts'
import { loadGot } from './got.ts'
import { rateLimitOf, retryAfterMs } from './rate-limit.ts'
import type { UpstreamRequest } from './request.ts'
import { send } from './send.ts'
import { openStream, type UpstreamStream } from './stream.ts'

export interface UpstreamOptions {
  /** The system, as people write it. */
  title: string
  /** Base address; every path is below it. */
  url: string
  /** Sent with every call, and never to another host. */
  headers?: Record<string, string>
  /** Values that no error may show. */
  secrets?: readonly string[]
  /** Seconds for one attempt. Default 30. */
  timeout?: number
  /** Further attempts of a call that may be repeated. Default 3. */
  max_retries?: number
  /** Check the certificate. Default true. */
  verify_ssl?: boolean
  /** Certificates of the authorities to trust, PEM. */
  ca?: string
  /** Drawn from by every attempt. */
  budget?: Budget | undefined
  /** What an error answer means, where its status alone does not tell. */
  classify?: Classify
}

export interface UpstreamAnswer {
  status: number
  headers: Response['headers']
  /** The body read as JSON; text where it is not JSON, null where it is empty. */
  body: unknown
  /** As the system told it, else as the budget knows it. */
  rate_limit: RateLimitFacts | undefined
}

export interface Upstream {
  request: (request: UpstreamRequest) => Promise<UpstreamAnswer>
  /** For files: the body as it comes, of any length. Rejects as request does where there is none. Not repeated. */
  stream: (request: UpstreamRequest) => Promise<UpstreamStream>
  close: () => void
}

/** For each answer that is wanted as text got makes a decoder, at a sixth of what the whole call costs. */
const BYTES = { responseType: 'buffer' } as const

const SHORTEST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 10_000
const MOST_SOCKETS = 64
const MOST_REDIRECTS = 5

/** Speaks to one instance of one system. One got instance is prepared here, and a call passes only what differs. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const agent = agentsFor(options)
  const client = loadGot().default.extend(settingsFor(options, agent), BYTES)
  const { budget } = options
  const where = { title: options.title, secrets: options.secrets ?? [], ...(options.classify && { classify: options.classify }) }
  return {
    async request(request) {
      const reads = request.reads ?? isRead(request.method)
      try {
        return read(await send(client, { ...request, reads }, where.title, budget), reads, budget)
      } catch (thrown) {
        const error = toOperationError(thrown, where, reads)
        if (budget) tellLimit(budget, thrown, error, { ...request, reads })
        throw error
      }
    },
    stream: request => openStream(client, request, { ...where, timeout: options.timeout ?? 30, budget }),
    close() {
      agent.http.destroy()
      agent.https.destroy()
    }
  }
}

const agentsFor = ({ ca, verify_ssl = true }: UpstreamOptions) => ({
  http: new HttpAgent({ keepAlive: true, maxSockets: MOST_SOCKETS, scheduling: 'lifo' }),
  https: new HttpsAgent({
    keepAlive: true,
    maxSockets: MOST_SOCKETS,
    scheduling: 'lifo',
    rejectUnauthorized: verify_ssl,
    ...(ca !== undefined && { ca })
  })
})

function settingsFor(
  { title, url, headers = {}, timeout = 30, max_retries = 3, classify }: UpstreamOptions,
  agent: ReturnType<typeof agentsFor>
): OptionsInit {
  const base = new URL(url)
  return {
    prefixUrl: url,
    headers: { accept: 'application/json', ...headers },
    agent,
    timeout: { request: timeout * 1000 },
    maxRedirects: MOST_REDIRECTS,
    context: { reads: true },
    retry: {
      limit: max_retries,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      calculateDelay: ({ attemptCount, error, computedValue }) =>
        computedValue === 0 || !mayRepeat(error) || isVain(error, classify) ? 0 : delayFor(attemptCount, error)
    },
    hooks: {
      beforeRedirect: [
        redirected => {
          const isElsewhere = new URL(String(redirected.url)).origin !== base.origin
          if (redirected.context['reads'] === false && (isElsewhere || redirected.method === 'GET')) throw ledAway(title)
          if (isElsewhere) for (const name of Object.keys(headers)) delete redirected.headers[name.toLowerCase()]
        }
      ]
    }
  }
}

/** What is fetched in place of a write says nothing of the write; and on another host it would lack its body, and the credential. */
const ledAway = (title: string): OperationError =>
  new OperationError('server_error', `${title} led a change elsewhere, and does not say whether it was made.`, {
    source: 'upstream',
    outcome: 'unknown',
    suggestions: ['Check the address of the instance: it may have moved, or want https.']
  })

/** A read may be repeated; a write only where it provably did not happen. */
const mayRepeat = (error: RequestError): boolean => error.options.context['reads'] === true || wasNotDone(error)

/** What would be refused again, such as a quota that is used up for the month. */
const isVain = ({ response }: RequestError, classify: Classify | undefined): boolean =>
  response !== undefined &&
  classify?.({ status: response.statusCode, headers: response.headers, body: textOf(response.body, response.headers['content-type']) })
    ?.details?.retryable === false

/** What the system asks for, where that is short enough to wait here; else exponential, with jitter. */
function delayFor(attempt: number, error: RequestError): number {
  const asked = error.response && retryAfterMs(error.response.headers, Date.now())
  if (asked !== undefined) return asked > LONGEST_WAIT_MS ? 0 : Math.max(asked, SHORTEST_WAIT_MS)
  return SHORTEST_WAIT_MS * 2 ** (attempt - 1) * (1 + Math.random() / 2)
}

function read({ statusCode: status, headers, body }: Response<Body>, isRead: boolean, budget: Budget | undefined): UpstreamAnswer {
  const rate_limit = rateLimitOf(headers, Date.now()) ?? budget?.facts()
  const type = headers['content-type']
  return { status, headers, body: parsed(textOf(body, type), type, isRead), rate_limit }
}

const isRead = (method: string | undefined): boolean => method === undefined || method === 'GET' || method === 'HEAD'
