import { chmodSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Test } from 'tap'
import t from 'tap'
import type { Outcome } from '../src/cli/outcome.ts'
import { runCommand } from '../src/cli.ts'
import { OAUTH_CLIENT, startOAuthServer, useBrowser } from './helpers/oauth-server.ts'
import { freePort } from './helpers/port.ts'

const ENVIRONMENT = { GOOGLE_CLIENT_ID: OAUTH_CLIENT.client_id, GOOGLE_CLIENT_SECRET: OAUTH_CLIENT.client_secret }

interface Attempt {
  outcome: Promise<Outcome>
  /** The URL that the command shows. */
  url: Promise<string>
}

/** Runs the command, and returns the URL as soon as it is shown. */
function login(t: Test, words: string[], env: Record<string, string>): Attempt {
  const shown = Promise.withResolvers<string>()
  const { stderr } = process
  const write = stderr.write.bind(stderr)
  stderr.write = text => {
    const [url] = /https?:\/\/\S+/.exec(String(text)) ?? []
    if (url !== undefined) shown.resolve(url)
    return true
  }
  t.teardown(() => {
    stderr.write = write
  })
  const outcome = Promise.resolve(runCommand(['google', 'login', ...words], { ...ENVIRONMENT, ...env }))
  return { outcome, url: shown.promise }
}

async function server(t: Test, options?: Parameters<typeof startOAuthServer>[1]): Promise<Record<string, string>> {
  const { auth_url, token_url } = await startOAuthServer(t, options)
  return { GOOGLE_AUTH_URL: auth_url, GOOGLE_TOKEN_URL: token_url }
}

t.test('a user who grants access in a browser gets a refresh token that the token endpoint accepts', async t => {
  const env = await server(t)
  const { outcome, url } = login(t, [], env)
  const asked = new URL(await url).searchParams
  t.equal(asked.get('code_challenge_method'), 'S256')
  t.equal(asked.get('access_type'), 'offline')
  t.match(asked.get('redirect_uri'), /^http:\/\/127\.0\.0\.1:\d+\/$/)
  const page = await useBrowser(await url)
  t.match(page, { status: 200, text: /^Access granted/ })
  const { code, out = '' } = await outcome
  t.equal(code, 0, out)
  const [, refresh_token = ''] = /GOOGLE_REFRESH_TOKEN=(\S+)$/.exec(out) ?? []
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, ...OAUTH_CLIENT })
  const renewed = await fetch(String(env['GOOGLE_TOKEN_URL']), { method: 'POST', body })
  t.match(await renewed.json(), { access_token: /./, scope: /gmail\.modify.*gmail\.settings\.basic.*auth\/calendar/ })
})

t.test('--into stores the token in a file that only its owner can read', async t => {
  const file = path.join(t.testdir({}), 'refresh-token')
  const { outcome, url } = login(t, ['--into', file], await server(t))
  await useBrowser(await url)
  const { code, out = '' } = await outcome
  t.equal(code, 0)
  t.match(out, `GOOGLE_REFRESH_TOKEN_FILE=${file}`)
  const token = readFileSync(file, 'utf8').trim()
  t.ok(token.length > 20)
  t.notMatch(out, token, 'it is not printed')
  t.equal(statSync(file).mode & 0o777, 0o600)
})

t.test('--into stores the token in a file that only its owner can read, even if others could read the file before', async t => {
  const file = path.join(t.testdir({ 'refresh-token': 'an earlier and longer refresh token, which others may read' }), 'refresh-token')
  chmodSync(file, 0o644)
  const { outcome, url } = login(t, ['--into', file], await server(t))
  await useBrowser(await url)
  const { code, out = '' } = await outcome
  t.equal(code, 0)
  t.match(out, `GOOGLE_REFRESH_TOKEN_FILE=${file}`)
  const token = readFileSync(file, 'utf8').trim()
  t.ok(token.length > 20)
  t.notMatch(out, token, 'it is not printed')
  t.equal(statSync(file).mode & 0o777, 0o600)
})

t.test('a user who denies access: exit 1 with advice', async t => {
  const { outcome, url } = login(t, [], await server(t))
  t.match(await useBrowser(await url, { cancel: true }), { status: 400, text: /not granted/ })
  t.match(await outcome, { code: 1, err: /Access was denied.*Run the command again and grant access/ })
})

