import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as OpenIdClient from 'openid-client'
import { hostnameOf, isLoopback } from '../loopback.ts'

/** What a system needs of the account. Permanent deletion of mail needs https://mail.google.com/ as well, which only a few callers want. */
export const LOGIN_SCOPES = [
  'https://www.googleapis.com/auth/gmail.modify',
  'https://www.googleapis.com/auth/gmail.settings.basic',
  'https://www.googleapis.com/auth/calendar'
]

export interface LoginOptions {
  client_id: string
  client_secret: string
  auth_url: string
  token_url: string
  scopes: readonly string[]
  /** Port of the loopback address that the browser returns to; 0: any free one. */
  port: number
  timeout_ms: number
  /** Shows the URL to open in a browser. */
  show: (url: string) => void
}

export interface Login {
  refresh_token: string
  /** Scopes that the account did not grant: a user can leave out some of them. */
  refused_scopes: string[]
}

/** A sign-in that did not succeed, with advice in the message. */
export class LoginError extends Error {}

/**
 * Has a user grant access in a browser, and returns the refresh token: OAuth 2.0 for native apps (RFC 8252), with a redirect to a loopback address, PKCE
 * and state. Throws a LoginError if the user does not grant it in time.
 */
export async function signIn(options: LoginOptions): Promise<Login> {
  const oauth = await import('openid-client') // no other command needs it
  const config = clientOf(oauth, options)
  const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()]
  const server = createServer()
  try {
    const redirect_uri = await listen(server, options.port)
    const url = oauth.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: options.scopes.join(' '),
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Google returns a refresh token only for offline access, and again only after a new consent.
      access_type: 'offline',
      prompt: 'consent'
    })
    const returned = waitForBrowser(server, new URL(redirect_uri), options.timeout_ms, state)
    options.show(url.href)
    const tokens = await oauth.authorizationCodeGrant(config, await returned, { pkceCodeVerifier: verifier, expectedState: state })
    if (tokens.refresh_token === undefined) throw new LoginError(NO_REFRESH_TOKEN)
    const granted = (tokens.scope ?? options.scopes.join(' ')).split(' ')
    return { refresh_token: tokens.refresh_token, refused_scopes: options.scopes.filter(scope => !granted.includes(scope)) }
  } catch (error) {
    throw explained(oauth, error)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function clientOf(oauth: typeof OpenIdClient, { client_id, client_secret, auth_url, token_url }: LoginOptions): OpenIdClient.Configuration {
  const authorize = new URL(auth_url)
  const metadata = { issuer: authorize.origin, authorization_endpoint: auth_url, token_endpoint: token_url }
  const config = new oauth.Configuration(metadata, client_id, undefined, oauth.ClientSecretPost(client_secret))
  // The secret and the token must not cross a network unencrypted.
  if ([authorize, new URL(token_url)].every(url => isLoopback(hostnameOf(url)))) oauth.allowInsecureRequests(config)
  return config
}

/** Listens on the loopback address. Returns the URL that the browser is redirected to. */
async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new LoginError(`Port ${port} cannot be used: ${messageOf(error)}. Choose another one with --port.`)
  }
  return `http://127.0.0.1:${portOf(server.address())}/`
}

const portOf = (address: AddressInfo | string | null): number => (typeof address === 'object' ? (address?.port ?? 0) : 0)

/**
 * Returns the URL with which the browser returns. Other requests, such as for an icon, get a 404. Only Google and the browser know the state, so a
 * response without it is of another sign-in, or forged by a page or program that found the port: it does not end this one.
 */
function waitForBrowser(server: Server, redirect: URL, timeout_ms: number, state: string): Promise<URL> {
  const { promise, resolve, reject } = Promise.withResolvers<URL>()
  const timer = setTimeout(
    () => reject(new LoginError(`No one granted access within ${timeout_ms / 1000} seconds. ${TRY_AGAIN}`)),
    timeout_ms
  )
  server.on('request', (request, response) => {
    const url = URL.parse(request.url ?? '/', redirect) // null for a path such as //
    const isReturn = url?.pathname === redirect.pathname && (url.searchParams.has('code') || url.searchParams.has('error'))
    if (!isReturn) return response.writeHead(404).end()
    if (url.searchParams.get('state') !== state) return response.writeHead(400, PAGE_HEADERS).end(OTHER)
    const isGranted = url.searchParams.has('code')
    response.writeHead(isGranted ? 200 : 400, PAGE_HEADERS).end(isGranted ? GRANTED : NOT_GRANTED, () => resolve(url))
    return undefined
  })
  return promise.finally(() => clearTimeout(timer))
}

const PAGE_HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
const GRANTED = 'Access granted. You can close this page and return to the terminal.'
const OTHER = 'This response does not belong to the sign-in that is waiting. Open the URL that the terminal shows.'
const NOT_GRANTED = 'Access was not granted. Return to the terminal to see why.'

const TRY_AGAIN = 'Run the command again, and open the URL in a browser on this machine.'

const NO_REFRESH_TOKEN =
  'Google returned no refresh token. Remove the access of this client at https://myaccount.google.com/permissions, then run the command again.'

/** Returns the error with advice, in place of that of the library. */
function explained(oauth: typeof OpenIdClient, error: unknown): unknown {
  if (error instanceof oauth.AuthorizationResponseError) return new LoginError(refusal(error))
  if (error instanceof oauth.ResponseBodyError)
    return new LoginError(
      `The token endpoint refused the sign-in: ${error.error}${textAfter(error.error_description)}. Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: they must be those of one client.`
    )
  if (error instanceof oauth.ClientError)
    return new LoginError(`The response does not belong to this sign-in: ${messageOf(error.cause ?? error)}. ${TRY_AGAIN}`)
  if (error instanceof TypeError) return new LoginError(`The token endpoint cannot be reached: ${messageOf(error.cause ?? error)}.`)
  return error
}

function refusal({ error, error_description }: OpenIdClient.AuthorizationResponseError): string {
  if (error === 'access_denied')
    return `Access was denied${textAfter(error_description)}. Run the command again and grant access. While the consent screen of the project is in Testing, only its test users can.`
  return `The sign-in failed: ${error}${textAfter(error_description)}. Check the OAuth client and its consent screen in the Google Cloud console.`
}

const textAfter = (text: string | undefined): string => (text ? ` (${text})` : '')

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
