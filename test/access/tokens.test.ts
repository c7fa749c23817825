import { exportSPKI, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose'
import t from 'tap'
import type { IssuerEntry } from '../../src/access/tokens/issuer.ts'
import { keyLoader } from '../../src/access/tokens/load-keys.ts'
import { createTokenVerifier, type TokenVerifier } from '../../src/access/tokens/verify.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { silentLog } from '../helpers/bulk.ts'
import { AUDIENCE, startIssuer } from '../helpers/issuer.ts'
import { listen } from '../helpers/listen.ts'

const issuer = await startIssuer(t)
const entry: IssuerEntry = {
  issuer: issuer.url,
  audience: [AUDIENCE, 'other-name'],
  scopes: [{ grants: ['memory:read'] }, { when: { groups: 'engineering' }, grants: ['gitlab:write', 'memory:read'] }]
}

/** A verifier with a clock, and the number of times that it loaded keys. */
function verifierOf(changes: Partial<IssuerEntry> = {}) {
  const state = { loads: 0, now: Date.now() }
  const load = async (): Promise<JSONWebKeySet> => {
    state.loads += 1
    if (!issuer.online) throw new Error('offline')
    return issuer.jwks
  }
  return { state, ...createTokenVerifier([{ ...entry, ...changes }], { load, log: silentLog, now: () => state.now }) }
}

/** Returns the ID of the caller, or the reason and message of the refusal. */
async function outcomeOf({ verify }: Pick<TokenVerifier, 'verify'>, token: string): Promise<string> {
  const found = await verify(token)
  return found instanceof OperationError ? `${found.reason}: ${found.message}` : found.caller.id
}

const HOUR = 3_600_000

t.test('a token has the scopes of the rules that it meets, and its subject is the caller', async t => {
  const { verify } = verifierOf({ constraints: { instances: ['gitlab:work'] } })
  const exp = Math.floor(Date.now() / 1_000) + 60
  t.strictSame(await verify(await issuer.sign({ exp })), {
    caller: { id: `jwt:${issuer.url}|ada`, scopes: ['memory:read'], constraints: { instances: ['gitlab:work'] } },
    until: (exp + 30) * 1_000
  })
  t.match(await verify(await issuer.sign({ groups: ['sales', 'engineering'] })), { caller: { scopes: ['memory:read', 'gitlab:write'] } })
  t.match(await verify(await issuer.sign({ aud: ['else', 'other-name'] })), { caller: { id: `jwt:${issuer.url}|ada` } })
})

t.test('claims are met by a text, a word of scope and scp, a member of a list, a number, and a path', async t => {
  const cases: [when: Record<string, string>, claims: object, isMet: boolean][] = [
    [{ scope: 'write' }, { scope: 'read write' }, true],
    [{ scope: 'read write' }, { scope: 'read write' }, true],
    [{ scope: 'writ' }, { scope: 'read write' }, false],
    [{ scp: 'write' }, { scp: 'read write' }, true],
    [{ name: 'admin' }, { name: 'Eve admin' }, false],
    [{ name: 'Eve admin' }, { name: 'Eve admin' }, true],
    [{ groups: 'admin' }, { groups: 'Friends of admin' }, false],
    [{ groups: 'admin' }, { groups: ['Friends of admin'] }, false],
    [{ 'a.scope': 'write' }, { a: { scope: 'read write' } }, false],
    [{ level: '3' }, { level: 3 }, true],
    [{ email_verified: 'true' }, { email_verified: true }, true],
    [{ 'realm_access.roles': 'admin' }, { realm_access: { roles: ['admin'] } }, true],
    [{ 'https://a.example/roles': 'admin' }, { 'https://a.example/roles': ['admin'] }, true],
    [{ 'constructor.name': 'Object' }, {}, false],
    [{ groups: 'a', level: '3' }, { groups: ['a'], level: 2 }, false],
    [{ groups: '[object Object]' }, { groups: [{}] }, false]
  ]
  for (const [when, claims, isMet] of cases) {
    const verifier = verifierOf({ scopes: [{ when, grants: ['memory:read'] }] })
    const refusal = 'insufficient_permissions: The token is valid, but grants no scope of this gateway.'
    t.equal(await outcomeOf(verifier, await issuer.sign({ ...claims })), isMet ? `jwt:${issuer.url}|ada` : refusal, JSON.stringify(when))
  }
})

t.test('subjects stay different, whatever they contain', async t => {
  const verifier = verifierOf()
  const subjects = ['a|b', 'a', 'a%7Cb', 'A', 'ä', '}:{', 'user:x/y', '../..', 'a@b.example', 'a b', 'x'.repeat(255)]
  const ids = await Promise.all(subjects.map(async sub => await outcomeOf(verifier, await issuer.sign({ sub }))))
  t.equal(new Set(ids).size, subjects.length)
  for (const id of ids) t.match(id.slice(`jwt:${issuer.url}|`.length), /^[\w.!~*'()%@-]+$/)
  t.ok(ids.includes(`jwt:${issuer.url}|a@b.example`))
})

const now = Math.floor(Date.now() / 1_000)
const unsigned = (header: object, claims: object = {}): string =>
  [header, { iss: issuer.url, sub: 'ada', aud: AUDIENCE, exp: now + 300, ...claims }]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

t.test('what can be refused without the keys of the issuer loads none', async t => {
  const { state, verify } = verifierOf()
  const refusals: [token: string, message: string | RegExp][] = [
    [await issuer.sign({ aud: 'https://other.example' }), 'The token is for another audience.'],
    [await issuer.sign({ aud: undefined }), 'The token is for another audience.'],
    [await issuer.sign({ iss: 'https://other.example' }), 'The token is not of an issuer that this gateway accepts.'],
    [await issuer.sign({ iss: `${issuer.url}/` }), 'The token is not of an issuer that this gateway accepts.'],
    [await issuer.sign({ more: 'x'.repeat(8_192) }), 'The token is longer than 8192 characters.'],
    [`${unsigned({ alg: 'none' })}.`, 'The token has an algorithm that is not accepted.'],
    [`${unsigned({ alg: 'NONE' })}.`, 'The token has an algorithm that is not accepted.'],
    [`${unsigned({ alg: 'HS256', kid: 'key-1' })}.AAAA`, 'The token has an algorithm that is not accepted.'],
    [`${unsigned({ alg: ['ES256'] })}.AAAA`, /^The token /],
    ['eyJ', 'The token is not a valid JWT.'],
    ['eyJhbGciOiJFUzI1NiJ9.e30.', 'The token is not of an issuer that this gateway accepts.'],
    [`${await issuer.sign()}.a.b`, 'The token is not a valid JWT.'],
    [`eyJ${'['.repeat(8_000)}`, 'The token is not a valid JWT.']
  ]
  for (const [token, message] of refusals) t.match(await verify(token), { reason: 'token_refused', message, status: 401 })
  t.equal(state.loads, 0)
})

t.test('a token is refused if it has expired, is not valid yet, or does not say until when', async t => {
  const verifier = verifierOf()
  t.equal(await outcomeOf(verifier, await issuer.sign({ exp: now - 60 })), 'token_refused: The token has expired.')
  t.equal(await outcomeOf(verifier, await issuer.sign({ nbf: now + 60 })), 'token_refused: The token is not valid yet.')
  t.equal(await outcomeOf(verifier, await issuer.sign({ exp: undefined })), 'token_refused: The token has no expiry.')
  t.match(await outcomeOf(verifier, await issuer.sign({ exp: now - 10, nbf: now + 10 })), /^jwt:/, 'within the skew of the clocks')
  const exact = verifierOf({ clock_skew_seconds: 0 })
  t.equal(await outcomeOf(exact, await issuer.sign({ exp: now - 10 })), 'token_refused: The token has expired.')
})

t.test('a token without a usable subject is refused', async t => {
  const verifier = verifierOf()
  for (const sub of [undefined, '', 'x'.repeat(256), '\ud800'])
    t.match(await outcomeOf(verifier, await issuer.sign({ sub })), /^token_refused: The token has no subject/)
})

t.test('the public key of the issuer cannot sign as a shared secret, and another key not at all', async t => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const claims = { iss: issuer.url, sub: 'ada', aud: AUDIENCE, exp: now + 300 }
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(Buffer.from(await exportSPKI(publicKey)))
  const verifier = verifierOf()
  t.equal(await outcomeOf(verifier, forged), 'token_refused: The token has an algorithm that is not accepted.')
  const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'key-1' }).sign(privateKey)
  t.equal(await outcomeOf(verifier, foreign), 'token_refused: The token has an invalid signature.')
  const [header, , signature] = (await issuer.sign()).split('.')
  const changed = Buffer.from(JSON.stringify({ ...claims, groups: ['engineering'] })).toString('base64url')
  t.equal(await outcomeOf(verifier, `${header}.${changed}.${signature}`), 'token_refused: The token has an invalid signature.')
})

