import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { OptionsInit, Response } from 'got'
import { OperationError } from '../../contract/errors.ts'
import type { Budget, Circuit, Guard, RateLimitFacts } from '../../contract/runtime.ts'
import { signalForWait } from '../stop-signal.ts'
import { attempt } from './attempt.ts'
import { parseBody, textOf } from './body.ts'
import { type ErrorContext, toOperationError } from './failures.ts'
import { loadGot } from './got.ts'
import { rateLimitOf } from './rate-limit.ts'
import { redirectHook } from './redirects.ts'
import { countedRequest, type DownloadRequest, isRead, type UpstreamRequest } from './request.ts'
import { retryDelayMs, waitToRetry } from './retry.ts'
import { runAttempt } from './run-attempt.ts'
import { afterWrites, noteAcceptedWrite, noteFailedWrite } from './sent-writes.ts'
import { openStream, type UpstreamStream } from './stream.ts'

export interface UpstreamOptions extends Pick<ErrorContext, 'title' | 'viewer' | 'classify' | 'reasonFor'> {
  /** Base URL; every path is below it. */
  url: string
  /** Sent with every request, and never to another origin. */
  headers?: Record<string, string>
  /** Removed from every error message. */
  secrets?: readonly string[]
  /** Seconds for one attempt. Default 30. */
  timeout?: number
  /** Further attempts of a request that may be repeated. Default 3. */
  max_retries?: number
  /** Verify the TLS certificate. Default true. */
  verify_ssl?: boolean
  /** PEM certificates of the trusted authorities. */
  ca?: string
  /** Other hosts to which the upstream may redirect reads, such as its file storage; `*.example.com` is any host below it. Default: none. */
  redirect_hosts?: readonly string[]
  /** Checks the addresses of those hosts. */
  guard?: Guard | undefined
  /** Every attempt draws from it. */
  budget?: Budget | undefined
  /** Every attempt passes it. */
  circuit?: Circuit | undefined
}

export interface UpstreamResponse {
  status: number
  headers: Response['headers']
  /** Parsed JSON; text if it is not JSON, null if it is empty. */
  body: unknown
  /** As the upstream reports it, else as the budget knows it. */
  rate_limit: RateLimitFacts | undefined
}

export interface Upstream {
  /** Sends a request and retries it if that is safe. Rejects with an OperationError if the response is not a success. */
  request: (request: UpstreamRequest) => Promise<UpstreamResponse>
  /** Opens a body of any length, for files. Rejects as `request` does. Not retried. */
  stream: (request: DownloadRequest) => Promise<UpstreamStream>
  close: () => void
}

const MAX_SOCKETS = 64

/** Returns the client of one instance of a system. It prepares one instance of got; a request passes only what differs. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const agent = createAgents(options)
  const client = loadGot().default.extend(instanceOptions(options, agent))
  const { title, secrets = [], timeout = 30, max_retries = 3, budget, viewer, classify, reasonFor } = options
  const context: ErrorContext = {
    title,
    secrets,
    ...(viewer !== undefined && { viewer }),
    ...(classify && { classify }),
    ...(reasonFor && { reasonFor })
  }

  const observed = { url: options.url, circuit: options.circuit, timeout, statusOf }

  async function request(request: UpstreamRequest): Promise<UpstreamResponse> {
    const reads = isRead(request)
    const max = request.max_retries ?? max_retries
    const operationError = (error: unknown): unknown => toOperationError(error, context, request)
    const attempts = { ...observed, operationError }
    try {
      for (let number = 1; ; number++) {
        try {
          const response = await runAttempt(request, attempts, sent => attempt(client, sent, title, budget))
          const received = toUpstreamResponse(response, title, reads, budget)
          if (!reads) noteAcceptedWrite()
          return received
        } catch (error) {
          const delay = number > max ? undefined : retryDelayMs(error, number, reads, classify)
          if (delay === undefined) throw error
          await waitToRetry(delay, signalForWait(request.signal), error)
        }
      }
    } catch (error) {
      const converted = operationError(error)
      if (budget) observeLimit(budget, error, converted, request)
      if (reads) throw afterWrites(converted)
      noteFailedWrite(converted)
      throw converted
    }
  }

  return {
    request,
    stream: request => openStream(client, request, { ...context, ...observed, budget }),
    close() {
      agent.http.destroy()
      agent.https.destroy()
    }
  }
}

const statusOf = (response: unknown): number | undefined =>
  typeof response === 'object' && response !== null && 'statusCode' in response && typeof response.statusCode === 'number'
    ? response.statusCode
    : undefined

const createAgents = ({ ca, verify_ssl = true }: UpstreamOptions) => ({
  http: new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'lifo' }),
  https: new HttpsAgent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS,
    scheduling: 'lifo',
    rejectUnauthorized: verify_ssl,
    ...(ca !== undefined && { ca })
  })
})

const instanceOptions = (
  { title, url, headers = {}, timeout = 30, redirect_hosts: hosts = [], guard }: UpstreamOptions,
  agent: ReturnType<typeof createAgents>
): OptionsInit => ({
  prefixUrl: url,
  headers: { accept: 'application/json', ...headers },
  agent,
  timeout: { request: timeout * 1000 },
  context: { reads: true },
  // Otherwise got would read the body of an error response of any length.
  throwHttpErrors: false,
  hooks: { beforeRedirect: [redirectHook({ title, base: new URL(url), hosts, guard, privateHeaders: Object.keys(headers) })] }
})

function toUpstreamResponse(
  { statusCode: status, headers, body }: Response,
  title: string,
  reads: boolean,
  budget: Budget | undefined
): UpstreamResponse {
  const rate_limit = rateLimitOf(headers, Date.now()) ?? budget?.facts()
  const type = headers['content-type']
  const text = textOf(body, type)
  if (!reads && text !== '' && type?.startsWith('text/html')) throw answeredByPage(title)
  return { status, headers, body: parseBody(text, type, title, reads ? 'not_executed' : 'executed'), rate_limit }
}

/** A proxy in front of the system, such as one that requires a sign-in, may have responded: its status reveals nothing about the write. */
const answeredByPage = (title: string): OperationError =>
  new OperationError('server_error', `${title} returned a web page instead of a response of its API.`, {
    source: 'upstream',
    outcome: 'unknown',
    suggestions: ['If a proxy in front of it requires a sign-in, ask the operator to exempt its API.']
  })

/** Reports to the budget what only the body of an error response states: that a limit was exceeded, and for how long. */
function observeLimit(budget: Budget, error: unknown, operationError: unknown, request: UpstreamRequest): void {
  if (!(error instanceof loadGot().HTTPError && operationError instanceof OperationError)) return
  if (operationError.reason !== 'rate_limit_exceeded') return
  const { retry_after_ms } = operationError.details
  const { statusCode: status, headers } = error.response
  budget.observe({
    status,
    headers,
    request: countedRequest(request),
    limited: { ...(retry_after_ms !== undefined && { retry_after_ms }) }
  })
}
