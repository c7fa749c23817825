// Mistakes in deployments, and how the gateway reports them; docs/deployment.md and docker-compose.yml.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { parse } from 'yaml'
import { loadConfig } from '../src/config/config.ts'
import { readOrCreate } from '../src/lib/create-once.ts'
import { createRegistry } from '../src/lib/process/registry.ts'
import { checkDataFolder } from '../src/server/data-folder.ts'
import { openJobStore } from '../src/server/redis.ts'
import { temporaryFolder } from './helpers/app.ts'
import { silentLog } from './helpers/bulk.ts'
import { composed, REDIS_PASSWORD } from './helpers/compose-file.ts'
import { recorder } from './helpers/log.ts'
import { freePort } from './helpers/port.ts'
import { startProcess } from './helpers/process.ts'
import { startTestRedis } from './helpers/redis.ts'

/** Variables that Kubernetes sets in each pod for the Services `toolgate` and `toolgate-worker`. */
const SERVICE_LINKS = {
  TOOLGATE_SERVICE_HOST: '10.0.171.239',
  TOOLGATE_SERVICE_PORT: '80',
  TOOLGATE_SERVICE_PORT_HTTP: '80',
  TOOLGATE_PORT: 'tcp://10.0.171.239:80',
  TOOLGATE_PORT_80_TCP: 'tcp://10.0.171.239:80',
  TOOLGATE_PORT_80_TCP_PROTO: 'tcp',
  TOOLGATE_PORT_80_TCP_PORT: '80',
  TOOLGATE_PORT_80_TCP_ADDR: '10.0.171.239',
  TOOLGATE_WORKER_SERVICE_HOST: '10.0.3.4',
  TOOLGATE_WORKER_PORT: 'tcp://10.0.3.4:8080',
  TOOLGATE_WORKER_PORT_8080_TCP: 'tcp://10.0.3.4:8080'
}

t.test('variables of a Kubernetes Service named toolgate are ignored, with a warning that names them', async t => {
  const { warnings, port } = loadConfig(SERVICE_LINKS)
  t.equal(port, 8080)
  t.equal(warnings.length, 1)
  t.match(warnings, [{ where: /TOOLGATE_PORT, .*TOOLGATE_WORKER_PORT/, message: /Kubernetes/, allowed: /enableServiceLinks: false/ }])
  t.strictSame(warnings[0]?.where.split(', '), Object.keys(SERVICE_LINKS).toSorted())
  t.throws(() => loadConfig({ TOOLGATE_PORT: '8080' }), /TOOLGATE_PORT: is not a setting of Toolgate/, 'other unknown names are refused')
  t.throws(() => loadConfig({ TOOLGATE_DATA_DIR: 'tcp://10.0.3.4:80' }), /TOOLGATE_DATA_DIR: is not a setting/)
})

t.test('each problem of a partly configured instance is one warning at the start', async t => {
  const redis = await startTestRedis(t)
  const gateway = await startProcess(t, {
    TOOLGATE_DATA: await temporaryFolder(t),
    REDIS_URL: redis.url,
    GITLAB_URL: 'https://gitlab.example.com',
    TRELLO_KEY: 'key',
    TRELLO_TOKEN_FILE: '/nonexistent'
  })
  const warnings = gateway
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
    .filter(({ level }) => level === 40)
  t.match(
    warnings.filter(({ msg }) => msg.includes('GITLAB_TOKEN')),
    [{ system: 'gitlab', instance: 'default', msg: /disabled.*GITLAB_TOKEN is required/ }]
  )
  t.equal(warnings.filter(({ msg }) => msg.includes('GITLAB_TOKEN')).length, 1)
  t.equal(warnings.filter(({ msg }) => msg.includes('TRELLO_TOKEN_FILE')).length, 1)
  t.equal(warnings.filter(({ msg }) => msg.includes('confluence')).length, 0, 'a system without any setting causes no warning')
})

const isRoot = process.geteuid?.() === 0
const NOBODY = 65_534

