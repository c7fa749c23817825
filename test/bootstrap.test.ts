import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'

// The script runs in a copy of the files that it reads, with a PATH that contains only programs of the test. Fake installers record their calls.
const root = path.join(import.meta.dirname, '..')
const TOOLS = ['sh', 'dirname', 'find', 'touch', 'mkdir', 'id', 'cat', 'rm', 'ln', 'chmod', 'env']

t.test('with nothing missing it prints nothing and does nothing', async t => {
  const machine = createMachine(t, { programs: { 'redis-server': '' }, installed: true })
  t.strictSame(await machine.bootstrap(), { code: 0, output: '' })
  t.strictSame(machine.calls(), [])
})

t.test('in a fresh clone it installs packages, tap and Redis, in this order; a second run does nothing', async t => {
  const machine = createMachine(t, { programs: { apk: 'provide redis-server' } })
  const { code, output } = await machine.bootstrap()
  t.equal(code, 0, output)
  t.match(output, /npm ci.*building tap.*installing it/s)
  t.strictSame(machine.calls(), ['npm ci --include=dev --loglevel=error', 'tap build', 'apk add --no-cache redis'])
  t.match(await machine.bootstrap(), { code: 0, output: '' })
  t.equal(machine.calls().length, 3)
})

t.test('a newer lock file reinstalls the packages and rebuilds tap', async t => {
  const machine = createMachine(t, { programs: { 'redis-server': '' }, installed: true })
  machine.touch('package-lock.json')
  await machine.bootstrap()
  t.strictSame(machine.calls(), ['npm ci --include=dev --loglevel=error', 'tap build'])
})

t.test('a newer .taprc rebuilds only tap', async t => {
  const machine = createMachine(t, { programs: { 'redis-server': '' }, installed: true })
  machine.touch('.taprc')
  await machine.bootstrap()
  t.strictSame(machine.calls(), ['tap build'])
})

for (const npm_lifecycle_event of ['prestart', 'predev']) {
  t.test(
    `${npm_lifecycle_event}: installs only what a gateway needs, without tap, and logs the size; a second run does nothing`,
    async t => {
      const machine = createMachine(t, { programs: { apk: 'provide redis-server', node: machineNode('v26.1.0') } })
      const { code, output } = await machine.bootstrap({ npm_lifecycle_event })
      t.equal(code, 0, output)
      t.match(output, /the packages that a gateway needs \(npm ci\): about \d+ MB/)
      t.ok(machine.has('node_modules/.bin/node'), 'the Node of the machine is linked, so that it is found without its PATH')
      t.strictSame(machine.installs(), ['npm ci --omit=dev --loglevel=error', 'apk add --no-cache redis'])
      t.match(await machine.bootstrap({ npm_lifecycle_event }), { code: 0, output: '' })
      t.equal(machine.installs().length, 2)
    }
  )
}

t.test(
  'the console is built when it is missing or older than its sources; on a machine without its packages they are installed first',
  async t => {
    const machine = createMachine(t, { programs: { 'redis-server': '', node: machineNode('v26.1.0') }, console: true })
    const first = await machine.bootstrap({ npm_lifecycle_event: 'prestart' })
    t.match(first, { code: 0, output: /about \d+ MB.*packages that the console is built with.*building the console/s })
    const install = /^npm install --no-save --save-prod --omit=dev --loglevel=error rolldown@\S+ preact@\S+ @preact\/signals@\S+$/
    t.match(machine.installs(), [/^npm ci --omit=dev/, install])
    t.match(await machine.bootstrap({ npm_lifecycle_event: 'prestart' }), { code: 0, output: '' })
    machine.touch('console/main.tsx')
    t.match(await machine.bootstrap({ npm_lifecycle_event: 'prestart' }), { code: 0, output: 'bootstrap: building the console\n' })
    t.equal(machine.installs().length, 2)
  }
)

t.test('Node that was installed builds the console, and stays when its packages are installed', async t => {
  const machine = createMachine(t, { programs: { 'redis-server': '', node: machineNode('v20.0.0') }, console: true })
  t.match(await machine.bootstrap({ npm_lifecycle_event: 'prestart' }), { code: 0 })
  t.match(machine.installs().at(-1), /rolldown@\S+ .* node@26\.\d+\.\d+$/)
  t.ok(machine.has('dist/console/node-26.10.0'), 'the console is built by the Node that was just installed')
})

