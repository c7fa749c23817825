import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { createKeyring } from '../src/access/keys.ts'
import { runCommand } from '../src/cli.ts'
import { loadConfig } from '../src/config/config.ts'
import { faultOfNode } from '../src/node-version.ts'
import { listen } from './helpers/listen.ts'

interface Said {
  code: number
  out: string
  err: string
}

const program = path.join(import.meta.dirname, '../script/toolgate')

t.test('the program prints the output of a command and exits with its code', async t => {
  const [made, refused, misused] = await Promise.all([
    runProgram(['keys', 'new', '--id', 'alice', '--scopes', '*']),
    runProgram(['keys', 'new', '--id', 'Alice', '--scopes', '*']),
    runProgram(['key', 'new'])
  ])
  t.match(made, { code: 0, out: /tg_alice_/, err: '' })
  t.match(refused, { code: 1, out: '', err: /^No key was created:\n.*--id/ })
  t.match(misused, { code: 2, out: '', err: /^toolgate: there is no command "key new"\n\nUsage:/ })
})

t.test('a text that others wrote cannot control the terminal', async t => {
  const { url } = await listen(t, response => {
    const error = { code: 'NOT_FOUND_ERROR', message: 'There is no \u001b[2K\u009b1A\r\u202eissue\u2069.\n\tü', details: {} }
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ success: false, error }))
  })
  const { err } = await runProgram(['jobs', 'watch', 'x'], { TOOLGATE_URL: url })
  t.equal(err, 'NOT_FOUND_ERROR: There is no \\u001b[2K\\u009b1A\\u000d\\u202eissue\\u2069.\n\tü\n')
})

t.test('a Node that is too old is refused, and npm has the same requirement', async t => {
  const { engines } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'))
  const needed = Number(/^>=(\d+)$/.exec(engines.node)?.[1])
  for (const version of [`${needed}.0.0`, `${needed + 1}.3.0`, '100.0.0']) t.equal(faultOfNode(version), undefined, version)
  for (const version of ['9.11.2', '20.20.2', `${needed - 1}.9.1`])
    t.match(faultOfNode(version), `this is Node ${version}, and Node ${needed} or newer is needed. Install one`)
})

t.test('in a clone without its Node, a Node without TypeScript support prints what to run', async t => {
  const clone = t.testdir({ src: { 'cli.ts': '' }, script: {}, node_modules: {} })
  copyFileSync(program, path.join(clone, 'script/toolgate'))
  const { NODE_OPTIONS: _, ...env } = process.env
  const bin = path.join(clone, 'bin')
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'node'), `#!/bin/sh\nexec '${process.execPath}' --no-strip-types "$@"\n`, { mode: 0o755 })
  const { status, stderr } = spawnSync('sh', [path.join(clone, 'script/toolgate'), 'help'], {
    encoding: 'utf8',
    env: { ...env, PATH: `${bin}${path.delimiter}${env['PATH']}` }
  })
  t.match(stderr, /^toolgate: this is Node .*Run script\/bootstrap runtime/)
  t.equal(status, 1)
})

t.test('keys new prints the key and its entry, for file and environment', async t => {
  const { code, out } = await toolgate([
    'keys',
    'new',
    '--id',
    'alice',
    '--scopes',
    'filesystem:read, jobs:auto_confirm',
    '--expires',
    '2999-01-01'
  ])
  const [key = ''] = /tg_alice_[\w-]{43}/.exec(out) ?? []
  const [, yaml = ''] = /( {2}keys:\n(?: {4}.*\n)+)/.exec(out) ?? []
  const [, json = ''] = /TOOLGATE_KEYS='(.*)'/.exec(out) ?? []
  const entry = { id: 'alice', scopes: ['filesystem:read', 'jobs:auto_confirm'], expires: '2999-01-01' }
  t.equal(code, 0)
  t.match(parse(yaml), { keys: [entry] })
  t.match(createKeyring(loadConfig({ TOOLGATE_KEYS: json }).keys).identify(key), { id: 'alice' })
  t.equal(out.split(key).length, 2, 'the key is printed once')
})

t.test('keys new --into adds to a file that only its owner can read, for TOOLGATE_KEYS_FILE', async t => {
  const file = path.join(t.testdir({}), 'keys.yaml')
  await toolgate(['keys', 'new', '--id', 'alice', '--scopes', '*', '--into', file])
  const { out } = await toolgate(['keys', 'new', '--id', 'bob', '--scopes', 'jobs:read', '--into', file])
  t.match(loadConfig({ TOOLGATE_KEYS_FILE: file }).keys, [{ id: 'alice' }, { id: 'bob' }])
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.notMatch(readFileSync(file, 'utf8'), /tg_/)
  t.match(out, `TOOLGATE_KEYS_FILE=${file}`)
})