t.test('the error for a data folder that is not writable names the folder, the user and what to do', async t => {
  const folder = await temporaryFolder(t)
  chmodSync(folder, 0o755) // the other user needs access, wherever this checkout is
  for (const name of ['closed', 'partly/redis']) mkdirSync(path.join(folder, name), { recursive: true })
  for (const name of ['closed', 'partly/redis']) chmodSync(path.join(folder, name), 0o500)
  chmodSync(path.join(folder, 'partly'), 0o777)
  const program = `
    const { checkDataFolder } = await import(${JSON.stringify(path.resolve('src/server/data-folder.ts'))})
    if (process.geteuid() === 0) process.setuid(${NOBODY})
    for (const folder of process.argv.slice(1)) try { checkDataFolder(folder); console.log('fine') } catch (error) { console.log(error.message) }`
  const folders = ['closed', 'closed/deep/er', 'partly'].map(place => path.join(folder, place))
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, ...folders], { encoding: 'utf8' })
  const [closed = '', deeper = '', partly = ''] = stdout.split('\n')
  const user = isRoot ? NOBODY : process.geteuid?.()
  t.match(closed, `TOOLGATE_DATA: user ${user} cannot write to ${folders[0]} (EACCES)`, stderr)
  t.match(closed, /chown .*TOOLGATE_DATA/)
  t.match(deeper, `cannot write to ${folders[1]} (EACCES)`)
  t.match(partly, `cannot write to ${folders[2]}/redis (EACCES)`)
})

t.test('only the user of the gateway can read what it creates in the data folder; the mode of existing folders is kept', async t => {
  const folder = await temporaryFolder(t)
  const modeOf = (name: string): number => statSync(path.join(folder, name)).mode & 0o777
  mkdirSync(path.join(folder, 'existing'))
  chmodSync(path.join(folder, 'existing'), 0o755)
  const umask = process.umask(0)
  try {
    for (const name of ['new/data', 'existing']) checkDataFolder(path.join(folder, name))
    await readOrCreate(path.join(folder, 'another/host.json'), () => '{}')
    await createRegistry(path.join(folder, 'existing/programs'), silentLog).enter('mark', undefined)
  } finally {
    process.umask(umask)
  }
  for (const name of ['new', 'new/data', 'another', 'existing/programs']) t.equal(modeOf(name), 0o700, name)
  t.equal(modeOf('existing'), 0o755)
})

t.test('a worker refuses a call, and says where to send it', async t => {
  const redis = await startTestRedis(t)
  const worker = await startProcess(t, {
    TOOLGATE_DATA: await temporaryFolder(t),
    REDIS_URL: redis.url,
    TOOLGATE_ROLE: 'worker',
    TOOLGATE_PUBLIC_URL: 'https://tools.example.com/',
    PORT: String(await freePort())
  })
  t.equal((await fetch(`${worker.url}/readyz`)).status, 200)
  for (const [method, url] of [
    ['POST', '/v1/gitlab/issues'],
    ['GET', '/docs'],
    ['POST', '/mcp']
  ] as const) {
    const response = await fetch(`${worker.url}${url}`, { method })
    t.equal(response.status, 404)
    const { error } = Object(await response.json())
    t.match(error, { message: /This process is a worker/, details: { reason: 'route_not_found', outcome: 'not_executed' } })
    t.match(error.details.suggestions, [/https:\/\/tools\.example\.com/])
  }
})

t.test('the start waits for a Redis that does not respond, even after it accepted the connection', async t => {
  const redis = await startTestRedis(t)
  const options = { redis: { kind: 'single', options: redis.options } as const, dataDir: '/nowhere' }
  redis.freeze()
  const opening = openJobStore(options, recorder())
  await pause(6_000) // longer than one command may take
  redis.thaw()
  const store = await opening
  t.equal(await store.client.ping(), 'PONG')
  await store.close()
  await redis.client().client('PAUSE', 60_000, 'ALL')
  const started = Date.now()
  await t.rejects(openJobStore(options, recorder(), 2_000), {
    message: /^Redis at .*redis\.sock did not respond within 2 s.*Check REDIS_URL/
  })
  t.ok(Date.now() - started < 9_000)
})

const compose = readFileSync('docker-compose.yml', 'utf8')
const { services, networks } = composed(compose)

t.test('the Redis of docker-compose.yml refuses commands without its password, which gateway and worker have', async t => {
  const [, ...options] = services.redis.command
  const redis = await startTestRedis(t, options)
  await t.rejects(redis.client().ping(), /NOAUTH/)
  for (const service of [services.gateway, services.worker]) {
    const { password } = new URL(service.environment.REDIS_URL)
    t.equal(await redis.client({ password }).ping(), 'PONG')
    t.strictSame(service.networks, ['default', 'redis'])
  }
  t.equal(services.redis.environment.REDISCLI_AUTH, REDIS_PASSWORD, 'also its health check')
  t.strictSame(services.redis.networks, ['redis'])
  t.equal(networks.redis.internal, true)
  for (const [use] of compose.matchAll(/\$\{REDIS_PASSWORD[^}]*\}/g)) t.match(use, /:\?.*\.env/, 'nothing starts without the password')
})

