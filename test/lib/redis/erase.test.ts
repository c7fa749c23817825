import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import t, { type Test } from 'tap'
import { createEraser } from '../../../src/lib/redis/private/erase.ts'
import { startPrivateRedis } from '../../../src/lib/redis/private.ts'
import { recorder } from '../../helpers/log.ts'
import { clientOf, dataFolder, kill9PrivateRedis } from '../../helpers/private-redis.ts'

const TEXT = 'a text that was deleted'
const PATIENCE_MS = 120_000

t.test('a rewrite that a crash of Redis interrupted is repeated', async t => {
  const { client, dataDir, log } = await started(t)
  await client.mset({ a: '1', b: '2', c: '3' })
  const eraser = createEraser(client, log)
  t.teardown(() => eraser.close())
  await becomes(() => isRewriting(client).then(isOne => !isOne))
  await client.set('deleted', TEXT)
  await client.del('deleted')
  await client.config('SET', 'rdb-key-save-delay', '3000000') // a rewrite takes ten seconds
  eraser.erased()
  await becomes(() => isRewriting(client))
  await kill9PrivateRedis(dataDir)
  await becomes(() => !isOnDisk(dataDir))
  t.match(await log.next('warn'), { message: /stopped; restarting it/ })
  t.match(await log.next('warn'), { message: /could not be removed/ })
})

t.test('a deletion during a rewrite is erased by the next one', async t => {
  const { client, dataDir, log } = await started(t)
  await client.mset({ a: '1', b: '2', c: '3' })
  await client.config('SET', 'rdb-key-save-delay', '1000000') // a rewrite takes three seconds
  const eraser = createEraser(client, log)
  t.teardown(() => eraser.close())
  await becomes(() => isRewriting(client))
  await client.set('deleted', TEXT)
  await client.del('deleted')
  eraser.erased()
  await client.config('SET', 'rdb-key-save-delay', '0')
  await becomes(() => !isOnDisk(dataDir))
})

async function started(t: Test) {
  const dataDir = dataFolder(t)
  const log = recorder()
  const redis = await startPrivateRedis({ dataDir, log })
  t.teardown(() => redis.close())
  return { client: clientOf(t, redis.endpoint), dataDir, log }
}

async function becomes(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(20)) if (await condition()) return
  throw new Error(`This did not become true within ${PATIENCE_MS} ms: ${condition}`)
}

async function isRewriting(client: Redis): Promise<boolean> {
  return /aof_rewrite_in_progress:1/.test(await client.info('persistence'))
}

/** Whether a file of this Redis contains the text. */
function isOnDisk(dataDir: string): boolean {
  const files = readdirSync(path.join(dataDir, 'redis'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.some(({ parentPath, name }) => readIfThere(path.join(parentPath, name)).includes(TEXT))
}

/** Redis removes old files while the test reads them. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
