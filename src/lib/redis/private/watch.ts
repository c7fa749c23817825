import { Redis } from 'ioredis'
import { type Address, clientOptions } from './address.ts'

const NAME = 'toolgate-watch'

/**
 * One connection that every process holds to the private Redis it uses: its end tells the process that Redis died, and its
 * presence tells the others that somebody still needs it.
 */
export async function watchRedis(address: Address): Promise<Redis> {
  const client = new Redis({
    ...clientOptions(address),
    lazyConnect: true,
    retryStrategy: null,
    enableReadyCheck: false,
    commandTimeout: 5_000
  })
  client.on('error', () => {}) // the end of the connection follows, and is what counts
  await client.connect()
  await client.client('SETNAME', NAME)
  return client
}

/** Whether another process, or another part of this one, uses the server. */
export async function isShared(watch: Redis): Promise<boolean> {
  const list = String(await watch.client('LIST'))
  return list.split('\n').filter(line => line.includes(` name=${NAME} `)).length > 1
}
