import t from 'tap'
import getProject from '../../../src/tools/gitlab/operations/projects/get-project.ts'
import { startApp } from '../../helpers/app.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { listen } from '../../helpers/listen.ts'

const { call, failNext, clear, sent, base } = await openGitlab(t)
const NOWHERE = { token: 'glpat-x', max_retries: 0, timeout: 1 }
t.beforeEach(() => clear())

const issue = { project: 'acme/web', issue_iid: 1 }
const NOT_VERSION = '/projects/'
const answered = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
  await failNext({ path: NOT_VERSION }, { status, body, headers })
  return (await call('get_issue', issue)).error
}

/** Every shape of an error body. */
const SHAPES: [what: string, status: number, body: unknown, words: string][] = [
  ['a message', 400, { message: '400 Bad request - x' }, '400 Bad request - x'],
  ['properties with lists', 400, { message: { title: ['is too short', 'is bad'] } }, 'title is too short; title is bad'],
  ['a list', 409, { message: ['Another open merge request already exists: !5'] }, 'Another open merge request already exists: !5'],
  ['base and a nested object', 400, { message: { base: ['No stages'], author: { name: ['is long'] } } }, 'No stages; author.name is long'],
  ['an error of the reader', 400, { error: 'title is missing, ref is empty' }, 'title is missing, ref is empty'],
  ['an error with its description', 401, { error: 'invalid_token', error_description: 'Token was revoked.' }, 'Token was revoked.'],
  ['an error_code', 400, { message: 'Sorry, we cannot cherry-pick', error_code: 'conflict' }, 'Sorry, we cannot cherry-pick'],
  ['text', 422, 'Not now', 'Not now'],
  ['HTML of a proxy', 502, '<html><style>b{}</style><body><h1>502 Bad Gateway</h1></body></html>', '502 Bad Gateway']
]
for (const [what, status, body, words] of SHAPES) {
  t.test(`a refusal as ${what} is reported with its message, and not with its body`, async t => {
    const error = await answered(status, body)
    t.equal(error.details.upstream.message, words)
    t.equal(error.details.upstream.status, status)
    t.notMatch(JSON.stringify(error), /\[object|<h1>/)
  })
}

const CODES: [status: number, code: string, gateway: number][] = [
  [400, 'VALIDATION_ERROR', 422],
  [401, 'AUTHENTICATION_ERROR', 424],
  [403, 'PERMISSION_ERROR', 403],
  [404, 'NOT_FOUND_ERROR', 404],
  [409, 'CONFLICT_ERROR', 409],
  [422, 'VALIDATION_ERROR', 422],
  [429, 'RATE_LIMIT_ERROR', 429],
  [500, 'GITLAB_SERVER_ERROR', 502],
  [503, 'GITLAB_SERVER_ERROR', 502]
]
for (const [status, code, gateway] of CODES) {
  t.test(`the seed: ${status} of GitLab is ${code}`, async t => {
    await failNext({ path: NOT_VERSION }, { status, body: { message: 'x' } })
    const answer = await call('get_issue', issue)
    t.strictSame([answer.status, answer.error.code, answer.error.details.source], [gateway, code, 'upstream'])
  })
}

t.test('the seed: an unreachable server is NETWORK_ERROR', async t => {
  const { app } = await startApp(t, {
    system: 'gitlab',
    systems: { gitlab: { instances: { main: { ...NOWHERE, url: 'http://127.0.0.1:1' } } } }
  })
  const answer = await app.inject({ url: '/v1/gitlab/user' })
  t.match([answer.statusCode, answer.json().error], [502, { code: 'NETWORK_ERROR', details: { outcome: 'not_executed' } }])
})

t.test('the seed: a server that does not respond in time is TIMEOUT_ERROR', async t => {
  const { url } = await listen(t, () => undefined)
  const { app } = await startApp(t, { system: 'gitlab', systems: { gitlab: { instances: { main: { ...NOWHERE, url } } } } })
  const answer = await app.inject({ url: '/v1/gitlab/user' })
  t.match([answer.statusCode, answer.json().error], [504, { code: 'TIMEOUT_ERROR' }])
})

t.test('the seed: an unexpected error is UNKNOWN_ERROR, and does not reveal its cause', async t => {
  const broken = { ...getProject, handler: () => Promise.reject(new Error('the inner life of the gateway')) }
  const { app } = await startApp(t, { definitions: [broken], systems: { gitlab: { instances: { main: { ...NOWHERE, url: base } } } } })
  const answer = await app.inject({ url: '/v1/gitlab/project?project=acme/web' })
  t.match([answer.statusCode, answer.json().error], [500, { code: 'UNKNOWN_ERROR' }])
  t.notMatch(answer.body, 'inner life')
})

t.test('the mistakes of each property are listed', async t => {
  const { details } = await answered(400, { message: { title: ["can't be blank"], due_date: ['is no day'] } })
  t.strictSame(details.issues, [
    { path: 'title', message: "can't be blank" },
    { path: 'due_date', message: 'is no day' }
  ])
})

t.test('a limit with text and Retry-After is 429 with that time', async t => {
  const error = await answered(429, 'Retry later\n', { 'content-type': 'text/plain', 'retry-after': '17' })
  t.match(error, { code: 'RATE_LIMIT_ERROR', details: { retry_after_ms: 17_000, upstream: { message: 'Retry later' } } })
})

t.test('a limit of the application without headers is 429 with a time to wait', async t => {
  const body = { message: { error: 'This endpoint has been requested too many times. Try again later.' } }
  t.match(await answered(429, body), { code: 'RATE_LIMIT_ERROR', details: { retry_after_ms: 60_000 } })
})

t.test('a limit that reports only its reset, as an epoch, gives the time to wait', async t => {
  const reset = Math.ceil(Date.now() / 1000) + 30
  const headers = { 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'ratelimit-observed': '11', 'ratelimit-reset': String(reset) }
  const { details } = await answered(429, 'Retry later\n', headers)
  t.strictSame(details.rate_limit, { limit: 10, remaining: 0, reset: new Date(reset * 1000).toISOString(), used: 11 })
  t.ok(details.retry_after_ms > 0 && details.retry_after_ms <= 31_000)
  t.ok(Math.abs(Date.parse(details.reset_time) - reset * 1000) < 1000)
})

t.test('an exceeded limit of the application does not end when another one that has requests left resets', async t => {
  const { details } = await answered(429, 'Retry later\n', { 'ratelimit-remaining': '9', 'ratelimit-reset': '1767600000' })
  t.equal(details.retry_after_ms, 60_000)
})

t.test('404 states that the resource may only be hidden', async t => {
  const { status, error } = await call('get_issue', { project: 'acme/web', issue_iid: 9999 })
  t.equal(status, 404)
  t.equal(error.message, 'GitLab has no issue #9999 of acme/web that this token can see.')
})

t.test('a group without visible issues is 404 with a message about the group', async t => {
  t.match((await call('list_issues', { group: 'nothing' })).error, { message: /no group nothing/ })
})

t.test('a write whose response was lost is unknown, and not sent again', async t => {
  await failNext({ method: 'POST', path: NOT_VERSION }, { cut: true, after: true })
  const { error } = await call('create_issue', { project: 'acme/sandpit', title: 'Lost' })
  t.equal(error.details.outcome, 'unknown')
  t.equal((await sent()).filter(line => line.startsWith('POST')).length, 1)
  t.equal((await call('list_issues', { project: 'acme/sandpit', search: 'Lost' })).data.items.length, 1)
})

t.test('a write whose response lacks required properties has succeeded', async t => {
  await failNext(
    { method: 'POST', path: NOT_VERSION },
    {
      status: 201,
      body: { iid: null, labels: [{ name: 'bug' }], author: null },
      after: true,
      headers: { 'content-type': 'application/json' }
    }
  )
  const { status, data } = await call('create_issue', { project: 'acme/sandpit', title: 'Odd' })
  t.equal(status, 201)
  t.match(data, { iid: null, labels: ['bug'], author: null, assignees: [] })
})

t.test('contradictory filters are refused before anything is sent', async t => {
  t.equal((await call('list_issues', { project: 'acme/web', author: 'sam', author_id: 1 })).status, 400)
  t.strictSame(await sent(), [])
})
