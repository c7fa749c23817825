import t from 'tap'
import { headerInputs, inputOf } from '../../../src/catalog/reserved-inputs.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { LIBRARY } from '../../helpers/library.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
type Data = any

const auth = {
  identify: (key: string) =>
    key === 'all' || key === 'some' ? { id: key, scopes: key === 'all' ? ['*'] : ['library_get_book'] } : ('unknown' as const),
  anonymous: undefined
}
const ports = {
  visible: ({ id }: { id: string }, { scopes }: { scopes: readonly string[] }) => scopes.includes('*') || scopes.includes(id)
}

t.test('/openapi.json contains the operations that the key may call', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY, auth, ports })
  const get = async (key?: string, more = {}) =>
    await app.inject({ url: '/openapi.json', headers: { host: 'gate.example:8080', ...(key && { 'x-api-key': key }), ...more } })
  const all = await get('all')
  const some = await get('some')
  t.match(all.headers, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Authorization, X-API-Key'
  })
  t.match(all.json(), { servers: [{ url: 'http://gate.example:8080' }] })
  t.ok('/v1/library/bulk/stamp_books' in all.json().paths)
  t.strictSame(
    Object.keys(some.json().paths).filter(path => path.startsWith('/v1/library')),
    ['/v1/library/books/{book_id}']
  )
  t.strictSame(Object.keys(some.json().paths['/v1/library/books/{book_id}']), ['get'])
  t.not(all.headers['etag'], some.headers['etag'])

  const none = await get()
  t.equal(none.statusCode, 200)
  t.strictSame(Object.keys(none.json().paths), ['/healthz', '/readyz', '/openapi.json', '/errors/{code}'])
  t.equal((await get('other')).statusCode, 401)

  const etag = String(all.headers['etag'])
  t.match(await get('all', { 'if-none-match': `"x", W/${etag}` }), { statusCode: 304, body: '' })
  t.match(await get('all', { 'if-none-match': '*' }), { statusCode: 304 })
  t.match(await get('all', { 'if-none-match': '"x"' }), { statusCode: 200 })
  t.equal((await get('all')).body, all.body)
})

t.test('?system= selects the operations of one system, or the routes of the gateway itself', async t => {
  const { app } = await startApp(t, { definitions: [...LIBRARY, fakeOperation('add', {})], auth, ports })
  const get = async (query: string, key = 'all') => await app.inject({ url: `/openapi.json${query}`, headers: { 'x-api-key': key } })
  const paths = async (query: string, key?: string) => Object.keys((await get(query, key)).json().paths)
  t.match((await get('?system=library')).json(), { info: { title: 'Toolgate: Library' }, openapi: '3.1.0' })
  t.ok((await paths('?system=library')).every(path => path.startsWith('/v1/library/')))
  t.strictSame(await paths('?system=workshop'), ['/v1/workshop/add'])
  t.strictSame(await paths('?system=library', 'some'), ['/v1/library/books/{book_id}'])
  const own = await paths('?system=toolgate')
  t.ok(own.includes('/healthz') && own.includes('/v1/catalog'))
  t.notOk(own.some(path => /library|workshop/.test(path)))
  const refused = await get('?system=libary')
  t.equal(refused.statusCode, 400)
  t.match(refused.json().error.details, {
    suggestions: ['Did you mean library?'],
    issues: [{ expected: 'one of: library, workshop, toolgate' }]
  })
  t.equal((await get('?system=workshop', 'some')).statusCode, 400, 'as one that does not exist')
  t.equal((await get('?sistem=library')).statusCode, 400)
  t.strictSame(Object.keys((await app.inject('/openapi.json?system=library')).json().paths), [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/errors/{code}'
  ])
})

t.test('the server is the address that the caller used, unless configured', async t => {
  const auth = { identify: () => ({ id: 'me', scopes: ['*'] }), anonymous: undefined }
  const { app } = await startApp(t, { definitions: LIBRARY, auth })
  const serverFor = async (host: string) =>
    (await app.inject({ url: '/openapi.json', headers: { host, 'x-api-key': 'mine' } })).json().servers[0].url
  t.equal(await serverFor('[::1]:8080'), 'http://[::1]:8080')
  t.equal(await serverFor('a"b'), 'http://127.0.0.1')
  for (let port = 1; port < 12; port++) t.equal(await serverFor(`gate:${port}`), `http://gate:${port}`)
})

/** Reads the inputs of each operation as Open WebUI does: it fails on a parameter without a name, and follows references only in the properties of a body. */
function importedInputs(document: Record<string, Data>): Map<string, string[]> {
  const operations: Data[] = Object.values(document['paths']).flatMap(item => Object.values(Object(item)))
  return new Map(
    operations.map(({ operationId, parameters = [], requestBody }) => {
      const names = parameters.map(({ name, schema }: Data) => {
        if (name === undefined) throw new Error(`A parameter of ${operationId} has no name`)
        const words = schema.enum ?? []
        if (words.some((word: unknown) => typeof word !== 'string'))
          throw new Error(`${operationId}: ${name} lists values that are not texts`)
        return name
      })
      const { properties = {} } = requestBody?.content['application/json']?.schema ?? {}
      return [operationId, [...names, ...Object.keys(properties)]]
    })
  )
}

t.test('?refs=inline has every input without a reference, for Open WebUI', async t => {
  const { app, catalog } = await startApp(t)
  const read = async (query: string): Promise<Data> => (await app.inject(`/openapi.json${query}`)).json()
  t.throws(() => importedInputs(JSON.parse('{"paths":{"/x":{"get":{"operationId":"x","parameters":[{"$ref":"#/y"}]}}}}')), /has no name/)
  const inputs = importedInputs(await read('?refs=inline'))
  for (const operation of catalog.operations) {
    const { id } = operation
    const headers = new Set(headerInputs(operation).map(([name]) => name))
    const expected = Object.keys(inputOf(operation).properties).filter(name => !headers.has(name) && name !== 'idempotency_key')
    t.strictSame(
      expected.filter(name => !inputs.get(id)?.includes(name)),
      [],
      id
    )
  }
  const part = await read('?pack=gitlab&refs=inline')
  const own = importedInputs(part)
  t.ok(own.has('gitlab_get_issue'))
  t.ok([...own.keys()].every(id => /^(gitlab|jobs)_/.test(id)))
  const bodies = Object.values(part.paths).flatMap(item =>
    Object.values(Object(item)).map(({ parameters, requestBody }: Data) => [parameters, requestBody])
  )
  t.notMatch(JSON.stringify(bodies), '"$ref"')
})
