import t, { type Test } from 'tap'
import { checkRedis, type RedisCheck } from '../../../src/lib/redis/check.ts'
import { connectRedis, whenReady } from '../../../src/lib/redis/connect.ts'
import { parseRedisUrl } from '../../../src/lib/redis/endpoint.ts'
import { startCluster } from '../../helpers/cluster.ts'
import { recorder } from '../../helpers/log.ts'
import { startTestRedis } from '../../helpers/redis.ts'

t.test('a Redis that writes before it replies and evicts nothing is strict', async t => {
  t.strictSame(await checked(t, []), { durability: 'strict', warnings: [], errors: [] })
})

t.test('eviction is an error that says how to fix it', async t => {
  const { errors } = await checked(t, ['--maxmemory-policy', 'allkeys-lru'])
  t.match(errors, [/maxmemory-policy is allkeys-lru.*CONFIG SET maxmemory-policy noeviction/])
})

t.test('no append-only file is relaxed, with a warning', async t => {
  t.match(await checked(t, ['--appendonly', 'no']), {
    durability: 'relaxed',
    warnings: [/appendonly is no.*CONFIG SET appendonly yes/],
    errors: []
  })
})

t.test('an append-only file that is written once a second is relaxed, with a warning', async t => {
  t.match(await checked(t, ['--no-appendfsync-on-rewrite', 'yes']), {
    durability: 'relaxed',
    warnings: [/while Redis rewrites its files/],
    errors: []
  })
  t.match(await checked(t, ['--appendfsync', 'everysec']), { durability: 'relaxed', warnings: [/appendfsync is everysec/], errors: [] })
})

t.test('if CONFIG is forbidden, INFO reports what it can', async t => {
  const found = await checked(t, ['--rename-command', 'CONFIG', '', '--maxmemory-policy', 'volatile-lru'])
  t.match(found, { durability: 'relaxed', warnings: [/appendfsync cannot be read/], errors: [/volatile-lru/] })
})

t.test('if both are forbidden to the user, the check reports that', async t => {
  const redis = await startTestRedis(t)
  await redis.client().call('ACL', 'SETUSER', 'guest', 'on', '>pw', '~*', '+@all', '-config', '-info')
  const found = await checkAt(t, `${redis.url}?password=pw`, 'guest')
  t.match(found, { durability: 'relaxed', warnings: [/is not allowed to run INFO/, /cannot be read/], errors: [] })
})

t.test('a replica is an error', async t => {
  t.match(await checked(t, ['--replicaof', '127.0.0.1', '1']), { errors: [/replica/] })
})

t.test('one node of a cluster is an error', async t => {
  t.match(await checked(t, ['--cluster-enabled', 'yes', '--port', '0', '--cluster-port', '17999']), {
    errors: [/one node of a Redis Cluster/]
  })
})

t.test('every master of a cluster is checked', async t => {
  const cluster = await startCluster(t)
  t.strictSame(await checkAt(t, cluster.url), { durability: 'strict', warnings: [], errors: [] })
  await cluster.client(1).config('SET', 'maxmemory-policy', 'allkeys-lfu')
  await cluster.client(2).config('SET', 'appendfsync', 'everysec')
  t.match(await checkAt(t, cluster.url), { durability: 'relaxed', warnings: [/everysec/], errors: [/allkeys-lfu/] })
})

t.test('a Redis before 6.2 is an error', async t => {
  const { url } = await startTestRedis(t)
  const client = connectRedis(parseRedisUrl(url), 'jobs', recorder())
  t.teardown(() => client.disconnect())
  await whenReady(client, 5_000)
  const info = await client.info()
  const tooOld = async (version: string): Promise<boolean> => {
    client.info = async () => info.replace(/^redis_version:.*$/m, `redis_version:${version}`)
    const { errors } = await checkRedis(client)
    return errors.some(error => error.startsWith(`Redis ${version} is too old. Upgrade it to 6.2 or newer`))
  }
  for (const version of ['2.8.24', '5.0.14', '6.0.20']) t.ok(await tooOld(version), version)
  for (const version of ['6.2.0', '6.10.1', '7.0.15', '10.0.0']) t.notOk(await tooOld(version), version)
})

async function checked(t: Test, options: string[]): Promise<RedisCheck> {
  const { url } = await startTestRedis(t, options)
  return checkAt(t, url)
}

async function checkAt(t: Test, url: string, username?: string): Promise<RedisCheck> {
  const endpoint = parseRedisUrl(url)
  if (username !== undefined) endpoint.options.username = username
  const client = connectRedis(endpoint, 'jobs', recorder())
  t.teardown(() => client.disconnect())
  await whenReady(client, 5_000)
  return checkRedis(client)
}
