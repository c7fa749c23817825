import type { Call } from '../../../contract/handed.ts'
import type { HttpSettings } from '../../../contract/http-settings.ts'
import type { Availability, Runtime } from '../../../contract/tool.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import { rateLimitOf } from '../../../lib/http/rate-limit.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import { createUpstream, type Upstream } from '../../../lib/http/upstream.ts'
import { isRow, type Row } from '../../../lib/row.ts'
import { classify, named, unreadable } from './failures.ts'

/** What the client needs of a call. */
export type Turn = Pick<Call<unknown>, 'signal' | 'observe'>

export type Request = Omit<UpstreamRequest, 'signal' | 'headers'>

/** One instance of Trello. What it answers is read as one thing, as several, or not at all. */
export interface Trello {
  row: (request: Request, turn: Turn) => Promise<Row>
  rows: (request: Request, turn: Turn) => Promise<Row[]>
  send: (request: Request, turn: Turn) => Promise<void>
}

/** What a job hands to each part of an action. */
export type BulkTurn = Turn & { client: Trello }

/** How the headers begin that tell of the narrowest limit. */
export const TOKEN_LIMIT = 'x-rate-limit-api-token'

export type Settings = HttpSettings & { key: string; token: string }

export async function connect(settings: Settings, runtime: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane'>): Promise<Trello> {
  const { key, token } = settings
  return clientOf(
    createUpstream({
      ...(await upstreamOptions(settings, runtime)),
      title: 'Trello',
      // In the header: what is in an address ends in logs.
      headers: { authorization: `OAuth oauth_consumer_key="${key}", oauth_token="${token}"` },
      secrets: [key, token],
      classify
    })
  )
}

function clientOf(upstream: Upstream): Trello {
  const ask = async (request: Request, { signal, observe }: Turn): Promise<unknown> => {
    try {
      const { body, headers, rate_limit } = await upstream.request({ ...request, signal })
      const limit = rateLimitOf(headers, Date.now(), TOKEN_LIMIT) ?? rate_limit
      if (limit) observe(limit)
      return body
    } catch (error) {
      throw named(error, request)
    }
  }
  return {
    async row(request, turn) {
      const body = await ask(request, turn)
      if (isRow(body)) return body
      throw unreadable(request)
    },
    async rows(request, turn) {
      const body = await ask(request, turn)
      if (Array.isArray(body) && body.every(isRow)) return body
      throw unreadable(request)
    },
    async send(request, turn) {
      await ask(request, turn)
    }
  }
}

/** A token that is refused is known by asking whose it is. */
export async function availabilityOf(trello: Trello): Promise<Availability> {
  try {
    await trello.row(
      { path: 'members/me', query: { fields: 'username' } },
      { signal: AbortSignal.timeout(10_000), observe: () => undefined }
    )
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