t.test('keys new --into --group-readable creates a file that only its owner and group can read', async t => {
  const file = path.join(t.testdir({}), 'keys.yaml')
  await toolgate(['keys', 'new', '--id', 'alice', '--scopes', '*', '--into', file])
  const { code } = await toolgate(['keys', 'new', '--id', 'bob', '--scopes', '*', '--into', file, '--group-readable'])
  t.equal(code, 0)
  t.equal(statSync(file).mode & 0o777, 0o640)
})

t.test('keys new --into refuses an existing ID and a file that is not a list of keys', async t => {
  const dir = t.testdir({ 'keys.yaml': `- { id: alice, hash: ${'a'.repeat(64)}, scopes: ['*'] }\n`, 'notes.txt': 'buy milk' })
  const files = [`${dir}/keys.yaml`, `${dir}/notes.txt`, `${dir}/none/keys.yaml`]
  const results = await Promise.all(files.map(file => toolgate(['keys', 'new', '--id', 'alice', '--scopes', '*', '--into', file])))
  for (const { code, err } of results) {
    t.equal(code, 1)
    t.match(err, /No key was created/)
  }
  t.equal(readFileSync(`${dir}/notes.txt`, 'utf8'), 'buy milk')
})

t.test('keys new lists every invalid option', async t => {
  const { code, out, err } = await toolgate(['keys', 'new', '--id', 'Alice', '--scopes', 'everything!', '--expires', 'soon'])
  t.strictSame({ code, out }, { code: 1, out: '' })
  for (const option of ['--id', '--scopes', '--expires']) t.match(err, `${option}: has the wrong format`)
})

t.test('keys new refuses an expiry in the past', async t => {
  const made = await toolgate(['keys', 'new', '--id', 'bob', '--scopes', '*', '--expires', '2020-01-01'])
  t.match(made, { code: 1, out: '', err: /--expires: 2020-01-01 is in the past/ })
})

t.test('keys new and config check refuse a misspelled scope, and suggest the nearest', async t => {
  for (const [scope, nearest] of [
    ['filesystem:raed', /filesystem:read/],
    ['filesystem_raed_file', /filesystem_read_file/],
    ['*:reed', /wrong format/],
    ['filesytem:read', /filesystem/]
  ] as const)
    t.match(await toolgate(['keys', 'new', '--id', 'bob', '--scopes', scope]), { code: 1, err: nearest }, scope)
  const keys = `[{ id: old, hash: ${'a'.repeat(64)}, scopes: ['filesystem:raed'] }]`
  t.match(await toolgate(['config', 'check'], { TOOLGATE_KEYS: keys }), { code: 1, err: /key old: the scope filesystem:raed/ })
})

t.test('config check reports that it connected to nothing', async t => {
  t.match(await toolgate(['config', 'check'], { FILESYSTEM_ROOTS: '/nonexistent' }), { code: 0, out: /Connections were not tested/ })
})

t.test('an unknown command prints the usage and exits with 2', async t => {
  const misused = [[], ['key', 'new'], ['keys', 'new', '--wrong']]
  for (const { code, err } of await Promise.all(misused.map(words => toolgate(words)))) {
    t.equal(code, 2)
    t.match(err, /Usage:/)
  }
  t.match(await toolgate(['--help']), { code: 0, out: /Usage:/ })
})

t.test('every command prints its usage with --help, -h and help, and does nothing else', async t => {
  const { out: usage } = await toolgate(['help'])
  const names = [...usage.matchAll(/^ {2}toolgate ([a-z]+(?: [a-z]+)?)/gm)].map(([, name = '']) => name)
  t.ok(names.length >= 8, names.join(', '))
  for (const line of usage.split('\n')) t.ok(line.length <= 130, line)
  for (const name of names) {
    const words = name.split(' ')
    const asked = await Promise.all(
      [
        [...words, '--help'],
        ['--help', ...words],
        [...words, '--json', '-h'],
        ['help', ...words]
      ].map(one => toolgate(one))
    )
    for (const { code, out, err } of asked) t.match({ code, out, err }, { code: 0, out: `Usage:\n  toolgate ${name}`, err: '' }, name)
    if (name !== 'help') for (const { out } of asked) t.equal(out.match(/^ {2}toolgate /gm)?.length, 1, `${name} alone`)
  }
  t.match(await toolgate(['keys', '--help']), { code: 0, out: /toolgate keys new --id/ })
  t.match(await toolgate(['jbos', '--help']), { code: 2, err: /no command "jbos"/ })
  t.match(await toolgate(['mcp', '--wrong']), { code: 2, err: /--wrong[\s\S]*Usage:\n {2}toolgate mcp/ })
})

