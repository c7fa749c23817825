import type { RedisOptions } from 'ioredis'

/** ioredis's options less the one that changes the types of replies. */
export type ClientOptions = Omit<RedisOptions, 'replyMapping'>
