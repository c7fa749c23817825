import type { RedisClient } from './connect.ts'

/** A Lua script that clients run as a custom command, with the `defineCommand` of ioredis. */
export interface RedisCommand {
  name: string
  lua: string
}

/** Returns a command. `name` must be unique. Its prefix keeps it apart from the commands of Redis and BullMQ on the same connection. */
export const redisCommand = (name: string, lua: string): RedisCommand => ({ name: `toolgate:${name}`, lua })

/** Runs a command on keys of one hash slot. ioredis sends the whole script only to a server that does not have it yet, even in a cluster. */
export async function runCommand(
  redis: RedisClient,
  { name, lua }: RedisCommand,
  keys: readonly string[],
  args: readonly (string | number)[]
): Promise<unknown> {
  if (!Reflect.has(redis, name)) redis.defineCommand(name, { lua })
  const command: unknown = Reflect.get(redis, name)
  if (typeof command !== 'function') throw new Error(`${name} is not a command`)
  return await command.call(redis, keys.length, ...keys, ...args)
}

/** Runs a command that returns a string or a list of strings. Returns the list. */
export async function runForTexts(
  redis: RedisClient,
  command: RedisCommand,
  keys: readonly string[],
  args: readonly (string | number)[]
): Promise<string[]> {
  const reply = await runCommand(redis, command, keys, args)
  return Array.isArray(reply) ? reply.map(String) : [String(reply)]
}
