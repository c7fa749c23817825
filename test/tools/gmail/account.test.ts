import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { openDiary } from '../../helpers/calendar.ts'
import { openPostOffice } from '../../helpers/gmail.ts'
import { startTestRedis } from '../../helpers/redis.ts'

const refusal = (code: number, reason: string, message = 'No.') => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: 'usageLimits', reason, message }] } }
})

t.test('an account', async t => {
  const { call, clear, failNext, requests } = await openPostOffice(t)
  t.beforeEach(clear)
  const tokenRequests = async (): Promise<number> => (await requests()).filter(({ path }) => path === '/token').length

  t.test('many calls that need a token share one token request', async t => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('get_profile')))
    t.ok(answers.every(({ status }) => status === 200))
    t.equal(await tokenRequests(), 1)
  })

  t.test('a rejected token is renewed once and the request is sent again, even for a write', async t => {
    await failNext({ path: '/modify' }, refusal(401, 'authError'))
    t.equal((await call('modify_labels', { message_id: '19b0000001460146', add: ['STARRED'] })).status, 200)
    t.equal(await tokenRequests(), 1)
  })

  t.test('if the renewed token is rejected as well, the status is 424', async t => {
    await failNext({ path: '/profile' }, refusal(401, 'authError', 'Invalid Credentials'), 2)
    const { status, error } = await call('get_profile')
    t.equal(status, 424)
    t.match(error, { code: 'AUTHENTICATION_ERROR', details: { reason: 'authentication_failed', outcome: 'not_executed' } })
    t.match(error.details.suggestions[0], /GOOGLE_REFRESH_TOKEN/)
  })

  t.test('the error for invalid_grant lists possible causes and what to do', async t => {
    await failNext(
      { path: '/token' },
      { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } }
    )
    await failNext({ path: '/profile' }, refusal(401, 'authError'))
    const { status, error } = await call('get_profile')
    t.equal(status, 424)
    t.match(error, { message: /Token has been expired or revoked/, details: { reason: 'token_expired' } })
    t.match(error.details.suggestions.join(' '), /consent again.*7 days while the consent screen is in Testing/)
  })

  t.test('a failure of the sign-in server is not reported as an invalid credential', async t => {
    await failNext({ path: '/profile' }, refusal(401, 'authError'))
    await failNext({ path: '/token' }, { status: 500, body: { error: 'internal_failure' } }, 2)
    t.match(await call('get_profile'), { status: 502, error: { details: { reason: 'server_error', outcome: 'not_executed' } } })
  })

  t.test('errors are classified by their reason, not by their status (pitfall 11)', async t => {
    for (const [fault, status, details] of [
      [refusal(403, 'rateLimitExceeded'), 429, { reason: 'rate_limit_exceeded' }],
      [refusal(403, 'userRateLimitExceeded'), 429, { reason: 'rate_limit_exceeded' }],
      [refusal(429, 'rateLimitExceeded'), 429, { reason: 'rate_limit_exceeded' }],
      [refusal(403, 'dailyLimitExceeded'), 429, { reason: 'rate_limit_exceeded', quota: true }],
      [refusal(403, 'quotaExceeded'), 429, { reason: 'rate_limit_exceeded', quota: true }],
      [refusal(403, 'insufficientPermissions'), 403, { reason: 'insufficient_permissions', suggestions: [/scopes/] }],
      [refusal(403, 'domainPolicy'), 403, { reason: 'insufficient_permissions', suggestions: [/administrator/] }],
      [refusal(403, 'accessNotConfigured'), 403, { reason: 'insufficient_permissions', suggestions: [/Enable this API/] }],
      [refusal(400, 'invalidArgument'), 422, { reason: 'upstream_refused' }],
      [refusal(404, 'notFound'), 404, { reason: 'upstream_not_found' }],
      [refusal(500, 'backendError'), 502, { reason: 'server_error' }]
    ] as const) {
      await failNext({ path: '/profile' }, fault)
      const answer = await call('get_profile')
      t.equal(answer.status, status, JSON.stringify(fault))
      t.match(answer.error.details, { ...details, source: 'upstream', outcome: 'not_executed' })
    }
  })

  t.test('the wait that Google requests is returned', async t => {
    const until = new Date(Date.now() + 60_000).toISOString()
    await failNext({ path: '/profile' }, refusal(403, 'userRateLimitExceeded', `User-rate limit exceeded.  Retry after ${until}`))
    const { retry_after_ms } = (await call('get_profile')).error.details
    t.ok(retry_after_ms > 30_000 && retry_after_ms <= 60_000)
  })
})

t.test('a token is renewed a minute before it expires', async t => {
  const { call, requests } = await openPostOffice(t, { tokenSeconds: 59 })
  await call('get_profile')
  await call('get_profile')
  t.equal((await requests()).filter(({ path }) => path === '/token').length, 2)
})

