import t from 'tap'
import { lastOf } from '../../../sandbox/confluence/state/model.ts'
import { withTimeout } from '../../../src/lib/timeout.ts'
import { MODES, openWiki, pageNamed, SETTINGS, type Wiki } from '../../helpers/confluence.ts'
import { startTestRedis } from '../../helpers/redis.ts'

const redis = await startTestRedis(t)

/** Like a user in Confluence itself. */
function edit(wiki: Wiki, title: string, body: string): void {
  const { versions } = pageNamed(wiki, title)
  const last = lastOf(versions)
  versions.push({ ...last, number: last.number + 1, body })
}

for (const mode of MODES) {
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode, redis: redis.client() })
    const { call, clear, requests } = wiki
    // It asks nothing of its own sandbox server.
    const other = await openWiki(t, { mode, redis: redis.client(), settings: () => SETTINGS[mode](wiki.address) })
    const bodyFrom = async (one: Wiki, page_id: string): Promise<string> =>
      (await one.call('get_page', { page_id })).data.body.storage.value
    t.afterEach(() => clear())

    t.test('after one gateway writes, no other returns the cached state', async t => {
      const page_id = pageNamed(wiki, 'Alpha').id
      for (const one of [wiki, other, wiki, other]) await bodyFrom(one, page_id)
      await clear()
      for (const one of [wiki, other]) await bodyFrom(one, page_id)
      t.strictSame(await requests(), [], 'both have cached it')
      t.equal((await other.call('update_page', { page_id, content: '<p>written</p>' })).status, 200)
      for (const one of [wiki, other]) t.equal(await bodyFrom(one, page_id), '<p>written</p>')
    })

    t.test('after a conflict the page is read again, and not from the cache', async t => {
      const page_id = pageNamed(wiki, 'Beta').id
      for (const one of [wiki, other]) await bodyFrom(one, page_id)
      edit(wiki, 'Beta', '<p>by a person</p>')
      const { status, error } = await call('update_page', { page_id, content: '<p>x</p>', expected_version: 1 })
      t.equal(status, 409)
      t.match(error.details, { current: { number: 2 }, suggestions: [/no_cache true/] })
      for (const one of [wiki, other]) t.equal(await bodyFrom(one, page_id), '<p>by a person</p>')
      t.equal((await call('update_page', { page_id, content: '<p>y</p>', expected_version: 2 })).status, 200)
    })

    t.test('a caller who requests a fresh read later gets nothing cached before it', async t => {
      const page_id = pageNamed(wiki, 'Gamma').id
      await bodyFrom(wiki, page_id)
      edit(wiki, 'Gamma', '<p>by a person</p>')
      await call('get_page', { page_id, no_cache: true })
      t.equal(await bodyFrom(wiki, page_id), '<p>by a person</p>')
    })
  })
}

t.test('Markdown that was converted from a page is cached with it', async t => {
  const wiki = await openWiki(t, { redis: redis.client() })
  edit(wiki, 'Alpha', `<table>${'<tr><td><p>alpha <b>b</b></p></td><td><p>beta</p></td></tr>'.repeat(1000)}</table>`)
  const read = async (no_cache: boolean): Promise<number> => {
    const before = process.cpuUsage().user
    const { data } = await wiki.call('get_page', { page_id: pageNamed(wiki, 'Alpha').id, content_format: 'markdown', no_cache })
    t.match(data.body, { view: null, markdown: { value: /\| alpha \*\*b\*\* \| beta \|/ } })
    return process.cpuUsage().user - before
  }
  await read(false)
  const kept = await read(false)
  t.ok(kept < (await read(true)) / 3, `${kept} µs of work`)
})

t.test('invalidations that Redis sent while this process was frozen arrive in time', async t => {
  const client = redis.client()
  await client.set('greeting', 'yes')
  const late = withTimeout(client.get('greeting'), 20)
  const until = performance.now() + 200
  while (performance.now() < until);
  t.equal(await late, 'yes')
})

t.test('while Redis is unavailable or hangs, every read goes to Confluence', async t => {
  const own = await startTestRedis(t)
  const open = (settings?: () => Record<string, unknown>) =>
    openWiki(t, { redis: own.client({ maxRetriesPerRequest: 0, enableOfflineQueue: false }), ...(settings && { settings }) })
  const wiki = await open()
  const other = await open(() => SETTINGS.cloud(wiki.address))
  const page_id = pageNamed(wiki, 'Alpha').id
  const body = async (one: Wiki): Promise<string> => (await one.call('get_page', { page_id })).data.body.storage.value
  for (const one of [wiki, other]) await body(one)
  own.freeze()
  edit(wiki, 'Alpha', '<p>one</p>')
  t.equal(await body(wiki), '<p>one</p>')
  own.thaw()
  await own.kill9()
  t.equal((await wiki.call('update_page', { page_id, content: '<p>two</p>' })).status, 200)
  await own.restart()
  const deadline = Date.now() + 60_000
  let last = ''
  do {
    await new Promise(done => setTimeout(done, 100))
    last = await body(other)
  } while (last !== '<p>two</p>' && Date.now() < deadline)
  t.equal(last, '<p>two</p>', 'a write in between is noticed once Redis recovers')
})
