import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { ProgramEnd, SpawnRequest } from '../../../src/contract/lent.ts'
import { createRegister } from '../../../src/lib/process/register.ts'
import { createSpawn } from '../../../src/lib/process/spawn.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { quiet } from '../../helpers/bulk.ts'

const folder = await temporaryFolder(t)
const register = createRegister(path.join(folder, 'processes'), quiet)
const spawn = createSpawn(register)

/** Runs a script of sh, whose words are the test's own. */
const sh = (script: string, more: Partial<SpawnRequest> = {}): Promise<ProgramEnd> =>
  spawn({
    program: '/bin/sh',
    args: ['-c', script],
    directory: folder,
    timeout_ms: 60_000,
    signal: new AbortController().signal,
    ...more
  })

const texts = ({ lines }: ProgramEnd, stream: string): string[] => lines.filter(line => line.stream === stream).map(({ text }) => text)

t.test('a program that ends by itself answers its exit code and its lines in order', async t => {
  const end = await sh('echo one; echo two >&2; sleep 0.1; echo three; exit 3')
  t.strictSame([end.exit_code, end.signal, end.ended, end.omitted_bytes], [3, null, 'itself', 0])
  t.strictSame(texts(end, 'stdout'), ['one', 'three'])
  t.strictSame(texts(end, 'stderr'), ['two'])
})

t.test('arguments reach the program byte for byte: no shell reads them', async t => {
  const hostile = ['; rm -rf x', '$(touch pwned)', '`id`', '*', '$HOME', "'", '"', '\\', 'a b', '', '|', '&&', 'ü\n\t']
  const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
  const end = await spawn({
    program: process.execPath,
    args: ['-e', script, '--', ...hostile],
    directory: folder,
    timeout_ms: 60_000,
    signal: new AbortController().signal
  })
  t.strictSame(JSON.parse(texts(end, 'stdout')[0] ?? ''), hostile)
  t.notOk(existsSync(path.join(folder, 'pwned')))
})

t.test('neither a line nor a character that crosses chunks is broken', async t => {
  const end = await sh("printf 'h\\303'; sleep 0.1; printf '\\251llo\\nwor'; sleep 0.1; printf 'ld\\r\\nlast'")
  t.strictSame(texts(end, 'stdout'), ['héllo', 'world', 'last'])
})

t.test('output over 10 MB is cut, and the cut is told', async t => {
  const end = await sh('yes 0123456789012345678901234567890123456789012345678901234567890 | head -c 12000000; echo done >&2')
  const kept = texts(end, 'stdout').reduce((sum, text) => sum + text.length + 1, 0)
  t.ok(kept <= 10 * 1024 * 1024)
  t.equal(
    kept + end.omitted_bytes,
    12_000_000 + 1 + 'done'.length + 1,
    'what is kept and what is told make all; the last line lacks its end'
  )
  t.equal(end.exit_code, 0)
})

t.test('64 KB and more do not keep a program from ending', async t => {
  const end = await sh('head -c 300000 /dev/zero | tr "\\0" x; echo')
  t.equal(texts(end, 'stdout')[0]?.length, 300_000)
})

t.test('a timeout keeps what was printed, and ends the whole tree', async t => {
  const end = await sh('echo before; sleep 300 & sleep 300', { timeout_ms: 300 })
  t.equal(end.ended, 'timed_out')
  t.equal(end.exit_code, null)
  t.strictSame(texts(end, 'stdout'), ['before'])
})

t.test('a cancelled program is gone with its grandchildren, also those that left its group', async t => {
  const abort = new AbortController()
  const pids: string[] = []
  const script = 'echo $$; (sleep 300 & echo $!; wait) & setsid sh -c \'echo $$; trap "" TERM; sleep 300\' & wait'
  const ended = sh(script, {
    signal: abort.signal,
    onLine: ({ text }) => {
      if (pids.push(text) === 3) abort.abort()
    }
  })
  const end = await ended
  t.equal(end.ended, 'cancelled')
  t.equal(pids.length, 3)
  t.strictSame(pids.filter(isAlive), [])
})

t.test('a program that ignores SIGTERM is killed all the same', async t => {
  const end = await sh('trap "" TERM; echo ready; while :; do sleep 0.05; done', { timeout_ms: 400 })
  t.strictSame([end.ended, end.signal], ['timed_out', 'SIGKILL'])
})

t.test('a program that was killed by somebody else has no exit code, and that is no success', async t => {
  const end = await sh('kill -9 $$')
  t.strictSame([end.exit_code, end.signal, end.ended], [null, 'SIGKILL', 'killed'])
})

