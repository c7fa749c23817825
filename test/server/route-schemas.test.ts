import t from 'tap'
import { documentsOf } from '../../script/document.ts'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { startApp } from '../helpers/app.ts'
import { LIBRARY } from '../helpers/library.ts'

const route = { method: 'GET', handler: async () => 'x' } as const
const untagged = { summary: 'Get a thing', description: 'Returns a thing.', response: { 200: { type: 'object' } } }
const schema = { ...untagged, tags: ['Things'] }

t.test('the app registers every route with a schema, and refuses a route without one', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY })
  t.throws(() => app.route({ ...route, url: '/bare' }), /The schema of the route GET \/bare has no summary, description, tags, response/)
  t.throws(() => app.route({ ...route, url: '/some', schema: untagged }), /GET \/some has no tags/)
  t.throws(() => app.route({ ...route, url: '/things/:id', schema }), /GET \/things\/:id has no params/)
  app.route({ ...route, url: '/things', schema })
  app.register(async scope => {
    scope.route({ ...route, url: '/scoped' })
  })
  await t.rejects(async () => await app.ready(), /GET \/scoped/, 'in a scope too')
})

t.test('every route of the app is in the document, unless its schema hides it', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY })
  await app.ready()
  const documented = Object.entries(Object(app.swagger().paths)).flatMap(([path, item]) =>
    Object.keys(Object(item)).map(method => `${method.toUpperCase()} ${path}`)
  )
  const registered = routesOf(app.printRoutes({ commonPrefix: false }))
  const hidden = registered.filter(route => !documented.includes(route))
  t.ok(registered.length > 20)
  t.strictSame(
    documented.filter(route => !registered.includes(route)),
    [],
    'every documented route exists'
  )
  t.ok(
    hidden.every(route => /^[A-Z]+ \/(?:docs.*|mcp(?:\/\{pack\})?|\.well-known\/.*)?$/.test(route)),
    `only MCP and the pages are hidden: ${hidden.join(', ')}`
  )
})

t.test('the served document is that of the plugin', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY, publicUrl: 'https://gate.example' })
  const served = (await app.inject('/openapi.json')).json()
  t.strictSame(served, JSON.parse(JSON.stringify(app.swagger())))
  const { whole } = await documentsOf(createCatalog(LIBRARY), { version: '0.0.0', serverUrl: 'https://gate.example' })
  t.strictSame(served, JSON.parse(JSON.stringify(whole)), 'and that of the checked-in files')
})

t.test('schemas of routes validate nothing: the pipeline does', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY })
  const response = await app.inject({ method: 'PATCH', url: '/v1/library/books/1', payload: { titel: 'Emma' } })
  t.equal(response.statusCode, 400)
  t.match(response.json().error, { code: 'VALIDATION_ERROR', details: { issues: [{ path: 'titel' }] } })
})

/** `GET /v1/library/books/{book_id}` of every line of Fastify's tree of routes. */
function routesOf(tree: string): string[] {
  const parents: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', segment = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    parents.length = depth
    const url = `${parents[depth - 1] ?? ''}${segment}`
    parents[depth] = url
    const path = (url.length > 1 ? url.replace(/\/$/, '') : url).replace(/:(\w+)/g, '{$1}')
    return methods === ''
      ? []
      : methods
          .split(', ')
          .filter(method => method !== 'HEAD')
          .map(method => `${method} ${path}`)
  })
}