t.test('two processes of one instance share a token through Redis (pitfall 13)', async t => {
  const redis = await startTestRedis(t)
  const first = await openPostOffice(t, { redis: redis.client() })
  const { requests } = first
  await first.call('get_profile')
  const second = await openPostOffice(t, { redis: redis.client(), settings: { url: first.url, token_url: `${first.url}/token` } })
  t.equal((await second.call('get_profile')).status, 200)
  t.equal((await requests()).filter(({ path }) => path === '/token').length, 1)
})

t.test('if many processes need a token at once, one requests it, even after their token was rejected (pitfall 13)', async t => {
  const redis = await startTestRedis(t)
  const first = await openPostOffice(t, { redis: redis.client() })
  const second = await openPostOffice(t, { redis: redis.client(), settings: { url: first.url, token_url: `${first.url}/token` } })
  const callAll = async (): Promise<number[]> =>
    (await Promise.all([first, second, first, second].map(({ call }) => call('get_profile')))).map(({ status }) => status)
  const asked = async (): Promise<number> => (await first.requests()).filter(({ path }) => path === '/token').length
  await first.failNext({ path: '/token' }, { delay_ms: 500 })
  t.strictSame(await callAll(), [200, 200, 200, 200])
  t.equal(await asked(), 1)

  await first.clear()
  await first.failNext({ path: '/token' }, { delay_ms: 500 })
  // Late enough that all of them are sent with the old token.
  await first.failNext({ path: '/profile' }, { ...refusal(401, 'authError'), delay_ms: 1_500 }, 4)
  t.strictSame(await callAll(), [200, 200, 200, 200])
  t.equal(await asked(), 1)
})

t.test('a refresh token that replaces the configured one is stored', async t => {
  const seen: (string | null)[] = []
  const url = await signIn(t, form => {
    seen.push(form.get('refresh_token'))
    return { access_token: `a${seen.length}`, expires_in: 30, refresh_token: `next-${seen.length}` }
  })
  const redis = await startTestRedis(t)
  const { call } = await openPostOffice(t, { redis: redis.client(), settings: { token_url: `${url}/token`, refresh_token: 'first' } })
  await call('get_profile')
  await call('get_profile')
  t.strictSame(seen.slice(0, 3), ['first', 'next-1', 'next-2'])
})

t.test('Gmail and Calendar of one account share the replaced refresh token, whatever else is set', async t => {
  const seen: (string | null)[] = []
  const url = await signIn(t, form => {
    seen.push(form.get('refresh_token'))
    return { access_token: `a${seen.length}`, expires_in: 30, refresh_token: `next-${seen.length}` }
  })
  const redis = await startTestRedis(t)
  const account = { token_url: `${url}/token`, refresh_token: 'first' }
  const open = { gmail: openPostOffice, calendar: openDiary }
  const callOf = async (system: keyof typeof open, settings = {}) => {
    const { call } = await open[system](t, { redis: redis.client(), settings: { ...account, ...settings } })
    return await call(system === 'gmail' ? 'get_profile' : 'list_calendars')
  }
  await callOf('gmail')
  await callOf('calendar')
  await callOf('gmail', { timeout: 7 })
  await callOf('calendar', { timeout: 7 })
  t.ok(seen.length >= 4)
  t.strictSame(
    seen,
    seen.map((_, at) => (at === 0 ? 'first' : `next-${at}`)),
    'no refresh token is used twice or lost'
  )
  seen.length = 0
  await callOf('gmail', { refresh_token: 'of another consent' })
  t.equal(seen[0], 'of another consent', 'a new consent replaces every token of the old one')
})

t.test('an access token alone is used until it is rejected; then the status is 424, with what to set', async t => {
  const settings = { client_id: undefined, client_secret: undefined, refresh_token: undefined, access_token: 'ya29.expired' }
  const { call } = await openPostOffice(t, { settings })
  const { status, error } = await call('get_profile')
  t.equal(status, 424)
  t.match(error.details, { reason: 'token_expired', suggestions: [/GOOGLE_REFRESH_TOKEN/] })
})

t.test('incomplete credentials are a configuration error that names the missing settings', async t => {
  const { call } = await openPostOffice(t, { settings: { client_secret: undefined, refresh_token: undefined } })
  t.match(await call('get_profile'), {
    status: 503,
    error: { details: { reason: 'configuration_invalid' }, message: /client_secret and refresh_token must be set with client_id/ }
  })
})

t.test('secrets are neither returned nor logged', async t => {
  const lines: string[] = []
  const { call, failNext } = await openPostOffice(t, { onLog: line => lines.push(JSON.stringify(line)) })
  await failNext(
    { path: '/token' },
    { status: 400, body: { error: 'invalid_grant', error_description: 'sandbox-refresh-token is revoked' } }
  )
  const profile = JSON.stringify(await call('get_profile'))
  await call('get_profile')
  for (const secret of ['sandbox-refresh-token', 'sandbox-client-secret', 'ya29.']) t.notMatch(profile + lines.join(), secret)
})

/** Starts a token endpoint with the responses of the test. */
async function signIn(t: Test, answer: (form: URLSearchParams) => unknown): Promise<string> {
  const server = createServer(async (request, response) => {
    const text = (await Array.fromAsync(request)).join('')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(new URLSearchParams(text))))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const address: AddressInfo | string | null = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
