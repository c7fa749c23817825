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
const packs = { triage: ['gitlab_get_issue', 'gitlab_create_issue', 'gitlab:groups', 'gmail_bulk_label_messages'], huge: ['gitlab'] }
const started = startApp(t, { auth, ports, publicUrl: 'https://gate.example', packs: () => packs })

async function get(url: string, key?: string, headers: Record<string, string> = {}) {
  const { app } = await started
  const answer = await app.inject({ url, headers: { ...(key && { 'x-api-key': key }), ...headers } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => JSON.parse(answer.body) }
}
const names = async (query: string, key = 'all'): Promise<string[]> =>
  (await get(`/v1/dialects/mcp${query}`, key)).json().tools.map(({ name }: { name: string }) => name)

t.test('a dialect contains the operations that the key may call', async t => {
  t.ok((await names('')).length > 250)
  t.strictSame(await names('', 'some'), ['gitlab_get_issue', 'gmail_bulk_label_messages', 'jobs_get'])
  t.equal((await get('/v1/dialects/mcp')).status, 401)
})

t.test('more functions than a request to OpenAI can contain add a warning', async t => {
  const { tools, warnings } = (await get('/v1/dialects/openai-chat', 'all')).json()
  t.ok(tools.length > 128)
  t.match(warnings, [/A request accepts at most 128 functions .*: select some with \?pack=/])
  t.notOk('warnings' in (await get('/v1/dialects/openai-chat?pack=web', 'all')).json())
})

t.test('tool lists that are too long for a model add a warning', async t => {
  t.match((await get('/v1/dialects/gemini', 'all')).json().warnings, [
    /reads \d+,000 characters of these tools at once: select fewer with \?pack=/
  ])
  t.notOk('warnings' in (await get('/v1/dialects/gemini?pack=web', 'all')).json())
  t.notOk('warnings' in (await get('/v1/dialects/anthropic', 'all')).json(), 'most tools are deferred')
})

t.test('?systems= and ?tools= take several names, and add to a pack', async t => {
  t.ok((await names('?systems=trello,web')).every(id => /^(trello|web|jobs)_/.test(id)))
  t.strictSame(await names('?tools=gitlab_get_issue, web_search'), ['gitlab_get_issue', 'web_search'])
  const [pack, both] = [await names('?pack=web'), await names('?pack=web&tools=gitlab_get_issue')]
  t.strictSame(both, ['gitlab_get_issue', ...pack].toSorted())
})

t.test('?tag= selects a system or one of its groups', async t => {
  const issues = await names('?tag=gitlab:planning')
  t.ok(issues.includes('gitlab_list_labels') && !issues.includes('gitlab_get_issue'))
  t.ok((await names('?tag=trello')).every(name => /^(trello|jobs)_/.test(name)))
})

t.test('a bulk action includes the commands of its job, as far as the key may call them', async t => {
  t.ok((await names('?tag=gmail_bulk_label_messages')).includes('jobs_confirm'))
  t.strictSame(await names('?tag=gmail_bulk_label_messages', 'some'), ['gmail_bulk_label_messages', 'jobs_get'])
  t.notOk((await names('?tag=gitlab_get_issue')).includes('jobs_get'), 'nothing else does')
})

t.test('?pack= selects a configured pack, or the default pack of a system', async t => {
  const triage = await names('?pack=triage')
  t.ok(triage.includes('gitlab_get_issue') && triage.includes('gmail_bulk_label_messages') && triage.includes('jobs_confirm'))
  t.ok((await names('?pack=gitlab')).length <= 30)
})

t.test('an unknown name is refused with suggestions', async t => {
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

t.test('a tag of operations that the key may not call is unknown', async t => {
  t.match((await get('/v1/dialects/mcp?tag=trello', 'some')).json(), { error: { code: 'VALIDATION_ERROR' } })
})

t.test('a version that the caller has returns 304', async t => {
  const { headers } = await get('/v1/dialects/anthropic?pack=web', 'all')
  const again = await get('/v1/dialects/anthropic?pack=web', 'all', { 'if-none-match': String(headers.etag) })
  t.equal(again.status, 304)
  t.equal(again.text, '')
  t.equal((await get('/v1/dialects/anthropic?pack=jobs', 'all', { 'if-none-match': String(headers.etag) })).status, 200)
  t.match(headers, { 'cache-control': 'private, no-cache', vary: 'Authorization, X-API-Key' })
})

t.test('every listed dialect exists as listed', async t => {
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
    'packs with operations that the key may call'
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
  t.notOk(JSON.stringify(paths['/v1/gitlab/issues'].post).includes('idempotency_key'), 'as in every lean list')
  const complete = (await get('/openapi/gpt/triage?reserved=all', 'all')).json()
  t.ok(JSON.stringify(complete.paths['/v1/gitlab/issues'].post).includes('idempotency_key'), 'the body contains the input of the header')
  t.equal((await get('/openapi/gpt/triage', 'all', { 'if-none-match': String(headers['etag']) })).status, 304)
  t.strictSame(Object.keys((await get('/openapi/gpt/triage', 'some')).json().paths).length, 3, 'operations that the key may call')
})

t.test('a pack that is too large for a GPT, or unknown, is refused', async t => {
  const huge = await get('/openapi/gpt/huge', 'all')
  t.equal(huge.status, 422)
  t.match(huge.json().error.message, /has \d+ operations; GPT Actions support at most 30/)
  t.equal((await get('/openapi/gpt/none', 'all')).status, 404)
})

t.test('without an https address there is no schema for a GPT, and the error says what to set', async t => {
  for (const publicUrl of ['http://gate.example', 'https://gate.example:8443', '']) {
    const { app } = await startApp(t, publicUrl === '' ? {} : { publicUrl })
    const { statusCode, body } = await app.inject('/openapi/gpt/web')
    t.equal(statusCode, 503)
    t.match(JSON.parse(body).error.details.suggestions, [/TOOLGATE_PUBLIC_URL/])
  }
})
