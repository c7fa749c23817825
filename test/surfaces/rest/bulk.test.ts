import t from 'tap'
import { startApp } from '../../helpers/app.ts'
import { testAdapter } from '../../helpers/bulk.ts'
import { byName, fakeOperation, post } from '../../helpers/fake-tool.ts'

const definitions = [testAdapter(), testAdapter({ name: 'mark', summary: 'Mark items' }), fakeOperation('saw', {})]

t.test('an unknown bulk action is 404 with the existing ones', async t => {
  const { app } = await startApp(t, { definitions })
  for (const url of ['/v1/shelf/bulk/destroy', '/v1/shelves/bulk/touch', '/v1/workshop/bulk/saw', '/v1/nowhere/bulk/nothing']) {
    const answer = await post(app, url, {})
    t.equal(answer.statusCode, 404, url)
    t.match(answer.json().error.details.suggestions.join(' '), /\/v1\/shelf\/bulk\/mark.*\/v1\/shelf\/bulk\/touch/, url)
  }
})

t.test('actions that a key may not call are not suggested to it', async t => {
  const { app } = await startApp(t, { definitions, ports: { visible: ({ id }) => id !== 'shelf_bulk_mark' } })
  for (const url of ['/v1/shelf/bulk/destroy', '/v1/shelf/bulk/marc']) t.notMatch((await post(app, url, {})).body, 'bulk/mark')
})

t.test('a bulk action is an operation of the catalog', async t => {
  const { app } = await startApp(t, { definitions })
  const row = (await app.inject('/v1/catalog/shelf_bulk_touch')).json().data
  t.match(row, {
    id: 'shelf_bulk_touch',
    kind: 'bulk',
    method: 'POST',
    path: '/v1/shelf/bulk/touch',
    permission: 'write',
    see_also: ['jobs_get', 'jobs_confirm']
  })
  const taken = Object.keys(row.input.properties)
  for (const name of ['many', 'chunk', 'confirm', 'dry_run', 'ids', 'max_items', 'notify_url', 'on_failure', 'retries'])
    t.ok(taken.includes(name), name)
})

t.test('its input is read by the same pipeline', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await post(app, '/v1/shelf/bulk/touch', { many: 'x', dryRun: true, ids: [], on_failure: 'shrug', max_items: 0 })
  t.equal(answer.statusCode, 400)
  t.strictSame(
    answer
      .json()
      .error.details.issues.map(({ path }: { path: string }) => path)
      .sort(),
    ['dryRun', 'ids', 'many', 'max_items', 'on_failure']
  )
})

t.test('while the job store is unavailable, a bulk action is 503 with Retry-After', async t => {
  const { app } = await startApp(t, { definitions })
  for (const answer of [await post(app, '/v1/shelf/bulk/touch', {}), await byName(app, 'shelf_bulk_touch', {})]) {
    t.equal(answer.statusCode, 503)
    t.equal(answer.headers['retry-after'], '1')
    t.match(answer.json().error, { code: 'UNAVAILABLE_ERROR', details: { reason: 'redis_unavailable', retryable: true } })
  }
})