t.test('a new key of the issuer is loaded once it signs, and one that it no longer publishes is refused', async t => {
  const verifier = verifierOf()
  const before = await issuer.sign()
  t.match(await outcomeOf(verifier, before), /^jwt:/)
  await issuer.rotate()
  t.match(await outcomeOf(verifier, await issuer.sign()), /^token_refused: The token names no key/, 'just loaded')
  verifier.state.now += 31_000
  t.match(await outcomeOf(verifier, await issuer.sign()), /^jwt:/)
  t.equal(verifier.state.loads, 2)
  t.match(await outcomeOf(verifier, before), /^token_refused: The token names no key/)
})

t.test('the signature of a token is checked again only if the keys or the issuers have changed', async t => {
  const verifier = verifierOf()
  const token = await issuer.sign()
  const first = await verifier.verify(token)
  const second = await verifier.verify(token)
  t.match(second, first)
  t.equal(await verifier.verify(token), second)
  t.match(
    await outcomeOf(
      verifier,
      token.replace(/.$/, last => (last === 'A' ? 'Q' : 'A'))
    ),
    /^token_refused: The token has an invalid signature/
  )
  verifier.state.now += 400_000
  t.match(await outcomeOf(verifier, token), /^token_refused: The token has expired/)
  const other = await issuer.sign({ exp: now + 3_600 })
  const before = await verifier.verify(other)
  verifier.change([entry])
  t.not(await verifier.verify(other), before)
})

