import { execFile } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { openSecrets, SECRET_FILE, secretsOf } from '../../src/lib/secrets.ts'
import { refusal, silentLog } from '../helpers/bulk.ts'
import { recorder } from '../helpers/log.ts'

const PROCESS = path.join(import.meta.dirname, '../helpers/secret-process.ts')
const run = promisify(execFile)
const [one, two] = ['the first secret of this test, long enough', 'the second secret of this test, long enough']

t.test('processes that start at the same time on an empty folder share one random secret', async t => {
  const folder = path.join(t.testdir(), 'not', 'there', 'yet')
  const outputs = await Promise.all(Array.from({ length: 8 }, () => run(process.execPath, [PROCESS, folder])))
  const derived = new Set(outputs.map(({ stdout }) => stdout))
  t.equal(derived.size, 1)
  t.equal(statSync(path.join(folder, SECRET_FILE)).mode & 0o777, 0o600)
  t.strictSame(readdirSync(folder), [SECRET_FILE], 'no draft is left behind')
  t.equal(Buffer.from(readFileSync(path.join(folder, SECRET_FILE), 'utf8'), 'base64').length, 32)
})

t.test('two folders have two secrets, and one cannot open what the other sealed', async t => {
  const [a, b] = [await openSecrets(t.testdir({ a: {} }), [], silentLog), await openSecrets(`${t.testdirName}-b`, [], silentLog)]
  t.teardown(async () => (await import('node:fs/promises')).rm(`${t.testdirName}-b`, { recursive: true }))
  const sealed = a.seal('text', 'a test')
  t.equal(a.open(sealed, 'a test'), 'text')
  t.throws(() => b.open(sealed, 'a test'), refusal('configuration_missing', { message: /lacks the secret/ }))
})

t.test('TOOLGATE_SECRET needs no file, and the file of the folder stays in use when it is set later', async t => {
  const folder = t.testdir()
  const configured = await openSecrets(folder, [one], silentLog)
  t.strictSame(readdirSync(folder), [])
  t.equal(secretsOf([one]).open(configured.seal('text', 'a test'), 'a test'), 'text')
  const before = (await openSecrets(folder, [], silentLog)).seal('text', 'a test')
  t.equal((await openSecrets(folder, [one], silentLog)).open(before, 'a test'), 'text')
})

t.test('during a rotation the first secret seals and both open', async t => {
  const both = secretsOf([two, one])
  t.equal(both.open(secretsOf([one]).seal('old', 'a test'), 'a test'), 'old')
  const sealed = both.seal('new', 'a test')
  t.equal(secretsOf([two]).open(sealed, 'a test'), 'new')
  t.throws(() => secretsOf([one]).open(sealed, 'a test'), refusal('configuration_missing'))
  t.strictSame(both.derive('a test'), [...secretsOf([two]).derive('a test'), ...secretsOf([one]).derive('a test')])
})

t.test('a sealed value shows nothing, differs each time, and opens only unchanged and for its purpose', async t => {
  const secrets = secretsOf([one])
  const sealed = secrets.seal('a password', 'a test')
  t.notMatch(Buffer.from(sealed, 'base64url').toString('latin1'), 'password')
  t.not(sealed, secrets.seal('a password', 'a test'))
  t.throws(() => secrets.open(sealed, 'another purpose'))
  const [id, body = ''] = sealed.split('.')
  for (const at of [0, 14, 30, body.length - 2]) {
    const changed = body.slice(0, at) + (body[at] === 'A' ? 'B' : 'A') + body.slice(at + 1)
    t.throws(() => secrets.open(`${id}.${changed}`, 'a test'), `character ${at}`)
  }
  t.throws(() => secrets.open(`${id}.${body.slice(0, 20)}`, 'a test'), 'cut short')
})

t.test('a file without a valid secret is never replaced', async t => {
  const folder = t.testdir({ [SECRET_FILE]: '' })
  await t.rejects(openSecrets(folder, [], silentLog), { message: /Restore it from a backup/ })
  await t.rejects(openSecrets(folder, [one], silentLog), { message: /Restore it from a backup/ })
  writeFileSync(path.join(folder, SECRET_FILE), 'short\n')
  await t.rejects(openSecrets(folder, [], silentLog), { message: /does not hold a secret/ })
})

t.test('a file that others could read gets private permissions, with a log line', async t => {
  const folder = t.testdir()
  await openSecrets(folder, [], silentLog)
  const file = path.join(folder, SECRET_FILE)
  chmodSync(file, 0o644)
  const log = recorder()
  await openSecrets(folder, [], log)
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.match(await log.next('warn'), { file, message: /could read .* its permissions were changed to 0600/ })
})
