import { existsSync, readdirSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { buildConsole } from '../../../script/build-console.ts'
import { startApp, temporaryFolder } from '../../helpers/app.ts'
import { LIBRARY } from '../../helpers/library.ts'
import { readUntil } from '../../helpers/wait-until.ts'

const MAX_KILOBYTES = 60

/** An entry that was closed in the meantime leads nowhere. */
function linkOf(entry: string): string[] {
  try {
    return [readlinkSync(entry)]
  } catch {
    return []
  }
}

const auth = { identify: () => 'unknown' as const, anonymous: undefined }
const folder = await temporaryFolder(t)
const assets = await buildConsole(folder)
const files = assets.map(name => `/console/assets/${name}`)
const { app } = await startApp(t, { definitions: LIBRARY, auth, consoleFolder: folder })

t.test('the console and every address below it is one page, which needs no key', async t => {
  for (const url of ['/console', '/console/', '/console/jobs/abc', '/console/catalog/a%2Fb?x=1']) {
    const page = await app.inject(url)
    t.match(page, { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' } }, url)
    t.match(page.body, '<div id="console">')
  }
})

t.test('the page loads its own files only, and its policy forbids anything inline and anything of others', async t => {
  const { body, headers } = await app.inject('/console')
  const policy = String(headers['content-security-policy'])
  t.notMatch(policy, /unsafe|https?:|\*|data:|blob:/)
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
    t.ok(policy.split('; ').includes(part), part)
  t.match(policy, "require-trusted-types-for 'script'")
  t.notMatch(body, /https?:|<style|<script>| style=| on\w+=/)
  const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url)).filter(url => url !== '/docs')
  t.strictSame(loaded.toSorted(), files.toSorted())
})

t.test('files are kept by the browser for good, and the page is checked with its ETag', async t => {
  for (const url of files) {
    const file = await app.inject(url)
    t.match(file, { statusCode: 200, headers: { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' } }, url)
    t.ok(file.rawPayload.length > 100)
  }
  for (const encoding of ['identity', 'gzip']) {
    const request = { url: '/console', headers: { 'accept-encoding': encoding } }
    const { headers } = await app.inject(request)
    const again = await app.inject({ ...request, headers: { ...request.headers, 'if-none-match': `"other", ${headers['etag']}` } })
    t.match(again, { statusCode: 304, body: '' }, encoding)
  }
})

t.test('files are compressed for clients that accept it, under another ETag', async t => {
  const [url = ''] = files
  const plain = await app.inject(url)
  const compressed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip, deflate' } })
  t.equal(compressed.headers['content-encoding'], 'gzip')
  t.strictSame(gunzipSync(compressed.rawPayload).toString(), plain.body)
  t.not(compressed.headers['etag'], plain.headers['etag'])
  t.notOk((await app.inject({ url, headers: { 'accept-encoding': 'gzip;q=0' } })).headers['content-encoding'])
})

t.test(`all files together have at most ${MAX_KILOBYTES} KB compressed`, async t => {
  let bytes = 0
  for (const url of ['/console', ...files]) bytes += (await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })).rawPayload.length
  t.ok(bytes <= MAX_KILOBYTES * 1024, `${bytes} bytes`)
  t.comment(`${(bytes / 1024).toFixed(1)} KB`)
})

t.test('nothing else of the folder is served', async t => {
  for (const name of ['none.js', '..%2findex.html', '..%2fTHIRD-PARTY-LICENSES.txt'])
    t.match(await app.inject(`/console/assets/${name}`), { statusCode: 404 }, name)
})

t.test('a file that is not sent is not left open', { skip: !existsSync('/proc/self/fd') }, async t => {
  const openFiles = () =>
    readdirSync('/proc/self/fd')
      .flatMap(fd => linkOf(`/proc/self/fd/${fd}`))
      .filter(name => name.startsWith(folder))
  for (const url of files) {
    t.match(await app.inject(`${url}.gz`), { statusCode: 404 })
    for (const headers of [{}, { range: 'bytes=900000-' }, { 'if-none-match': '*' }, { 'if-match': '"other"' }])
      for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url, headers })
  }
  await t.resolves(readUntil(openFiles, names => names.length === 0, 'all files are closed', 2_000))
})

t.test('/ redirects a browser to the console; without a build to /docs, and /console says what to do', async t => {
  const request = { url: '/', headers: { accept: 'text/html,*/*' } }
  t.equal((await app.inject(request)).headers['location'], '/console')
  t.match((await app.inject('/')).json(), { console: '/console' })
  const other = await startApp(t, { definitions: LIBRARY, auth, consoleFolder: await temporaryFolder(t) })
  t.equal((await other.app.inject(request)).headers['location'], '/docs')
  const { error } = (await other.app.inject('/console')).json()
  t.match(error, { code: 'NOT_FOUND_ERROR', details: { suggestions: [/npm run build:console/] } })
})

t.test('a new build is served at once; files of the former one are removed', async t => {
  const own = await temporaryFolder(t)
  await buildConsole(own)
  writeFileSync(path.join(own, 'assets/console-old.js'), '')
  const { app } = await startApp(t, { definitions: LIBRARY, auth, consoleFolder: own })
  t.equal((await app.inject('/console')).statusCode, 200)
  await buildConsole(own)
  utimesSync(path.join(own, 'index.html'), new Date(), new Date(Date.now() + 5_000))
  t.strictSame(readdirSync(path.join(own, 'assets')).sort(), assets.flatMap(name => [name, `${name}.gz`]).sort())
  for (const url of files) t.equal((await app.inject(url)).statusCode, 200)
})
