import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'

/** Maximum time of a removal on a loaded machine. */
const SOON_MS = 60_000

t.test('a key removed from the config file is refused soon', async t => {
  const [ann, bob] = [newKey({ id: 'ann', scopes: ['*'] }), newKey({ id: 'bob', scopes: ['*'] })]
  const data = await temporaryFolder(t)
  const file = path.join(data, 'toolgate.yaml')
  const write = (keys: object[], more = ''): void => writeFileSync(file, `keys: ${JSON.stringify(keys)}\n${more}`)
  write([ann.entry, bob.entry])
  const redis = await startTestRedis(t)
  const gateway = await startProcess(t, { TOOLGATE_CONFIG: file, TOOLGATE_DATA: path.join(data, 'data'), REDIS_URL: redis.url })
  const statusOf = async (key?: string): Promise<number> =>
    (await fetch(`${gateway.url}/v1/catalog`, { headers: key === undefined ? {} : { 'x-api-key': key } })).status
  const becomes = async (status: number, key: string): Promise<void> => {
    const limit = Date.now() + SOON_MS
    while ((await statusOf(key)) !== status && Date.now() < limit) await pause(50)
    t.equal(await statusOf(key), status)
  }
  const readiness = async () => {
    const response = await fetch(`${gateway.url}/readyz`)
    const text = await response.text()
    t.notMatch(text, data, 'no path')
    return { status: response.status, note: JSON.parse(text).checks.find(({ name }: { name: string }) => name === 'config').note }
  }
  t.strictSame([await statusOf(ann.key), await statusOf(bob.key)], [200, 200])
  t.strictSame(await readiness(), { status: 200, note: undefined })

  write([ann.entry], 'polcy: []\nsystems: { nosuch: {} }')
  await becomes(401, bob.key)
  t.equal(await statusOf(ann.key), 200, 'the other key still works')
  t.match(await readiness(), { status: 200, note: /2 problems.*previous version stays in force/ })

  write([], 'polcy: []')
  await becomes(401, ann.key)
  t.equal(await statusOf(), 401, 'without a key no one is let in')

  write([ann.entry, bob.entry])
  await becomes(200, ann.key)
  t.strictSame(await readiness(), { status: 200, note: undefined })

  write([])
  await becomes(401, ann.key)
  t.equal(await statusOf(), 401, 'removing the last key does not open the gateway')
})