t.test('a response without the state of this sign-in, which any page can send, is refused and does not end it', async t => {
  const { outcome, url } = login(t, [], await server(t))
  const back = new URL(new URL(await url).searchParams.get('redirect_uri') ?? '')
  const { origin: iss } = new URL(await url)
  for (const forged of [
    { code: 'stolen', state: 'of-another', iss },
    { code: 'stolen' },
    { error: 'access_denied' },
    { error: 'x', state: '' }
  ]) {
    back.search = new URLSearchParams(forged).toString()
    const response = await fetch(back)
    t.equal(response.status, 400, back.search)
    t.match(await response.text(), /does not belong to the sign-in/)
  }
  t.match(await useBrowser(await url), { status: 200, text: /^Access granted/ })
  t.match(await outcome, { code: 0 }, 'no stolen code was exchanged')
})

t.test('a response of another server: exit 1', async t => {
  const { outcome, url } = login(t, [], await server(t))
  const asked = new URL(await url).searchParams
  const back = new URL(asked.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({ code: 'mixed-up', state: asked.get('state') ?? '', iss: 'https://other.example' }).toString()
  await fetch(back)
  t.match(await outcome, { code: 1, err: /does not belong to this sign-in: .*iss/s })
})

t.test('no one opens the URL in time: exit 1 with advice', async t => {
  const { outcome } = login(t, ['--timeout', '1'], await server(t))
  t.match(await outcome, { code: 1, err: 'No one granted access within 1 seconds. Run the command again' })
})

t.test('a request for an icon, or a port scan, does not end the sign-in', async t => {
  const { outcome, url } = login(t, [], await server(t))
  const back = new URL(await url).searchParams.get('redirect_uri') ?? ''
  t.equal((await fetch(new URL('/favicon.ico', back))).status, 404)
  t.equal((await fetch(back)).status, 404)
  t.equal((await fetch(`${back}/`)).status, 404, 'a path that is not a URL: //')
  await useBrowser(await url)
  t.match(await outcome, { code: 0 })
})

t.test('refused by the token endpoint: exit 1 with advice', async t => {
  const wrongSecret = login(t, [], { ...(await server(t)), GOOGLE_CLIENT_SECRET: 'of-another-client' })
  await useBrowser(await wrongSecret.url)
  t.match(await wrongSecret.outcome, { code: 1, err: /invalid_client.*Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET/ })
})

t.test('no refresh token: exit 1 with advice', async t => {
  const { outcome, url } = login(t, [], await server(t, { refresh: false }))
  await useBrowser(await url)
  t.match(await outcome, { code: 1, err: /no refresh token\. Remove the access of this client/ })
})

t.test('scopes that the account did not grant are named', async t => {
  const { outcome, url } = login(t, ['--scopes', 'https://www.googleapis.com/auth/calendar,https://mail.google.com/'], await server(t))
  await useBrowser(await url)
  t.match(await outcome, { code: 0, err: 'did not grant https://mail.google.com/:' })
})

t.test('the token endpoint is unavailable: exit 1 with advice', async t => {
  const env = await server(t)
  const { outcome, url } = login(t, [], { ...env, GOOGLE_TOKEN_URL: `http://127.0.0.1:${await freePort()}/token` })
  await useBrowser(await url)
  t.match(await outcome, { code: 1, err: /token endpoint cannot be reached: .*ECONNREFUSED/ })
})

t.test('wrong arguments and settings are named', async t => {
  const run = (words: string[], env: Record<string, string> = ENVIRONMENT) => runCommand(['google', 'login', ...words], env)
  t.match(await run([], {}), { code: 1, err: /Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET\. To create an OAuth client/ })
  t.match(await run(['--port', '70000']), { code: 2, err: '--port must be a number from 0 to 65535 (got 70000)' })
  t.match(await run(['--timeout', 'soon']), { code: 2, err: '--timeout must be between 1 and 3600 seconds (got soon)' })
  t.match(await run([], { ...ENVIRONMENT, GOOGLE_AUTH_URL: 'accounts' }), {
    code: 1,
    err: 'GOOGLE_AUTH_URL must be an http:// or https:// URL'
  })
  t.match(await run([], { ...ENVIRONMENT, GOOGLE_CLIENT_SECRET: '', GOOGLE_CLIENT_SECRET_FILE: '/none' }), {
    code: 1,
    err: /GOOGLE_CLIENT_SECRET_FILE/
  })
  t.match(await run(['--unknown']), { code: 2, err: /google login: Unknown option/ })
})
