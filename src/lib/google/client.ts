import { OperationError } from '../../contract/errors.ts'
import type { HttpSettings } from '../../contract/http-settings.ts'
import type { Runtime } from '../../contract/tool.ts'
import { upstreamOptions } from '../http/options.ts'
import type { UpstreamRequest } from '../http/request.ts'
import { createUpstream, type UpstreamAnswer } from '../http/upstream.ts'
import { classifyGoogle } from './failures.ts'
import { missingNamed, type Things } from './missing.ts'
import { createRefresh } from './refresh.ts'
import type { GoogleSettings } from './settings.ts'
import { sharedStore } from './store.ts'
import { createTokens } from './tokens.ts'

/** Speaks to one REST interface of Google as one account. */
export interface Google {
  request: (request: UpstreamRequest) => Promise<UpstreamAnswer>
}

/**
 * Opens an interface of Google for the account of these settings. Throws an Error that says which settings are missing. A request that
 * is refused for its access token is sent once more with a new one, which is safe for a write as well: a refused request did nothing.
 */
export async function openGoogle(
  title: string,
  settings: HttpSettings & GoogleSettings,
  runtime: Runtime,
  things: Things
): Promise<Google> {
  const common = await upstreamOptions(settings, runtime)
  const secrets = [settings.client_secret, settings.refresh_token, settings.access_token].filter(secret => secret !== undefined)
  const refresh = createRefresh(settings, { ...common, budget: undefined, secrets })
  const { access_token: given } = settings
  if (given === undefined && refresh === undefined)
    throw new Error('set client_id, client_secret and refresh_token (GOOGLE_CLIENT_ID and so on), or access_token (GOOGLE_ACCESS_TOKEN)')
  const tokens = createTokens({ store: sharedStore(runtime), ...(given !== undefined && { given }), ...(refresh && { refresh }) })
  const upstream = createUpstream({ title, ...common, secrets, classify: classifyGoogle })
  const authorized = async (request: UpstreamRequest): Promise<UpstreamAnswer> => {
    const token = await tokens.get()
    const send = (token: string): Promise<UpstreamAnswer> =>
      upstream.request({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
    try {
      return await send(token)
    } catch (error) {
      if (!isRefused(error)) throw error
      return await send(await tokens.replace(token))
    }
  }
  return {
    async request(request) {
      try {
        return await authorized(request)
      } catch (error) {
        throw missingNamed(error, request.path, title, things)
      }
    }
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof OperationError && error.reason === 'authentication_failed' && error.details.upstream?.['status'] === 401
