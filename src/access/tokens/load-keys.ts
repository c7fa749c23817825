import type { JSONWebKeySet } from 'jose'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Guard } from '../../contract/runtime.ts'
import { createGuard } from '../../lib/guard/guard.ts'
import type { IssuerEntry } from './issuer.ts'

/** Maximum time of all requests of one load. */
const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024

const Metadata = Type.Object({ issuer: Type.String(), jwks_uri: Type.String({ maxLength: 1_000 }) })
const KeySet = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() }), { maxItems: 200 }) })

/** Loads the public keys of an issuer. Throws an Error or OperationError that states what failed. */
export type LoadKeys = (entry: Pick<IssuerEntry, 'issuer' | 'jwks_uri'>) => Promise<JSONWebKeySet>

/**
 * Creates the function that loads keys. The operator chose the URLs of the configuration, so these may be private; a URL that the metadata of an issuer
 * names may not, unless it is on the same host and port. No redirect is followed.
 */
export const keyLoader =
  (allowPrivate: readonly string[]): LoadKeys =>
  async ({ issuer, jwks_uri }) => {
    const guard = createGuard({ allow: [...allowPrivate, hostOf(issuer), ...(jwks_uri === undefined ? [] : [hostOf(jwks_uri)])] })
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const keys = await fetchJson(guard, jwks_uri ?? (await discover(guard, issuer, signal)), signal)
    if (!isKeySet(keys)) throw new Error('the response is not a JWKS of at most 200 keys')
    return keys
  }

/** Returns the URL of the keys, from the metadata of OpenID Connect or else of OAuth (RFC 8414). */
async function discover(guard: Guard, issuer: string, signal: AbortSignal): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const metadata = await fetchJson(guard, `${origin}${path}/.well-known/openid-configuration`, signal).catch(async first => {
    signal.throwIfAborted()
    return await fetchJson(guard, `${origin}/.well-known/oauth-authorization-server${path}`, signal).catch(() => Promise.reject(first))
  })
  if (!Check(Metadata, metadata)) throw new Error('its metadata names no jwks_uri')
  if (metadata.issuer !== issuer) throw new Error(`its metadata is that of another issuer, ${metadata.issuer.slice(0, 200)}`)
  return metadata.jwks_uri
}

async function fetchJson(guard: Guard, url: string, signal: AbortSignal): Promise<unknown> {
  const { status, body, truncated } = await guard.request({
    url,
    rules: { field: 'jwks_uri', https: true },
    headers: { accept: 'application/json', 'user-agent': 'Toolgate' },
    timeout_ms: TIMEOUT_MS,
    max_bytes: MAX_BYTES,
    signal
  })
  if (status !== 200) throw new Error(`${url} returned ${status}`)
  if (truncated) throw new Error(`${url} returned more than ${MAX_BYTES / 1024} KB`)
  return JSON.parse(Buffer.from(body).toString('utf8'))
}

const isKeySet = (value: unknown): value is JSONWebKeySet => Check(KeySet, value)

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
