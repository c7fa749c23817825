import { once } from 'node:events'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import type { Test } from 'tap'
import { LOGIN_SCOPES } from '../../src/lib/google/login.ts'
import { freePort } from './port.ts'

export const OAUTH_CLIENT = { client_id: 'desktop-app', client_secret: 'secret-of-the-desktop-app-000000' }

/**
 * Starts a certified OAuth server that accepts one desktop app, requires PKCE, and has pages on which a user signs in and grants access. Returns its
 * endpoints. `refresh`: whether it issues refresh tokens.
 */
export async function startOAuthServer(t: Test, { refresh = true } = {}): Promise<{ auth_url: string; token_url: string }> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  // It warns that its keys, storage and pages are for development, which they are here.
  for (const method of ['warn', 'info'] as const) t.capture(console, method, () => undefined)
  const provider = new Provider(issuer, {
    clients: [
      {
        ...OAUTH_CLIENT,
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/'],
        token_endpoint_auth_method: 'client_secret_post'
      }
    ],
    scopes: [...LOGIN_SCOPES],
    pkce: { required: () => true },
    issueRefreshToken: async () => refresh,
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    cookies: { keys: ['key of the tests'] }
  })
  const server = createServer(provider.callback()).listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { auth_url: `${issuer}/auth`, token_url: `${issuer}/token` }
}

/** The steps of a user in a browser: opens the URL, signs in, then grants access or cancels. Returns the page that the browser ends on. */
export async function useBrowser(start: string, { cancel = false } = {}): Promise<{ url: URL; status: number; text: string }> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  let form: URLSearchParams | undefined
  for (let step = 0; step < MAX_STEPS; step++) {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response = await fetch(url, { redirect: 'manual', headers, ...(form && { method: 'POST', body: form }) })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    form = undefined
    if (location !== null) {
      url = new URL(location, url)
      continue
    }
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? []
    if (action === undefined) return { url, status: response.status, text }
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(text) ?? []
    if (cancel) {
      const [, abort = ''] = /href="([^"]+\/abort)"/.exec(text) ?? []
      url = new URL(abort, url)
    } else {
      url = new URL(action, url)
      form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: 'ada', password: 'any' }) })
    }
  }
  throw new Error(`the browser did not get past ${url}`)
}

const MAX_STEPS = 20
