import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon, { type Client, type Result } from 'autocannon'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { newKey } from '../../src/access/keys.ts'
import { startServer } from '../lib/measure.ts'

const PACKAGE = '@zereight/mcp-gitlab'
const PORT = '18474'
const PEER = `http://127.0.0.1:${PORT}/mcp`
const PEER_TOKEN = 'a-token-of-the-bench-for-the-peer-alone'
const CLIENTS = 10
/** Requests of ten clients in total. The peer accepts 1,000 per minute, including those that start its sessions: these warm it up, and after a minute the same number is measured. */
const CALLS = 900
const MINUTE_MS = 61_000
const LOOKS = 300
const TITLE = 'The form loses what was typed'

interface Asked {
  url: string
  method: 'GET' | 'POST'
  body?: string
  /** Headers of each client. */
  headers: Record<string, string>[]
}

/**
 * `get_issue` by ten clients through the gateway, and through the peer over Streamable HTTP; both with the same sandbox server. Also through a bare
 * route over got: the maximum that a gateway over got can reach.
 */
export async function benchGitlabPeer(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-peer-'))
  const { key, entry } = newKey({ id: 'bench', scopes: ['gitlab:read'] })
  const system = await startServer(new URL('system.ts', import.meta.url))
  const gateway = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, system.url])
  const bare = await startServer(new URL('bare.ts', import.meta.url), [system.url])
  const peer = startPeer(folder, `${system.url}/api/v4`)
  try {
    const headers = Array.from({ length: CLIENTS }, () => ({ authorization: `Bearer ${key}` }))
    const sessions = await Promise.all(headers.map(openSession))
    const params = { name: 'get_issue', arguments: { project_id: 'acme/web', issue_iid: '1' } }
    const route = '/v1/gitlab/issues/1?project=acme%2Fweb'
    const our: Asked = { url: gateway.url + route, method: 'GET', headers }
    const most: Asked = { ...our, url: bare.url + route }
    const their: Asked = { url: PEER, method: 'POST', headers: sessions, body: rpc('tools/call', params) }
    for (const asked of [our, most, their]) await load(asked)
    await pause(MINUTE_MS)
    const [ours, bareSpeed, theirs] = [await speedOf(our), await speedOf(most), await speedOf(their)]
    return [
      `gitlab: get_issue by ${CLIENTS} clients ${descriptionOf(ours)}`,
      `by a bare route with the same got call ${descriptionOf(bareSpeed)}`,
      `by ${PACKAGE} ${descriptionOf(theirs)}: ours ${compare(ours, theirs)}, the bare route ${compare(bareSpeed, theirs)}`
    ].join('; ')
  } finally {
    peer.kill('SIGKILL')
    for (const server of [gateway, bare, system]) server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function startPeer(folder: string, apiUrl: string) {
  const options = ['--silent', '--no-audit', '--no-fund', '--prefix', folder]
  execFileSync('npm', ['install', ...options, PACKAGE], { stdio: ['ignore', 'ignore', 'inherit'] })
  const env = {
    ...process.env,
    GITLAB_API_URL: apiUrl,
    GITLAB_PERSONAL_ACCESS_TOKEN: TOKEN,
    GITLAB_DISABLE_VERSION_CHECK: 'true',
    STREAMABLE_HTTP: 'true',
    STREAMABLE_HTTP_AUTH_TOKEN: PEER_TOKEN,
    MAX_REQUESTS_PER_MINUTE: '1000',
    HOST: '127.0.0.1',
    PORT,
    LOG_LEVEL: 'error'
  }
  return spawn(process.execPath, [path.join(folder, 'node_modules', PACKAGE, 'build/index.js')], { env, stdio: 'ignore' })
}

/** Starts a session of the peer. Returns its headers. */
async function openSession(): Promise<Record<string, string>> {
  const headers = {
    authorization: `Bearer ${PEER_TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream'
  }
  const clientInfo = { name: 'bench', version: '0' }
  const body = rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  const response = await whenUp(() => fetch(PEER, { method: 'POST', headers, body }))
  const session = response.headers.get('mcp-session-id')
  const text = await response.text()
  if (!session) throw new Error(`The peer started no session: ${response.status} ${text}`)
  return { ...headers, 'mcp-session-id': session }
}

async function whenUp(ask: () => Promise<Response>): Promise<Response> {
  for (let look = 0; look < LOOKS; look++) {
    const response = await ask().catch(() => undefined)
    if (response) return response
    await pause(100)
  }
  throw new Error('The peer is not listening.')
}

const rpc = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

interface Speed {
  perSecond: number
  p99: number
}

const descriptionOf = ({ perSecond, p99 }: Speed): string => `${perSecond.toFixed(0)} per second, p99 ${p99.toFixed(0)} ms`

const compare = (one: Speed, other: Speed): string =>
  `${(one.perSecond / other.perSecond).toFixed(1)} × as many at ${(one.p99 / other.p99).toFixed(2)} of its p99`

async function speedOf(asked: Asked): Promise<Speed> {
  const { seconds, p99 } = await load(asked)
  return { perSecond: CALLS / seconds, p99 }
}

/** A response without the issue counts as an error. */
async function load({ headers, ...rest }: Asked): Promise<{ seconds: number; p99: number }> {
  const left = [...headers]
  const verifyBody = (text?: string | Buffer): boolean => String(text).includes(TITLE)
  const setupClient = (client: Client): void => client.setHeaders(left.pop() ?? {})
  const started = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const options = { ...rest, amount: CALLS, connections: CLIENTS, setupClient, verifyBody }
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
  // autocannon stops at the next complete sample.
  let ended = started
  run.on('response', () => {
    ended = performance.now()
  })
  const { non2xx, errors, mismatches, latency } = await promise
  if (non2xx + errors + mismatches > 0) throw new Error(`${rest.url}: ${non2xx} not 2xx, ${errors} errors, ${mismatches} without the issue`)
  return { seconds: (ended - started) / 1000, p99: latency.p99 }
}
