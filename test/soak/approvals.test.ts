import { randomInt } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { listen } from '../helpers/listen.ts'
import { type GatewayProcess, startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'

const TRIES = Number(process.env['APPROVAL_TRIES'] ?? 10_000)
const AT_ONCE = 16
t.setTimeout(3_600_000)

const keys = {
  ci: newKey({ id: 'ci', scopes: ['gitlab:write'] }),
  twin: newKey({ id: 'twin', scopes: ['gitlab:write', 'approvals:decide'] }),
  ann: newKey({ id: 'ann', scopes: ['approvals:decide'] })
}
type By = keyof typeof keys

const redis = await startTestRedis(t)
const client = redis.client()
const folder = await temporaryFolder(t)
const file = path.join(folder, 'toolgate.json')
/** Replaces the policy of all processes. None of them runs a call without an approval. Unused approvals expire soon: too many of them are refused. */
function setPolicy(decision: 'approval' | 'deny'): void {
  const policy = [{ system: 'gitlab', permission: 'write', decision }]
  const config = {
    policy,
    keys: Object.values(keys).map(({ entry }) => entry),
    approvals: { max_pending: 1_000, expires_after_minutes: 1 }
  }
  writeFileSync(`${file}.new`, JSON.stringify(config))
  renameSync(`${file}.new`, file)
}
setPolicy('approval')

/** The ledger: how often the system created an issue with this title. It is in a process other than the gateways. */
const created = new Map<string, number>()
const system = await listen(t, (response, { method, url, body }) => {
  if (method === 'POST' && /\/issues(\?|$)/.test(url)) {
    const { title } = JSON.parse(body)
    created.set(title, (created.get(title) ?? 0) + 1)
    // Some responses take so long that the gateway is killed before.
    return void setTimeout(
      () => json(response, { id: 1, iid: 1, project_id: 1, title, state: 'opened', web_url: 'http://x/1' }, 201),
      randomInt(8) ? 0 : 60
    )
  }
  if (url.includes('/version')) return json(response, { version: '18.0.0', revision: 'x' })
  json(response, { id: 1, path_with_namespace: 'acme/web', name: 'web', web_url: 'http://x' })
})
function json(response: ServerResponse, data: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
}

const environment = {
  REDIS_URL: redis.url,
  TOOLGATE_DATA: path.join(folder, 'data'),
  TOOLGATE_CONFIG: file,
  GITLAB_URL: system.url,
  GITLAB_TOKEN: 'token'
}
const gateways: GatewayProcess[] = await Promise.all([startProcess(t, environment), startProcess(t, environment)])
let kills = 0

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: any response of the gateway
  body: any
}

