import type { RedisClient } from '../../src/lib/redis/connect.ts'

type Send = (...args: unknown[]) => Promise<unknown>

/** Replaces how a client sends the Lua commands of the gateway. Those of BullMQ stay as they are. */
export function interceptCommands(client: RedisClient, around: (send: Send, args: unknown[]) => Promise<unknown>): RedisClient {
  const define = client.defineCommand.bind(client)
  client.defineCommand = (name, definition) => {
    define(name, definition)
    if (!name.startsWith('toolgate:')) return
    const send: Send = Reflect.get(client, name).bind(client)
    Reflect.set(client, name, (...args: unknown[]) => around(send, args))
  }
  return client
}

/** Sends every Lua command twice and returns the second reply, as a cluster client does after the connection broke. */
export const resending = (client: RedisClient): RedisClient =>
  interceptCommands(client, async (send, args) => {
    await send(...args)
    return await send(...args)
  })
