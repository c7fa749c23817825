import t from 'tap'
import { listen } from '../../helpers/listen.ts'
import { openWeb } from '../../helpers/web.ts'

const ARTICLE = `<title>A page</title><article><h1>A page</h1><p>${'It says something, at some length, and then again. '.repeat(8)}</p></article>`
const refresh = (target: string): string => `<html><head><meta http-equiv="Refresh" content="${target}"></head><body>Wait.</body></html>`

const WALLS: Readonly<Record<string, string>> = {
  moment: '<title>Just a moment...</title><p>Enable JavaScript and cookies to continue</p>',
  datadome: '<title>shop.example</title><p>Please enable JS</p><script src="https://ct.captcha-delivery.com/c.js"></script>',
  captcha: '<title>Sorry</title><p>We detected unusual traffic from your network.</p><div class="g-recaptcha"></div>'
}
const CONSENT = '<title>Before you continue</title><p>We use cookies.</p><button>Reject all</button>'
const CONTACT = '<title>Contact</title><p>Write to us at any time.</p><div class="g-recaptcha"></div>'

t.test('redirects of a site, by HTTP and by its pages', async t => {
  const inside = await listen(t)
  const { url, port, seen } = await listen(t, (response, { url: asked, headers }) => {
    const [, kind = '', rest = ''] = asked.split('/')
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const count = Number(rest)
    if (kind === 'hops') response.writeHead(302, { location: count > 1 ? `/hops/${count - 1}` : '/page' }).end()
    else if (kind === 'login')
      response.writeHead(302, { location: '/member', 'set-cookie': ['pass=42; Path=/', 'other=1; Domain=evil.example'] }).end()
    else if (kind === 'member' && headers.cookie === 'pass=42') response.writeHead(200, html).end(ARTICLE)
    else if (kind === 'member') response.writeHead(302, { location: '/login' }).end()
    else if (kind === 'refresh') response.writeHead(200, html).end(refresh(decodeURIComponent(rest)))
    else if (kind === 'chain') response.writeHead(200, { ...html, 'set-cookie': 'pass=42' }).end(refresh(`0; url='/member'`))
    else if (kind === 'turn') response.writeHead(200, html).end(refresh('0; url=/turn'.concat('/x'.repeat(asked.split('/').length - 1))))
    else if (kind === 'wall') response.writeHead(200, html).end(WALLS[rest])
    else if (kind === 'consent') response.writeHead(200, html).end(CONSENT)
    else if (kind === 'contact') response.writeHead(200, html).end(CONTACT)
    else if (kind === 'challenge') response.writeHead(403, { ...html, 'cf-mitigated': 'challenge' }).end(WALLS['moment'])
    else response.writeHead(200, html).end(ARTICLE)
  })
  const { call } = await openWeb(t, { allowPrivate: [`127.0.0.1:${port}`] })
  const read = (path: string, more = {}) => call('read_url', { url: `${url}/${path}`, ...more })

  t.test('10 redirects are followed, and not 11', async t => {
    t.match(await read('hops/10'), { status: 200, data: { title: 'A page', url: `${url}/page` } })
    t.match(await read('hops/11'), { status: 502, error: { message: /redirected more than 10 times/ } })
  })

  t.test('cookies are kept within one reading, and only for their site', async t => {
    t.match((await read('member')).data, { title: 'A page', url: `${url}/member` })
    const before = seen.length
    await read('member', { no_cache: true })
    t.notOk(seen[before]?.headers.cookie, 'the next reading has none')
  })

  t.test('a page that redirects by itself is followed, with its cookies', async t => {
    t.match((await read(`refresh/${encodeURIComponent('0; URL=/page')}`)).data, { title: 'A page', url: `${url}/page` })
    t.match((await read('chain')).data, { title: 'A page', url: `${url}/member` })
  })

  t.test('a page that only reloads itself, or redirects after its readers read it, is the content', async t => {
    for (const target of ['5', '60; url=/page', '0; url=javascript:alert(1)'])
      t.match((await read(`refresh/${encodeURIComponent(target)}`)).data, { content: 'Wait.' }, target)
  })

  t.test('a page that redirects to an internal host is refused, and the host receives nothing (web pitfall 9)', async t => {
    for (const target of [inside.url, `http://0x7f.1:${inside.port}/`, 'http://169.254.169.254/', 'http://localhost/'])
      t.match(
        await read(`refresh/${encodeURIComponent(`0;url=${target}`)}`),
        { status: 403, error: { details: { reason: 'address_refused' } } },
        target
      )
    t.same(inside.seen, [])
  })

  t.test('pages that redirect endlessly are given up after 10 redirects', async t => {
    const before = seen.length
    t.match(await read('turn'), { status: 502, error: { message: /redirected more than 10 times/ } })
    t.equal(seen.length - before, 11)
  })

  t.test('a bot wall and a consent page are returned with a warning, other short pages without', async t => {
    for (const name of Object.keys(WALLS)) t.match((await read(`wall/${name}`)).data.warnings, [/^This seems to be a bot wall/], name)
    t.match((await read('consent')).data.warnings, [/^This seems to be a page that asks for consent/])
    t.same((await read('contact')).data.warnings, [])
    t.match(await read('challenge'), { status: 422, error: { message: /returned 403: it asks programs to prove/ } })
  })
})
