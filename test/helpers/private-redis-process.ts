// A process that uses the private Redis of the given data folder until its standard input ends.
import { startPrivateRedis } from '../../src/lib/redis/private.ts'
import { recorder } from './log.ts'

const redis = await startPrivateRedis({ dataDir: process.argv[2] ?? '', log: recorder() })
process.stdout.write(redis.adopted ? 'adopted' : 'started')
for await (const _ of process.stdin);
await redis.close()
process.exit()