t.test('keys new refuses the ID of a key in the file, and leaves the file unchanged', async t => {
  const file = path.join(t.testdir(), 'keys.yaml')
  const again = () => toolgate(['keys', 'new', '--id', 'me', '--scopes', '*', '--into', file])
  t.match(await again(), { code: 0 })
  const before = readFileSync(file, 'utf8')
  t.match(await again(), { code: 1, out: '', err: `--id: ${file} already has a key me, which still works; the file was not changed` })
  t.equal(readFileSync(file, 'utf8'), before)
})

t.test('config check lists every problem and exits with 1', async t => {
  const { code, err } = await toolgate(['config', 'check'], { PORT: 'http', HOST: '0.0.0.0', TOOLGATE_KYES: 'x' })
  t.equal(code, 1)
  for (const name of ['PORT', 'HOST', 'TOOLGATE_KYES']) t.match(err, `- ${name}: `)
})

t.test('config check lists problems of the settings of an instance', async t => {
  const dir = t.testdir({ 'toolgate.yaml': 'systems: { filesystem: { instances: { work: { rootz: [/srv] } } }, filesytem: {} }' })
  const { code, err } = await toolgate(['config', 'check'], { TOOLGATE_CONFIG: `${dir}/toolgate.yaml` })
  t.equal(code, 1)
  t.match(err, /the system filesytem, which does not exist. Allowed: filesystem/)
  const fixed = t.testdir({ 'toolgate.yaml': 'systems: { filesystem: { instances: { work: { rootz: [/srv] } } } }' })
  t.match(await toolgate(['config', 'check'], { TOOLGATE_CONFIG: `${fixed}/toolgate.yaml` }), {
    code: 1,
    err: /instance work of filesystem: .*rootz/
  })
})

t.test('config check refuses a second list for a key, and one for an unknown key', async t => {
  const entries = ['alice', 'alice', 'bob'].map(key => `{ key: ${key}, projects: [acme/web] }`)
  const instance = `{ url: 'https://gitlab.example.com', token: x, projects_by_key: [${entries.join(', ')}] }`
  const keys = `keys: [{ id: alice, hash: ${'a'.repeat(64)}, scopes: ['gitlab:read'] }]`
  const dir = t.testdir({ 'toolgate.yaml': `${keys}\nsystems: { gitlab: { instances: { main: ${instance} } } }` })
  const { code, err } = await toolgate(['config', 'check'], { TOOLGATE_CONFIG: `${dir}/toolgate.yaml` })
  t.equal(code, 1)
  t.match(err, /instance main of gitlab: projects_by_key\[1\]\.key repeats alice/)
  t.match(err, /instance main of gitlab: projects_by_key\[2\]\.key is bob, but the gateway has no such key/)
  t.notMatch(err, /projects_by_key\[0\]/)
})

t.test('config check summarizes a valid configuration, without secrets', async t => {
  const keys = `[{ id: old, hash: ${'a'.repeat(64)}, scopes: ['*'], expires: 2020-01-01 }]`
  const { code, out } = await toolgate(['config', 'check'], { REDIS_URL: 'redis://:hunter2@redis:6379/1', TOOLGATE_KEYS: keys })
  t.equal(code, 0)
  t.match(out, /Redis at redis:6379 \(database 1\)/)
  t.match(out, /key old: expired on 2020-01-01/)
  t.notMatch(out, /hunter2|aaaaaaaa/)
})

/** Runs the command in this process, since a new process loads every definition again. */
async function toolgate(words: string[], env: Record<string, string> = {}): Promise<Said> {
  const { code, out = '', err = '' } = await runCommand(words, env)
  return { code, out, err }
}

async function runProgram(words: string[], env: Record<string, string> = {}): Promise<Said> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, words, { env: { PATH: process.env['PATH'], ...env } })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error
    return { code: Number(error.code), out: String(error.stdout), err: String(error.stderr) }
  }
}
