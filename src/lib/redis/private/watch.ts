import { Redis } from 'ioredis'
import { type Address, clientOptions, describeAddress } from './address.ts'

const NAME = 'toolgate-watch'

/**
 * A connection that every process keeps to the private Redis it uses. If it ends, Redis died; while it is open, other processes know that
 * Redis is in use.
 */
export async function watchRedis(address: Address): Promise<Redis> {
  const client = new Redis({
    ...clientOptions(address),
    lazyConnect: true,
    retryStrategy: null,
    enableReadyCheck: false,
    commandTimeout: 5_000
  })
  client.on('error', () => {}) // the `end` event follows
  try {
    await client.connect()
    await client.client('SETNAME', NAME)
    return client
  } catch (error) {
    client.disconnect()
    throw new Error(`The private Redis at ${describeAddress(address)} did not respond`, { cause: error })
  }
}

/** Whether another connection, of this process or another one, uses the server. */
export async function isShared(watch: Redis): Promise<boolean> {
  const list = String(await watch.client('LIST'))
  return list.split('\n').filter(line => line.includes(` name=${NAME} `)).length > 1
}