t.test('the console is not built for scripts and for the command alone', async t => {
  const machine = createMachine(t, { programs: { 'redis-server': '', node: machineNode('v26.1.0') }, console: true })
  for (const scope of ['packages', 'runtime']) t.notMatch((await machine.bootstrap({}, scope)).output, /console/)
})

t.test('with an older Node it installs that of the lock file, once', async t => {
  const machine = createMachine(t, { programs: { 'redis-server': '', node: machineNode('v20.0.0') } })
  const { code, output } = await machine.bootstrap({ npm_lifecycle_event: 'prestart' })
  t.equal(code, 0, output)
  t.match(output, /installing Node 26\.\d+\.\d+ into node_modules, since this machine has v20\.0\.0: about \d+ MB/)
  t.match(machine.installs(), [/^npm ci --omit=dev/, /^npm install --no-save --save-prod --omit=dev --loglevel=error node@26\.\d+\.\d+$/])
  t.match(await machine.bootstrap({ npm_lifecycle_event: 'prestart' }), { code: 0, output: '' })
  t.equal(machine.installs().length, 2)
})

t.test('tests after a start install the other packages, and a later start keeps them', async t => {
  const machine = createMachine(t, { programs: { 'redis-server': '', node: machineNode('v26.1.0') } })
  await machine.bootstrap({ npm_lifecycle_event: 'prestart' })
  t.match(await machine.bootstrap({ npm_lifecycle_event: 'pretest' }), { code: 0, output: /for development.*about \d+ MB.*building tap/s })
  machine.touch('package-lock.json')
  await machine.bootstrap({ npm_lifecycle_event: 'prestart' })
  t.strictSame(machine.installs(), [
    'npm ci --omit=dev --loglevel=error',
    'npm ci --include=dev --loglevel=error',
    'tap build',
    'npm ci --include=dev --loglevel=error'
  ])
})

t.test('for the command alone it installs the packages that a gateway needs, and no server', async t => {
  const machine = createMachine(t, { programs: { apk: 'provide redis-server', node: machineNode('v26.1.0') } })
  t.match(await machine.bootstrap({}, 'runtime'), { code: 0 })
  t.strictSame(machine.installs(), ['npm ci --omit=dev --loglevel=error'])
})

t.test('if packages cannot be installed it exits with 1', async t => {
  const machine = createMachine(t, { programs: { 'redis-server': '', npm: 'exit 7' } })
  t.match(await machine.bootstrap(), { code: 1, output: /npm ci failed/ })
})

t.test('Valkey is accepted instead of Redis', async t => {
  const machine = createMachine(t, { programs: { 'valkey-server': '' }, installed: true })
  t.match(await machine.bootstrap(), { code: 0, output: '' })
})

t.test('with REDIS_URL no server is installed', async t => {
  for (const name of ['REDIS_URL', 'REDIS_URL_FILE']) {
    const machine = createMachine(t, { programs: { dnf: 'provide redis-server' }, installed: true })
    t.match(await machine.bootstrap({ [name]: 'x', npm_lifecycle_event: 'prestart' }), { code: 0, output: '' }, name)
    t.strictSame(machine.calls(), [])
  }
})

t.test('only npm run judges installs Chromium, and accepts either name', async t => {
  for (const [manager, call] of [
    ['apk', 'apk add --no-cache chromium'],
    ['dnf', 'dnf install -y chromium']
  ] as const) {
    for (const npm_lifecycle_event of ['pretest', 'prestart', 'prebench', '']) {
      const machine = createMachine(t, { programs: { 'redis-server': '', [manager]: 'provide chromium' }, installed: true })
      t.match(await machine.bootstrap({ npm_lifecycle_event }), { code: 0, output: '' }, npm_lifecycle_event)
      t.strictSame(machine.calls(), [])
    }
    for (const name of ['chromium', 'chromium-browser']) {
      const machine = createMachine(t, { programs: { 'redis-server': '', [manager]: `provide ${name}` }, installed: true })
      t.match(await machine.bootstrap({ npm_lifecycle_event: 'prejudges' }), { code: 0, output: /no chromium on PATH: installing it with/ })
      t.strictSame(machine.calls(), [call])
      t.match(await machine.bootstrap({ npm_lifecycle_event: 'prejudges' }), { code: 0, output: '' })
    }
    const empty = createMachine(t, { programs: { 'redis-server': '', [manager]: '' }, installed: true })
    t.match(await empty.bootstrap({ npm_lifecycle_event: 'prejudges' }), { code: 1, output: /Chromium was installed, but is not on PATH/ })
  }
})