/** Sends to either gateway. Status 0: it was killed. */
async function send(by: By, where: string, body: object): Promise<Answer> {
  const gateway = gateways[randomInt(gateways.length)]
  const headers = { authorization: `Bearer ${keys[by].key}`, 'content-type': 'application/json' }
  try {
    const response = await fetch(`${gateway?.url}/v1/${where}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: JSON.parse(await response.text()) }
  } catch {
    return { status: 0, body: {} }
  }
}

const call = (by: By, title: string, more: object = {}) => send(by, 'gitlab/issues', { project: 'acme/web', title, ...more })

/** Titles whose call was approved, in exactly this form. */
const approved = new Set<string>()
async function approve(id: string, title: string): Promise<void> {
  approved.add(title) // even if the response is lost
  await send('ann', `approvals/${id}/approve`, {})
}

/** Requests an approval, again whenever a gateway is killed. */
async function request(title: string, by: By = 'ci'): Promise<string> {
  for (;;) {
    const { body } = await call(by, title)
    const id = body.error?.details?.approval?.id
    if (id !== undefined) return id
    await sleep(50) // the policy denies it now, or the gateway starts
  }
}

/** What an attempt does with its title. */
const TRICKS: Record<string, (title: string) => Promise<unknown>> = {
  async proper(title) {
    const id = await request(title)
    await approve(id, title)
    await call('ci', title, { approval_id: id })
  },
  async another_input(title) {
    const id = await request(title)
    await approve(id, title)
    await call('ci', `${title} changed`, { approval_id: id })
    await call('ci', title, { approval_id: id, description: `${title} changed` }).then(
      ({ status }) => status !== 201 || created.set('wrong form', 1)
    )
  },
  async replay(title) {
    const id = await request(title)
    await approve(id, title)
    for (let again = 0; again < 3; again++) await call('ci', title, { approval_id: id })
  },
  async keyed_replay(title) {
    const id = await request(title)
    await approve(id, title)
    for (let again = 0; again < 3; again++) await call('ci', title, { approval_id: id, idempotency_key: title })
  },
  async together(title) {
    const id = await request(title)
    const use = () => call('ci', title, { approval_id: id })
    await Promise.all([approve(id, title), use(), use(), use(), use()])
    await Promise.all([use(), use(), use()])
  },
  async expired(title) {
    const id = await request(title)
    await client.hset(`tg:{approvals}:row:${id}`, 'expires_at', '1')
    for (const key of await client.keys('tg:{approvals}:pending*')) await client.zrem(key, id)
    await send('ann', `approvals/${id}/approve`, {})
    await call('ci', title, { approval_id: id })
  },
  async denied(title) {
    const id = await request(title)
    const { status } = await send('ann', `approvals/${id}/deny`, { reason: 'No.' })
    if (status !== 200) approved.add(title) // a gateway was killed: unless it was denied, the next line approves it
    await send('ann', `approvals/${id}/approve`, {})
    await call('ci', title, { approval_id: id })
    await call('ci', title)
  },
  async own(title) {
    const id = await request(title, 'twin')
    await send('twin', `approvals/${id}/approve`, {})
    await send('ci', `approvals/${id}/approve`, {})
    await call('twin', title, { approval_id: id })
    await send('ann', `approvals/${id}/deny`, { reason: 'So that not too many are pending.' })
  },
  async another_requester(title) {
    const id = await request(title)
    approved.add(`${title} of ci`)
    await send('ann', `approvals/${id}/approve`, {})
    await call('twin', title, { approval_id: id })
  },
  async unnamed(title) {
    const id = await request(title)
    await send('ann', `approvals/${id}/approve`, {})
    await call('ci', title)
    await call('ci', title, { approval_id: 'apr_000000000000000000000000' })
  },
  async job(title) {
    const { status, body } = await call('ci', title, { mode: 'async' })
    if (status !== 202) return
    const id = await approvalOfJob(body.data.id)
    if (id === undefined) return
    await call('ci', title, { approval_id: id })
    if (randomInt(2)) await approve(id, title)
    else await send('ann', `approvals/${id}/deny`, { reason: 'No.' })
  }
}

async function approvalOfJob(job: string): Promise<string | undefined> {
  for (let again = 0; again < 40; again++) {
    const { body } = await send('ci', 'operations/approvals_list', { job_id: job })
    const id = body.data?.items?.[0]?.id
    if (id !== undefined) return id
    await sleep(100)
  }
  return undefined
}

t.test(`in ${TRIES} tries, no call runs that was not approved in exactly this form, and none twice`, async t => {
  const names = Object.keys(TRICKS)
  let next = 0
  let isOver = false
  const work = async (): Promise<void> => {
    for (let at = next++; at < TRIES; at = next++) {
      const name = names[at % names.length] ?? ''
      await TRICKS[name]?.(`${name} ${at}`)
    }
  }
  const disturb = async (): Promise<void> => {
    for (let round = 0; !isOver; round++) {
      await sleep(1_500)
      setPolicy('deny')
      await sleep(700)
      setPolicy('approval')
      if (round % 4 !== 3) continue
      const victim = randomInt(gateways.length)
      await gateways[victim]?.kill('SIGKILL')
      kills++
      gateways[victim] = await startProcess(t, environment)
    }
  }
  const disturbing = disturb()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  isOver = true
  await disturbing
  await sleep(10_000) // jobs whose gateway was killed continue in another

  const counts = [...created]
  t.strictSame(
    counts.filter(([title]) => !approved.has(title)),
    [],
    'each was approved'
  )
  t.strictSame(
    counts.filter(([, times]) => times > 1),
    [],
    'none ran twice'
  )
  const ran = (name: string): number => counts.filter(([title]) => title.startsWith(name)).length
  t.comment(`${counts.length} calls ran, ${kills} kills; ${names.map(name => `${name}: ${ran(name)}`).join(', ')}`)
  for (const name of ['proper', 'replay', 'keyed_replay', 'together'])
    t.ok(ran(name) > TRIES / names.length / 4, `${name}: ${ran(name)} ran`)
  t.ok(ran('job') > 0)
  t.ok(kills > 0)
})
