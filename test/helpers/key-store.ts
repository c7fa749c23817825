import type { Test } from 'tap'
import { type KeyStore, openKeyStore } from '../../src/access/managed/key-store.ts'
import { silentLog } from './bulk.ts'
import type { TestRedis } from './redis.ts'
import { waitUntil } from './wait-until.ts'

const QUICK = { enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false, commandTimeout: 2_000 }

type Client = ReturnType<TestRedis['client']>

/** Opens a key store, as a process of a gateway does; closed with the test. */
export async function openTestStore(
  t: Pick<Test, 'teardown'>,
  redis: TestRedis,
  limits?: { live: number; rows: number }
): Promise<{ store: KeyStore; client: Client; subscriber: Client }> {
  const [client, subscriber] = [redis.client(QUICK), redis.client()]
  await waitUntil(() => client.status === 'ready', 'the connection')
  const store = await openKeyStore({ redis: client, subscriber, log: silentLog, ...(limits && { limits }) })
  t.teardown(async () => {
    await subscriber.ping().catch(() => undefined) // otherwise a subscription that ioredis repeats after an outage may reject, which it does not handle
    store.close()
  })
  return { store, client, subscriber }
}