t.test('on Debian, Chromium is installed without recommended packages', async t => {
  const apt = 'case "$*" in *install*) provide chromium ;; esac'
  const machine = createMachine(t, { programs: { 'redis-server': '', 'apt-get': apt }, installed: true })
  t.match(await machine.bootstrap({ npm_lifecycle_event: 'prejudges' }), { code: 0 })
  t.match(machine.calls().at(-1), /apt-get -qq .*install -y --no-install-recommends chromium$/)
})

t.test('without a package manager, or without root, it exits with 1 and prints what to do', async t => {
  const none = createMachine(t, { programs: { 'redis-server': '' }, installed: true })
  t.match(await none.bootstrap({ npm_lifecycle_event: 'prejudges' }), {
    code: 1,
    output: /none of apt-get, apk, dnf.*Install Chromium manually/
  })
  const programs = { 'redis-server': '', id: 'echo 1000', apk: '', sudo: 'exit 1' }
  const machine = createMachine(t, { programs, installed: true })
  t.match(await machine.bootstrap({ npm_lifecycle_event: 'prejudges' }), {
    code: 1,
    output: /this needs root.*apk add --no-cache chromium/s
  })
})

t.test('tests, judges and benchmarks start their own servers, so Redis is installed even with REDIS_URL', async t => {
  for (const npm_lifecycle_event of ['pretest', 'pretest:soak', 'prejudges', 'prebench']) {
    const programs = { dnf: 'provide redis-server', chromium: '' }
    const machine = createMachine(t, { programs, installed: true })
    t.match(await machine.bootstrap({ REDIS_URL: 'x', npm_lifecycle_event }), { code: 0 }, npm_lifecycle_event)
    t.strictSame(machine.calls(), ['dnf install -y redis'])
  }
})

t.test('for scripts that only read and write files it installs the packages, and no server', async t => {
  const machine = createMachine(t, { programs: { dnf: 'provide redis-server' } })
  t.match(await machine.bootstrap({}, 'packages'), { code: 0 })
  t.notOk(machine.calls().some(call => call.startsWith('dnf')))
})

t.test('if a distribution has Valkey instead of Redis, it installs Valkey', async t => {
  const machine = createMachine(t, { programs: { dnf: '[ "$3" = valkey ] || exit 1; provide valkey-server' }, installed: true })
  t.match(await machine.bootstrap(), { code: 0 })
  t.strictSame(machine.calls(), ['dnf install -y redis', 'dnf install -y valkey'])
})

t.test('brew installs as the current user', async t => {
  const machine = createMachine(t, { programs: { brew: 'provide redis-server', id: 'echo 501' }, installed: true })
  t.match(await machine.bootstrap(), { code: 0 })
  t.strictSame(machine.calls(), ['brew install redis'])
})

t.test('without root it uses sudo if that needs no password', async t => {
  const programs = { id: 'echo 1000', apk: 'provide redis-server', sudo: '[ "$1" = -n ] || exit 1; shift; "$@"', true: '' }
  const machine = createMachine(t, { programs, installed: true })
  t.match(await machine.bootstrap(), { code: 0 })
  t.strictSame(machine.calls().at(-1), 'apk add --no-cache redis')
})

t.test('without root and such a sudo it prints the command and exits with 1', async t => {
  const machine = createMachine(t, { programs: { id: 'echo 1000', apk: '', sudo: 'exit 1' }, installed: true })
  t.match(await machine.bootstrap(), { code: 1, output: /this needs root.*REDIS_URL.*apk add --no-cache redis/s })
  t.notOk(machine.calls().some(call => call.startsWith('apk')))
})

t.test('without a known package manager it prints what to do', async t => {
  const machine = createMachine(t, { installed: true })
  t.match(await machine.bootstrap(), { code: 1, output: /none of apt-get, apk, dnf, brew.*Install Redis 6.2 or newer.*REDIS_URL/ })
})

t.test('a failed installation, or one without a server, exits with 1 and a message', async t => {
  const failing = createMachine(t, { programs: { apk: 'exit 1' }, installed: true })
  t.match(await failing.bootstrap(), { code: 1, output: /could not be installed/ })
  const empty = createMachine(t, { programs: { apk: '' }, installed: true })
  t.match(await empty.bootstrap(), { code: 1, output: /not on PATH/ })
})

