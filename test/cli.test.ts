import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { answer } from '../src/cli.ts'
import { loadConfig } from '../src/config.ts'
import { createKeyring } from '../src/keys.ts'
import { faultOfNode } from '../src/node-version.ts'

interface Said {
  code: number
  out: string
  err: string
}

const program = path.join(import.meta.dirname, '../script/toolgate')

t.test('the program says what a command answers, and ends with its code', async t => {
  const [made, refused, misused] = await Promise.all([
    runProgram(['keys', 'new', '--id', 'alice', '--scopes', '*']),
    runProgram(['keys', 'new', '--id', 'Alice', '--scopes', '*']),
    runProgram(['key', 'new'])
  ])
  t.match(made, { code: 0, out: /tg_alice_/, err: '' })
  t.match(refused, { code: 1, out: '', err: /^No key was made:\n.*--id/ })
  t.match(misused, { code: 2, out: '', err: /^toolgate: there is no command "key new"\n\nUsage:/ })
})

t.test('a Node that is too old is told, and npm is told the same', async t => {
  const { engines } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'))
  const needed = Number(/^>=(\d+)$/.exec(engines.node)?.[1])
  for (const version of [`${needed}.0.0`, `${needed + 1}.3.0`, '100.0.0']) t.equal(faultOfNode(version), undefined, version)
  for (const version of ['9.11.2', '20.20.2', `${needed - 1}.9.1`])
    t.match(faultOfNode(version), `this is Node ${version}, and Node ${needed} or newer is needed. Install one`)
})

t.test('keys new prints the key and an entry that admits it, for file and environment alike', async t => {
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
  t.equal(out.split(key).length, 2, 'the key is there once')
})

t.test('keys new --into adds to a file that only its owner reads, for TOOLGATE_KEYS_FILE', async t => {
  const file = path.join(t.testdir({}), 'keys.yaml')
  await toolgate(['keys', 'new', '--id', 'alice', '--scopes', '*', '--into', file])
  const { out } = await toolgate(['keys', 'new', '--id', 'bob', '--scopes', 'jobs:read', '--into', file])
  t.match(loadConfig({ TOOLGATE_KEYS_FILE: file }).keys, [{ id: 'alice' }, { id: 'bob' }])
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.notMatch(readFileSync(file, 'utf8'), /tg_/)
  t.match(out, `TOOLGATE_KEYS_FILE=${file}`)
})

t.test('keys new --into refuses an id that is taken and a file that is no list of keys', async t => {
  const dir = t.testdir({ 'keys.yaml': `- { id: alice, hash: ${'a'.repeat(64)}, scopes: ['*'] }\n`, 'notes.txt': 'buy milk' })
  const files = [`${dir}/keys.yaml`, `${dir}/notes.txt`, `${dir}/none/keys.yaml`]
  const told = await Promise.all(files.map(file => toolgate(['keys', 'new', '--id', 'alice', '--scopes', '*', '--into', file])))
  for (const { code, err } of told) {
    t.equal(code, 1)
    t.match(err, /No key was made/)
  }
  t.equal(readFileSync(`${dir}/notes.txt`, 'utf8'), 'buy milk')
})

t.test('keys new names every option that is wrong', async t => {
  const { code, out, err } = await toolgate(['keys', 'new', '--id', 'Alice', '--scopes', 'everything!', '--expires', 'soon'])
  t.strictSame({ code, out }, { code: 1, out: '' })
  for (const option of ['--id', '--scopes', '--expires']) t.match(err, `${option}: is not of the right form`)
})

t.test('keys new makes no key whose date is over', async t => {
  const made = await toolgate(['keys', 'new', '--id', 'bob', '--scopes', '*', '--expires', '2020-01-01'])
  t.match(made, { code: 1, out: '', err: /--expires: 2020-01-01 is over/ })
})

t.test('keys new and config check refuse a scope that is misspelt, with the nearest', async t => {
  for (const [scope, nearest] of [
    ['filesystem:raed', /filesystem:read/],
    ['filesystem_raed_file', /filesystem_read_file/],
    ['*:reed', /not of the right form/],
    ['filesytem:read', /filesystem/]
  ] as const)
    t.match(await toolgate(['keys', 'new', '--id', 'bob', '--scopes', scope]), { code: 1, err: nearest }, scope)
  const keys = `[{ id: old, hash: ${'a'.repeat(64)}, scopes: ['filesystem:raed'] }]`
  t.match(await toolgate(['config', 'check'], { TOOLGATE_KEYS: keys }), { code: 1, err: /key old: the scope filesystem:raed/ })
})

