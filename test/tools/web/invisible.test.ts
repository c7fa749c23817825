import t from 'tap'
import { HIDDEN, INVISIBLE } from '../../helpers/invisible.ts'
import { listen } from '../../helpers/listen.ts'
import { openWeb } from '../../helpers/web.ts'
import { BRAVE, JINA } from '../../helpers/web-responses.ts'

const WARNING = /Invisible characters were removed \(\d+ tag characters, \d+ zero-width characters\)/
const ENTITIES = Array.from(HIDDEN, one => `&#${one.codePointAt(0)};`).join('')

const PAGES: Readonly<Record<string, { type: string; body: string }>> = {
  'page.html': {
    type: 'text/html; charset=utf-8',
    body: `<title>Light${HIDDEN}</title><meta name="description" content="About${HIDDEN}"><main><h1>Lights</h1><p>The lamp${HIDDEN} is lit.</p><img src="/l.png" alt="A lamp${HIDDEN}"></main>`
  },
  'entities.html': { type: 'text/html', body: `<title>Light</title><p>The lamp${ENTITIES} is lit.</p>` },
  'plain.txt': { type: 'text/plain; charset=utf-8', body: `The lamp${HIDDEN} is lit.` },
  'data.json': { type: 'application/json', body: JSON.stringify({ lamp: `The lamp${HIDDEN} is lit.` }) }
}

/** The response with the hidden text in each of its texts. */
const planted = ({ body, ...answer }: { status: number; headers: Record<string, string>; body: unknown }) => ({
  ...answer,
  body: JSON.parse(JSON.stringify(body, (name, value) => (typeof value === 'string' && SHOWN.has(name) ? `${value}${HIDDEN}` : value)))
})
const SHOWN = new Set(['title', 'description', 'content', 'name'])

t.test('invisible characters of pages are removed, with a warning', async t => {
  const { url, port } = await listen(t, (response, { url: asked }) => {
    const { type = '', body = '' } = PAGES[asked.slice(1)] ?? {}
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  const { call } = await openWeb(t, { allowPrivate: [`127.0.0.1:${port}`] })
  for (const name of Object.keys(PAGES))
    for (const wish of [{}, { format: 'text' }, { main_only: false, include_images: true, include_links: true }]) {
      const { status, text, data, metadata } = await call('read_url', { url: `${url}/${name}`, ...wish })
      t.equal(status, 200)
      t.match(data.content, /The lamp is lit\./)
      t.notMatch(text, INVISIBLE, `${name} ${JSON.stringify(wish)}`)
      t.match(data.warnings.join(' '), WARNING)
      t.match(metadata.warnings.join(' '), WARNING)
    }
})

t.test('invisible characters in what Jina Reader and Brave Search return are removed, with a warning', async t => {
  const { call, clear, failNext } = await openWeb(t)
  await failNext({ path: '^/jina' }, planted(JINA.page))
  const page = await call('read_url', { url: 'https://lights.example/', reader: 'jina', no_cache: true })
  t.match(page.data, { title: 'Lights', content: 'The lamp is lit at dusk.', warnings: [WARNING] })
  t.notMatch(page.text, INVISIBLE)
  for (const name of ['search', 'local_search']) {
    await clear()
    await failNext({ path: '^/brave' }, planted(BRAVE.twoPages))
    const found = await call(name, { query: 'lamps' })
    t.match(found, { status: 200, data: { results: [{ title: 'Light & lens' }, {}] }, metadata: { warnings: [WARNING] } })
    t.notMatch(found.text, INVISIBLE)
  }
})
