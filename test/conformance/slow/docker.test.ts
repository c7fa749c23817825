import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { newKey } from '../../../src/access/keys.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { checkRedis } from '../../../src/lib/redis/check.ts'
import { composed, REDIS_PASSWORD } from '../../helpers/compose-file.ts'
import { linkDependencies } from '../../helpers/dependencies.ts'
import { freePort } from '../../helpers/port.ts'
import { startTestRedis } from '../../helpers/redis.ts'
import { waitUntil } from '../../helpers/wait-until.ts'
import { installCheckers } from '../install.ts'

// Not every machine has a container engine, so each part is checked by an independent tool or runs without one.
const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const programs = await installCheckers()
const read = file => readFileSync(path.join(root, file), 'utf8')
const composition = () => composed(read('docker-compose.yml'))
const plain = { PATH: process.env['PATH'] }
const manifest = JSON.parse(read('package.json'))

t.test('docker-compose.yml conforms to the schema of the Compose Specification', async t => {
  const { default: Ajv } = await import('ajv')
  const schema = JSON.parse(readFileSync(path.join(programs, '../dclint/schemas/compose.schema.json'), 'utf8'))
  const validate = new Ajv({ strict: false, validateFormats: false }).compile({ ...schema, $schema: undefined })
  t.ok(validate(composition()), JSON.stringify(validate.errors))
  const wrong = composition()
  wrong.services.worker.comand = ['x']
  t.notOk(validate(wrong), 'and the schema detects a mistake')
})

t.test('the linter finds nothing in docker-compose.yml', async t => {
  t.same(await run(path.join(programs, 'dclint'), ['docker-compose.yml'], { cwd: root }).then(({ stdout }) => stdout.trim()), '')
})

t.test('the gateway and the worker start with the settings of docker-compose.yml', async t => {
  const keys = path.join(t.testdir({ keys: JSON.stringify([newKey({ id: 'me', scopes: ['*'] }).entry]) }), 'keys')
  for (const role of ['gateway', 'worker']) {
    const { environment } = composition().services[role]
    const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]))
    t.equal(env['TOOLGATE_KEYS_FILE'], '/run/toolgate-keys/keys.yaml')
    t.match(loadConfig({ ...env, TOOLGATE_KEYS_FILE: keys }), {
      role,
      host: '0.0.0.0',
      port: 8080,
      redis: { options: { host: 'redis', password: REDIS_PASSWORD } }
    })
  }
})

t.test('a worker can be scaled: it has no own name, port or container', async t => {
  const { worker } = composition().services
  t.notOk('container_name' in worker || 'ports' in worker)
})

t.test('the Redis of docker-compose.yml loses nothing and evicts nothing', async t => {
  const [program, ...options] = composition().services.redis.command
  t.equal(program, 'redis-server')
  // Later options override those of the helper, so options that the file lacks are switched off first.
  const redis = await startTestRedis(t, ['--appendonly', 'no', '--appendfsync', 'no', '--maxmemory-policy', 'allkeys-lru', ...options])
  t.strictSame(await checkRedis(redis.client({ password: REDIS_PASSWORD })), { durability: 'strict', warnings: [], errors: [] })
})

t.test('two linters find nothing in the Dockerfile', async t => {
  const { stdout } = await run(path.join(programs, 'dockerfilelint'), ['--json', 'Dockerfile'], { cwd: root })
  t.equal(JSON.parse(stdout).totalIssues, 0, stdout)
  const { validate } = await import('dockerfile-utils')
  t.strictSame(validate(read('Dockerfile')), [])
})

t.test('the image has the Node of the repository, and does not run as root', async t => {
  const instructions = read('Dockerfile').split('\n')
  const [major] = /\d+/.exec(manifest.devDependencies.node) ?? []
  for (const line of instructions.filter(line => line.startsWith('FROM'))) t.match(line, `node:${major}-slim`)
  t.ok(instructions.includes('USER node'))
})

t.test('every file that the Dockerfile copies exists and is not ignored, and secrets are ignored', async t => {
  const copied = read('Dockerfile').match(/^COPY (?!--from).*$/gm) ?? []
  const sources = copied.flatMap(line => line.split(' ').slice(1, -1))
  const allowed = read('.dockerignore').split('\n')
  for (const source of sources) {
    t.ok(globSync(source, { cwd: root }).length === 1, `${source} exists`)
    t.ok(allowed.includes(`!${source.replace('./', '')}`), `${source} is not ignored`)
  }
  t.ok(allowed.includes('*'), 'files that are not named are ignored')
})

t.test('the image, built as in the Dockerfile', async t => {
  // Outside of this folder, whose packages it would find otherwise.
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-image-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [build, app] = ['build', 'app'].map(name => path.join(folder, name))
  mkdirSync(build)
  const stages = read('Dockerfile').split(/^FROM /m)
  const [untilBuilt] = stages[1].split('RUN npm run build')
  copy(untilBuilt, build)
  symlinkSync(path.join(root, 'node_modules'), path.join(build, 'node_modules'))
  await run(...bare('npm', 'run', 'build'), { cwd: build, env: plain })
  copy(stages.at(-1), app)
  cpSync(path.join(build, 'dist'), path.join(app, 'dist'), { recursive: true })
  linkDependencies(path.join(app, 'node_modules'))

  t.test('has the licenses of bundled packages', async t => {
    t.match(readFileSync(path.join(app, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8'), /^fastify \d/m)
  })

  t.test('has the command toolgate', async t => {
    const { stdout } = await run(path.join(app, 'script/toolgate'), ['config', 'check'], { env: plain })
    t.match(stdout, /The configuration is valid/)
  })

  t.test('starts as in the image, and its health check notices start and end', { timeout: 60_000 }, async t => {
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
    await waitUntil(async () => (await healthy()) || gateway.exitCode !== null, 'the gateway is healthy or has ended')
    t.equal(gateway.exitCode, null, 'it is healthy, and has not ended')
    gateway.kill('SIGTERM')
    t.strictSame(await once(gateway, 'exit'), [0, null])
    t.notOk(await healthy(), 'not after it has ended')
  })
})

/** Copies the files that COPY copies. */
function copy(stage, into) {
  for (const [, words] of stage.matchAll(/^COPY (?!--from)(.*)$/gm)) {
    const sources = words.split(' ')
    const target = path.join(into, sources.pop())
    for (const source of sources)
      cpSync(path.join(root, source), target.endsWith('/') ? path.join(target, path.basename(source)) : target, { recursive: true })
  }
}

/** A program without the hooks that tap adds to every Node for coverage: tsc does not run with them, and the image has none. */
function bare(program, ...words) {
  return ['sh', ['-c', 'unset NODE_OPTIONS; exec "$0" "$@"', program, ...words]]
}

/** The arguments of HEALTHCHECK without the name of node. */
function healthCheck() {
  const [, json = ''] = /^HEALTHCHECK [^[]*(\[.*\])$/m.exec(read('Dockerfile')) ?? []
  const [program, ...words] = JSON.parse(json)
  if (program !== 'node') throw new Error(`The health check runs ${program}`)
  return words
}
