import type { BulkCall } from '../../../contract/bulk.ts'
import type { Call } from '../../../contract/call.ts'
import type { HttpSettings } from '../../../contract/http-settings.ts'
import type { Runtime } from '../../../contract/runtime.ts'
import type { Availability } from '../../../contract/tool.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import { rateLimitOf } from '../../../lib/http/rate-limit.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream, type Upstream } from '../../../lib/http/upstream.ts'
import { isRow, type Row } from '../../../lib/row.ts'
import { classify, unexpectedResponse, withSubject } from './errors.ts'

/** The part of a call that the client uses. */
export type TrelloCall = Pick<Call<unknown>, 'signal' | 'observe'>

export type Request = Omit<UpstreamRequest, 'signal' | 'headers'> & {
  /** The key has seen what the path names. If it no longer exists, a key that is limited to boards may learn that. */
  was_seen?: boolean
  /** The response is not a resource, so it has no ID. */
  without_id?: boolean
}

/** A client for one Trello account. */
export interface Trello {
  /** Sends a request and returns the object in the response. */
  row: (request: Request, call: TrelloCall) => Promise<Row>
  /** Sends a request and returns the objects in the response. */
  rows: (request: Request, call: TrelloCall) => Promise<Row[]>
  /** Sends a request and ignores the response. */
  send: (request: Request, call: TrelloCall) => Promise<void>
  /** Opens a file, without reading it. */
  download: (request: Request, call: TrelloCall) => Promise<UpstreamStream>
}

/** The call that a job passes to each part of an adapter. */
export type TrelloBulkCall = TrelloCall & BulkCall & { client: Trello }

/** Hosts that store uploaded files. */
const FILE_HOSTS = ['trello.com', '*.trello.com', '*.amazonaws.com']

/** Prefix of the headers of the strictest rate limit. */
export const TOKEN_LIMIT = 'x-rate-limit-api-token'

export type Settings = HttpSettings & { key: string; token: string }

/** Returns a client for the key and token in the settings. */
export async function connect(settings: Settings, runtime: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane'>): Promise<Trello> {
  const { key, token } = settings
  return createClient(
    createUpstream({
      ...(await upstreamOptions(settings, runtime)),
      title: 'Trello',
      redirect_hosts: FILE_HOSTS,
      // In a header, since URLs end up in logs.
      headers: { authorization: `OAuth oauth_consumer_key="${key}", oauth_token="${token}"` },
      secrets: [key, token],
      classify
    })
  )
}

function createClient(upstream: Upstream): Trello {
  const send = async (request: Request, { signal, observe }: TrelloCall): Promise<unknown> => {
    try {
      const { body, headers, rate_limit } = await upstream.request({ ...request, signal })
      const limit = rateLimitOf(headers, Date.now(), TOKEN_LIMIT) ?? rate_limit
      if (limit) observe(limit)
      return body
    } catch (error) {
      throw withSubject(error, request)
    }
  }
  return {
    async row(request, call) {
      const body = await send(request, call)
      if (isRow(body) && (request.without_id || isResource(body)) && hasPlainIds(body)) return body
      throw unexpectedResponse(request)
    },
    async rows(request, call) {
      const body = await send(request, call)
      if (Array.isArray(body) && body.every(row => isRow(row) && isResource(row) && hasPlainIds(row))) return body
      throw unexpectedResponse(request)
    },
    async send(request, call) {
      await send(request, call)
    },
    async download(request, { signal }) {
      try {
        return await upstream.stream({ ...request, headers: { accept: '*/*' }, signal })
      } catch (error) {
        throw withSubject(error, request)
      }
    }
  }
}

/** Trello returns the ID of every resource, whatever fields are requested. */
const isResource = ({ id }: Row): boolean => typeof id === 'string' && id !== ''

const ID_PROPERTY = /^id(?:[A-Z]|$)/
const ID = /^[\w-]{0,64}$/

/** Whether all IDs are letters and digits: they become parts of paths. */
function hasPlainIds(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasPlainIds)
  if (!isRow(value)) return true
  return Object.entries(value).every(([name, inner]) => (ID_PROPERTY.test(name) ? isPlainId(inner) : hasPlainIds(inner)))
}

const isPlainId = (value: unknown): boolean => (Array.isArray(value) ? value.every(isPlainId) : typeof value !== 'string' || ID.test(value))

/** Returns whether Trello accepts the token, and the reason if it does not. */
export async function checkAvailability(trello: Trello): Promise<Availability> {
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
