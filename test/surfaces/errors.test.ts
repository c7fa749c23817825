import t from 'tap'
import { startApp } from '../helpers/app.ts'
import { LIBRARY } from '../helpers/library.ts'

const auth = { identify: () => 'unknown' as const, anonymous: undefined }

t.test('the type of a problem is a page that anyone may read', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY, auth })
  const problem = await app.inject({ url: '/v1/catalog', headers: { accept: 'application/problem+json' } })
  const { type } = problem.json()
  const page = await app.inject(type)
  t.match(page.json(), {
    success: true,
    data: { code: 'AUTHENTICATION_ERROR', status: 401, retryable: false },
    metadata: { operation: 'toolgate_explain_error' }
  })
  const missing = page.json().data.reasons.find(({ reason }: { reason: string }) => reason === 'key_missing')
  t.match(missing, { status: 401, common: true })
  const markdown = await app.inject({ url: type, headers: { accept: 'text/markdown' } })
  t.match(markdown.headers['content-type'], 'text/markdown')
  t.match(markdown.body, /\*\*code\*\*: AUTHENTICATION_ERROR/)
  t.equal((await app.inject({ url: type, headers: { accept: 'text/event-stream' } })).statusCode, 406)
})

t.test('a page is found by the reason, as printed for a system, and in any case', async t => {
  const { app } = await startApp(t, { definitions: LIBRARY, auth })
  const codeAt = async (name: string) => (await app.inject(`/errors/${name}`)).json().data?.code
  t.equal(await codeAt('file_not_found'), 'NOT_FOUND_ERROR')
  t.equal(await codeAt('GITLAB_SERVER_ERROR'), 'UPSTREAM_SERVER_ERROR')
  t.equal(await codeAt('timeout_error'), 'TIMEOUT_ERROR')
  const unknown = await app.inject('/errors/TIMEOUT_EROR')
  t.equal(unknown.statusCode, 404)
  t.match(unknown.json().error.details, { reason: 'route_not_found', suggestions: ['Did you mean /errors/TIMEOUT_ERROR?'] })
})
