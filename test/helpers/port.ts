import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that the system gives to connections and to servers without a port, so that no other program gets one in the meantime. */
const FIRST = 20_000
const COUNT = 10_000

/** Returns a free loopback port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
