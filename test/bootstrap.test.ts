import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'

// The script runs in a copy of what it looks at, on a PATH that has only what a test puts there; what it would install is written down.
const root = path.join(import.meta.dirname, '..')
const TOOLS = ['sh', 'dirname', 'find', 'touch', 'mkdir', 'id', 'cat', 'rm', 'chmod', 'env']

t.test('nothing missing: it says nothing and does nothing', async t => {
  const machine = makeMachine(t, { programs: { 'redis-server': '' }, installed: true })
  t.strictSame(await machine.bootstrap(), { code: 0, said: '' })
  t.strictSame(machine.calls(), [])
})

t.test('a fresh clone: packages, tap and Redis, in this order; a second run finds nothing to do', async t => {
  const machine = makeMachine(t, { programs: { apk: 'provide redis-server' } })
  const { code, said } = await machine.bootstrap()
  t.equal(code, 0, said)
  t.match(said, /npm ci.*building tap.*installing one/s)
  t.strictSame(machine.calls(), ['npm ci --include=dev --loglevel=error', 'tap build', 'apk add --no-cache redis'])
  t.match(await machine.bootstrap(), { code: 0, said: '' })
  t.equal(machine.calls().length, 3)
})

t.test('a newer lock file: the packages again, and tap with them', async t => {
  const machine = makeMachine(t, { programs: { 'redis-server': '' }, installed: true })
  machine.touch('package-lock.json')
  await machine.bootstrap()
  t.strictSame(machine.calls(), ['npm ci --include=dev --loglevel=error', 'tap build'])
})

t.test('a newer .taprc: tap alone', async t => {
  const machine = makeMachine(t, { programs: { 'redis-server': '' }, installed: true })
  machine.touch('.taprc')
  await machine.bootstrap()
  t.strictSame(machine.calls(), ['tap build'])
})

t.test('packages that cannot be installed end it with 1', async t => {
  const machine = makeMachine(t, { programs: { 'redis-server': '', npm: 'exit 7' } })
  t.match(await machine.bootstrap(), { code: 1, said: /npm ci failed/ })
})

t.test('valkey will do', async t => {
  const machine = makeMachine(t, { programs: { 'valkey-server': '' }, installed: true })
  t.match(await machine.bootstrap(), { code: 0, said: '' })
})

t.test('with REDIS_URL no server is installed', async t => {
  for (const name of ['REDIS_URL', 'REDIS_URL_FILE']) {
    const machine = makeMachine(t, { programs: { dnf: 'provide redis-server' }, installed: true })
    t.match(await machine.bootstrap({ [name]: 'x', npm_lifecycle_event: 'prestart' }), { code: 0, said: '' }, name)
    t.strictSame(machine.calls(), [])
  }
})

t.test('tests, judges and benches start servers of their own, and are given the program with REDIS_URL too', async t => {
  for (const npm_lifecycle_event of ['pretest', 'pretest:soak', 'prejudges', 'prebench']) {
    const machine = makeMachine(t, { programs: { dnf: 'provide redis-server' }, installed: true })
    t.match(await machine.bootstrap({ REDIS_URL: 'x', npm_lifecycle_event }), { code: 0 }, npm_lifecycle_event)
    t.strictSame(machine.calls(), ['dnf install -y redis'])
  }
})

t.test('what only reads and writes files is given the packages, and no server', async t => {
  const machine = makeMachine(t, { programs: { dnf: 'provide redis-server' } })
  t.match(await machine.bootstrap({}, 'packages'), { code: 0 })
  t.notOk(machine.calls().some(call => call.startsWith('dnf')))
})

t.test('where a distribution has Valkey in place of Redis, that is installed', async t => {
  const machine = makeMachine(t, { programs: { dnf: '[ "$3" = valkey ] || exit 1; provide valkey-server' }, installed: true })
  t.match(await machine.bootstrap(), { code: 0 })
  t.strictSame(machine.calls(), ['dnf install -y redis', 'dnf install -y valkey'])
})

t.test('brew installs as the user that one is', async t => {
  const machine = makeMachine(t, { programs: { brew: 'provide redis-server', id: 'echo 501' }, installed: true })
  t.match(await machine.bootstrap(), { code: 0 })
  t.strictSame(machine.calls(), ['brew install redis'])
})