t.test('config check says that it has connected to nothing', async t => {
  t.match(await toolgate(['config', 'check'], { FILESYSTEM_ROOTS: '/nonexistent' }), { code: 0, out: /without connecting.*not tried/ })
})

t.test('a command that is not understood shows the usage and ends with 2', async t => {
  const misused = [[], ['key', 'new'], ['keys', 'new', '--wrong']]
  for (const { code, err } of await Promise.all(misused.map(words => toolgate(words)))) {
    t.equal(code, 2)
    t.match(err, /Usage:/)
  }
  t.match(await toolgate(['--help']), { code: 0, out: /Usage:/ })
})

t.test('config check lists every problem and ends with 1', async t => {
  const { code, err } = await toolgate(['config', 'check'], { PORT: 'http', HOST: '0.0.0.0', TOOLGATE_KYES: 'x' })
  t.equal(code, 1)
  for (const name of ['PORT', 'HOST', 'TOOLGATE_KYES']) t.match(err, `- ${name}: `)
})

t.test('config check lists what is wrong with the settings of an instance', async t => {
  const dir = t.testdir({ 'toolgate.yaml': 'systems: { filesystem: { instances: { work: { rootz: [/srv] } } }, filesytem: {} }' })
  const { code, err } = await toolgate(['config', 'check'], { TOOLGATE_CONFIG: `${dir}/toolgate.yaml` })
  t.equal(code, 1)
  t.match(err, /the system filesytem, and there is none. Allowed: filesystem/)
  const fixed = t.testdir({ 'toolgate.yaml': 'systems: { filesystem: { instances: { work: { rootz: [/srv] } } } }' })
  t.match(await toolgate(['config', 'check'], { TOOLGATE_CONFIG: `${fixed}/toolgate.yaml` }), {
    code: 1,
    err: /instance work of filesystem: .*rootz/
  })
})

t.test('config check refuses a second list of a key, and one of a key that nobody has', async t => {
  const entries = ['alice', 'alice', 'bob'].map(key => `{ key: ${key}, projects: [acme/web] }`)
  const instance = `{ url: 'https://gitlab.example.com', token: x, projects_by_key: [${entries.join(', ')}] }`
  const keys = `keys: [{ id: alice, hash: ${'a'.repeat(64)}, scopes: ['gitlab:read'] }]`
  const dir = t.testdir({ 'toolgate.yaml': `${keys}\nsystems: { gitlab: { instances: { main: ${instance} } } }` })
  const { code, err } = await toolgate(['config', 'check'], { TOOLGATE_CONFIG: `${dir}/toolgate.yaml` })
  t.equal(code, 1)
  t.match(err, /instance main of gitlab: projects_by_key\[1\]\.key is alice a second time/)
  t.match(err, /instance main of gitlab: projects_by_key\[2\]\.key is bob, and the gateway has no such key/)
  t.notMatch(err, /projects_by_key\[0\]/)
})

t.test('config check sums up a good configuration, without a secret', async t => {
  const keys = `[{ id: old, hash: ${'a'.repeat(64)}, scopes: ['*'], expires: 2020-01-01 }]`
  const { code, out } = await toolgate(['config', 'check'], { REDIS_URL: 'redis://:hunter2@redis:6379/1', TOOLGATE_KEYS: keys })
  t.equal(code, 0)
  t.match(out, /Redis at redis:6379 \(database 1\)/)
  t.match(out, /key old: has expired/)
  t.notMatch(out, /hunter2|aaaaaaaa/)
})

/** The command in this process: a process of its own reads every definition anew. */
async function toolgate(words: string[], env: Record<string, string> = {}): Promise<Said> {
  const { code, out = '', err = '' } = await answer(words, env)
  return { code, out, err }
}

async function runProgram(words: string[]): Promise<Said> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, words, { env: { PATH: process.env['PATH'] } })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error
    return { code: Number(error.code), out: String(error.stdout), err: String(error.stderr) }
  }
}
