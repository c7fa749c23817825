import t from 'tap'
import { startApp } from '../helpers/app.ts'
import { openDocs } from '../helpers/docs-page.ts'
import { LIBRARY } from '../helpers/library.ts'

const auth = { identify: () => 'unknown' as const, anonymous: undefined }

t.test('/docs needs no key, and loads nothing from elsewhere', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY, auth })
  const page = await app.inject('/docs')
  t.match(page, { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  t.match(page.headers['content-security-policy'], "default-src 'none'; script-src 'self'; style-src 'self'")
  t.notMatch(page.body, /https?:|<style|<script>| on\w+=/)
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url))
  t.equal(loaded.length, 5)
  for (const url of loaded) {
    const asset = await app.inject(url)
    t.equal(asset.statusCode, 200, url)
    t.ok(asset.rawPayload.length > 100, url)
    t.ok(asset.headers['content-security-policy'], url)
  }
  t.match((await app.inject('/docs/swagger-ui-bundle.js')).headers, { 'content-type': /javascript/ })
})

t.test('a script is not sent again to who has it, and nothing else of the package is served', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY, auth })
  const first = await app.inject('/docs/swagger-ui.css')
  const again = await app.inject({ url: '/docs/swagger-ui.css', headers: { 'if-none-match': String(first.headers['etag']) } })
  t.equal(again.statusCode, 304)
  t.not((await app.inject('/docs/index.html')).statusCode, 200)
  t.not((await app.inject('/docs/..%2fpackage.json')).statusCode, 200)
})

t.test('only /docs has the policy of /docs; the key of the page goes into no address', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY })
  t.notOk((await app.inject('/v1/catalog')).headers['content-security-policy'])
  const script = (await app.inject('/docs/docs.js')).body
  t.match(script, "authorization: 'Bearer ' + key")
  t.notMatch(script, /location\.(?:href|search|hash)|localStorage|sessionStorage|cookie/)
})

t.test('of an operation the page shows when to use it, its call in four ways, an example of the answer, and its errors', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY })
  const { click, text } = await openDocs(app)
  await click('#operations-Library-library_change_book .opblock-summary-control')
  t.match(await text('.opblock.is-open .opblock-description'), 'Use it to correct a title.')
  const samples = await text('.opblock.is-open .samples')
  t.match(samples, "curl -s -X PATCH 'http://localhost:80/v1/library/books/1'")
  t.match(samples, "client.call('library_change_book', { book_id: '1', title: 'Emma' })")
  t.match(samples, /"name": "library_change_book",\s+"arguments": "\{\\"book_id\\":\\"1\\",\\"title\\":\\"Emma\\"\}"/)
  t.match(samples, /"name": "library_change_book",\s+"arguments": \{\s+"book_id": "1",\s+"title": "Emma"\s+\}/)
  t.match(await text('.opblock.is-open .response[data-code="200"]'), /"title": "Emma"/)
  t.match(await text('.opblock.is-open .response[data-code="409"]'), 'Somebody changed it meanwhile.')
})
