import t from 'tap'
import { lastOf } from '../../../sandbox/confluence/state/model.ts'
import { inTime } from '../../../src/lib/in-time.ts'
import { MODES, openWiki, pageNamed, SETTINGS, type Wiki } from '../../helpers/confluence.ts'
import { startTestRedis } from '../../helpers/redis.ts'

const redis = await startTestRedis(t)

/** As a person does it in Confluence itself. */
function edit(wiki: Wiki, title: string, body: string): void {
  const { versions } = pageNamed(wiki, title)
  const last = lastOf(versions)
  versions.push({ ...last, number: last.number + 1, body })
}

for (const mode of MODES) {
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode, redis: redis.client() })
    const { call, clear, requests } = wiki
    // Of its own stand-in it asks nothing.
    const other = await openWiki(t, { mode, redis: redis.client(), settings: () => SETTINGS[mode](wiki.address) })
    const bodyFrom = async (one: Wiki, page_id: string): Promise<string> =>
      (await one.call('get_page', { page_id })).data.body.storage.value
    t.afterEach(() => clear())

    t.test('what one gateway writes no other answers as it was before', async t => {
      const page_id = pageNamed(wiki, 'Alpha').id
      for (const one of [wiki, other, wiki, other]) await bodyFrom(one, page_id)
      await clear()
      for (const one of [wiki, other]) await bodyFrom(one, page_id)
      t.strictSame(await requests(), [], 'both have kept it')
      t.equal((await other.call('update_page', { page_id, content: '<p>written</p>' })).status, 200)
      for (const one of [wiki, other]) t.equal(await bodyFrom(one, page_id), '<p>written</p>')
    })

    t.test('after a conflict the page is read as it is, and not as it was kept', async t => {
      const page_id = pageNamed(wiki, 'Beta').id
      for (const one of [wiki, other]) await bodyFrom(one, page_id)
      edit(wiki, 'Beta', '<p>by a person</p>')
      const { status, error } = await call('update_page', { page_id, content: '<p>x</p>', expected_version: 1 })
      t.equal(status, 409)
      t.match(error.details, { current: { number: 2 }, suggestions: [/no_cache true/] })
      for (const one of [wiki, other]) t.equal(await bodyFrom(one, page_id), '<p>by a person</p>')
      t.equal((await call('update_page', { page_id, content: '<p>y</p>', expected_version: 2 })).status, 200)
    })

    t.test('who asks anew is not answered later what was kept before that', async t => {
      const page_id = pageNamed(wiki, 'Gamma').id
      await bodyFrom(wiki, page_id)
      edit(wiki, 'Gamma', '<p>by a person</p>')
      await call('get_page', { page_id, no_cache: true })
      t.equal(await bodyFrom(wiki, page_id), '<p>by a person</p>')
    })
  })
}

t.test('Markdown that was made of a page is kept with it', async t => {
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

t.test('what Redis said while this process stood still has come in time', async t => {
  const client = redis.client()
  await client.set('told', 'yes')
  const late = inTime(client.get('told'), 20)
  const until = performance.now() + 200
  while (performance.now() < until);
  t.equal(await late, 'yes')
})

t.test('while Redis is away, or stands still, everything is asked anew', async t => {
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
  while ((await body(other)) !== '<p>two</p>' && Date.now() < deadline) await new Promise(done => setTimeout(done, 100))
  t.equal(await body(other), '<p>two</p>', 'a write that was made meanwhile is told of once Redis is back')
})
