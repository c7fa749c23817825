import t from 'tap'
import type { Attempt } from '../../src/contract/record.ts'
import { createGuard } from '../../src/lib/guard/guard.ts'
import { startAttempt, withAttemptLog } from '../../src/lib/http/attempt-log.ts'
import { segment } from '../../src/lib/http/segment.ts'
import { createUpstream } from '../../src/lib/http/upstream.ts'
import { listen } from '../helpers/listen.ts'

t.test('the record has each attempt of a call, with a path that contains no value', async t => {
  let count = 0
  const server = await listen(t, response => {
    count += 1
    response.writeHead(count === 1 ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' }).end('{}')
  })
  const upstream = createUpstream({ title: 'Fake', url: `${server.url}/api/v4` })
  t.teardown(upstream.close)
  const attempts: Attempt[] = []
  const { signal } = new AbortController()
  await withAttemptLog(performance.now(), attempts, async () => {
    const path = `projects/${segment('canary')}/issues/17/%D0%B6`
    await upstream.request({ path, query: { search: 'canary' }, signal })
    await upstream.request({ path: 'projects', method: 'POST', json: {}, signal })
    await upstream.request({ path: 'download/attachments/canary.png', signal })
    const { body } = await upstream.stream({ path: 'files/v1', signal })
    for await (const _ of body);
  })
  const host = new URL(server.url).host
  t.match(attempts, [
    { method: 'GET', host, path: '/projects/*/issues/*/*', status: 503 },
    { method: 'GET', host, path: '/projects/*/issues/*/*', status: 200 },
    { method: 'POST', host, path: '/projects', status: 200 },
    { method: 'GET', host, path: '/download/attachments/*', status: 200 },
    { method: 'GET', host, path: '/files/v1', status: 200 }
  ])
  t.ok(attempts.every(({ started_ms, duration_ms }) => started_ms >= 0 && duration_ms >= 0))
  await upstream.request({ path: 'projects', signal })
  t.equal(attempts.length, 5, 'a request of no call is in no record')
})

t.test('the record has at most 50 attempts of a call, including those that run at once', async t => {
  const attempts: Attempt[] = []
  await withAttemptLog(performance.now(), attempts, async () => {
    const ends = Array.from({ length: 60 }, () => startAttempt('GET', 'http://localhost', 'projects'))
    for (const end of ends) end(200)
  })
  t.equal(attempts.length, 50)
})

t.test('an attempt without a response has no status', async t => {
  const server = await listen(t, response => response.destroy())
  const upstream = createUpstream({ title: 'Fake', url: server.url, max_retries: 0 })
  t.teardown(upstream.close)
  const attempts: Attempt[] = []
  const request = () => upstream.request({ path: 'projects', method: 'POST', json: {}, signal: new AbortController().signal })
  await t.rejects(withAttemptLog(performance.now(), attempts, request))
  t.match(attempts, [{ method: 'POST', status: null }])
})

t.test('the record has each request to a URL that the caller chose, redirects included, without its path', async t => {
  const server = await listen(t, (response, { url }) =>
    url === '/canary/start' ? response.writeHead(302, { location: '/canary/end?canary' }).end() : response.end('page')
  )
  const { host } = new URL(server.url)
  const guard = createGuard({ allow: [host] })
  const attempts: Attempt[] = []
  const request = (url: string) => guard.request({ url, redirects: 2, timeout_ms: 5_000, max_bytes: 100, rules: { field: 'url' } })
  await withAttemptLog(performance.now(), attempts, () => request(`${server.url}/canary/start`))
  await t.rejects(
    withAttemptLog(performance.now(), attempts, () => request('http://127.0.0.1:1/')),
    /url leads to/,
    'a refused address is not requested'
  )
  t.match(attempts, [
    { method: 'GET', host, path: '/*', status: 302 },
    { method: 'GET', host, path: '/*', status: 200 }
  ])
})
