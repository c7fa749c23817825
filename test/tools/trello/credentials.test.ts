import t, { type Test } from 'tap'
import { trello } from '../../../src/tools/trello/tool.ts'
import { startTestRedis } from '../../helpers/redis.ts'
import { openTrello } from '../../helpers/trello.ts'

const lines: Record<string, unknown>[] = []

const withToken = (t: Test, token: string) => openTrello(t, { settings: { token }, onLog: line => void lines.push(line) })

t.test('an expired token is reported with what to do', async t => {
  const { call } = await withToken(t, 'sandbox-token-that-expired')
  const { status, error } = await call('list_boards')
  t.equal(status, 424)
  t.match(error.details, { reason: 'token_expired', suggestions: [/Create a new token/] })
})

t.test('a read-only token is refused for a write and accepted for a read', async t => {
  const { call } = await withToken(t, 'sandbox-token-that-reads')
  t.equal((await call('list_boards')).status, 200)
  const { status, error } = await call('create_list', { board: 'Playground', name: 'x' })
  t.equal(status, 403)
  t.match(error.details, { reason: 'insufficient_permissions', outcome: 'not_executed' })
})

t.test('an unknown token is neither returned nor logged', async t => {
  const { call } = await withToken(t, 'an-unknown-secret-token')
  const { status, text } = await call('list_boards')
  t.equal(status, 424)
  t.notMatch(text + JSON.stringify(lines), 'an-unknown-secret-token')
})

t.test('calls beyond the limit of a token are refused with the time to wait', async t => {
  const { call } = await openTrello(t, { limits: { token: 3, interval_ms: 60_000 } })
  for (let number = 1; number <= 3; number++) t.equal((await call('list_boards')).status, 200)
  const { status, error } = await call('list_boards')
  t.equal(status, 429)
  t.match(error.details, { reason: 'rate_limit_exceeded', retry_after_ms: 10_000 })
})

t.test('a call waits for a limit that resets soon and then succeeds', async t => {
  const { call } = await openTrello(t, { limits: { token: 1, interval_ms: 1500 }, settings: { max_retries: 3 } })
  t.equal((await call('list_boards')).status, 200)
  t.equal((await call('list_boards')).status, 200)
})

t.test('a rate limit of the search delays only searches', async t => {
  const { call, failNext, requests } = await openTrello(t, { redis: (await startTestRedis(t)).client() })
  const headers = {
    'x-rate-limit-api-token-interval-ms': '10000',
    'x-rate-limit-api-token-max': '100',
    'x-rate-limit-api-token-remaining': '90'
  }
  await failNext({ path: '/search' }, { status: 429, headers, body: { error: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded' } })
  t.match((await call('search_cards', { query: 'launch' })).error.details, { reason: 'rate_limit_exceeded', source: 'upstream' })
  t.match((await call('search_cards', { query: 'launch' })).error.details, { reason: 'rate_limit_exceeded', source: 'gateway' })
  t.equal((await requests()).filter(({ path }) => path.endsWith('/search')).length, 1)
  t.equal((await call('list_boards')).status, 200)
})

t.test('a request for a member counts against a stricter limit; requests for resources below a member do not', async t => {
  const rules =
    trello.budgets?.({ url: 'https://api.trello.com/1', key: 'k', token: 't', timeout: 30, max_retries: 3, verify_ssl: true }) ?? []
  const counted = (path: string): string[] =>
    rules.filter(({ counts }) => !counts || counts({ method: 'GET', path, reads: true })).map(({ name }) => name)
  t.strictSame(counted('cards/x'), ['token', 'key'])
  t.strictSame(counted('members/me'), ['token', 'key', 'members'])
  t.strictSame(counted('members/me/boards'), ['token', 'key'])
})
