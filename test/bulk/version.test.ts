import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { alice, shelfAction, succeeded, until } from '../helpers/bulk.ts'
import { startBulkHttp } from '../helpers/bulk-http.ts'

test('a job that has not changed is answered 304, without a body', async t => {
  const action = shelfAction()
  const { jobs, request, get } = await startBulkHttp(t, [action])
  const { id } = await jobs.create(request(action))
  const first = await get(`/v1/jobs/${id}`)
  const etag = first.headers.get('etag') ?? ''
  t.match(etag, /^W\/"\d+"$/)
  t.equal(first.headers.get('cache-control'), 'no-cache')
  const same = await get(`/v1/jobs/${id}`, { 'if-none-match': etag })
  t.match({ status: same.status, etag: same.headers.get('etag'), text: await same.text() }, { status: 304, etag, text: '' })
  t.equal((await get(`/v1/jobs/${id}`, { 'if-none-match': etag }, 'bob')).status, 404, 'to others it does not exist, whatever they know')
  await jobs.cancel(alice, id)
  const changed = await get(`/v1/jobs/${id}`, { 'if-none-match': etag })
  t.equal(changed.status, 200)
  t.not(changed.headers.get('etag'), etag)
})

test('the same version has one tag as JSON and another as Markdown, and neither is taken for the other', async t => {
  const action = shelfAction()
  const { jobs, request, get } = await startBulkHttp(t, [action])
  const { id } = await jobs.create(request(action))
  const markdown = { accept: 'text/markdown' }
  const [json, text] = [await get(`/v1/jobs/${id}`), await get(`/v1/jobs/${id}`, markdown)]
  const [tag, other] = [json, text].map(({ headers }) => headers.get('etag') ?? '')
  t.match([tag, other], [/^W\/"\d+"$/, /^W\/"\d+-md"$/])
  t.same(
    [json, text].map(({ headers }) => headers.get('vary')),
    ['Accept', 'Accept']
  )
  const ask = async (known = '', more = {}) => (await get(`/v1/jobs/${id}`, { 'if-none-match': known, ...more })).status
  t.same([await ask(tag), await ask(other), await ask(`${other}, ${tag}`), await ask('*')], [304, 200, 304, 304])
  t.same([await ask(tag, markdown), await ask(other, markdown), await ask(`${tag}, ${other}`, markdown)], [200, 304, 304])
})

test('with wait, a caller who knows the version is answered at any change, and 304 where there is none', async t => {
  let release = (): void => {}
  const action = shelfAction({
    max_batch: 2,
    executeBatch: async function* (items) {
      for (const item of items) {
        const { promise, resolve } = Promise.withResolvers<void>()
        release = resolve
        await promise
        yield succeeded(item)
      }
    }
  })
  const { jobs, request, get } = await startBulkHttp(t, [action])
  const made = await jobs.create(request(action, { input: { many: 2 } }))
  await jobs.confirm(alice, made.id, made.confirm_token ?? '')
  const running = await until(jobs, made.id, ({ status, started_at }) => status === 'running' && started_at !== null)
  const etag = (await get(`/v1/jobs/${made.id}`)).headers.get('etag') ?? ''
  t.equal((await get(`/v1/jobs/${made.id}?wait=0.3`, { 'if-none-match': etag })).status, 304, 'nothing happened')

  const waiting = get(`/v1/jobs/${made.id}?wait=20`, { 'if-none-match': etag })
  await sleep(100)
  release()
  const answer = await waiting
  t.match(await answer.json(), { data: { status: 'running', progress: { done: 1 } } }, 'progress is a change')
  t.not(answer.headers.get('etag'), etag)
  const old = await get(`/v1/jobs/${made.id}?wait=20`, { 'if-none-match': `W/"${running.revision - 1}"` })
  t.equal(old.status, 200, 'what is old already is answered at once')
  release()
  await until(jobs, made.id, ['completed'])
})
