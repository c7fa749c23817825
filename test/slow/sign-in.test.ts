// A certified OpenID provider signs in the official MCP client by the flow of the protocol: nobody pastes a key.
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError
} from '@modelcontextprotocol/client'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import t from 'tap'
import { temporaryFolder } from '../helpers/app.ts'
import { listen } from '../helpers/listen.ts'
import { useBrowser } from '../helpers/oauth-server.ts'
import { freePort } from '../helpers/port.ts'
import { startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { waitUntil } from '../helpers/wait-until.ts'

const folder = await temporaryFolder(t)
const roots = path.join(folder, 'files')
await mkdir(roots)
await writeFile(path.join(roots, 'notes.txt'), 'a note')
const [port, issuerPort] = [await freePort(), await freePort()]
const issuer = `http://127.0.0.1:${issuerPort}`
const resource = `http://127.0.0.1:${port}/mcp`
const other = 'https://other.example/mcp'
const callback = await listen(t)

const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const signingKey = { ...(await exportJWK(privateKey)), kid: 'first', use: 'sig', alg: 'ES256' }
for (const method of ['warn', 'info'] as const) t.capture(console, method, () => undefined)

/** The provider accepts clients that register themselves, requires PKCE, and issues JWTs for the resource that a client names. */
const createProvider = (jwks: object[]) =>
  new Provider(issuer, {
    jwks: { keys: jwks },
    scopes: ['openid', 'offline_access', 'tools'],
    pkce: { required: () => true },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    claims: { openid: ['sub'] },
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    cookies: { keys: ['key of the tests'] },
    extraTokenClaims: () => ({ groups: ['engineering'] }),
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, indicator) => ({
          scope: 'tools',
          audience: indicator,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'ES256' } }
        })
      }
    }
  })

/** Starts the provider; its keys and pages are for development, which they are here. */
async function startProvider(jwks: object[]) {
  const server = createServer(createProvider(jwks).callback()).listen(issuerPort, '127.0.0.1')
  await once(server, 'listening')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  }
  t.teardown(stop)
  return stop
}

const stopProvider = await startProvider([signingKey])
const redis = await startTestRedis(t)
const file = path.join(folder, 'toolgate.yaml')
await writeFile(
  file,
  JSON.stringify({
    issuers: [
      {
        issuer,
        audience: [resource],
        algorithms: ['ES256'],
        request_scopes: ['tools'],
        scopes: [{ when: { groups: 'engineering', scope: 'tools' }, grants: ['filesystem:read'] }]
      }
    ]
  })
)
const gateway = await startProcess(t, {
  PORT: String(port),
  REDIS_URL: redis.url,
  TOOLGATE_DATA: path.join(folder, 'data'),
  TOOLGATE_CONFIG: file,
  FILESYSTEM_ROOTS: roots
})

/** A client that knows nothing but the URL of the gateway. It opens a browser, and stores what it gets. */
function createSignIn() {
  const stored: {
    client?: StoredOAuthClientInformation | undefined
    tokens?: StoredOAuthTokens | undefined
    verifier?: string
    opened?: URL
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: `${callback.url}/callback`,
    clientMetadata: {
      client_name: 'Client of the tests',
      redirect_uris: [`${callback.url}/callback`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native'
    },
    clientInformation: () => stored.client,
    saveClientInformation: client => {
      stored.client = client
    },
    tokens: () => stored.tokens,
    saveTokens: tokens => {
      stored.tokens = tokens
    },
    redirectToAuthorization: url => {
      stored.opened = url
    },
    saveCodeVerifier: verifier => {
      stored.verifier = verifier
    },
    codeVerifier: () => stored.verifier ?? ''
  }
  return { stored, provider }
}

const signIn = createSignIn()
const newClient = (): Client => new Client({ name: 'test', version: '1.0.0' })
const newTransport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: signIn.provider })

