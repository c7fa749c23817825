import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { newKey } from '../../../src/access/keys.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { listen, type Seen } from '../../helpers/listen.ts'
import { startProcess } from '../../helpers/process.ts'
import { startTestRedis } from '../../helpers/redis.ts'
import { readUntil } from '../../helpers/wait-until.ts'
import { eventIn, signedPart } from '../../helpers/webhooks.ts'

const scopes = ['*']
const [ann, bob] = [newKey({ id: 'ann', scopes }), newKey({ id: 'bob', scopes })]
const own = `whsec_${Buffer.alloc(32, 'own').toString('base64')}`
const eve = newKey({ id: 'eve', scopes, webhook_secrets: [own] })

// A gateway and a worker, each with its own data folder, as on two hosts. They share only Redis and the settings.
const folder = await temporaryFolder(t)
const roots = path.join(folder, 'files')
await mkdir(roots)
await writeFile(path.join(roots, 'a.txt'), 'old\n')
const redis = await startTestRedis(t)
const receiver = await listen(t)
const settings = {
  REDIS_URL: redis.url,
  TOOLGATE_KEYS: JSON.stringify([ann, bob, eve].map(({ entry }) => entry)),
  TOOLGATE_SECRET: 'the-same-secret-for-every-process-of-this-test',
  TOOLGATE_ALLOW_PRIVATE: `127.0.0.1:${receiver.port}`,
  FILESYSTEM_ROOTS: roots
}
const start = (TOOLGATE_ROLE: string) => startProcess(t, { ...settings, TOOLGATE_ROLE, TOOLGATE_DATA: path.join(folder, TOOLGATE_ROLE) })
const [gateway] = await Promise.all([start('gateway'), start('worker')])

const send = async (key: string | undefined, to: string, body?: object) => {
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), 'content-type': 'application/json' }
  const answer = await fetch(`${gateway.url}${to}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  return { status: answer.status, cached: answer.headers.get('cache-control'), ...JSON.parse(await answer.text()) }
}

const secretOf = async ({ key }: { key: string }): Promise<string> => (await send(key, '/v1/webhooks/secret')).data.secrets[0]

/** The webhook of a job that the key creates. */
async function webhookOf({ key }: { key: string }): Promise<Seen> {
  const notify_url = `${receiver.url}/hook`
  const input = { glob: '*', search: 'old', replacement: 'new', dry_run: true, notify_url }
  const { data } = await send(key, '/v1/filesystem/bulk/replace_in_files', input)
  const delivered = (): Seen[] => receiver.seen.filter(seen => eventIn(seen).data.job.id === data.id)
  const [one] = await readUntil(delivered, all => all.length > 0, 'an event is delivered')
  if (!one) throw new Error('No event was delivered')
  return one
}

const verifies = (secret: string, one: Seen): boolean => {
  try {
    new Webhook(secret).verify(one.body, signedPart(one))
    return true
  } catch {
    return false
  }
}

t.test('each key has its own secret, which only its holder can read, and each process signs with it', async t => {
  const [ofAnn, ofBob, ofEve] = await Promise.all([secretOf(ann), secretOf(bob), secretOf(eve)])
  t.equal(new Set([ofAnn, ofBob, ofEve]).size, 3)
  t.equal(ofEve, own, 'the entry of a key can set another one')
  t.match(await send(ann.key, '/v1/webhooks/secret'), { status: 200, cached: 'no-store', data: { secrets: [/^whsec_/] } })
  t.match(await send(undefined, '/v1/webhooks/secret'), { status: 401 })
  for (const [key, secret] of [
    [ann, ofAnn],
    [bob, ofBob],
    [eve, ofEve]
  ] as const) {
    const one = await webhookOf(key)
    t.strictSame(
      [ofAnn, ofBob, ofEve].filter(candidate => verifies(candidate, one)),
      [secret],
      key.entry.id
    )
  }
})