t.test('a flood of unknown keys loads the keys once', async t => {
  const verifier = verifierOf()
  const tokens = await Promise.all(Array.from({ length: 50 }, (_, n) => issuer.sign({ header: { kid: `unknown-${n}` } })))
  const outcomes = await Promise.all(tokens.map(token => outcomeOf(verifier, token)))
  t.ok(outcomes.every(outcome => outcome.startsWith('token_refused: The token names no key')))
  t.equal(verifier.state.loads, 1)
})

t.test('keys that are known stay valid for a day while the issuer is offline', async t => {
  const verifier = verifierOf({ max_hours: 48 })
  const token = await issuer.sign({ exp: now + 48 * 3_600 })
  t.match(await outcomeOf(verifier, token), /^jwt:/)
  issuer.online = false
  t.teardown(() => {
    issuer.online = true
  })
  for (const hours of [1, 12, 23.9]) {
    verifier.state.now = now * 1_000 + hours * HOUR
    t.match(await outcomeOf(verifier, token), /^jwt:/, `${hours} h`)
  }
  verifier.state.now = (now + 60) * 1_000 + 24 * HOUR
  t.match(await outcomeOf(verifier, token), /^issuer_unavailable/)
  const { loads } = verifier.state
  for (let count = 0; count < 20; count += 1) t.match(await outcomeOf(verifier, token), /^issuer_unavailable/)
  t.equal(verifier.state.loads, loads, 'within 5 s of a failure, nothing is loaded again')
  issuer.online = true
  verifier.state.now += 6_000
  t.match(await outcomeOf(verifier, token), /^jwt:/)
})

t.test('a key that the issuer withdrew is refused within ten minutes', async t => {
  const verifier = verifierOf()
  const token = await issuer.sign({ exp: now + 7_200 })
  t.match(await outcomeOf(verifier, token), /^jwt:/)
  await issuer.rotate()
  verifier.state.now += 10 * 60_000 + 1
  t.match(await outcomeOf(verifier, token), /^token_refused: The token names no key/)
})