t.test('what a program leaves behind in its pipes does not keep the caller waiting, and is ended', async t => {
  const end = await sh('sleep 300 & echo $!')
  t.equal(end.exit_code, 0)
  t.notOk(isAlive(texts(end, 'stdout')[0] ?? ''))
})

t.test('stdin is closed: whoever asks is answered with the end', async t => {
  const end = await sh('read -r word || echo "nobody answers"')
  t.strictSame(texts(end, 'stdout'), ['nobody answers'])
})

t.test('a missing program and a missing directory are told apart', async t => {
  await t.rejects(sh('', { program: 'no-such-program-of-ours' }), { name: 'SpawnError', fault: 'program' })
  await t.rejects(sh('', { directory: path.join(folder, 'absent') }), { name: 'SpawnError', fault: 'directory' })
  await t.rejects(sh('', { program: folder }), { name: 'SpawnError', fault: 'program' }, 'a directory is no program')
})

t.test('a NUL in an argument is refused before anything is started', async t => {
  await t.rejects(sh('', { args: ['a\0b'] }), { name: 'SpawnError', fault: 'arguments' })
})

t.test('arguments that are too long are refused in words', async t => {
  await t.rejects(sh('', { args: ['x'.repeat(3_000_000)] }), { name: 'SpawnError', fault: 'arguments' })
})

t.test('a program inherits PATH and HOME, and none of the secrets of the gateway', async t => {
  process.env['TRELLO_TOKEN'] = 'secret-of-the-gateway'
  const end = await sh('env', { environment: { GIVEN: 'yes' } })
  const names = texts(end, 'stdout').map(line => line.split('=')[0])
  t.ok(names.includes('PATH') && names.includes('HOME') && names.includes('GIVEN'))
  t.notMatch(texts(end, 'stdout').join('\n'), 'secret-of-the-gateway')
})

t.test('secrets are taken out of the output', async t => {
  const secrets = [
    'ya29.a0AfH6SMBx-y_z',
    'refresh 1//0abcdefghijklmnop',
    '"access_token": "abc123"',
    'password=hunter2',
    'Authorization: Bearer abcdef'
  ]
  const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END PRIVATE KEY-----\nafter'
  const end = await spawn({
    program: '/bin/cat',
    args: [await fileWith([...secrets, key].join('\n'))],
    directory: folder,
    timeout_ms: 60_000,
    signal: new AbortController().signal
  })
  const shown = texts(end, 'stdout').join('\n')
  for (const secret of ['a0AfH6', '0abcdefghij', 'abc123', 'hunter2', 'abcdef\n', 'MIIEvQ']) t.notMatch(shown, secret)
  t.match(shown, /password=\[redacted\]\n.*\n.*\n.*\n.*\nafter/)
})

t.test('what was printed after the last line is told while the program runs', async t => {
  const tails: string[] = []
  await sh("printf 'Waiting for it...'; sleep 1.4; echo done", { onTick: (_, tail) => tails.push(tail) })
  t.equal(tails[0], 'Waiting for it...')
})

t.test('a signal that has aborted before keeps the program from starting', async t => {
  const reason = new Error('too late')
  await t.rejects(sh('touch started', { signal: AbortSignal.abort(reason) }), reason)
  t.notOk(existsSync(path.join(folder, 'started')))
})

t.test('the register knows of a program while it runs, and forgets it', async t => {
  const running = sh('echo up; sleep 0.5')
  await sleep(250)
  t.equal(readdirSync(path.join(folder, 'processes')).length, 1)
  await running
  t.equal(readdirSync(path.join(folder, 'processes')).length, 0)
})

t.test('a sweep leaves alone what another gateway that lives has running', async t => {
  const running = sh('echo up; sleep 0.5; echo whole')
  await sleep(200)
  t.equal(await register.sweep(), 0)
  t.strictSame(texts(await running, 'stdout'), ['up', 'whole'])
})

t.test('what is no entry of the register is passed over', async t => {
  const directory = path.join(folder, 'broken')
  await mkdir(directory)
  await writeFile(path.join(directory, 'x.json'), '{"host":')
  t.equal(await createRegister(directory, quiet).sweep(), 0)
  t.strictSame(await readdir(directory), ['x.json'])
})

let files = 0
async function fileWith(text: string): Promise<string> {
  const file = path.join(folder, `file-${files++}`)
  await writeFile(file, text)
  return file
}

/** A process that has ended and that nobody reaped is as good as gone. */
function isAlive(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
