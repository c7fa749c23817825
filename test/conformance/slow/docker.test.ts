import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { loadConfig } from '../../../src/config.ts'
import { newKey } from '../../../src/keys.ts'
import { checkRedis } from '../../../src/lib/redis/check.ts'
import { linkDependencies } from '../../helpers/dependencies.ts'
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

/** Of the types of the package: what is right passes, and what is wrong does not. */
const PROGRAM = `import { createClient } from 'toolgate/client'
const gate = createClient({ url: 'http://127.0.0.1' })
const { type } = await gate.call('filesystem_read_file', { file_path: 'a.txt' })
export const right: string = type
// @ts-expect-error
export const wrong: number = type
`
const STRICT = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2024',
  types: ['node'],
  typeRoots: [path.join(root, 'node_modules/@types')]
}

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

t.test('the image, made as the Dockerfile says', async t => {
  // Far from this folder: else it would find its packages here.
  const house = mkdtempSync(path.join(tmpdir(), 'toolgate-image-'))
  t.teardown(() => rmSync(house, { recursive: true, force: true }))
  const [build, app, user] = ['build', 'app', 'user'].map(name => path.join(house, name))
  mkdirSync(build)
  const stages = read('Dockerfile').split(/^FROM /m)
  const [untilBuilt] = stages[1].split('RUN npm run build')
  copy(untilBuilt, build)
  symlinkSync(path.join(root, 'node_modules'), path.join(build, 'node_modules'))
  await run(...bare('npm', 'run', 'build'), { cwd: build, env: plain })
  copy(stages.at(-1), app)
  cpSync(path.join(build, 'dist'), path.join(app, 'dist'), { recursive: true })
  linkDependencies(path.join(app, 'node_modules'))

  t.test('has the licenses of what is bundled', async t => {
    t.match(readFileSync(path.join(app, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8'), /^fastify \d/m)
  })

  t.test('as a package it has the types of the client, and no others', async t => {
    const installed = path.join(user, 'node_modules/toolgate')
    mkdirSync(installed, { recursive: true })
    const { stdout } = await run(...bare('npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', user), { cwd: app, env: plain })
    const [{ filename, files }] = JSON.parse(stdout)
    const types = files.map(file => file.path).filter(file => file.endsWith('.d.ts'))
    t.ok(types.length > 0 && types.every(file => /^(dist|openapi)\/client/.test(file)), types.join())
    await run('tar', ['-xzf', path.join(user, filename), '-C', installed, '--strip-components=1'])
    writeFileSync(path.join(user, 'program.mts'), PROGRAM)
    writeFileSync(path.join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }))
    await run(...bare(path.join(root, 'node_modules/.bin/tsc'), '-p', user), { env: plain }).catch(error => t.fail(error.stdout))
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

/** Copies what COPY copies of the repository. */
function copy(stage, into) {
  for (const [, words] of stage.matchAll(/^COPY (?!--from)(.*)$/gm)) {
    const sources = words.split(' ')
    const target = path.join(into, sources.pop())
    for (const source of sources)
      cpSync(path.join(root, source), target.endsWith('/') ? path.join(target, path.basename(source)) : target, { recursive: true })
  }
}

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
