import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { type Config, loadConfig } from '../../src/config/config.ts'
import { watchConfig } from '../../src/config/watch.ts'
import { recorder } from '../helpers/log.ts'

t.test('a changed file is read again', async t => {
  const { file, changes } = watched(t, 'policy: []')
  writeFileSync(file, 'policy: [{ permission: read, decision: deny }]')
  t.match(await changes.next(), { policy: [{ decision: 'deny' }] })
})

t.test('a file that another one is moved over is read again', async t => {
  const { file, changes } = watched(t, 'policy: []')
  writeFileSync(`${file}.new`, 'policy: [{ permission: read, decision: deny }]')
  renameSync(`${file}.new`, file)
  t.match(await changes.next(), { policy: [{ decision: 'deny' }] })
})

t.test('a malformed version leaves the old one in force and is logged; the next valid one is loaded', async t => {
  const { file, changes, log } = watched(t, 'policy: []')
  writeFileSync(file, 'polcy: []')
  t.match(await log.next('error'), { problems: [{ allowed: /^policy/ }] })
  rmSync(file)
  t.match(await log.next('error'), { problems: [{ where: 'TOOLGATE_CONFIG' }] })
  t.equal(changes.count(), 0)
  writeFileSync(file, 'policy: [{ permission: write, decision: deny }]')
  t.match(await changes.next(), { policy: [{ permission: 'write' }] })
})

t.test('a change that keeps size and modification time is noticed', async t => {
  const both = `keys: [${ANN}, ${BOB}]`
  const { file, changes } = watched(t, both)
  const write = (text: string): void => {
    writeFileSync(file, text)
    utimesSync(file, 1_000_000, 1_000_000)
  }
  write(both)
  await sleep(600) // until it was checked with that modification time
  write(`keys: [${ANN}]`.padEnd(both.length))
  t.strictSame(inForce(await changes.next()), [ANN_IN_FORCE])
})

t.test('a file of secrets is watched as well', async t => {
  const dir = t.testdir({ keys: '[]' })
  const { changes } = watchedIn(t, { TOOLGATE_KEYS_FILE: path.join(dir, 'keys') })
  writeFileSync(path.join(dir, 'keys'), `[{ id: bob, hash: ${'a'.repeat(64)}, scopes: ['*'] }]`)
  t.match(await changes.next(), { keys: [{ id: 'bob' }] })
})

const HASH = { ann: 'a'.repeat(64), bob: 'b'.repeat(64) }
const ANN = `{ id: ann, hash: ${HASH.ann}, scopes: ['*'] }`
const BOB = `{ id: bob, hash: ${HASH.bob}, scopes: [gitlab:write, confluence:read], expires: 2990-01-01 }`
const BROKEN = 'policy: [{ permission: reed, decision: deny }]'
/** Of each key in force: ID, scopes and expiry. */
const inForce = (config: Config | undefined) => config?.keys.map(({ id, scopes, expires }) => [id, scopes.join(), expires])
const ANN_IN_FORCE = ['ann', '*', undefined]

t.test('a key that a broken version no longer lists is removed', async t => {
  const { file, changes, faults, log } = watched(t, `keys: [${ANN}, ${BOB}]`)
  writeFileSync(file, `keys: [${ANN}]\n${BROKEN}`)
  t.strictSame(inForce(await changes.next()), [ANN_IN_FORCE])
  t.match(await log.next('error'), { problems: [{ where: /policy/ }], removed_keys: ['bob'] })
  t.match(faults(), [/2 problems|1 problem/])
  writeFileSync(file, `keys: [${ANN}, ${BOB}]\n${BROKEN} # still`)
  await log.next('error')
  t.equal(changes.count(), 0, 'a broken version does not restore it')
  writeFileSync(file, `keys: [${ANN}, ${BOB}]`)
  t.match(inForce(await changes.next()), [['ann'], ['bob']])
  t.equal(faults().at(-1), undefined, 'the fault is withdrawn')
})

