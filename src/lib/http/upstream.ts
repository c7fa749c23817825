import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { OptionsInit, PlainResponse, Response } from 'got'
import type { Budget } from '../../contract/budget.ts'
import { OperationError } from '../../contract/errors.ts'
import type { RateLimitFacts } from '../../contract/handed.ts'
import { attempt } from './attempt.ts'
import { parsed, textOf } from './body.ts'
import { tellLimit } from './counted.ts'
import { type Classify, toOperationError } from './failures.ts'
import { loadGot } from './got.ts'
import { rateLimitOf } from './rate-limit.ts'
import type { UpstreamRequest } from './request.ts'
import { withRetries } from './retry.ts'
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

const MOST_SOCKETS = 64
const MOST_REDIRECTS = 5

/** Speaks to one instance of one system. One got instance is prepared here, and a call passes only what differs. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const agent = agentsFor(options)
  const client = loadGot().default.extend(settingsFor(options, agent))
  const { title, secrets = [], timeout = 30, max_retries = 3, budget, classify } = options
  const where = { title, secrets, ...(classify && { classify }) }
  return {
    async request(request) {
      const reads = request.reads ?? isRead(request.method)
      const retrying = { limit: request.max_retries ?? max_retries, reads, classify, signal: request.signal }
      try {
        const answer = await withRetries(() => attempt(client, { ...request, reads }, title, budget), retrying)
        return read(answer, reads, budget)
      } catch (thrown) {
        const error = toOperationError(thrown, where, reads)
        if (budget) tellLimit(budget, thrown, error, { ...request, reads })
        throw error
      }
    },
    stream: request => openStream(client, request, { ...where, timeout, budget }),
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

function settingsFor({ title, url, headers = {}, timeout = 30 }: UpstreamOptions, agent: ReturnType<typeof agentsFor>): OptionsInit {
  const base = new URL(url)
  return {
    prefixUrl: url,
    headers: { accept: 'application/json', ...headers },
    agent,
    timeout: { request: timeout * 1000 },
    context: { reads: true },
    // Else got would read a refusal of any length.
    throwHttpErrors: false,
    hooks: {
      beforeRedirect: [
        (redirected, answer) => {
          const isElsewhere = new URL(String(redirected.url)).origin !== base.origin
          const reads = redirected.context['reads'] === true
          if (answer.redirectUrls.length > MOST_REDIRECTS) return end(answer, ledOnAndOn(title, reads))
          if (!reads && (isElsewhere || redirected.method === 'GET')) return end(answer, ledAway(title))
          if (isElsewhere) for (const name of Object.keys(headers)) delete redirected.headers[name.toLowerCase()]
        }
      ]
    }
  }
}

/** Thrown in the hook, it would be told only after got had read all that the answer says, of whatever length. */
function end(answer: PlainResponse, error: OperationError): void {
  answer.request.destroy(error)
  answer.destroy()
}

const ledOnAndOn = (title: string, reads: boolean): OperationError =>
  new OperationError('server_error', `${title} led on and on: more than ${MOST_REDIRECTS} answers name another place.`, {
    source: 'upstream',
    outcome: reads ? 'not_executed' : 'unknown',
    suggestions: ['Check the address of the instance: it may have moved, or want https.']
  })

/** What is fetched in place of a write says nothing of the write; and on another host it would lack its body, and the credential. */
const ledAway = (title: string): OperationError =>
  new OperationError('server_error', `${title} led a change elsewhere, and does not say whether it was made.`, {
    source: 'upstream',
    outcome: 'unknown',
    suggestions: ['Check the address of the instance: it may have moved, or want https.']
  })

function read({ statusCode: status, headers, body }: Response, isRead: boolean, budget: Budget | undefined): UpstreamAnswer {
  const rate_limit = rateLimitOf(headers, Date.now()) ?? budget?.facts()
  const type = headers['content-type']
  return { status, headers, body: parsed(textOf(body, type), type, isRead), rate_limit }
}

const isRead = (method: string | undefined): boolean => method === undefined || method === 'GET' || method === 'HEAD'
