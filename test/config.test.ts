import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { newKey } from '../src/access/keys.ts'
import { type KnownNames, loadConfig } from '../src/config/config.ts'
import { ConfigError, type Problem } from '../src/config/problems.ts'

const { entry: alice } = newKey({ id: 'alice', scopes: ['*'] })

t.test('without any variable the defaults are the documented ones', async t => {
  t.match(loadConfig({}), {
    port: 8080,
    host: '127.0.0.1',
    role: 'all',
    logLevel: 'info',
    dataDir: path.resolve('.data'),
    publicUrl: undefined,
    allowPrivate: [],
    redis: undefined,
    keys: [],
    policy: [],
    systems: {}
  })
})

t.test('every variable is read and typed', async t => {
  const config = loadConfig({
    PORT: '0',
    HOST: '::1',
    REDIS_URL: 'redis://redis:6380/2',
    TOOLGATE_PUBLIC_URL: 'https://tools.example.com/gate/',
    TOOLGATE_ALLOW_PRIVATE: 'Wiki.internal:443, 127.0.0.1:9000,[::1]:1',
    TOOLGATE_ROLE: 'worker',
    TOOLGATE_DATA: '/var/lib/toolgate',
    LOG_LEVEL: 'debug'
  })
  t.match(config, {
    port: 0,
    host: '::1',
    redis: { kind: 'single', options: { host: 'redis', port: 6380, db: 2 } },
    publicUrl: 'https://tools.example.com/gate',
    allowPrivate: ['wiki.internal:443', '127.0.0.1:9000', '[::1]:1'],
    role: 'worker',
    dataDir: '/var/lib/toolgate',
    logLevel: 'debug'
  })
})

t.test('an empty variable counts as not set', async t => {
  t.equal(loadConfig({ PORT: '', REDIS_URL: '', TOOLGATE_KEYS: '' }).port, 8080)
})

t.test('every problem of the environment is listed at once, with the allowed values', async t => {
  const problems = problemsOf(t, {
    PORT: '80.5',
    HOST: 'http://x',
    REDIS_URL: 'localhost',
    TOOLGATE_ROLE: 'gatway',
    LOG_LEVEL: 'LOUD',
    TOOLGATE_PUBLIC_URL: 'tools.example.com',
    TOOLGATE_ALLOW_PRIVATE: 'wiki, [1.2.3.4]:80, wiki:0',
    TOOLGATE_KEYS: '{',
    TOOLGATE_CONFIG: '/nowhere/toolgate.yaml'
  })
  t.strictSame(
    problems.map(({ where }) => where.split(':')[0]).toSorted(),
    ['HOST', 'HOST', 'LOG_LEVEL', 'PORT', 'REDIS_URL', 'TOOLGATE_ALLOW_PRIVATE', 'TOOLGATE_ALLOW_PRIVATE', 'TOOLGATE_ALLOW_PRIVATE'].concat(
      ['TOOLGATE_CONFIG', 'TOOLGATE_KEYS', 'TOOLGATE_PUBLIC_URL', 'TOOLGATE_ROLE']
    )
  )
  t.match(find(problems, 'PORT').allowed, /0 to 65535/)
  t.match(find(problems, 'TOOLGATE_ROLE').allowed, 'all, gateway, worker')
})

t.test('the address for notices about approvals needs a secret, and may be sent to', async t => {
  const [url, secret] = ['https://hooks.example.com/approvals?token=hidden', `whsec_${'A'.repeat(43)}=`]
  const set = (APPROVALS_NOTIFY_URL: string, APPROVALS_NOTIFY_SECRET: string, more: object = {}) => ({
    APPROVALS_NOTIFY_URL,
    APPROVALS_NOTIFY_SECRET,
    ...more
  })
  t.strictSame(loadConfig({}).approvalsNotify, undefined)
  t.strictSame(loadConfig(set(url, `${secret} ${secret}`)).approvalsNotify, { url, secrets: [secret, secret] })
  t.ok(loadConfig(set('http://127.0.0.1:9000/x', secret, { TOOLGATE_ALLOW_PRIVATE: '127.0.0.1:9000' })).approvalsNotify)
  for (const [environment, where] of [
    [{ APPROVALS_NOTIFY_URL: url }, 'APPROVALS_NOTIFY_SECRET'],
    [{ APPROVALS_NOTIFY_SECRET: secret }, 'APPROVALS_NOTIFY_URL'],
    [set(url, 'secret'), 'APPROVALS_NOTIFY_SECRET'],
    [set('http://hooks.example.com/?token=hidden', secret), 'APPROVALS_NOTIFY_URL'],
    [set('https://10.0.0.1/?token=hidden', secret), 'APPROVALS_NOTIFY_URL']
  ] as const) {
    const problems = problemsOf(t, environment)
    t.match(problems, [{ where }])
    t.notMatch(JSON.stringify(problems), 'hidden')
  }
})

