import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { bundle } from '../../../script/build.ts'
import { loadConfig } from '../../../src/config.ts'
import { newKey } from '../../../src/keys.ts'
import { checkRedis } from '../../../src/lib/redis/check.ts'
import { freePort } from '../../helpers/port.ts'
import { startTestRedis } from '../../helpers/redis.ts'
import { installCheckers } from '../install.ts'

// There is no container engine on every machine, so each part is held against an independent checker, or run for real without one.
const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const programs = await installCheckers()
const read = file => readFileSync(path.join(root, file), 'utf8')
const composition = () => parse(read('docker-compose.yml'), { merge: true })
const plain = { PATH: process.env['PATH'] }
const manifest = JSON.parse(read('package.json'))

t.test('docker-compose.yml fits the schema of the Compose Specification', async t => {
  const { default: Ajv } = await import('ajv')
  const schema = JSON.parse(readFileSync(path.join(programs, '../dclint/schemas/compose.schema.json'), 'utf8'))
  const validate = new Ajv({ strict: false, validateFormats: false }).compile({ ...schema, $schema: undefined })
  t.ok(validate(composition()), JSON.stringify(validate.errors))
  const wrong = composition()
  wrong.services.worker.comand = ['x']
  t.notOk(validate(wrong), 'and the schema would have noticed a mistake')
})

t.test('docker-compose.yml has nothing for its linter to say', async t => {
  t.same(await run(path.join(programs, 'dclint'), ['docker-compose.yml'], { cwd: root }).then(({ stdout }) => stdout.trim()), '')
})

t.test('the gateway and the worker start with what docker-compose.yml sets', async t => {
  const keys = path.join(t.testdir({ keys: JSON.stringify([newKey({ id: 'me', scopes: ['*'] }).entry]) }), 'keys')
  for (const role of ['gateway', 'worker']) {
    const { environment } = composition().services[role]
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1')])
    )
    t.equal(env['TOOLGATE_KEYS_FILE'], '/run/secrets/toolgate-keys')
    t.match(loadConfig({ ...env, TOOLGATE_KEYS_FILE: keys }), { role, host: '0.0.0.0', port: 8080, redis: { options: { host: 'redis' } } })
  }
})

t.test('a worker can be scaled: it has no name, port or container of its own', async t => {
  const { worker } = composition().services
  t.notOk('container_name' in worker || 'ports' in worker)
})

t.test('the Redis of docker-compose.yml loses nothing and evicts nothing', async t => {
  const [program, ...options] = composition().services.redis.command
  t.equal(program, 'redis-server')
  // Later options win over those of the helper, so what is not in the file is switched off first.
  const redis = await startTestRedis(t, ['--appendonly', 'no', '--appendfsync', 'no', '--maxmemory-policy', 'allkeys-lru', ...options])
  t.strictSame(await checkRedis(redis.client()), { durability: 'strict', warnings: [], errors: [] })
})

t.test('the Dockerfile has nothing for two linters to say', async t => {
  const { stdout } = await run(path.join(programs, 'dockerfilelint'), ['--json', 'Dockerfile'], { cwd: root })
  t.equal(JSON.parse(stdout).totalIssues, 0, stdout)
  const { validate } = await import('dockerfile-utils')
  t.strictSame(validate(read('Dockerfile')), [])
})

t.test('the image has the Node that the repository runs on, and no root', async t => {
  const instructions = read('Dockerfile').split('\n')
  const [major] = /\d+/.exec(manifest.devDependencies.node) ?? []
  for (const line of instructions.filter(line => line.startsWith('FROM'))) t.match(line, `node:${major}-slim`)
  t.ok(instructions.includes('USER node'))
})

t.test('everything that the Dockerfile copies is there and not ignored, and secrets are', async t => {
  const copied = read('Dockerfile').match(/^COPY (?!--from).*$/gm) ?? []
  const sources = copied.flatMap(line => line.split(' ').slice(1, -1))
  const allowed = read('.dockerignore').split('\n')
  for (const source of sources) {
    t.ok(globSync(source, { cwd: root }).length === 1, `${source} is there`)
    t.ok(allowed.includes(`!${source.replace('./', '')}`), `${source} is not ignored`)
  }
  t.ok(allowed.includes('*'), 'whatever is not named is ignored')
})

t.test('what the build reads beside src is copied before it runs', t => {
  const [build = ''] = read('Dockerfile').split('RUN npm run build')
  const beside = globSync('src/**/*.ts', { cwd: root }).flatMap(file =>
    [...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) => path.join(path.dirname(file), target)).filter(isBeside)
  )
  t.ok(beside.length > 0, 'there are such')
  for (const folder of new Set(beside.map(file => file.split('/')[0]))) t.match(build, `COPY ${folder} ./${folder}`)
  t.end()
})

t.test('the built gateway', async t => {
  const app = t.testdir({})
  const chunks = await bundle(path.join(app, 'dist'))
  const isOurs = (name: string): boolean => chunks.some(({ fileName }) => fileName === name)
  mkdirSync(path.join(app, 'script'))
  for (const file of ['package.json', 'script/toolgate']) cpSync(path.join(root, file), path.join(app, file))
  symlinkSync(path.join(root, 'node_modules'), path.join(app, 'node_modules'))

  t.test('imports only packages that the image has', async t => {
    const names = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]).filter(name => !isOurs(name))
    const packages = new Set(names.filter(name => !isBuiltin(name)).map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))
    t.strictSame(
      [...packages].filter(name => !(name in manifest.dependencies)),
      []
    )
    t.ok(packages.has('nodemailer'), 'there are such')
  })

  t.test('has the command toolgate', async t => {
    const { stdout } = await run(path.join(app, 'script/toolgate'), ['config', 'check'], { env: plain })
    t.match(stdout, /The configuration is fine/)
  })

  t.test('starts as the image does, and its health check sees it live and die', { timeout: 60_000 }, async t => {
    const redis = await startTestRedis(t)
    const env = { ...plain, PORT: String(await freePort()), REDIS_URL: redis.url, TOOLGATE_DATA: path.join(app, 'data') }
    const healthy = () =>
      run(...bare(process.execPath, ...healthCheck()), { env }).then(
        () => true,
        () => false
      )
    t.notOk(await healthy(), 'not before it listens')
    const gateway = spawn(...bare(process.execPath, 'dist/main.js'), { cwd: app, env, stdio: ['ignore', 'inherit', 'inherit'] })
    t.teardown(() => gateway.kill('SIGKILL'))
    while (!(await healthy()) && gateway.exitCode === null) await pause(200)
    t.equal(gateway.exitCode, null, 'it is healthy, and has not ended')
    gateway.kill('SIGTERM')
    t.strictSame(await once(gateway, 'exit'), [0, null])
    t.notOk(await healthy(), 'not after it has ended')
  })
})

/** A program without what tap hooks into every Node for coverage: tsc does not run with it, and the image has none of it. */
function bare(program, ...words) {
  return ['sh', ['-c', 'unset NODE_OPTIONS; exec "$0" "$@"', program, ...words]]
}

/** What HEALTHCHECK runs, less the name of node. */
function healthCheck() {
  const [, json = ''] = /^HEALTHCHECK [^[]*(\[.*\])$/m.exec(read('Dockerfile')) ?? []
  const [program, ...words] = JSON.parse(json)
  if (program !== 'node') throw new Error(`The health check runs ${program}`)
  return words
}

function isBeside(file: string): boolean {
  return !file.startsWith('src/')
}