const NARROWED: [title: string, bob: string, expected: unknown][] = [
  ['fewer scopes', `{ id: bob, hash: ${HASH.bob}, scopes: [confluence:read] }`, ['bob', 'confluence:read', '2990-01-01']],
  ['a lower permission', `{ id: bob, hash: ${HASH.bob}, scopes: [gitlab:read] }`, ['bob', 'gitlab:read', '2990-01-01']],
  ['more scopes are not granted', `{ id: bob, hash: ${HASH.bob}, scopes: ['*'] }`, 'unchanged'],
  ['an earlier expiry', `{ id: bob, hash: ${HASH.bob}, scopes: ['*'], expires: 2980-01-01 }`, ['bob', /./, '2980-01-01']],
  ['a later expiry is not granted', `{ id: bob, hash: ${HASH.bob}, scopes: ['*'], expires: 2999-01-01 }`, 'unchanged'],
  ['an expiry that no calendar has', `{ id: bob, hash: ${HASH.bob}, scopes: ['*'], expires: 2980-13-01 }`, 'unchanged'],
  [
    'a misspelled scope',
    `{ id: bob, hash: ${HASH.bob}, scopes: [gitlab raed, confluence:read] }`,
    ['bob', 'confluence:read', '2990-01-01']
  ],
  ['no scopes that can be read', `{ id: bob, hash: ${HASH.bob}, scope: [gitlab:read] }`, ['bob', '', '2990-01-01']],
  ['listed twice: what both grant', `${BOB}, { id: bob, hash: ${HASH.bob}, scopes: [gitlab:read] }`, ['bob', 'gitlab:read', '2990-01-01']],
  ['another hash: neither key works', `{ id: bob, hash: ${'c'.repeat(64)}, scopes: ['*'] }`, undefined],
  ['not an entry', '17, bob, null', undefined]
]
for (const [title, bob, expected] of NARROWED)
  t.test(`a broken version narrows a key: ${title}`, async t => {
    const { file, changes, log } = watched(t, `keys: [${ANN}, ${BOB}]`)
    writeFileSync(file, `keys: [${ANN}, ${bob}]\n${BROKEN}`)
    await log.next('error')
    if (expected === 'unchanged') return t.equal(changes.count(), 0)
    return t.match(inForce(await changes.next()), [ANN_IN_FORCE, ...(expected === undefined ? [] : [expected])])
  })

t.test('without a list of keys, and without the file, none is left', async t => {
  for (const text of [BROKEN, `keys:\n${BROKEN}`, `keyz: [${ANN}]`, undefined]) {
    const { file, changes } = watched(t, `keys: [${ANN}]`)
    if (text === undefined) rmSync(file)
    else writeFileSync(file, text)
    t.strictSame(inForce(await changes.next()), [], text ?? 'no file')
  }
})

t.test('without a list that can be parsed, the keys whose hash is still in the file stay valid', async t => {
  const left: [text: string, ids: string[]][] = [
    [`keys: [${ANN}`, ['ann']],
    [`keys: [${ANN},\n  # ${BOB}\n`, ['ann']],
    [`keys:\n  list: [${BOB}]`, ['bob']],
    [`keys: []\nkeys: [${ANN}]`, ['ann']],
    ['just words', []],
    ['keys: ann', []]
  ]
  for (const [text, ids] of left) {
    const { file, changes } = watched(t, `keys: [${ANN}, ${BOB}]`)
    writeFileSync(file, text)
    t.strictSame(
      (await changes.next())?.keys.map(({ id }) => id),
      ids,
      text
    )
  }
})

t.test('an unreadable file removes nothing, and that is reported', async t => {
  const { file, changes, faults, log } = watched(t, `keys: [${ANN}]`)
  rmSync(file)
  mkdirSync(file)
  t.match(await log.next('error'), { unreadable: ['TOOLGATE_CONFIG'] })
  t.equal(changes.count(), 0)
  t.match(faults(), [/1 problem, .*The file of TOOLGATE_CONFIG cannot be read: keys removed from it .* stay valid until/])
  t.notMatch(faults()[0], /previous version stays in force/, 'which would be reported for removed keys')
})

