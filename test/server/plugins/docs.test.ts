import t from 'tap'
import { startApp } from '../../helpers/app.ts'
import { LIBRARY } from '../../helpers/library.ts'

const auth = { identify: () => 'unknown' as const, anonymous: undefined }

t.test('/docs needs no key, and loads nothing from elsewhere', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY, auth })
  const page = await app.inject('/docs')
  t.match(page, { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  t.match(page.headers['content-security-policy'], "default-src 'none'; script-src 'self'; style-src 'self'")
  t.notMatch(page.body, /https?:|<style|<script>| on\w+=/)
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url))
  t.equal(loaded.length, 6)
  for (const url of loaded) {
    const asset = await app.inject(url)
    t.equal(asset.statusCode, 200, url)
    t.ok(asset.rawPayload.length > 100, url)
    t.ok(asset.headers['content-security-policy'], url)
  }
  t.match((await app.inject('/docs/swagger-ui-bundle.js')).headers, { 'content-type': /javascript/ })
})

t.test('a cached script is not sent again, and nothing else of the package is served', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY, auth })
  const first = await app.inject('/docs/swagger-ui.css')
  const again = await app.inject({ url: '/docs/swagger-ui.css', headers: { 'if-none-match': String(first.headers['etag']) } })
  t.equal(again.statusCode, 304)
  t.not((await app.inject('/docs/index.html')).statusCode, 200)
  t.not((await app.inject('/docs/..%2fpackage.json')).statusCode, 200)
})

t.test('only /docs has the policy of /docs; its key is never in a URL or in persistent storage', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY })
  t.notOk((await app.inject('/v1/catalog')).headers['content-security-policy'])
  const script = (await app.inject('/docs/docs.js')).body
  t.match(script, "authorization: 'Bearer ' + key")
  t.match(script, 'persistAuthorization: false')
  t.notMatch(script, /location\.(?:href|search|hash)|localStorage|cookie|unsafe/)
})

t.test('no header parameter has an example, which Swagger UI would send with every call', async t => {
  const { app } = await startApp(t)
  const { paths, components } = (await app.inject('/openapi.json')).json()
  const operations = Object.values<Record<string, { operationId: string; parameters?: Parameter[] }>>(paths).flatMap(item =>
    Object.values(item)
  )
  t.ok(operations.length > 200)
  const wrong = operations.flatMap(({ operationId, parameters = [] }) =>
    [...parameters, ...Object.values<Parameter>(components.parameters)]
      .filter(parameter => parameter.in === 'header' && (isFilledIn(parameter) || isFilledIn(parameter.schema ?? {})))
      .map(({ name }) => `${operationId} ${name}`)
  )
  t.strictSame(wrong, [])
})

interface Parameter {
  name?: string
  in?: string
  schema?: object
}

const isFilledIn = (part: object): boolean => ['example', 'examples', 'default'].some(name => name in part)