t.test('who is not root and has a sudo that asks nothing is served by it', async t => {
  const programs = { id: 'echo 1000', apk: 'provide redis-server', sudo: '[ "$1" = -n ] || exit 1; shift; "$@"', true: '' }
  const machine = makeMachine(t, { programs, installed: true })
  t.match(await machine.bootstrap(), { code: 0 })
  t.strictSame(machine.calls().at(-1), 'apk add --no-cache redis')
})

t.test('who is not root and has no such sudo is shown the command, and it ends with 1', async t => {
  const machine = makeMachine(t, { programs: { id: 'echo 1000', apk: '', sudo: 'exit 1' }, installed: true })
  t.match(await machine.bootstrap(), { code: 1, said: /root is needed.*REDIS_URL.*apk add --no-cache redis/s })
  t.notOk(machine.calls().some(call => call.startsWith('apk')))
})

t.test('a machine without a package manager that is known is told what to do', async t => {
  const machine = makeMachine(t, { installed: true })
  t.match(await machine.bootstrap(), { code: 1, said: /none of apt-get, apk, dnf, brew.*Install Redis 6.2 or newer.*REDIS_URL/ })
})

t.test('an installation that fails, or brings no server, ends with 1 and says so', async t => {
  const failing = makeMachine(t, { programs: { apk: 'exit 1' }, installed: true })
  t.match(await failing.bootstrap(), { code: 1, said: /could not be installed/ })
  const empty = makeMachine(t, { programs: { apk: '' }, installed: true })
  t.match(await empty.bootstrap(), { code: 1, said: /not on PATH/ })
})

interface Machine {
  bootstrap: (env?: Record<string, string>, ...args: string[]) => Promise<{ code: number; said: string }>
  /** What was called of the programs that stand in for those that install. */
  calls: () => string[]
  touch: (file: string) => void
}

/** A clone on a machine with these programs (as shell text) beside the common tools. `installed`: packages and tap are there. */
function makeMachine(t: Test, { programs = {}, installed = false }: { programs?: Record<string, string>; installed?: boolean }): Machine {
  const folder = t.testdir({})
  const at = (file: string): string => path.join(folder, file)
  const bin = at('bin')
  for (const name of ['bin', 'clone/script']) mkdirSync(at(name), { recursive: true })
  for (const file of ['script/bootstrap', '.taprc', 'package-lock.json']) cpSync(path.join(root, file), at(`clone/${file}`))
  const log = at('calls')
  const program = (file: string, text: string): void => {
    mkdirSync(path.dirname(file), { recursive: true })
    const provide = `provide() { printf '#!/bin/sh\\n' >${bin}/$1; chmod 755 ${bin}/$1; }`
    writeFileSync(file, `#!/bin/sh\necho "$(basename "$0") $*" >>${log}\n${provide}\n${text}\n`)
    chmodSync(file, 0o755)
  }
  const tap = at('clone/node_modules/.bin/tap')
  const install = `mkdir -p node_modules/.bin; rm -f node_modules/.tap-built; echo >node_modules/.package-lock.json; cp ${at('tap')} ${tap}`
  for (const name of [...TOOLS, 'basename', 'cp', 'printf'])
    writeFileSync(path.join(bin, name), `#!/bin/sh\nexec ${which(name)} "$@"\n`, { mode: 0o755 })
  program(at('tap'), 'mkdir -p .tap/plugins')
  program(path.join(bin, 'npm'), install)
  for (const [name, text] of Object.entries(programs)) program(path.join(bin, name), text)
  if (installed) {
    program(tap, 'mkdir -p .tap/plugins')
    mkdirSync(at('clone/.tap/plugins'), { recursive: true })
    for (const file of ['.package-lock.json', '.tap-built']) writeFileSync(at(`clone/node_modules/${file}`), '')
  }
  const hidden = (call: string): boolean => /^(id|sudo) /.test(call)
  return {
    bootstrap: (env = {}, ...args) => run([at('clone/script/bootstrap'), ...args], { PATH: bin, ...env }),
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []).filter(call => call !== '' && !hidden(call)),
    touch: file => utimesSync(at(`clone/${file}`), new Date(), new Date(Date.now() + 10_000))
  }
}

function which(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(':')
  return folders.map(folder => path.join(folder, name)).find(file => existsSync(file) && statSync(file).isFile()) ?? name
}

async function run(command: string[], env: Record<string, string>): Promise<{ code: number; said: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(which('sh'), command, { env })
    return { code: 0, said: stdout + stderr }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error
    return { code: Number(error.code), said: `${error.stdout}${error.stderr}` }
  }
}
