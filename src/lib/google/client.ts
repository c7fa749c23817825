import { OperationError } from '../../contract/errors.ts'
import type { HttpSettings } from '../../contract/http-settings.ts'
import type { Runtime } from '../../contract/runtime.ts'
import { upstreamOptions } from '../http/options.ts'
import type { UpstreamRequest } from '../http/request.ts'
import { createUpstream, type UpstreamResponse } from '../http/upstream.ts'
import { classifyGoogle, describeNotFound, type ResourceKinds } from './errors.ts'
import type { GoogleSettings } from './settings.ts'
import { createTokenEndpoint } from './token-endpoint.ts'
import { createTokenStore } from './token-store.ts'
import { createTokens } from './tokens.ts'

/** Client of one Google REST API, for one account. */
export interface GoogleClient {
  request: (request: UpstreamRequest) => Promise<UpstreamResponse>
}

const GOOGLE_HOSTS = ['*.googleapis.com', '*.googleusercontent.com']

/**
 * Creates a client for the account of these settings. Throws an Error that names the missing settings. A request whose access token is rejected is sent
 * again with a new one. This is safe for writes as well: a rejected request has no effect.
 */
export async function createGoogleClient(
  title: string,
  settings: HttpSettings & GoogleSettings,
  runtime: Runtime,
  resources: ResourceKinds
): Promise<GoogleClient> {
  const common = await upstreamOptions(settings, runtime)
  const secrets = [settings.client_secret, settings.refresh_token, settings.access_token].filter(secret => secret !== undefined)
  const refresh = createTokenEndpoint(settings, { ...common, budget: undefined, circuit: undefined, secrets })
  const { access_token: configured } = settings
  if (configured === undefined && refresh === undefined)
    throw new Error('set client_id, client_secret and refresh_token (GOOGLE_CLIENT_ID and so on), or access_token (GOOGLE_ACCESS_TOKEN)')
  const tokens = createTokens({
    store: createTokenStore(runtime),
    ...(configured !== undefined && { configured }),
    ...(refresh && { refresh })
  })
  const upstream = createUpstream({ title, ...common, secrets, classify: classifyGoogle, redirect_hosts: GOOGLE_HOSTS })
  const authorized = async (request: UpstreamRequest): Promise<UpstreamResponse> => {
    const token = await tokens.get()
    const send = (token: string): Promise<UpstreamResponse> =>
      upstream.request({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
    try {
      return await send(token)
    } catch (error) {
      if (!isTokenRejected(error)) throw error
      return await send(await tokens.replace(token))
    }
  }
  return {
    async request(request) {
      try {
        return await authorized(request)
      } catch (error) {
        throw describeNotFound(error, request.path, title, resources)
      }
    }
  }
}

const isTokenRejected = (error: unknown): boolean =>
  error instanceof OperationError && error.reason === 'authentication_failed' && error.details.upstream?.['status'] === 401