t.test('a port consists of digits and is in range', async t => {
  for (const PORT of ['65536', '-1', '0x50', '1e3', ' 80', 'http']) t.match(problemsOf(t, { PORT }), [{ where: 'PORT' }], PORT)
})

t.test('an unknown TOOLGATE_ name is a problem, with the nearest known name', async t => {
  t.match(problemsOf(t, { TOOLGATE_KEYZ: 'x' }), [{ where: 'TOOLGATE_KEYZ', allowed: /^TOOLGATE_KEYS \(one of: / }])
})

t.test('other variables are ignored', async t => {
  t.ok(loadConfig({ PATH: '/bin', GITLAB_TOKN: 'x', SSL_CERT_FILE: '/nowhere' }))
})

t.test('without keys only loopback is allowed', async t => {
  t.match(problemsOf(t, { HOST: '0.0.0.0' }), [{ where: 'HOST', message: /only loopback is allowed/, allowed: /keys new/ }])
  for (const HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) t.ok(loadConfig({ HOST }), HOST)
  t.ok(loadConfig({ HOST: '0.0.0.0', TOOLGATE_KEYS: JSON.stringify([alice]) }), 'with a key')
  t.ok(loadConfig({ HOST: '0.0.0.0', TOOLGATE_ROLE: 'worker' }), 'a worker does not serve calls')
})

t.test('without keys only a public URL of this machine is allowed', async t => {
  for (const url of ['https://tools.example.com', 'http://10.0.0.7:8080', 'http://localhost.example.com', 'http://[::2]'])
    t.match(
      problemsOf(t, { TOOLGATE_PUBLIC_URL: url }),
      [{ where: 'TOOLGATE_PUBLIC_URL', message: /no valid key/, allowed: /keys new/ }],
      url
    )
  for (const url of ['http://localhost:9000', 'https://127.0.0.1/gate', 'http://[::1]:8080'])
    t.ok(loadConfig({ TOOLGATE_PUBLIC_URL: url }), url)
  t.ok(loadConfig({ TOOLGATE_PUBLIC_URL: 'https://tools.example.com', TOOLGATE_KEYS: JSON.stringify([alice]) }), 'with a key')
  t.ok(loadConfig({ TOOLGATE_PUBLIC_URL: 'https://tools.example.com', TOOLGATE_ROLE: 'worker' }), 'a worker uses it only for links')
})

t.test('a secret is read from the file that NAME_FILE names, without the trailing newline', async t => {
  const dir = t.testdir({ redis: 'redis://:pass@h\n', token: 's3cret\r\n', keys: JSON.stringify([alice]) })
  const env = { REDIS_URL_FILE: `${dir}/redis`, GITLAB_TOKEN_FILE: `${dir}/token`, TOOLGATE_KEYS_FILE: `${dir}/keys` }
  const config = loadConfig(env, { environment: ['GITLAB_URL', 'GITLAB_TOKEN'] })
  t.match(config, { redis: { options: { password: 'pass' } }, keys: [alice] })
  t.strictSame(config.environment, { GITLAB_TOKEN: 's3cret' })
  t.strictSame(config.files.toSorted(), [`${dir}/keys`, `${dir}/redis`, `${dir}/token`])
})

t.test('a secret that is given twice, unreadable or empty is a problem', async t => {
  const dir = t.testdir({ redis: 'redis://h', empty: '' })
  t.match(problemsOf(t, { REDIS_URL: 'redis://h', REDIS_URL_FILE: `${dir}/redis` }), [{ where: 'REDIS_URL_FILE', message: /set as well/ }])
  t.match(problemsOf(t, { REDIS_URL_FILE: `${dir}/none` }), [{ where: 'REDIS_URL_FILE', message: /ENOENT/ }])
  t.match(problemsOf(t, { TOOLGATE_KEYS_FILE: `${dir}/empty` }), [{ where: 'TOOLGATE_KEYS_FILE', message: /is empty/ }])
})

t.test('an unreadable secret of a system is a warning and does not prevent the start', async t => {
  const { environment, warnings } = loadConfig({ GITLAB_TOKEN_FILE: '/nowhere' }, { environment: ['GITLAB_TOKEN'] })
  t.strictSame(environment, {})
  t.match(warnings, [{ where: 'GITLAB_TOKEN_FILE' }])
})

t.test('the file may be YAML or JSON', async t => {
  const systems = { gitlab: { default_instance: 'work', instances: { work: { url: 'https://git.example.com', timeout: 5 } } } }
  const dir = t.testdir({
    'toolgate.json': JSON.stringify({ keys: [alice], systems }, null, '\t'),
    'toolgate.yaml': `
keys: [{ id: alice, hash: ${alice.hash}, scopes: ['*'], expires: 2999-01-01 }]
systems:
  gitlab:
    default_instance: work
    instances: { work: { url: https://git.example.com, timeout: 5 } }
`
  })
  for (const file of ['toolgate.json', 'toolgate.yaml']) {
    const config = loadConfig({ TOOLGATE_CONFIG: path.join(dir, file) })
    t.strictSame(config.systems, systems, file)
    t.match(config.keys, [{ id: 'alice' }], file)
  }
})

t.test('an empty file is an empty configuration', async t => {
  t.match(loadConfig({ TOOLGATE_CONFIG: writeConfig(t, '# nothing yet\n') }), { keys: [], systems: {} })
})

t.test('keys of the environment and of the file are merged', async t => {
  const file = writeConfig(t, `keys: [{ id: bob, hash: ${alice.hash}, scopes: [gitlab:read] }]`)
  const config = loadConfig({ TOOLGATE_CONFIG: file, TOOLGATE_KEYS: JSON.stringify([alice]) })
  t.strictSame(
    config.keys.map(({ id }) => id),
    ['alice', 'bob']
  )
  t.match(problemsOf(t, { TOOLGATE_CONFIG: file, TOOLGATE_KEYS: JSON.stringify([{ ...alice, id: 'bob' }]) }), [
    { where: 'key bob', message: 'is listed twice' }
  ])
})

t.test('no key has the ID of callers without a key, whose work runs with every scope', async t => {
  t.match(problemsOf(t, { TOOLGATE_KEYS: JSON.stringify([{ ...alice, id: 'local' }]) }), [
    { where: 'key local', message: 'has the ID of callers without a key' }
  ])
})

t.test('every problem of the file is listed at once, by line and pointer', async t => {
  const file = writeConfig(
    t,
    `keyz: []
keys:
  - id: Alice
    hash: abc
    scopes: [filesystem:read, "foo bar"]
    expire: 2027-01-01
policy:
  - { permission: reed, decision: alow, key: bob }
systems:
  GitLab: {}
  gitlab: { default: work, instances: { "a b": {}, work: 1 } }
`
  )
  t.strictSame(
    problemsOf(t, { TOOLGATE_CONFIG: file })
      .map(({ where }) => where.replace(file, 'f'))
      .toSorted(),
    [
      'f:1 /keyz',
      'f:10 /systems/GitLab',
      'f:11 /systems/gitlab/default',
      'f:11 /systems/gitlab/instances/a b',
      'f:11 /systems/gitlab/instances/work',
      'f:3 /keys/0/id',
      'f:4 /keys/0/hash',
      'f:5 /keys/0/scopes/1',
      'f:6 /keys/0/expire',
      'f:8 /policy/0/decision',
      'f:8 /policy/0/permission'
    ]
  )
})

t.test('an unknown property of the file is a problem, with the nearest known name', async t => {
  t.match(problemsOf(t, { TOOLGATE_CONFIG: writeConfig(t, 'polcy: []') }), [{ allowed: /^policy \(one of: / }])
  t.match(problemsOf(t, { TOOLGATE_CONFIG: writeConfig(t, 'policy: [{ permission: read, decision: confirm }]') }), [
    { message: /requires confirmation for reads/ }
  ])
})

t.test('the problem of a file that is not YAML has its position', async t => {
  t.match(problemsOf(t, { TOOLGATE_CONFIG: writeConfig(t, 'keys: []\nkeys: []\n') }), [{ where: /:2:1$/, message: /unique/ }])
  t.match(problemsOf(t, { TOOLGATE_CONFIG: writeConfig(t, '{ "keys": [ }') }), [{ where: /:1:\d+$/, message: /not YAML/ }])
  t.match(problemsOf(t, { TOOLGATE_CONFIG: writeConfig(t, 'keys: *nobody') }), [{ message: /alias/i }])
  t.match(problemsOf(t, { TOOLGATE_CONFIG: writeConfig(t, 'just words') }), [{ message: /object/ }])
})

t.test('references to unknown names are problems', async t => {
  const file = writeConfig(
    t,
    `keys: [{ id: alice, hash: ${alice.hash}, scopes: [gitlb:read] }]
policy: [{ key: alcie, system: gitlb, permission: read, decision: deny }, { instance: wrok, operation: gitlab_*_isue, permission: '*', decision: deny }]
systems:
  gitlap: {}
  gitlab: { default_instance: worc, instances: { work: {}, sandbox: {} } }
`
  )
  const problems = problemsOf(t, { TOOLGATE_CONFIG: file }, { systems: ['gitlab', 'filesystem'], operations: ['gitlab_create_issue'] })
  t.match(problems, [
    { where: 'key alice', message: /gitlb/, allowed: /^gitlab/ },
    { message: /gitlap/, allowed: /^gitlab/ },
    { message: /worc/, allowed: /^work/ },
    { where: /instances\/sandbox/ },
    { message: /alcie/, allowed: /^alice/ },
    { message: /gitlb/, allowed: /^gitlab/ },
    { message: /instance wrok/, allowed: /work/ },
    { message: /operation gitlab_\*_isue/, allowed: 'gitlab_create_issue' }
  ])
})

t.test('limits of a key are checked', async t => {
  const limits = { requests_per_second: 10, systems: [{ system: 'gitlab', concurrent_calls: 2 }] }
  const text = (more: object): string => JSON.stringify([{ ...alice, limits: { ...limits, ...more } }])
  t.strictSame(loadConfig({ TOOLGATE_KEYS: text({}) }).keys[0]?.limits, limits)
  t.match(problemsOf(t, { TOOLGATE_KEYS: text({ requests_per_second: 0 }) }), [{ where: /limits\/requests_per_second/ }])
  t.match(problemsOf(t, { TOOLGATE_KEYS: text({ request_per_second: 1 }) }), [{ where: /limits/ }])
  t.match(problemsOf(t, { TOOLGATE_KEYS: text({ systems: [{ system: 'gitlb' }] }) }, { systems: ['gitlab'] }), [
    { message: /limits for the system gitlb/, allowed: /gitlab/ }
  ])
})

t.test('they are reported by line and pointer too, whatever other problems there are', async t => {
  const file = writeConfig(
    t,
    `policy:
  - { permission: reed, decision: deny }
  - { permission: read, decision: confirm }
systems:
  gitlab:
    default_instance: worc
`
  )
  t.strictSame(
    problemsOf(t, { TOOLGATE_CONFIG: file })
      .map(({ where }) => where.replace(file, 'f'))
      .toSorted(),
    ['f:2 /policy/0/permission', 'f:3 /policy/1', 'f:6 /systems/gitlab/default_instance']
  )
})

t.test('a key with an invalid expiry is a problem, an expired one a warning', async t => {
  const keys = (expires: string): string => JSON.stringify([{ ...alice, expires }])
  t.match(problemsOf(t, { TOOLGATE_KEYS: keys('2027-02-40') }), [{ where: 'key alice', message: /is not a date/ }])
  t.match(loadConfig({ TOOLGATE_KEYS: keys('2020-01-01') }).warnings, [{ where: 'key alice', message: /expired on 2020-01-01/ }])
})

t.test('no problem ever shows a secret', async t => {
  const env = {
    REDIS_URL: 'redis//:hunter2@h',
    TOOLGATE_KEYS: '[{ id: a, hash: hunter2, scopes: [hunter2!] }]',
    TOOLGATE_CONFIG: writeConfig(t, 'systems: { gitlab: { instances: hunter2 } }')
  }
  t.notMatch(errorOf(t, env).message, /hunter2/)
})

function writeConfig(t: Test, text: string): string {
  const file = path.join(t.testdir({}), 'toolgate.yaml')
  writeFileSync(file, text)
  return file
}

function errorOf(t: Test, env: Record<string, string>, known?: KnownNames): ConfigError {
  try {
    loadConfig(env, known)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  t.fail(`there is no problem in ${JSON.stringify(env)}`)
  return new ConfigError([])
}

function problemsOf(t: Test, env: Record<string, string>, known?: KnownNames): readonly Problem[] {
  return errorOf(t, env, known).problems
}

function find(problems: readonly Problem[], where: string): Problem {
  return problems.find(problem => problem.where === where) ?? { where, message: 'not found' }
}

t.test('TOOLGATE_SECRET is read, one or two, even from a file', async t => {
  const [one, two] = ['1'.repeat(32), '2'.repeat(64)]
  t.strictSame(loadConfig({}).secrets, [])
  t.strictSame(loadConfig({ TOOLGATE_SECRET: `${one} ${two}` }).secrets, [one, two])
  const file = path.join(t.testdir({ secret: `${one}\n` }), 'secret')
  t.strictSame(loadConfig({ TOOLGATE_SECRET_FILE: file }).secrets, [one])
})

t.test('a guessable TOOLGATE_SECRET is a problem that does not show it', async t => {
  const good = 'g'.repeat(32)
  for (const wrong of ['hunter2hunter2', 'x'.repeat(31), `${good} short-one`, `${good} ${good} ${good}`]) {
    const problems = problemsOf(t, { TOOLGATE_SECRET: wrong })
    t.match(problems, [{ where: 'TOOLGATE_SECRET', allowed: /openssl rand -base64 32/ }])
    t.notMatch(JSON.stringify(problems), /hunter2|short-one|ggg|xxx/)
  }
})

t.test('sharing a Redis on another host without TOOLGATE_SECRET is a warning', async t => {
  const key = { TOOLGATE_KEYS: `[{ id: ann, hash: ${'a'.repeat(64)}, scopes: ['*'] }]` }
  const warned = (env: Record<string, string>) => loadConfig({ ...key, ...env }).warnings.map(({ where }) => where)
  const [there, here] = ['redis://redis.internal:6379', 'redis://127.0.0.1:6379']
  for (const TOOLGATE_ROLE of ['worker', 'gateway']) {
    t.strictSame(warned({ TOOLGATE_ROLE, REDIS_URL: there }), ['TOOLGATE_SECRET'], TOOLGATE_ROLE)
    t.strictSame(warned({ TOOLGATE_ROLE, REDIS_URL: `${here},${there}` }), ['TOOLGATE_SECRET'], 'a cluster')
    t.strictSame(warned({ TOOLGATE_ROLE, REDIS_URL: here }), [])
    t.strictSame(warned({ TOOLGATE_ROLE, REDIS_URL: 'unix:///run/redis.sock' }), [])
    t.strictSame(warned({ TOOLGATE_ROLE, REDIS_URL: there, TOOLGATE_SECRET: 's'.repeat(32) }), [])
  }
  t.strictSame(warned({ REDIS_URL: there }), [])
})

t.test('a worker without keys that shares a Redis on another host is a warning', async t => {
  const secret = { TOOLGATE_SECRET: 's'.repeat(32), TOOLGATE_ROLE: 'worker' }
  const warned = (env: Record<string, string>) => loadConfig({ ...secret, ...env }).warnings.map(({ where }) => where)
  t.strictSame(warned({ REDIS_URL: 'redis://redis.internal:6379' }), ['TOOLGATE_KEYS'])
  t.strictSame(warned({ REDIS_URL: 'redis://127.0.0.1:6379' }), [])
})

t.test('a key may have its own webhook secrets, and two keys never have the same', async t => {
  const own = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const keys = (ids: string[], secret: string) =>
    JSON.stringify(ids.map(id => ({ id, hash: 'a'.repeat(64), scopes: ['*'], webhook_secrets: [secret] })))
  t.strictSame(loadConfig({ TOOLGATE_KEYS: keys(['ann'], own) }).keys[0]?.webhook_secrets, [own])
  t.match(problemsOf(t, { TOOLGATE_KEYS: keys(['ann', 'bob'], own) }), [{ where: 'key bob', message: /of another key/ }])
  for (const wrong of ['hunter2', 'whsec_', `whsec_${'%'.repeat(40)}`, `whsec_${Buffer.alloc(8).toString('base64')}`]) {
    const problems = problemsOf(t, { TOOLGATE_KEYS: keys(['ann'], wrong) })
    t.match(problems[0], { allowed: /openssl rand -base64 32/ })
    if (wrong !== 'whsec_') t.notMatch(JSON.stringify(problems), wrong)
  }
})