t.test('keys of TOOLGATE_KEYS_FILE are removed though the config file is broken, and the other way around', async t => {
  const dir = t.testdir({ keys: `[${ANN}]`, config: `keys: [${BOB}]` })
  const { changes, log } = watchedIn(t, { TOOLGATE_KEYS_FILE: path.join(dir, 'keys'), TOOLGATE_CONFIG: path.join(dir, 'config') })
  writeFileSync(path.join(dir, 'config'), `keys: [${BOB}`)
  await log.next('error')
  t.equal(changes.count(), 0)
  writeFileSync(path.join(dir, 'keys'), '[]')
  t.match(inForce(await changes.next()), [['bob']])
  writeFileSync(path.join(dir, 'keys'), '[')
  writeFileSync(path.join(dir, 'config'), `keys: []`)
  t.strictSame(inForce(await changes.next()), [])
})

t.test('TOOLGATE_KEYS_FILE that is truncated or deleted leaves none of its keys', async t => {
  for (const change of [(file: string) => writeFileSync(file, ''), (file: string) => rmSync(file)]) {
    const file = path.join(t.testdir({ keys: `[${ANN}]` }), 'keys')
    const { changes } = watchedIn(t, { TOOLGATE_KEYS_FILE: file })
    change(file)
    t.strictSame(inForce(await changes.next()), [])
  }
})

t.test('a file that is being written is read once it is whole', async t => {
  const { file, changes } = watched(t, `keys: [${ANN}]`)
  writeFileSync(file, '')
  setTimeout(() => writeFileSync(file, `keys: [${ANN}, ${BOB}]`), 30)
  t.match(inForce(await changes.next()), [['ann'], ['bob']])
})

t.test('an issuer that a broken version no longer names is removed', async t => {
  const issuer = '{ issuer: https://login.example.com, audience: [x], scopes: [{ grants: [web:read] }] }'
  const { file, changes } = watched(t, `keys: [${ANN}]\nissuers: [${issuer}]`)
  writeFileSync(file, `keys: [${ANN}]\n${BROKEN}`)
  const changed = await changes.next()
  t.strictSame(changed?.issuers, [])
  t.strictSame(inForce(changed), [ANN_IN_FORCE])
})

t.test('a key that is not the active one does not matter', async t => {
  const { entry } = newKey({ id: 'ann', scopes: ['*'] })
  const { file, changes } = watched(t, `keys: [${ANN}]`)
  writeFileSync(file, `keys: [${JSON.stringify(entry)}]\n${BROKEN}`)
  t.strictSame(inForce(await changes.next()), [])
})

t.test('a file that becomes a FIFO is reported, and is not waited for', { timeout: 20_000 }, async t => {
  const { file, changes, faults, log } = watched(t, `keys: [${ANN}]`)
  rmSync(file)
  execFileSync('mkfifo', [file])
  await log.next('error')
  t.match(faults().at(-1), /TOOLGATE_CONFIG cannot be read/)
  t.equal(changes.count(), 0)
  rmSync(file)
  writeFileSync(file, `keys: [${ANN}, ${BOB}]`)
  t.match(inForce(await changes.next()), [['ann'], ['bob']])
})

function watched(t: Test, text: string) {
  const file = path.join(t.testdir({ 'toolgate.yaml': text }), 'toolgate.yaml')
  return { file, ...watchedIn(t, { TOOLGATE_CONFIG: file }) }
}

function watchedIn(t: Test, env: Record<string, string>) {
  const log = recorder()
  const seen: Config[] = []
  const reported: (string | undefined)[] = []
  let tell = (): void => {}
  const onChange = (config: Config): void => {
    seen.push(config)
    tell()
  }
  const watch = watchConfig(loadConfig(env), { env, log, onChange, onFault: fault => reported.push(fault), every: 20 })
  const awake = setInterval(() => {}, 1_000) // watching alone does not keep the process running
  t.teardown(() => {
    clearInterval(awake)
    watch.close()
  })
  return {
    log,
    faults: () => reported,
    changes: {
      count: () => seen.length,
      next: async (): Promise<Config | undefined> => {
        if (seen.length === 0) await new Promise<void>(resolve => (tell = resolve))
        return seen.shift()
      }
    }
  }
}