t.test('containers have a limited /tmp in memory, and read the key file by its group', async t => {
  for (const { tmpfs, group_add, volumes, environment } of [services.gateway, services.worker]) {
    t.match(tmpfs, [/^\/tmp:size=\d+[mg],/])
    t.strictSame(group_add, ['1000'])
    const mount = String(volumes.find((volume: string) => volume.startsWith('./keys:'))).split(':')
    t.strictSame(mount, ['./keys', path.posix.dirname(environment.TOOLGATE_KEYS_FILE), 'ro'], 'a folder, so that a removed key is noticed')
  }
  t.match(compose, /group_add: \['\$\{KEYS_GID:-1000\}'\]/)
})

t.test('the commands of docs/deployment.md create every file and variable that docker-compose.yml needs', async t => {
  const folder = t.testdir()
  const [, commands = ''] = /<!-- compose -->\n```sh\n([\s\S]*?)```/.exec(readFileSync('docs/deployment.md', 'utf8')) ?? []
  const [start = '', ...reversed] = commands.trimEnd().split('\n').reverse()
  t.match(start, /^docker compose up .*--scale worker=/)
  const preparing = reversed.toReversed()
  const script = preparing
    .join('\n')
    .replaceAll('npx toolgate', path.resolve('script/toolgate'))
    .replace('script/bootstrap', path.resolve('script/bootstrap'))
  const { NODE_OPTIONS: _, ...env } = process.env
  const paste = () => spawnSync('sh', ['-euc', script], { cwd: folder, encoding: 'utf8', env })
  const files = () => ['.env', 'keys/keys.yaml'].map(name => readFileSync(path.join(folder, name), 'utf8'))
  const { status, stderr } = paste()
  t.equal(status, 0, stderr)
  const [set = '', ...others] = files()
  t.match(paste(), { status: 0, stdout: '' })
  t.strictSame(files(), [set, ...others], 'pasting twice neither adds nor changes a secret')
  for (const [, name = ''] of compose.matchAll(/\$\{(\w+):\?/g)) t.match(set, new RegExp(`^${name}=\\S{32,}$`, 'm'), name)
  t.match(set, new RegExp(`^KEYS_GID=${process.getegid?.()}$`, 'm'))
  const file = path.join(folder, 'keys/keys.yaml')
  t.equal(statSync(file).mode & 0o777, 0o640)
  t.match(readFileSync('.gitignore', 'utf8'), '\n/keys/\n')
  t.match(loadConfig({ TOOLGATE_KEYS_FILE: file, HOST: '0.0.0.0', ...values(set) }).keys, [{ id: 'me' }], 'also with all of .env')
  for (const command of preparing) t.match(compose, command.replace(/^\s*/, '#   '), 'the file shows the same commands')
})

t.test('the override of docs/deployment.md gives gateway and workers the config file from a mounted folder', async t => {
  const [, override = ''] = /<!-- override -->\n```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/deployment.md', 'utf8')) ?? []
  const added = parse(override, { merge: true }).services
  t.strictSame(Object.keys(added).toSorted(), ['gateway', 'worker'])
  for (const { environment, volumes } of [added.gateway, added.worker]) {
    const [from, to, mode] = volumes[0].split(':')
    t.equal(path.posix.dirname(environment.TOOLGATE_CONFIG), to)
    t.equal(mode, 'ro')
    t.match(readFileSync('.gitignore', 'utf8'), `\n/${path.basename(from)}/\n`, 'it may contain secrets')
  }
})

t.test('PostgreSQL of docs/deployment.md is reachable by gateway and workers only, with a password', async t => {
  const [, added = ''] = /<!-- postgres -->\n```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/deployment.md', 'utf8')) ?? []
  const { services: extra, volumes } = parse(added.replaceAll(/\$\{POSTGRES_PASSWORD:\?[^}]*\}/g, 'hush'), { merge: true })
  for (const { environment } of [extra.gateway, extra.worker]) {
    const { recordDatabaseUrl = '' } = loadConfig(environment)
    const { username, password, hostname, pathname } = new URL(recordDatabaseUrl)
    const { POSTGRES_USER: user, POSTGRES_PASSWORD } = extra.postgres.environment
    t.strictSame([username, password, hostname, pathname], [user, POSTGRES_PASSWORD, 'postgres', `/${user}`])
  }
  t.strictSame(extra.postgres.networks, ['redis'])
  t.notOk('ports' in extra.postgres)
  t.ok(extra.postgres.volumes[0].split(':')[0] in volumes)
})

t.test('the required version of Docker Compose supports an optional env_file', async t => {
  t.match(compose, /env_file:\n\s+- path: \.env\n\s+required: false/, 'since 2.24')
  for (const text of [compose, readFileSync('docs/deployment.md', 'utf8')]) t.match(text, /Docker Compose 2\.24 or newer/)
})

const values = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
