import type { RedisClient } from '../../src/lib/redis/connect.ts'

/** Sends every script twice and hears only the second answer: what a client of a cluster does after the connection broke under the first. */
export function resending(client: RedisClient): RedisClient {
  for (const name of ['evalsha', 'eval']) {
    const send: (...words: unknown[]) => Promise<unknown> = Reflect.get(client, name).bind(client)
    Reflect.set(client, name, async (...words: unknown[]) => {
      await send(...words)
      return await send(...words)
    })
  }
  return client
}
