import t from 'tap'
import { startApp } from '../../helpers/app.ts'
import { LIBRARY } from '../../helpers/library.ts'

const auth = {
  identify: (key: string) =>
    key === 'all' || key === 'some' ? { id: key, scopes: key === 'all' ? ['*'] : ['library_get_book'] } : ('unknown' as const),
  anonymous: undefined
}
const ports = {
  visible: ({ id }: { id: string }, { scopes }: { scopes: readonly string[] }) => scopes.includes('*') || scopes.includes(id)
}

t.test('/openapi.json shows what the key may call', async t => {
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

t.test('the server is where the caller reached it, unless the configuration says where', async t => {
  const auth = { identify: () => ({ id: 'me', scopes: ['*'] }), anonymous: undefined }
  const { app } = await startApp(t, { definitions: LIBRARY, auth })
  const serverFor = async (host: string) =>
    (await app.inject({ url: '/openapi.json', headers: { host, 'x-api-key': 'mine' } })).json().servers[0].url
  t.equal(await serverFor('[::1]:8080'), 'http://[::1]:8080')
  t.equal(await serverFor('a"b'), 'http://127.0.0.1')
  for (let port = 1; port < 12; port++) t.equal(await serverFor(`gate:${port}`), `http://gate:${port}`)
})