t.test('the client finds the provider, registers, lets the user sign in, and calls a tool', async t => {
  const first = newTransport()
  await t.rejects(newClient().connect(first), UnauthorizedError, 'without a token it asks the user to sign in')
  const { opened } = signIn.stored
  t.equal(opened?.origin, issuer)
  t.equal(opened?.searchParams.get('resource'), resource)
  t.equal(opened?.searchParams.get('code_challenge_method'), 'S256')
  t.match(opened?.searchParams.get('scope'), /\btools\b/)
  const { url } = await useBrowser(String(opened))
  t.ok(url.href.startsWith(callback.url))
  await first.finishAuth(url.searchParams)
  const client = newClient()
  await client.connect(newTransport())
  t.teardown(() => client.close())
  const { tools } = await client.listTools()
  t.ok(tools.some(({ name }) => name === 'filesystem_read_file'))
  t.notOk(
    tools.some(({ name }) => name === 'filesystem_write_file'),
    'the scopes are those that its claims grant'
  )
  t.match(await client.callTool({ name: 'filesystem_read_file', arguments: { file_path: 'notes.txt' } }), {
    content: [{ type: 'text', text: /a note/ }]
  })
})

const status = async (token: string | undefined): Promise<number> =>
  (await fetch(`${gateway.url}/v1/jobs`, { headers: { authorization: `Bearer ${token}` } })).status

t.test('a token of the same provider for another audience is refused', async t => {
  const { client_id } = signIn.stored.client ?? {}
  t.ok(client_id)
  t.equal(await status(signIn.stored.tokens?.access_token), 200)
  t.equal(await status(await tokenFor(other)), 401)
  const response = await fetch(resource, { method: 'POST', headers: { authorization: `Bearer ${await tokenFor(other)}` } })
  t.equal(response.status, 401)
  t.match(await response.json(), { error: { details: { reason: 'token_refused' } } })
  t.match(
    response.headers.get('www-authenticate'),
    /resource_metadata="http:\/\/127\.0\.0\.1:\d+\/\.well-known\/oauth-protected-resource\/mcp"/
  )
})

/** Gets a token for a resource by the authorization code flow, as the registered client. */
async function tokenFor(audience: string): Promise<string | undefined> {
  const verifier = 'v'.repeat(64)
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')
  const client_id = signIn.stored.client?.client_id ?? ''
  const redirect_uri = `${callback.url}/callback`
  const query = { client_id, redirect_uri, resource: audience, response_type: 'code', scope: 'tools', code_challenge: challenge }
  const { url } = await useBrowser(`${issuer}/auth?${new URLSearchParams({ ...query, code_challenge_method: 'S256' })}`)
  const code = url.searchParams.get('code') ?? ''
  const body = { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier: verifier, resource: audience }
  const response = await fetch(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(body) })
  return JSON.parse(await response.text()).access_token
}

t.test('while the provider is offline, its tokens stay valid; then its new key is accepted', async t => {
  const token = signIn.stored.tokens?.access_token
  await stopProvider()
  t.equal(await status(token), 200)
  const next = await generateKeyPair('ES256', { extractable: true })
  const nextKey = { ...(await exportJWK(next.privateKey)), kid: 'second', use: 'sig', alg: 'ES256' }
  await startProvider([nextKey, signingKey])
  await signInAgain()
  t.not(signIn.stored.tokens?.access_token, token)
  await waitUntil(async () => (await status(signIn.stored.tokens?.access_token)) === 200, 'the keys are loaded again', 40_000)
  t.equal(await status(token), 200, 'the previous key is still published')
})

/** Registers and signs in from the beginning: the provider keeps its clients in memory. */
async function signInAgain(): Promise<void> {
  signIn.stored.client = undefined
  signIn.stored.tokens = undefined
  const transport = newTransport()
  await newClient()
    .connect(transport)
    .catch(() => undefined)
  const { url } = await useBrowser(String(signIn.stored.opened))
  await transport.finishAuth(url.searchParams)
}
