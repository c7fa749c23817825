import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { calendarServer } from '../../sandbox/calendar/server.ts'
import { seedState as seedCalendar } from '../../sandbox/calendar/state/seed.ts'
import { CLOUD_ID } from '../../sandbox/confluence/credentials.ts'
import { confluenceServer } from '../../sandbox/confluence/server.ts'
import { seedSite } from '../../sandbox/confluence/state/seed.ts'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { buildServer as gitlabServer } from '../../sandbox/gitlab/server.ts'
import { createMailbox } from '../../sandbox/gmail/mailbox.ts'
import { gmailServer } from '../../sandbox/gmail/server.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { buildServer as llmServer } from '../../sandbox/llm/server.ts'
import { KEY } from '../../sandbox/trello/credentials.ts'
import { buildServer as trelloServer } from '../../sandbox/trello/server.ts'
import { buildServer as webServer } from '../../sandbox/web/server.ts'
import { createUpstream } from '../../src/lib/http/upstream.ts'
import { openGitlab } from '../helpers/gitlab.ts'

type Headers = Record<string, string>
const TRELLO: Headers = { authorization: `OAuth oauth_consumer_key="${KEY}", oauth_token="sandbox-token"` }
const nothing = async (): Promise<Headers> => ({})

async function googleToken(app: FastifyInstance): Promise<Headers> {
  const payload = new URLSearchParams({ grant_type: 'refresh_token', ...CLIENT }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { access_token } = (await app.inject({ method: 'POST', url: '/token', headers, payload })).json()
  return { authorization: `Bearer ${access_token}` }
}

const google = (message: string) => ({
  error: { code: 501, message, errors: [{ message, domain: 'global', reason: 'notImplemented' }], status: 'UNIMPLEMENTED' }
})
const version1 = (message: string) => ({ statusCode: 501, message: new RegExp(`: ${message}$`), reason: 'Not Implemented' })
const version2 = (title: string) => ({ errors: [{ status: 501, code: 'NOT_IMPLEMENTED', title, detail: null }] })

/** A path of each API that its server does not implement, and the error body. */
const SERVERS: Record<
  string,
  { app: FastifyInstance; path: string; body: (message: string) => unknown; headers?: (app: FastifyInstance) => Promise<Headers> }
> = {
  gitlab: { app: gitlabServer(), path: '/gitlab/api/v4/projects/1/feature_flags', body: message => ({ message: `501 ${message}` }) },
  trello: { app: trelloServer(), path: '/1/emoji', body: message => message, headers: async () => TRELLO },
  gmail: {
    app: gmailServer(createMailbox('ada@example.com')),
    path: '/gmail/v1/users/me/settings/filters',
    body: google,
    headers: googleToken
  },
  calendar: { app: calendarServer(seedCalendar()), path: '/calendar/v3/users/me/settings', body: google, headers: googleToken },
  'confluence v1': { app: confluenceServer(seedSite('cloud')), path: '/wiki/rest/api/template/page', body: version1 },
  'confluence v2': { app: confluenceServer(seedSite('cloud')), path: '/wiki/api/v2/whiteboards', body: version2 },
  'confluence v2 through the gateway of Atlassian': {
    app: confluenceServer(seedSite('cloud')),
    path: `/ex/confluence/${CLOUD_ID}/wiki/api/v2/whiteboards`,
    body: version2
  },
  'confluence data center': { app: confluenceServer(seedSite('datacenter')), path: '/confluence/rest/api/template', body: version1 },
  brave: {
    app: webServer(),
    path: '/brave/res/v1/news/search',
    body: detail => ({ type: 'ErrorResponse', error: { status: 501, code: 'NOT_IMPLEMENTED', detail } })
  },
  jina: { app: webServer(), path: '/jina/embeddings', body: message => ({ data: null, code: 501, name: 'NotImplementedError', message }) },
  llm: { app: llmServer(), path: '/v1/embeddings', body: message => ({ error: { message, code: 'not_implemented' } }) }
}

for (const [name, { app, path, body, headers = nothing }] of Object.entries(SERVERS))
  t.test(`${name}: a method that is not implemented is 501 with its name, whatever the body`, async t => {
    t.teardown(() => app.close())
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'application/x-unknown']) {
      const sent = { ...(await headers(app)), 'content-type': type }
      const { statusCode, body: text } = await app.inject({ method: 'PUT', url: `${path}?token=secret`, headers: sent, payload: '{' })
      t.equal(statusCode, 501, type)
      t.match(/^[{[]/.test(text) ? JSON.parse(text) : text, body(`PUT ${path} is not implemented by the sandbox`), type)
    }
  })

t.test('outside the API a server responds like the real one', async t => {
  t.equal((await gitlabServer().inject('/elsewhere')).statusCode, 404)
  t.equal((await confluenceServer(seedSite('cloud')).inject('/wiki/spaces/PLAY')).statusCode, 404)
  t.equal((await confluenceServer(seedSite('datacenter')).inject('/confluence/api/v2/pages')).statusCode, 404)
})

t.test('the gateway reports a missing method as a permanent upstream failure without effect', async t => {
  const { base } = await openGitlab(t)
  const upstream = createUpstream({ title: 'GitLab', url: `${base}/api/v4`, headers: { 'private-token': TOKEN } })
  t.teardown(() => upstream.close())
  const path = 'projects/1/feature_flags'
  await t.rejects(upstream.request({ method: 'POST', path, json: { name: 'dark' }, signal: new AbortController().signal }), {
    reason: 'server_error',
    message: `GitLab returned 501: 501 POST /gitlab/api/v4/${path} is not implemented by the sandbox`,
    details: { outcome: 'not_executed', retryable: false, upstream: { status: 501 } }
  })
})

t.test('the error contains the name of the missing method', async t => {
  const { call, failNext } = await openGitlab(t)
  const words = '501 POST /gitlab/api/v4/projects/1/issues is not implemented by the sandbox'
  await failNext({ method: 'POST' }, { status: 501, body: { message: words } })
  const { status, error } = await call('create_issue', { project: 'acme/web', title: 'Dark' })
  t.equal(status, 502)
  t.match(error, {
    code: 'GITLAB_SERVER_ERROR',
    message: `GitLab returned 501: ${words}`,
    details: { outcome: 'not_executed', retryable: false }
  })
})