t.test('issuers change at runtime; those that stay keep their keys', async t => {
  const verifier = verifierOf()
  const token = await issuer.sign()
  t.match(await outcomeOf(verifier, token), /^jwt:/)
  verifier.change([{ ...entry, scopes: [{ grants: ['web:read'] }] }])
  t.match(await verifier.verify(token), { caller: { scopes: ['web:read'] } })
  t.equal(verifier.state.loads, 1)
  verifier.change([])
  t.match(await outcomeOf(verifier, token), /^token_refused: The token is not of an issuer/)
})

t.test('a token that is verified while its issuer changes has what the issuer grants then', async t => {
  const loading = Promise.withResolvers<JSONWebKeySet>()
  const verifier = createTokenVerifier([entry], { load: () => loading.promise, log: silentLog })
  const token = await issuer.sign()
  const pending = verifier.verify(token)
  verifier.change([{ ...entry, scopes: [{ grants: ['web:read'] }] }])
  loading.resolve(issuer.jwks)
  t.match(await pending, { caller: { scopes: ['web:read'] } }, 'narrowed')
  const changes: [IssuerEntry[], RegExp][] = [
    [[{ ...entry, audience: ['other'] }], /is for another audience/],
    [[], /is not of an issuer/]
  ]
  for (const [entries, refused] of changes) {
    verifier.change([entry])
    const verified = verifier.verify(token)
    verifier.change(entries)
    t.match(await verified, { reason: 'token_refused', message: refused })
  }
})

t.test('a token that would be valid for longer than the issuer may grant is refused', async t => {
  const verifier = verifierOf()
  t.match(await outcomeOf(verifier, await issuer.sign({ exp: now + 23 * 3_600 })), /^jwt:/)
  const long = await issuer.sign({ exp: now + 25 * 3_600 })
  t.equal(await outcomeOf(verifier, long), 'token_refused: The token expires in more than 24 hours.')
  t.match(await outcomeOf(verifierOf({ max_hours: 48 }), long), /^jwt:/)
})

t.test('keys are loaded by the metadata of the issuer, or from a given URL', async t => {
  const load = keyLoader([])
  t.strictSame(await load({ issuer: issuer.url }), issuer.jwks)
  t.strictSame(await load({ issuer: 'https://issuer.invalid', jwks_uri: `${issuer.url}/keys` }), issuer.jwks)
  const oauth = await listen(t, (response, { url }) => {
    if (url === '/.well-known/oauth-authorization-server/tenant')
      response.end(JSON.stringify({ issuer: `${oauth.url}/tenant`, jwks_uri: `${oauth.url}/keys` }))
    else response.writeHead(url === '/keys' ? 200 : 404).end(JSON.stringify(issuer.jwks))
  })
  t.strictSame(await load({ issuer: `${oauth.url}/tenant` }), issuer.jwks, 'RFC 8414')
})

t.test('keys are not loaded from where the metadata leads into the network of the gateway', async t => {
  let answer: object = {}
  let status = 200
  const server = await listen(t, response => {
    response.writeHead(status, { location: `${issuer.url}/keys` }).end(JSON.stringify(answer))
  })
  const load = (more: object = {}) => keyLoader([])({ issuer: server.url, ...more })
  for (const jwks_uri of [`${issuer.url}/keys`, 'http://169.254.169.254/latest', 'https://10.0.0.1/keys', 'file:///etc/passwd']) {
    answer = { issuer: server.url, jwks_uri }
    t.match(await load().catch(error => error), { reason: /^(?:address_refused|invalid_field_value)$/ }, jwks_uri)
  }
  answer = { issuer: 'https://other.example', jwks_uri: `${server.url}/keys` }
  await t.rejects(load(), { message: /another issuer/ })
  answer = { keys: 'none' }
  await t.rejects(load(), { message: /names no jwks_uri/ })
  await t.rejects(load({ jwks_uri: `${server.url}/keys` }), { message: /not a JWKS/ })
  answer = { keys: [], more: 'x'.repeat(300_000) }
  await t.rejects(load({ jwks_uri: `${server.url}/keys` }), { message: /more than 256 KB/ })
  status = 302
  await t.rejects(load({ jwks_uri: `${server.url}/keys` }), { message: /returned 302/ }, 'no redirect is followed')
  t.notOk(issuer.seen.some(({ headers }) => headers.host !== `127.0.0.1:${issuer.port}`))
})
