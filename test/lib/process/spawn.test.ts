import { spawn as launch } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { ProgramEnd, SpawnRequest } from '../../../src/contract/lent.ts'
import { createRegister } from '../../../src/lib/process/register.ts'
import { createSpawn } from '../../../src/lib/process/spawn.ts'
import { MARK } from '../../../src/lib/process/tree.ts'
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
    12_000_000 + 2,
    'what is kept and what is told make all; the line that was cut has an end of its own, and so has the last'
  )
  t.strictSame(texts(end, 'stderr'), ['done'])
  t.equal(end.exit_code, 0)
})

t.test('of one endless line the beginning is kept, the rest is counted, and only its end is told meanwhile', async t => {
  const tails: string[] = []
  const script = 'head -c 30000000 /dev/zero | tr "\\0" x; sleep 1.3'
  const { lines, omitted_bytes } = await sh(script, { onTick: (_, tail) => tails.push(tail) })
  const [line] = lines
  t.ok(line && line.text.length > 8_000_000 && line.text.length <= 10 * 1024 * 1024, `${line?.text.length}`)
  t.equal((line?.text.length ?? 0) + omitted_bytes, 30_000_001)
  t.ok(tails.length > 0 && tails.every(tail => tail.length <= 200), `${tails.map(tail => tail.length)}`)
})

t.test('a flood on stdout leaves room for stderr, whose last lines are kept whatever comes before', async t => {
  const flood = 'head -c 11000000 /dev/zero | tr "\\0" x | fold -w 100'
  const end = await sh(`${flood}; ${flood} >&2; echo >&2; echo "ERROR: boom" >&2; exit 1`)
  t.ok(end.omitted_bytes > 11_000_000)
  t.equal(texts(end, 'stderr').at(-1), 'ERROR: boom')
  t.ok(texts(end, 'stderr').length > 5_000, 'it has a share')
  t.ok(end.lines.reduce((sum, { text }) => sum + text.length + 1, 0) <= 10 * 1024 * 1024)
})

t.test(
  'one who left the group, the mark and the program behind, and still prints, is heard for a while, and it is told if that was not all',
  async t => {
    const talker = (times: number): string =>
      `env -i setsid sh -c 'i=0; while [ $i -lt ${times} ]; do echo $i; i=$((i+1)); sleep 0.1; done' &`
    const heard = await sh(talker(8))
    t.strictSame([texts(heard, 'stdout').length, heard.cut_off], [8, false])
    const endless = await sh(talker(60))
    t.equal(endless.cut_off, true)
  }
)

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

t.test('a NUL in a variable is one of the arguments, too, and not a missing program', async t => {
  await t.rejects(sh('', { environment: { X: 'a\0b' } }), { name: 'SpawnError', fault: 'arguments' })
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

t.test('a program whose gateway died before its pid was noted is found by its mark', async t => {
  const mark = 'left-behind'
  const left = launch('sleep', ['300'], { env: { ...process.env, [MARK]: mark }, detached: true, stdio: 'ignore' })
  t.teardown(() => left.kill('SIGKILL'))
  const ended = once(left, 'exit')
  const owner = { pid: 2 ** 22 - 7, started: 'long ago' }
  await writeFile(path.join(folder, 'processes', `${mark}.json`), JSON.stringify({ host: hostname(), owner }))
  t.equal(await register.sweep(), 1)
  await ended
})

t.test('what another host noted is forgotten once no program of it can run any more', async t => {
  const file = path.join(folder, 'processes', 'foreign.json')
  await writeFile(file, JSON.stringify({ host: 'elsewhere', owner: { pid: 1, started: 'x' } }))
  await register.sweep()
  t.ok(existsSync(file), 'not yet')
  const past = new Date(Date.now() - 3 * 24 * 3_600_000)
  await utimes(file, past, past)
  await register.sweep()
  t.notOk(existsSync(file))
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
