import t from 'tap'
import { describeRedis, parseRedisUrl } from '../../../src/lib/redis/endpoint.ts'

t.test('a server by host, with and without the other parts', async t => {
  t.strictSame(parseRedisUrl('redis://h'), { kind: 'single', options: { host: 'h', port: 6379, db: 0 } })
  t.strictSame(parseRedisUrl('redis://me:p%40ss@[::1]:7000/3'), {
    kind: 'single',
    options: { host: '::1', port: 7000, db: 3, username: 'me', password: 'p@ss' }
  })
})

t.test('a server over TLS', async t => {
  t.match(parseRedisUrl('rediss://h'), { options: { tls: {} } })
})

t.test('a unix socket', async t => {
  t.strictSame(parseRedisUrl('unix:///run/my%20redis.sock?db=2&password=x'), {
    kind: 'single',
    options: { path: '/run/my redis.sock', db: 2, password: 'x' }
  })
})

t.test('several nodes are a cluster, with the login of any of them', async t => {
  t.strictSame(parseRedisUrl('redis://a:1, redis://:secret@b,'), {
    kind: 'cluster',
    nodes: [
      { host: 'a', port: 1 },
      { host: 'b', port: 6379 }
    ],
    options: { password: 'secret' }
  })
})

t.test('an invalid URL is refused with the reason, and without the password', async t => {
  const wrong: Record<string, RegExp> = {
    '': /empty/,
    'localhost:6379': /not one of redis:/,
    'http://h': /not one of redis:/,
    'unix://': /without a host or path/,
    'redis://h/one': /must be a number/,
    'redis://a,rediss://b': /must be all redis/,
    'unix:///a,unix:///b': /must be all redis/,
    'redis://a/1,redis://b': /only database 0/
  }
  for (const [url, reason] of Object.entries(wrong)) t.throws(() => parseRedisUrl(url), reason, url)
  t.notMatch(
    wordsOf(() => parseRedisUrl('http://:hunter2@h')),
    /hunter2/
  )
})

t.test('a described endpoint has no password', async t => {
  t.equal(describeRedis(parseRedisUrl('redis://:hunter2@h:1/2')), 'Redis at h:1 (database 2)')
  t.equal(describeRedis(parseRedisUrl('unix:///a.sock')), 'Redis at /a.sock')
  t.equal(describeRedis(parseRedisUrl('redis://:hunter2@a,redis://b')), 'Redis Cluster of a:6379, b:6379')
})

function wordsOf(work: () => unknown): string {
  try {
    return String(work())
  } catch (error) {
    return String(error)
  }
}
