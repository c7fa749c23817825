import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWTPayload, SignJWT } from 'jose'
import type { Test } from 'tap'
import { type Listening, listen } from './listen.ts'

export const AUDIENCE = 'https://gate.example/mcp'

/** Claims; undefined removes one. */
type Changes = { [Claim in keyof JWTPayload]: JWTPayload[Claim] | undefined } & { header?: { kid?: string } }

/** An issuer of tokens: its metadata and keys on a server of this machine, and tokens that it signs. */
export interface TestIssuer extends Listening {
  jwks: JSONWebKeySet
  /** Signs a token for `ada` and AUDIENCE that is valid for five minutes, with these claims. */
  sign: (changes?: Changes) => Promise<string>
  /** Replaces its key. */
  rotate: () => Promise<void>
  /** Whether it responds. */
  online: boolean
}

/** Starts an issuer; closed with the test. */
export async function startIssuer(t: Pick<Test, 'teardown'>): Promise<TestIssuer> {
  let count = 0
  const create = async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    count += 1
    const kid = `key-${count}`
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
  }
  let current = await create()
  const server = await listen(t, (response, { url }) => {
    const body = url === '/keys' ? issuer.jwks : { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` }
    if (!issuer.online || !['/keys', '/.well-known/openid-configuration'].includes(url)) response.writeHead(issuer.online ? 404 : 503)
    response.end(JSON.stringify(body))
  })
  const issuer: TestIssuer = {
    ...server,
    online: true,
    jwks: { keys: [current.jwk] },
    async sign({ header, ...claims } = {}) {
      const now = Math.floor(Date.now() / 1_000)
      const payload: object = { iss: issuer.url, sub: 'ada', aud: AUDIENCE, iat: now, exp: now + 300, ...claims }
      return await new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', kid: current.kid, ...header }).sign(current.privateKey)
    },
    async rotate() {
      current = await create()
      issuer.jwks = { keys: [current.jwk] }
    }
  }
  return issuer
}
