import t from 'tap'
import { startApp } from '../../helpers/app.ts'

const KEYS: Record<string, readonly string[]> = { all: ['*'], some: ['gitlab_get_issue', 'gmail_bulk_label_messages', 'jobs_get'] }
const auth = {
  identify: (id: string) => (KEYS[id] ? { id, scopes: KEYS[id] } : ('unknown' as const)),
  anonymous: undefined
}
const ports = {
  visible: ({ id }: { id: string }, { scopes }: { scopes: readonly string[] }) => scopes.includes('*') || scopes.includes(id)
}
const packs = { triage: ['gitlab:issues', 'gmail_bulk_label_messages'], huge: ['gitlab'] }
const started = startApp(t, { auth, ports, publicUrl: 'https://gate.example', packs: () => packs })

async function get(url: string, key?: string, headers: Record<string, string> = {}) {
  const { app } = await started
  const answer = await app.inject({ url, headers: { ...(key && { 'x-api-key': key }), ...headers } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => JSON.parse(answer.body) }
}
const names = async (query: string, key = 'all'): Promise<string[]> =>
  (await get(`/v1/dialects/mcp${query}`, key)).json().tools.map(({ name }: { name: string }) => name)

t.test('a dialect holds what the key may call', async t => {
  t.ok((await names('')).length > 250)
  t.strictSame(await names('', 'some'), ['gitlab_get_issue', 'gmail_bulk_label_messages', 'jobs_get'])
  t.equal((await get('/v1/dialects/mcp')).status, 401)
})

t.test('more functions than a request to OpenAI takes are told so', async t => {
  const { tools, warnings } = (await get('/v1/dialects/openai-chat', 'all')).json()
  t.ok(tools.length > 128)
  t.match(warnings, [/a request takes 128: choose with \?pack=/])
  t.notOk('warnings' in (await get('/v1/dialects/openai-chat?pack=web', 'all')).json())
})

t.test('tools that are more text than a model should read at once are told so', async t => {
  for (const name of ['anthropic', 'gemini']) {
    t.match(
      (await get(`/v1/dialects/${name}`, 'all')).json().warnings,
      [/reads \d+,000 characters of these tools at once: choose with \?pack=/],
      name
    )
    t.notOk('warnings' in (await get(`/v1/dialects/${name}?pack=web`, 'all')).json(), name)
  }
})

t.test('?tag= takes a system, or a group of one', async t => {
  const issues = await names('?tag=gitlab:planning')
  t.ok(issues.includes('gitlab_list_labels') && !issues.includes('gitlab_get_issue'))
  t.ok((await names('?tag=trello')).every(name => /^(trello|jobs)_/.test(name)))
})

t.test('a bulk action brings the verbs of its job with it, as far as the key may call them', async t => {
  t.ok((await names('?tag=gmail_bulk_label_messages')).includes('jobs_confirm'))
  t.strictSame(await names('?tag=gmail_bulk_label_messages', 'some'), ['gmail_bulk_label_messages', 'jobs_get'])
  t.notOk((await names('?tag=gitlab_get_issue')).includes('jobs_get'), 'nothing else does')
})

t.test('?pack= takes a pack of the configuration, or the default one of a system', async t => {
  const triage = await names('?pack=triage')
  t.ok(triage.includes('gitlab_get_issue') && triage.includes('gmail_bulk_label_messages') && triage.includes('jobs_confirm'))
  t.ok((await names('?pack=gitlab')).length <= 30)
})

t.test('what is not there is refused, with what may have been meant', async t => {
  const dialect = await get('/v1/dialects/openai_chat', 'all')
  t.match(dialect.json(), { error: { code: 'NOT_FOUND_ERROR', details: { suggestions: ['Did you mean openai-chat?'] } } })
  t.equal(dialect.status, 404)
  const pack = await get('/v1/dialects/mcp?pack=triaje', 'all')
  t.match(pack.json(), {
    error: { code: 'VALIDATION_ERROR', details: { suggestions: ['Did you mean triage?'], issues: [{ path: 'pack' }] } }
  })
  t.match((await get('/v1/dialects/mcp?tag=gitlb', 'all')).json().error.details.suggestions, ['Did you mean gitlab?'])
  t.match((await get('/v1/dialects/mcp?tga=gitlab', 'all')).json().error.details.issues, [{ path: 'tga', expected: /tag/ }])
})

t.test('a tag of what the key may not call is as one that is not there', async t => {
  t.match((await get('/v1/dialects/mcp?tag=trello', 'some')).json(), { error: { code: 'VALIDATION_ERROR' } })
})

t.test('a version that the caller has is not sent again', async t => {
  const { headers } = await get('/v1/dialects/anthropic?pack=web', 'all')
  const again = await get('/v1/dialects/anthropic?pack=web', 'all', { 'if-none-match': String(headers.etag) })
  t.equal(again.status, 304)
  t.equal(again.text, '')
  t.equal((await get('/v1/dialects/anthropic?pack=jobs', 'all', { 'if-none-match': String(headers.etag) })).status, 200)
  t.match(headers, { 'cache-control': 'private, no-cache', vary: 'Authorization, X-API-Key' })
})

t.test('every dialect that is listed is there, as it is listed', async t => {
  const { data } = (await get('/v1/dialects', 'all')).json()
  t.ok(data.items.length >= 10)
  for (const { path, media_type } of data.items) {
    const { status, headers } = await get(`${path}?pack=web`, 'all')
    t.equal(status, 200, path)
    t.equal(headers['content-type'], `${media_type}; charset=utf-8`)
  }
  t.match(
    data.packs.find(({ name }: { name: string }) => name === 'huge'),
    { gpt: null }
  )
  t.match(
    data.packs.find(({ name }: { name: string }) => name === 'triage'),
    { gpt: '/openapi/gpt/triage' }
  )
  const { data: few } = (await get('/v1/dialects', 'some')).json()
  t.strictSame(
    few.packs.map(({ name }: { name: string }) => name),
    ['gitlab', 'gmail', 'huge', 'jobs', 'triage'],
    'packs of which the key may call something'
  )
})

t.test('a pack as the schema of a GPT has one https server and no header', async t => {
  const { status, headers, json } = await get('/openapi/gpt/triage', 'all')
  t.equal(status, 200)
  const { servers, paths, openapi } = json()
  t.equal(openapi, '3.1.0')
  t.strictSame(servers, [{ url: 'https://gate.example/gpt' }])
  const operations = Object.values<object>(paths).flatMap(item => Object.values(item))
  t.ok(operations.length > 10 && operations.length <= 30)
  for (const { operationId, description, parameters = [], ...operation } of operations) {
    t.type(operation['x-openai-isConsequential'], 'boolean', operationId)
    t.ok(description.length <= 300, operationId)
    t.ok(parameters.every((parameter: { in: string }) => parameter.in !== 'header'))
  }
  const create = paths['/v1/gitlab/projects/{project}/issues']?.post ?? paths['/v1/gitlab/issues']?.post
  t.ok(JSON.stringify(create).includes('idempotency_key'), 'what the header would say is in the body')
  t.equal((await get('/openapi/gpt/triage', 'all', { 'if-none-match': String(headers['etag']) })).status, 304)
  t.strictSame(Object.keys((await get('/openapi/gpt/triage', 'some')).json().paths).length, 3, 'what the key may call')
})

t.test('a pack that is too large for a GPT, or that is not there, is refused', async t => {
  const huge = await get('/openapi/gpt/huge', 'all')
  t.equal(huge.status, 422)
  t.match(huge.json().error.message, /has \d+ operations; a GPT takes 30/)
  t.equal((await get('/openapi/gpt/none', 'all')).status, 404)
})

t.test('without an https address there is no schema for a GPT, and the answer says what to set', async t => {
  for (const publicUrl of ['http://gate.example', 'https://gate.example:8443', '']) {
    const { app } = await startApp(t, publicUrl === '' ? {} : { publicUrl })
    const { statusCode, body } = await app.inject('/openapi/gpt/web')
    t.equal(statusCode, 503)
    t.match(JSON.parse(body).error.details.suggestions, [/TOOLGATE_PUBLIC_URL/])
  }
})
