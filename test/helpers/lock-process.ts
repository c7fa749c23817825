/** Acquires a lock repeatedly in a separate process: `node lock-process.ts <socket of Redis> <rounds> <ms a round> <ttl>`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createLock } from '../../src/lib/redis/lock.ts'

const [socket = '', rounds = '1', ms = '0', ttl = '0'] = process.argv.slice(2)
const redis = new Redis({ path: socket })
const lock = createLock(redis, 'demo:default')
const { signal } = new AbortController()
for (let round = 0; round < Number(rounds); round++) {
  await lock('refresh', Number(ttl), signal, async held => {
    await redis.rpush('inside', await redis.incr('holders'))
    process.stdout.write(`holds ${held.token}\n`)
    await sleep(Number(ms))
    await redis.decr('holders')
    if (held.signal.aborted) process.stdout.write('lost\n')
  })
}
await redis.quit()