interface Machine {
  bootstrap: (env?: Record<string, string>, ...args: string[]) => Promise<{ code: number; output: string }>
  /** Calls of the fake installers. */
  calls: () => string[]
  /** The same without calls of Node, which installs nothing. */
  installs: () => string[]
  touch: (file: string) => void
  has: (file: string) => boolean
}

/** A clone on a machine with these programs (as shell text) and the common tools. `installed`: packages and tap are installed. `console`: it has the sources of the console. */
function createMachine(
  t: Test,
  { programs = {}, installed = false, console = false }: { programs?: Record<string, string>; installed?: boolean; console?: boolean }
): Machine {
  const folder = t.testdir({})
  const at = (file: string): string => path.join(folder, file)
  const bin = at('bin')
  for (const name of ['bin', 'clone/script']) mkdirSync(at(name), { recursive: true })
  for (const file of ['script/bootstrap', '.taprc', 'package.json', 'package-lock.json']) cpSync(path.join(root, file), at(`clone/${file}`))
  const log = at('calls')
  const program = (file: string, text: string): void => {
    mkdirSync(path.dirname(file), { recursive: true })
    const provide = `provide() { printf '#!/bin/sh\\n' >${bin}/$1; chmod 755 ${bin}/$1; }`
    writeFileSync(file, `#!/bin/sh\necho "$(basename "$0") $*" >>${log}\n${provide}\n${text}\n`)
    chmodSync(file, 0o755)
  }
  const tap = at('clone/node_modules/.bin/tap')
  const install = `mkdir -p node_modules/.bin; rm -f node_modules/.tap-built; echo >node_modules/.package-lock.json
case "$*" in
  *--include=dev*) cp ${at('tap')} ${tap} ;;
  *node@*) mkdir -p node_modules/node; cp ${at('node')} node_modules/.bin/node ;;
esac
case "$*" in *rolldown@*) mkdir -p node_modules/rolldown ;; esac`
  for (const name of [...TOOLS, 'basename', 'cp', 'printf'])
    writeFileSync(path.join(bin, name), `#!/bin/sh\nexec ${which(name)} "$@"\n`, { mode: 0o755 })
  program(at('tap'), 'mkdir -p .tap/plugins')
  program(at('node'), machineNode('v26.10.0'))
  program(path.join(bin, 'npm'), install)
  for (const [name, text] of Object.entries(programs)) program(path.join(bin, name), text)
  if (console) {
    mkdirSync(at('clone/console'))
    writeFileSync(at('clone/console/main.tsx'), '')
    const build =
      "import fs from 'node:fs'\nfs.mkdirSync('dist/console', { recursive: true })\nfs.writeFileSync('dist/console/node-' + process.versions.node, '')\nfs.writeFileSync('dist/console/index.html', '')\n"
    writeFileSync(at('clone/script/build-console.ts'), build)
  }
  if (installed) {
    program(tap, 'mkdir -p .tap/plugins')
    mkdirSync(at('clone/.tap/plugins'), { recursive: true })
    for (const file of ['.package-lock.json', '.tap-built']) writeFileSync(at(`clone/node_modules/${file}`), '')
  }
  const hidden = (call: string): boolean => /^(id|sudo) /.test(call)
  const calls = (): string[] =>
    (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []).filter(call => call !== '' && !hidden(call))
  return {
    bootstrap: (env = {}, ...args) => run([at('clone/script/bootstrap'), ...args], { PATH: bin, ...env }),
    calls,
    installs: () => calls().filter(call => !call.startsWith('node ')),
    has: file => existsSync(at(`clone/${file}`)),
    touch: file => utimesSync(at(`clone/${file}`), new Date(), new Date(Date.now() + 10_000))
  }
}

/** A Node that reports this version, and otherwise runs the current one. */
function machineNode(version: string): string {
  const claim = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version.slice(1)}"}})`
  return `[ "$1" = --version ] && echo ${version} && exit\nexec ${process.execPath} --import 'data:text/javascript,${claim}' "$@"`
}

function which(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(':')
  return folders.map(folder => path.join(folder, name)).find(file => existsSync(file) && statSync(file).isFile()) ?? name
}

async function run(command: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(which('sh'), command, { env })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error
    return { code: Number(error.code), output: `${error.stdout}${error.stderr}` }
  }
}
